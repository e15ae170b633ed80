// Compares what describe() finds in a graph with plain counting.

#include "inputs/EdgeListBuilder.h"
#include "inputs/describe/Components.h"
#include "inputs/describe/Description.h"
#include "inputs/describe/Report.h"
#include "inputs/generate/Grid.h"
#include "inputs/generate/Rmat.h"

#include "GeneratedGraphs.h"
#include "Support.h"

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <set>

namespace galois::inputs::test {
namespace {

using testing::HasSubstr;
using testing::Not;

class Describe : public testing::Test {
protected:
  static void SetUpTestSuite() { system.emplace(); }
  static void TearDownTestSuite() { system.reset(); }

  static std::optional<galois::SharedMemSys> system;
};

std::optional<galois::SharedMemSys> Describe::system;

Distribution distributionOfAll(const std::vector<double>& values) {
  return distributionOf(values.size(), [&](std::uint64_t i) { return values[i]; });
}

TEST_F(Describe, QuantilesAreRightToAPartInTwoThousand) {
  std::mt19937_64 random(7);
  for (const double scale : {1.0, 1e-20, 1e9}) {
    std::vector<double> values(50'000);
    for (double& value : values) {
      value = scale * std::exp(std::normal_distribution<double>(0, 2)(random));
    }
    const Distribution found = distributionOfAll(values);
    std::sort(values.begin(), values.end());
    EXPECT_EQ(found.min(), values.front());
    EXPECT_EQ(found.max(), values.back());
    EXPECT_FALSE(found.whole());
    for (const double q : {0.0, 0.001, 0.05, 0.5, 0.95, 0.999, 1.0}) {
      const auto rank = static_cast<size_t>(std::ceil(q * static_cast<double>(values.size())));
      const double exact = values[std::max<size_t>(rank, 1) - 1];
      EXPECT_LE(found.quantile(q), exact);
      EXPECT_GE(found.quantile(q), exact * (1 - 0.0005)) << q;
    }
  }
}

TEST_F(Describe, SmallWholeNumbersAreExact) {
  std::mt19937_64 random(8);
  std::vector<double> values(30'000);
  for (double& value : values) {
    value = static_cast<double>(random() % 4096);
  }
  const Distribution found = distributionOfAll(values);
  EXPECT_TRUE(found.whole());
  std::sort(values.begin(), values.end());
  for (double q = 0.01; q < 1; q += 0.01) {
    EXPECT_EQ(found.quantile(q), values[static_cast<size_t>(std::ceil(q * 30'000)) - 1]) << q;
  }
}

TEST_F(Describe, BinsCoverAllValuesOnce) {
  std::mt19937_64 random(9);
  for (const size_t most : {3u, 10u, 200u}) {
    std::vector<double> values{0, 0, -3, -0.25};
    for (int i = 0; i < 1000; ++i) {
      values.push_back(std::ldexp(1.0, random() % 60) - 0.5);
    }
    const std::vector<Bin> bins = distributionOfAll(values).bins(most);
    EXPECT_LE(bins.size(), most);
    std::uint64_t total = 0;
    for (size_t i = 0; i < bins.size(); ++i) {
      const auto inside = [&](double v) {
        // Bins below zero include the limit that is farther from zero.
        if (bins[i].low == bins[i].high) {
          return v == bins[i].low;
        }
        return v < 0 ? bins[i].low < v && v <= bins[i].high : bins[i].low <= v && v < bins[i].high;
      };
      EXPECT_EQ(bins[i].count, std::count_if(values.begin(), values.end(), inside)) << i;
      EXPECT_LE(i == 0 ? bins[0].low : bins[i - 1].high, bins[i].low);
      total += bins[i].count;
    }
    EXPECT_EQ(total, values.size());
  }
}

TEST_F(Describe, FewWholeNumbersHaveABinEach) {
  const std::vector<Bin> bins = distributionOfAll({5, 1, 0, 1, 5, 5}).bins(16);
  ASSERT_EQ(bins.size(), 3u);
  const std::map<double, std::uint64_t> expected{{0, 1}, {1, 2}, {5, 3}};
  for (const Bin& bin : bins) {
    EXPECT_EQ(bin.low, bin.high);
    EXPECT_EQ(bin.count, expected.at(bin.low));
  }
  EXPECT_TRUE(distributionOfAll({}).bins(16).empty());
}

/// Returns all distances by the Bellman-Ford algorithm; UINT64_MAX where there is no path.
std::vector<std::uint64_t> plainDistances(const Arcs& arcs, std::uint64_t nodes, std::uint64_t from,
                                          bool hops) {
  std::vector<std::uint64_t> distance(nodes, UINT64_MAX);
  distance[from] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [tail, head, weight] : arcs) {
      const std::uint64_t length = hops ? 1 : weight;
      if (distance[tail] == UINT64_MAX || distance[tail] + length >= distance[head]) {
        continue;
      }
      distance[head] = distance[tail] + length;
      changed = true;
    }
  }
  return distance;
}

/// Returns a random multigraph of several components, with weights 0 to 3 or none.
Graph randomGraph(std::mt19937_64& random, bool weighted, bool symmetric) {
  const auto nodes = static_cast<std::uint32_t>(1 + random() % 40);
  EdgeListBuilder builder(symmetric ? EdgeKind::kEdge : EdgeKind::kArc);
  for (std::uint64_t i = random() % 80; i > 0; --i) {
    const auto from = static_cast<std::uint32_t>(random() % nodes);
    const auto to = static_cast<std::uint32_t>(random() % nodes);
    if (weighted) {
      builder.add(from, to, random() % 4);
    } else {
      builder.add(from, to);
    }
  }
  return builder.build(nodes, "random");
}

void expectPlainCounts(const Arcs& arcs, const Description& found) {
  std::set<std::pair<std::uint64_t, std::uint64_t>> ends;
  std::set<Arc> all(arcs.begin(), arcs.end());
  std::uint64_t loops = 0;
  std::uint64_t oneWay = 0;
  std::uint64_t oneWayEnds = 0;
  for (const auto& [tail, head, weight] : arcs) {
    ends.emplace(tail, head);
  }
  for (const auto& [tail, head, weight] : arcs) {
    loops += tail == head;
    oneWay += all.count({head, tail, weight}) == 0;
    oneWayEnds += ends.count({head, tail}) == 0;
  }
  EXPECT_EQ(found.arcs, arcs.size());
  EXPECT_EQ(found.loops, loops);
  EXPECT_EQ(found.parallelArcs, arcs.size() - ends.size());
  EXPECT_EQ(found.oneWayArcs, oneWay);
  EXPECT_EQ(found.oneWayEnds, oneWayEnds);
}

TEST_F(Describe, CountsLikePlainCounting) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    std::mt19937_64 random(seed);
    Graph graph = randomGraph(random, seed % 2 == 0, seed % 3 == 0);
    const Arcs arcs = arcsOf(graph);
    galois::setActiveThreads(1 + seed % 3);
    const Description found = describe(graph, 3);
    EXPECT_EQ(sorted(arcs), arcsOf(graph));
    expectPlainCounts(arcs, found);

    const Components components = weakComponents(graph);
    std::map<std::uint64_t, std::set<std::uint64_t>> parts; // by the lowest node of the component
    Arcs joined = arcs;
    for (const auto& [tail, head, weight] : arcs) {
      joined.emplace_back(head, tail, weight);
    }
    for (std::uint64_t node = 0; node < graph.numNodes(); ++node) {
      const std::vector<std::uint64_t> reach = plainDistances(joined, graph.numNodes(), node, true);
      const auto first =
          static_cast<std::uint64_t>(std::find_if(reach.begin(), reach.end(),
                                                  [](std::uint64_t d) { return d != UINT64_MAX; }) -
                                     reach.begin());
      parts[first].insert(node);
      EXPECT_EQ(components.of[node], components.of[first]);
    }
    std::uint64_t largest = 0;
    std::uint64_t alone = 0;
    for (const auto& [first, part] : parts) {
      largest = std::max<std::uint64_t>(largest, part.size());
      alone += part.size() == 1;
    }
    EXPECT_EQ(found.components, parts.size());
    EXPECT_EQ(found.largestComponent, largest);
    EXPECT_EQ(found.isolated, alone);
  }
}

TEST_F(Describe, FarPairsAreAsFarApartAsTheySay) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    std::mt19937_64 random(seed);
    Graph graph = randomGraph(random, seed % 2 == 0, seed % 3 == 0);
    const Arcs arcs = arcsOf(graph);
    galois::setActiveThreads(1 + seed % 3);
    const Description found = describe(graph, 4);
    ASSERT_TRUE(found.hops);
    EXPECT_EQ(plainDistances(arcs, graph.numNodes(), found.hops->from, true)[found.hops->to],
              static_cast<std::uint64_t>(found.hops->distance));
    EXPECT_EQ(found.length.has_value(), !graph.weights.empty());
    if (!found.length) {
      continue;
    }
    EXPECT_EQ(plainDistances(arcs, graph.numNodes(), found.length->from, false)[found.length->to],
              static_cast<std::uint64_t>(found.length->distance));
  }
}

TEST_F(Describe, FindsTheDiameterOfAGridAndOfADirectedPath) {
  galois::setActiveThreads(3);
  Graph grid = generateGrid(20, 30, parseWeightSpec("uniform:7:7", 1));
  const Description ofGrid = describe(grid, 4);
  EXPECT_EQ(ofGrid.hops->distance, 19 + 29);
  EXPECT_EQ(ofGrid.length->distance, 7 * (19 + 29));
  EXPECT_EQ(ofGrid.oneWayArcs, 0u);
  EXPECT_FALSE(ofGrid.inDegrees);

  EdgeListBuilder builder;
  for (std::uint32_t i = 0; i < 99; ++i) {
    builder.add(i, i + 1);
  }
  builder.add(50, 20); // gives node 50 the most arcs, so that the sweeps start in the middle
  Graph path = builder.build(100, "path");
  EXPECT_EQ(describe(path, 1).hops->distance, 49);
  EXPECT_EQ(describe(path, 2).hops->distance, 99);
  EXPECT_EQ(describe(path, 2).hops->from, 0u);
  EXPECT_FALSE(describe(path, 0).hops);
}

TEST_F(Describe, SaysTheSameOnAnyNumberOfThreads) {
  Graph graph = generateRmat({12, 8, 0.57, 0.19, 0.19, 3});
  galois::setActiveThreads(1);
  const std::string alone = textReport(describe(graph, 4), "graph");
  galois::setActiveThreads(4);
  EXPECT_EQ(textReport(describe(graph, 4), "graph"), alone);
}

TEST_F(Describe, UnderstandsFloatWeights) {
  galois::setActiveThreads(2);
  Graph graph =
      parse("0 1 0.25\n1 0 0.25\n1 2 1e-3\n2 3 8\n", "", {.weightType = WeightType::kFloat});
  const Description found = describe(graph, 3);
  EXPECT_EQ(found.oneWayArcs, 2u);
  EXPECT_EQ(found.weights->max(), 8);
  EXPECT_EQ(found.weights->min(), 1e-3);
  EXPECT_FALSE(found.weights->whole());
  EXPECT_EQ(found.length->from, 0u);
  EXPECT_EQ(found.length->to, 3u);
  EXPECT_NEAR(found.length->distance, 8.251, 1e-6);
  EXPECT_THAT(textReport(found, "graph"), HasSubstr("weights         floats of 8 bytes"));
}

TEST_F(Describe, ReportsAnEmptyGraph) {
  Graph graph;
  const Description nothing = describe(graph, 4);
  EXPECT_THAT(textReport(nothing, "empty.gr"), HasSubstr("nodes           0\n"));
  EXPECT_THAT(jsonReport(nothing, "empty.gr"), HasSubstr("\"nodes\": 0"));
  EXPECT_THAT(jsonReport(nothing, "empty.gr"), Not(HasSubstr("diameter")));
}

TEST_F(Describe, KnowsTheSizeOfTheBinaryFile) {
  for (const char* text : {"0 1 5\n1 2 6\n2 0 7\n", "0 1\n1 0\n", "0 1 5000000000\n"}) {
    Graph graph = parse(text);
    const Folder folder;
    OutputFile file(folder / "out.gr");
    formatNamed("gr").write(graph, file, {.edgeBytes = std::max(4U, graph.weights.bytes())});
    file.commit();
    EXPECT_EQ(describe(graph, 0).fileBytes, std::filesystem::file_size(folder / "out.gr")) << text;
  }
}

} // namespace
} // namespace galois::inputs::test
