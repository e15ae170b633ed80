#include "inputs/transform/Transformations.h"

#include "inputs/EdgeListBuilder.h"
#include "inputs/transform/ContractChains.h"
#include "inputs/transform/LargestComponent.h"
#include "inputs/transform/Simplify.h"
#include "inputs/transform/Symmetrize.h"

#include "Support.h"

#include <map>
#include <random>
#include <set>

namespace galois::inputs::test {
namespace {

/// Returns a random multigraph with loops, weights 0 .. 3 (so that some are equal), and coordinates
/// that identify the node.
Graph randomGraph(std::uint64_t seed, bool weighted) {
  std::mt19937_64 random(seed);
  const std::uint32_t nodes = 1 + random() % 30;
  const std::uint64_t arcs = random() % 60;
  EdgeListBuilder builder;
  for (std::uint64_t i = 0; i < arcs; ++i) {
    const auto from = static_cast<std::uint32_t>(random() % nodes);
    const auto to = static_cast<std::uint32_t>(random() % nodes);
    if (weighted) {
      builder.add(from, to, random() % 4 + (random() % 20 == 0 ? std::uint64_t{1} << 33 : 0));
    } else {
      builder.add(from, to);
    }
  }
  Graph graph = builder.build(nodes, "random");
  for (std::uint32_t node = 0; node < nodes; ++node) {
    graph.coords.push_back({static_cast<std::int32_t>(node), 0});
  }
  return graph;
}

class RandomGraphs : public testing::TestWithParam<bool> {};

TEST_P(RandomGraphs, WithoutLoops) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Graph graph = randomGraph(seed, GetParam());
    Arcs expected;
    for (const Arc& arc : arcsOf(graph)) {
      if (std::get<0>(arc) != std::get<1>(arc)) {
        expected.push_back(arc);
      }
    }
    removeLoops(graph);
    ASSERT_EQ(arcsOf(graph), expected) << seed;
  }
}

TEST_P(RandomGraphs, WithoutDuplicates) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Graph graph = randomGraph(seed, GetParam());
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> lightest;
    for (const auto& [from, to, weight] : arcsOf(graph)) {
      const auto [at, isNew] = lightest.try_emplace({from, to}, weight);
      if (!isNew) {
        at->second = std::min(at->second, weight);
      }
    }
    Arcs expected;
    for (const auto& [ends, weight] : lightest) {
      expected.emplace_back(ends.first, ends.second, weight);
    }
    removeDuplicates(graph);
    ASSERT_EQ(arcsOf(graph), expected) << seed;
  }
}

TEST_P(RandomGraphs, Symmetrized) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Graph graph = randomGraph(seed, GetParam());
    std::map<Arc, std::uint64_t> count;
    for (const Arc& arc : arcsOf(graph)) {
      ++count[arc];
    }
    Arcs expected;
    std::set<Arc> ends;
    for (const auto& [arc, n] : count) {
      ends.insert(arc);
      ends.insert({std::get<1>(arc), std::get<0>(arc), std::get<2>(arc)});
    }
    for (const Arc& arc : ends) {
      const Arc reverse{std::get<1>(arc), std::get<0>(arc), std::get<2>(arc)};
      expected.insert(expected.end(), std::max(count[arc], count[reverse]), arc);
    }
    symmetrize(graph);
    ASSERT_EQ(arcsOf(graph), expected) << seed;
    symmetrize(graph);
    ASSERT_EQ(arcsOf(graph), expected) << seed;
  }
}

/// Returns the lengths of all shortest paths, by Floyd's algorithm; without weights, of edges of 1.
std::vector<std::vector<std::uint64_t>> distancesIn(const Graph& graph) {
  constexpr std::uint64_t kFar = UINT64_MAX / 4;
  const std::uint64_t nodes = graph.numNodes();
  std::vector<std::vector<std::uint64_t>> lengths(nodes, std::vector<std::uint64_t>(nodes, kFar));
  for (std::uint64_t node = 0; node < nodes; ++node) {
    lengths[node][node] = 0;
  }
  for (const auto& [from, to, weight] : arcsOf(graph)) {
    lengths[from][to] = std::min(lengths[from][to], graph.weights.empty() ? 1 : weight);
  }
  for (std::uint64_t via = 0; via < nodes; ++via) {
    for (std::uint64_t from = 0; from < nodes; ++from) {
      for (std::uint64_t to = 0; to < nodes; ++to) {
        lengths[from][to] =
            std::min({lengths[from][to], lengths[from][via] + lengths[via][to], kFar});
      }
    }
  }
  return lengths;
}

TEST_P(RandomGraphs, CutToTheLargestStrongComponent) {
  std::set<std::uint64_t> sizes;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Graph graph = randomGraph(seed, GetParam());
    const auto lengths = distancesIn(graph);
    const auto connected = [&](std::uint64_t a, std::uint64_t b) {
      constexpr std::uint64_t kFar = UINT64_MAX / 4;
      return lengths[a][b] < kFar && lengths[b][a] < kFar;
    };
    std::vector<Coordinate> best;
    for (std::uint64_t first = 0; first < graph.numNodes(); ++first) {
      std::vector<Coordinate> component;
      for (std::uint64_t node = 0; node < graph.numNodes(); ++node) {
        if (connected(first, node)) {
          component.push_back(graph.coords[node]);
        }
      }
      if (component.size() > best.size()) {
        best = component;
      }
    }
    Arcs expected;
    const auto place = [&](std::uint64_t node) {
      return static_cast<std::uint64_t>(std::find(best.begin(), best.end(), graph.coords[node]) -
                                        best.begin());
    };
    for (const auto& [from, to, weight] : arcsOf(graph)) {
      if (place(from) < best.size() && place(to) < best.size()) {
        expected.emplace_back(place(from), place(to), weight);
      }
    }
    keepLargestStrongComponent(graph);
    ASSERT_EQ(graph.coords, best) << seed;
    ASSERT_EQ(arcsOf(graph), expected) << seed;
    sizes.insert(best.size());
  }
  EXPECT_GT(sizes.size(), 10u);
}

/// Returns a random graph that consists of chains for the most part: each node has a few neighbours.
Graph randomChains(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const std::uint32_t nodes = 1 + random() % 30;
  EdgeListBuilder builder;
  builder.add(0, 0, 3);
  for (std::uint32_t node = 0; node + 1 < nodes; ++node) {
    const std::uint32_t to = random() % 6 == 0 ? random() % nodes : node + 1;
    const bool both = seed % 3 == 0 || (seed % 3 == 1 && random() % 8 != 0);
    builder.add(node, to, 1 + random() % 9);
    if (both) {
      builder.add(to, node, 1 + random() % 9);
    }
  }
  Graph graph = builder.build(nodes, "random");
  for (std::uint32_t node = 0; node < nodes; ++node) {
    graph.coords.push_back({static_cast<std::int32_t>(node), 0});
    graph.ids.push_back(100 + node);
  }
  return graph;
}

TEST(ContractChains, KeepsDistances) {
  std::uint64_t before = 0;
  std::uint64_t after = 0;
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    Graph graph = randomChains(seed);
    const auto lengths = distancesIn(graph);
    before += graph.numNodes();
    contractChains(graph);
    after += graph.numNodes();
    const auto contracted = distancesIn(graph);
    for (std::uint64_t a = 0; a < graph.numNodes(); ++a) {
      EXPECT_EQ(graph.ids[a], 100u + static_cast<std::uint64_t>(graph.coords[a].x));
      for (std::uint64_t b = 0; b < graph.numNodes(); ++b) {
        ASSERT_EQ(contracted[a][b], lengths[graph.coords[a].x][graph.coords[b].x]) << seed;
      }
    }
    Graph again = graph;
    contractChains(again); // parallel arcs may have made others
    EXPECT_LE(again.numNodes(), graph.numNodes());
  }
  EXPECT_LT(after, before * 2 / 3);
}

TEST(ContractChains, DoWhatTheirHeaderSays) {
  const auto contracted = [](const std::string& text, WeightType type = WeightType::kInteger) {
    Graph graph = parse(text, "edgelist", {.weightType = type});
    contractChains(graph);
    std::vector<std::string> arcs;
    for (const auto& [from, to, weight] : arcsOf(graph)) {
      const auto id = [&](std::uint64_t node) {
        return graph.ids.empty() ? node : graph.ids[node];
      };
      arcs.push_back(fmt::format("{}>{} {}", id(from), id(to), graph.weights.text(weight)));
    }
    return arcs;
  };
  using testing::ElementsAre;
  // One way, both ways, and a turn that is none.
  EXPECT_THAT(contracted("7 8 1\n8 9 2\n9 10 3\n"), ElementsAre("7>10 6"));
  EXPECT_THAT(contracted("7 8 1\n8 7 2\n8 9 3\n9 8 4\n"), ElementsAre("7>9 4", "9>7 6"));
  EXPECT_THAT(contracted("7 8 1\n8 7 2\n8 9 3\n"), ElementsAre("7>8 1", "8>7 2", "8>9 3"));
  EXPECT_THAT(contracted("7 8 1\n8 9 2\n7 8 5\n"), ElementsAre("7>8 1", "7>8 5", "8>9 2"));
  // A chain back to its beginning, and a circle.
  EXPECT_THAT(contracted("7 8 1\n8 9 1\n9 7 1\n7 6 5\n"), ElementsAre("7>6 5"));
  EXPECT_THAT(contracted("7 8 1\n8 9 1\n9 7 1\n"), ElementsAre("7>8 1", "8>9 1", "9>7 1"));
  // Sums of over 32 bits, of negative weights, and of floats.
  EXPECT_THAT(contracted("7 8 4000000000\n8 9 4000000000\n"), ElementsAre("7>9 8000000000"));
  EXPECT_THAT(contracted("7 8 -3\n8 9 1\n", WeightType::kSigned), ElementsAre("7>9 -2"));
  EXPECT_THAT(contracted("7 8 0.5\n8 9 0.25\n", WeightType::kFloat), ElementsAre("7>9 0.75"));
  EXPECT_THAT(messageOf([&] { contracted("7 8 9000000000000000000\n8 9 9000000000000000000\n"); }),
              testing::HasSubstr("use smaller weights"));
  EXPECT_THAT(messageOf([&] { contracted("7 8\n8 9\n"); }),
              testing::HasSubstr("--weights=constant:1"));
}

TEST_P(RandomGraphs, CutToTheLargestComponent) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Graph graph = randomGraph(seed, GetParam());
    const Arcs arcs = arcsOf(graph);
    // Labels spread until nothing changes, which is slow but independent of union-find.
    std::vector<std::uint64_t> label(graph.numNodes());
    for (std::uint64_t node = 0; node < label.size(); ++node) {
      label[node] = node;
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& [from, to, weight] : arcs) {
        const std::uint64_t low = std::min(label[from], label[to]);
        changed |= label[from] != low || label[to] != low;
        label[from] = label[to] = low;
      }
    }
    std::map<std::uint64_t, std::uint64_t> sizes;
    for (const std::uint64_t l : label) {
      ++sizes[l];
    }
    std::uint64_t largest = label[0];
    for (const auto& [l, size] : sizes) {
      if (size > sizes[largest]) {
        largest = l;
      }
    }
    std::map<std::uint64_t, std::uint64_t> newId;
    std::vector<Coordinate> coords;
    for (std::uint64_t node = 0; node < label.size(); ++node) {
      if (label[node] != largest) {
        continue;
      }
      newId.emplace(node, newId.size());
      coords.push_back({static_cast<std::int32_t>(node), 0});
    }
    Arcs expected;
    for (const auto& [from, to, weight] : arcs) {
      if (label[from] == largest) {
        expected.emplace_back(newId[from], newId[to], weight);
      }
    }

    keepLargestComponent(graph);
    ASSERT_EQ(graph.numNodes(), newId.size()) << seed;
    ASSERT_EQ(arcsOf(graph), expected) << seed;
    ASSERT_EQ(graph.coords, coords) << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(All, RandomGraphs, testing::Bool(), [](const auto& tested) {
  return tested.param ? "weighted" : "unweighted";
});

TEST(Transformations, LeaveTheEmptyGraphAlone) {
  Graph graph;
  apply({true, true, true, true, true, WeightSpec{1, 5, 1}}, graph);
  EXPECT_EQ(graph.numNodes(), 0u);
  EXPECT_EQ(graph.numArcs(), 0u);
}

TEST(Transformations, AreMadeInTheStatedOrder) {
  Graph graph = parse("0 0 1\n0 1 5\n0 1 3\n3 4 1\n4 5 2\n");
  Transformations all{true, true, true, true, true, std::nullopt};
  EXPECT_TRUE(all.any());
  EXPECT_FALSE(Transformations().any());
  apply(all, graph);
  EXPECT_EQ(arcsOf(graph), (Arcs{{0, 1, 1}, {1, 0, 1}, {1, 2, 2}, {2, 1, 2}}));
}

TEST(Transformations, ForgetWeightsThatAreReplaced) {
  Graph graph = parse("0 1 5\n1 0 3\n");
  apply({.symmetrize = true, .weights = WeightSpec{9, 9, 1}}, graph);
  EXPECT_EQ(arcsOf(graph), (Arcs{{0, 1, 9}, {1, 0, 9}}));
}

} // namespace
} // namespace galois::inputs::test
