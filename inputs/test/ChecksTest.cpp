// Tests that every check accepts the right answer and refuses answers that are wrong in one place.

#include "inputs/check/Checks.h"
#include "inputs/EdgeListBuilder.h"
#include "inputs/transform/SortArcs.h"

#include "Support.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <set>

namespace galois::inputs::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::uint64_t kInfinity = UINT64_MAX;

NodeValues valuesOf(const std::string& text, std::uint64_t nodes) {
  static const Folder folder; // shared, because there are many calls
  InputFile file(folder.write("answer", text));
  return readNodeValues(file, NodeNames(nodes));
}

NodeValues valuesOf(const std::vector<std::uint64_t>& values) {
  std::string text;
  for (size_t node = 0; node < values.size(); ++node) {
    text += values[node] == kInfinity ? fmt::format("{} inf\n", node)
                                      : fmt::format("{} {}\n", node, values[node]);
  }
  return valuesOf(text, values.size());
}

NodeValues valuesOf(const std::vector<double>& values) {
  std::string text;
  for (size_t node = 0; node < values.size(); ++node) {
    text += fmt::format("{} {:.17g}\n", node, values[node]);
  }
  return valuesOf(text, values.size());
}

/// Returns a sparse graph with loops, parallel arcs and weights of zero.
Graph randomGraph(std::mt19937_64& random, EdgeKind kind = EdgeKind::kArc,
                  std::uint32_t least = 2) {
  const auto nodes = static_cast<std::uint32_t>(least + random() % 12);
  EdgeListBuilder builder(kind);
  for (std::uint64_t i = random() % 40; i > 0; --i) {
    builder.add(static_cast<std::uint32_t>(random() % nodes),
                static_cast<std::uint32_t>(random() % nodes), random() % 4);
  }
  Graph graph = builder.build(nodes, "random");
  sortArcs(graph);
  return graph;
}

std::vector<std::uint64_t> plainDistances(const Graph& graph, std::uint64_t source, bool hops) {
  std::vector<std::uint64_t> distance(graph.numNodes(), kInfinity);
  distance[source] = 0;
  const Arcs arcs = arcsOf(graph);
  for (std::uint64_t round = 0; round < graph.numNodes(); ++round) {
    for (const auto& [tail, head, weight] : arcs) {
      if (distance[tail] != kInfinity) {
        distance[head] = std::min(distance[head], distance[tail] + (hops ? 1 : weight));
      }
    }
  }
  return distance;
}

/// Returns, for each node, the lowest node that a chain of arcs joins to it.
std::vector<std::uint64_t> plainComponents(const Graph& graph) {
  std::vector<std::uint64_t> label(graph.numNodes());
  std::iota(label.begin(), label.end(), 0);
  const Arcs arcs = arcsOf(graph);
  for (std::uint64_t round = 0; round < graph.numNodes(); ++round) {
    for (const auto& [tail, head, weight] : arcs) {
      label[tail] = label[head] = std::min(label[tail], label[head]);
    }
  }
  return label;
}

/// Returns the core numbers: for each k, takes nodes with fewer than k neighbours away.
std::vector<std::uint64_t> plainCores(const Graph& graph) {
  std::vector<std::set<std::uint64_t>> near(graph.numNodes());
  for (const auto& [tail, head, weight] : arcsOf(graph)) {
    if (tail != head) {
      near[tail].insert(head);
      near[head].insert(tail);
    }
  }
  std::vector<std::uint64_t> cores(graph.numNodes());
  for (std::uint64_t k = 1; k <= graph.numNodes(); ++k) {
    for (bool changed = true; changed;) {
      changed = false;
      for (std::uint64_t node = 0; node < near.size(); ++node) {
        if (!near[node].empty() && near[node].size() < k) {
          for (const std::uint64_t other : near[node]) {
            near[other].erase(node);
          }
          near[node].clear();
          changed = true;
        }
      }
    }
    for (std::uint64_t node = 0; node < near.size(); ++node) {
      cores[node] = near[node].empty() ? cores[node] : k;
    }
  }
  return cores;
}

TEST(NodeValues, ReadsAnyOrderAndSpelling) {
  const NodeValues values =
      valuesOf("# answer\n2 inf\n0 18446744073709551614\n\n1 2.0\n3 9223372036854775807\n4 "
               "Infinity\n",
               5);
  EXPECT_TRUE(values.whole());
  EXPECT_EQ(values.wholeAt(0), UINT64_MAX - 1);
  EXPECT_EQ(values.wholeAt(1), 2u);
  for (const std::uint64_t node : {2, 3, 4}) {
    EXPECT_FALSE(values.reached(node));
  }
  EXPECT_EQ(values.shown(2), "infinity");

  const NodeValues reals = valuesOf("0 7\n1 infinity\n2 1.5e-3\n3 inf\n4 -1\n", 5);
  EXPECT_FALSE(reals.whole());
  EXPECT_EQ(reals.realAt(0), 7);
  EXPECT_FALSE(reals.reached(1));
  EXPECT_EQ(reals.realAt(2), 1.5e-3);
  EXPECT_FALSE(reals.reached(3));
  EXPECT_EQ(reals.realAt(4), -1);
}

TEST(NodeValues, ComplainsAboutLines) {
  const std::map<std::string, std::string> complaints{
      {"0 1\n1 x\n", "answer:2: the value of node 1 is neither a number nor inf"},
      {"0 1\n1 nan\n", "neither a number nor inf"},
      {"0 1\n1\n", "answer:2: the value is missing; a line of an answer is \"NODE VALUE\""},
      {"0 1\n1 2 3\n", "answer:2"},
      {"0 1\n0 2\n", "answer:2: node 0 has a value already"},
      {"0 1\n2 2\n", "answer:2: node 2 is out of range; nodes are 0 to 1"},
      {"0 1\n",
       "answer: node 1 has no value; an answer has a line for each of the graph's 2 nodes"},
  };
  for (const auto& complaint : complaints) {
    EXPECT_THAT(messageOf([&] { valuesOf(complaint.first, 2); }), HasSubstr(complaint.second))
        << complaint.first;
  }
}

TEST(NodeNames, AreNumbersOrIds) {
  const Folder folder;
  InputFile answer(folder.write("answer", "1 10\n2 20\n"));
  EXPECT_EQ(readNodeValues(answer, NodeNames(2, 1)).wholeAt(1), 20u);

  InputFile mapping(folder.write("ids", "1 900\n0 70\n"));
  const std::vector<std::uint64_t> ids = readNodeIds(mapping, 2);
  EXPECT_THAT(ids, ElementsAre(70, 900));
  InputFile named(folder.write("named", "900 1\n70 2\n"));
  EXPECT_EQ(readNodeValues(named, NodeNames(ids, "ids")).wholeAt(0), 2u);
  InputFile wrong(folder.write("wrong", "900 1\n0 2\n"));
  EXPECT_THAT(messageOf([&] { readNodeValues(wrong, NodeNames(ids, "ids")); }),
              HasSubstr("wrong:2: no node of the graph has the id 0"));

  EXPECT_THAT(messageOf([] { NodeNames({4, 4}, "ids"); }), HasSubstr("have one id, 4"));
  for (const auto& [text, message] :
       std::map<std::string, std::string>{{"0 1\n", "ids of 1 nodes, and the graph has 2"},
                                          {"0 1\n0 2\n", "ids:2: node 0 has an id already"}}) {
    InputFile file(folder.write("ids", text));
    EXPECT_THAT(messageOf([&] { readNodeIds(file, 2); }), HasSubstr(message));
  }
}

TEST(CheckDistances, TellsRightFromWrong) {
  std::uint64_t refused = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    std::mt19937_64 random(seed);
    const Graph graph = randomGraph(random);
    const bool hops = seed % 2 == 0;
    const std::uint64_t source = random() % graph.numNodes();
    CheckOptions options;
    options.source = source;
    std::vector<std::uint64_t> distances = plainDistances(graph, source, hops);
    const std::vector<std::uint64_t> right = distances;
    const Verdict good = checkDistances(graph, valuesOf(distances), hops, options);
    EXPECT_TRUE(good.right()) << seed << ": " << good.complaints()[0];

    std::uint64_t& changed = distances[random() % distances.size()];
    changed = changed == kInfinity ? 1 + random() % 5
              : random() % 4 == 0  ? kInfinity
                                   : (changed + 1 + random() % 3) % 5;
    const Verdict bad = checkDistances(graph, valuesOf(distances), hops, options);
    EXPECT_EQ(bad.right(), distances == right) << seed;
    refused += bad.count() > 0;
  }
  EXPECT_GT(refused, 300u);
}

TEST(CheckDistances, DoesNotBelieveACycleOfZeros) {
  // Nodes 1 and 2 support each other's distances, but no path leads to them.
  const Graph graph = parse("1 2 0\n2 1 0\n0 3 1\n");
  CheckOptions options;
  options.source = 0;
  const Verdict verdict =
      checkDistances(graph, valuesOf(std::vector<std::uint64_t>{0, 7, 7, 1}), false, options);
  EXPECT_THAT(verdict.complaints(),
              ElementsAre("node 1 has distance 7, but no path from node 0 has that length",
                          "node 2 has distance 7, but no path from node 0 has that length"));
}

TEST(CheckDistances, NamesWhatIsWrong) {
  const Graph graph = parse("0 1 5\n1 2 6\n");
  const auto complaint = [&](const std::string& answer) {
    const Verdict verdict = checkDistances(graph, valuesOf(answer, 3), false, {.source = 0});
    return verdict.right() ? verdict.summary() : verdict.complaints()[0];
  };
  EXPECT_EQ(complaint("0 0\n1 5\n2 11\n"),
            "distances from node 0: 3 of 3 nodes reached, the farthest, 2, at 11");
  EXPECT_EQ(complaint("0 0\n1 5\n2 12\n"), "node 2 has distance 12, but the arc from node 1 "
                                           "(distance 5) of length 6 reaches it at 11");
  EXPECT_EQ(complaint("0 0\n1 5\n2 inf\n"), "node 2 has distance infinity, but the arc from node 1 "
                                            "(distance 5) of length 6 reaches it at 11");
  EXPECT_EQ(complaint("0 2\n1 5\n2 11\n"), "node 0, the source, has distance 2; it should be 0");
  // Real numbers may differ by the tolerance.
  EXPECT_THAT(complaint("0 0\n1 5.0001\n2 11\n"), HasSubstr("distances from node 0"));
  EXPECT_THAT(complaint("0 0\n1 4.99\n2 10.99\n"), HasSubstr("no path from node 0"));
}

TEST(CheckDistances, FindsTheSourceItself) {
  const Graph graph = parse("2 0 5\n2 1 0\n");
  const auto values = [](const std::string& text) { return valuesOf(text, 3); };
  EXPECT_TRUE(checkDistances(graph, values("0 1\n1 1\n2 0\n"), true, {}).right());
  EXPECT_EQ(messageOf([&] { checkDistances(graph, values("0 5\n1 0\n2 0\n"), false, {}); }),
            "nodes 1 and 2 both have distance 0; name the source with --source=");
  EXPECT_EQ(messageOf([&] { checkDistances(graph, values("0 5\n1 inf\n2 1\n"), false, {}); }),
            "no node has distance 0, and the source of paths has it");
  EXPECT_EQ(
      messageOf([&] { checkDistances(graph, values("0 5\n1 0\n2 0\n"), false, {.source = 3}); }),
      "there is no node 3 to start from: nodes are 0 to 2");
}

std::vector<double> plainPageRank(const Graph& graph, double damping, bool spread, int rounds) {
  const auto nodes = static_cast<double>(graph.numNodes());
  std::vector<double> rank(graph.numNodes(), 1 / nodes);
  for (int round = 0; round < rounds; ++round) {
    std::vector<double> next(rank.size(), (1 - damping) / nodes);
    for (const auto& [tail, head, weight] : arcsOf(graph)) {
      next[head] += damping * rank[tail] / static_cast<double>(graph.degree(tail));
    }
    for (std::uint64_t node = 0; spread && node < rank.size(); ++node) {
      if (graph.degree(node) == 0) {
        for (double& other : next) {
          other += damping * rank[node] / nodes;
        }
      }
    }
    rank = next;
  }
  return rank;
}

TEST(CheckPageRank, TellsRightFromWrong) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    std::mt19937_64 random(seed);
    const Graph graph = randomGraph(random);
    CheckOptions options;
    options.spreadDangling = seed % 2 == 0;
    options.damping = seed % 3 == 0 ? 0.85 : 0.5;
    options.tolerance = 1e-6;
    const auto rank = [&](int rounds) {
      return valuesOf(plainPageRank(graph, options.damping, options.spreadDangling, rounds));
    };
    EXPECT_TRUE(checkPageRank(graph, rank(200), options).right()) << seed;
    std::vector<double> off = plainPageRank(graph, options.damping, options.spreadDangling, 200);
    off[random() % off.size()] += 2e-6;
    EXPECT_FALSE(checkPageRank(graph, valuesOf(off), options).right()) << seed;
    options.rounds = 3;
    EXPECT_TRUE(checkPageRank(graph, rank(3), options).right()) << seed;
    std::vector<double> slightly = plainPageRank(graph, options.damping, options.spreadDangling, 3);
    slightly[0] *= 1 + 1e-5;
    const Verdict verdict = checkPageRank(graph, valuesOf(slightly), options);
    ASSERT_EQ(verdict.count(), 1u) << seed;
    EXPECT_THAT(verdict.complaints()[0], HasSubstr("node 0 has rank "));
  }
}

TEST(CheckPageRank, FollowsArcsInProportionToTheirWeights) {
  // The file of a tracker, and the ranks that networkx and igraph give.
  const Graph graph = parse("0 1 3\n1 0 3\n1 2 1\n2 1 1\n2 0 5\n0 2 5\n2 3 1\n3 2 1\n");
  const std::vector<double> right = {0.3748066, 0.1990518, 0.3465594, 0.0795822};
  const std::vector<double> alike = {0.2459278, 0.2459278, 0.3667359, 0.1414085};
  const std::vector<double> halves = {0.5, 0.5};
  CheckOptions options;
  EXPECT_TRUE(checkPageRank(graph, valuesOf(alike), options).right());
  EXPECT_FALSE(checkPageRank(graph, valuesOf(right), options).right());
  options.weighted = true;
  EXPECT_TRUE(checkPageRank(graph, valuesOf(right), options).right());
  EXPECT_FALSE(checkPageRank(graph, valuesOf(alike), options).right());
  // Without weights, all arcs weigh the same. A node whose arcs weigh 0 is as one without arcs.
  EXPECT_TRUE(checkPageRank(parse("0 1\n1 0\n"), valuesOf(halves), options).right());
  EXPECT_TRUE(checkPageRank(parse("0 1 0\n"), valuesOf(halves), options).right());
  const Graph negative = parse("0 1 -3\n", "", {.weightType = WeightType::kSigned});
  EXPECT_THAT(messageOf([&] { checkPageRank(negative, valuesOf(halves), options); }),
              HasSubstr("the arc from node 0 to 1 weighs -3; PageRank needs weights of 0 or more"));
}

TEST(CheckPageRank, KnowsWhereSurfersStartAnew) {
  const Folder folder;
  const auto shares = [&](const std::string& text) {
    InputFile file(folder.write("me", text));
    return readPersonalization(file, NodeNames(2));
  };
  EXPECT_THAT(shares("% me\n1 3\n"), ElementsAre(0, 1));
  EXPECT_THAT(shares("0 1\n\n1 3\n"), ElementsAre(0.25, 0.75));
  EXPECT_THAT(messageOf([&] { shares("1 -3\n"); }), HasSubstr("me:1: the weight of node 1 is neg"));
  EXPECT_THAT(messageOf([&] { shares("1 0\n"); }), HasSubstr("me gives no node a weight"));

  // The only arc is 0 -> 1, and node 1 is dangling: all rank that arrives there restarts at 0.
  const Graph graph = parse("0 1\n");
  CheckOptions options;
  options.restarts = {1, 0};
  options.tolerance = 1e-9;
  const std::vector<double> right{1 / 1.85, 0.85 / 1.85};
  EXPECT_TRUE(checkPageRank(graph, valuesOf(right), options).right());
  options.restarts = {0.5, 0.5};
  EXPECT_FALSE(checkPageRank(graph, valuesOf(right), options).right());
}

TEST(CheckPageRank, WantsProbabilities) {
  const Graph graph = parse("0 1\n1 0\n");
  for (const char* answer : {"0 -0.5\n1 1.5\n", "0 inf\n1 0.5\n", "0 1\n1 2\n"}) {
    EXPECT_THAT(checkPageRank(graph, valuesOf(answer, 2), {}).complaints().back(),
                HasSubstr("ranks are probabilities, from 0 to 1"));
  }
}

TEST(CheckColoring, FindsConflicts) {
  const Graph graph = parse("0 1\n1 2\n2 2\n");
  const auto check = [&](const std::vector<std::uint64_t>& colours) {
    return checkColoring(graph, valuesOf(colours), {});
  };
  EXPECT_EQ(check({0, 1, 0}).summary(), "a colouring with 2 colours");
  EXPECT_TRUE(check({0, 1, 0}).right());
  EXPECT_THAT(check({0, 1, 1}).complaints(),
              ElementsAre("nodes 1 and 2 are joined and both have colour 1"));
  EXPECT_THAT(check({0, 1, kInfinity}).complaints(), ElementsAre("node 2 has none"));
  EXPECT_THAT(messageOf([&] { checkColoring(graph, valuesOf("0 0\n1 0.5\n2 0\n", 3), {}); }),
              HasSubstr("colours are whole numbers from 0"));
}

TEST(CheckCores, TellsRightFromWrong) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    std::mt19937_64 random(seed);
    const Graph graph = randomGraph(random);
    std::vector<std::uint64_t> cores = plainCores(graph);
    EXPECT_TRUE(checkCores(graph, valuesOf(cores), {}).right()) << seed;
    std::uint64_t& wrong = cores[random() % cores.size()];
    wrong = wrong > 0 && random() % 2 == 0 ? wrong - 1 : wrong + 1;
    EXPECT_FALSE(checkCores(graph, valuesOf(cores), {}).right()) << seed;
  }
  // A clique whose numbers are all too low in the same way.
  EdgeListBuilder arcs(EdgeKind::kArc);
  for (const auto& [tail, head] : {std::pair(0U, 1U), {0, 2}, {1, 2}, {2, 1}, {2, 2}}) {
    arcs.add(tail, head, 1);
  }
  const Graph clique = arcs.build(3, "clique");
  EXPECT_TRUE(checkCores(clique, valuesOf(std::vector<std::uint64_t>{2, 2, 2}), {}).right());
  EXPECT_THAT(checkCores(clique, valuesOf(std::vector<std::uint64_t>{1, 1, 1}), {}).complaints(),
              ElementsAre("node 0 has core number 1, and is part of the core of 2",
                          "node 1 has core number 1, and is part of the core of 2",
                          "node 2 has core number 1, and is part of the core of 2"));
  EXPECT_THAT(checkCores(clique, valuesOf(std::vector<std::uint64_t>{2, 2, 3}), {}).complaints(),
              ElementsAre("node 2 has core number 3, and only 0 neighbours with as high a number"));
  EXPECT_THAT(
      checkCores(clique, valuesOf(std::vector<std::uint64_t>{2, 2, kInfinity}), {}).complaints(),
      ElementsAre("node 2 has none"));
}

TEST(CheckIndependentSet, FindsNeighboursAndRoomForMore) {
  const Graph graph = parse("0 1\n2 1\n2 2\n3 3\n");
  const auto check = [&](const std::vector<std::uint64_t>& members) {
    return checkIndependentSet(graph, valuesOf(members), {});
  };
  EXPECT_TRUE(check({1, 0, 1, 1}).right());
  EXPECT_EQ(check({0, 1, 0, 1}).summary(), "a maximal independent set of 2 nodes");
  EXPECT_TRUE(check({0, 1, 0, 1}).right());
  EXPECT_THAT(check({1, 1, 0, 1}).complaints(),
              ElementsAre("nodes 0 and 1 are joined and both are in the set"));
  EXPECT_THAT(check({1, 0, 0, 0}).complaints(),
              ElementsAre("node 2 is not in the set, and no neighbour is",
                          "node 3 is not in the set, and no neighbour is"));
  EXPECT_THAT(check({1, 0, 2, 1}).complaints(),
              ElementsAre("node 2 has 2, which is neither 0 nor 1"));
  EXPECT_THAT(check({1, 0, 1, kInfinity}).complaints(), ElementsAre("node 3 has none"));
}

TEST(CheckMatching, FindsCommonEndsAndRoomForMore) {
  Graph graph = parse("0 1\n2 1\n2 3\n3 3\n");
  sortArcs(graph);
  const auto check = [&](const std::vector<ForestEdge>& edges) {
    return checkMatching(graph, edges, {});
  };
  EXPECT_TRUE(check({{0, 1}, {3, 2}}).right());
  EXPECT_EQ(check({{1, 2}}).summary(), "a maximal matching of 1 edges");
  EXPECT_TRUE(check({{1, 2}}).right());
  EXPECT_THAT(check({{1, 0}}).complaints(),
              ElementsAre("nodes 2 and 3 are joined, and neither is matched"));
  EXPECT_THAT(check({{0, 1}, {1, 2}}).complaints(),
              ElementsAre("node 1 is an end of two edges of the matching"));
  EXPECT_THAT(check({{0, 2}, {3, 3}}).complaints(),
              ElementsAre("the graph has no edge 0 - 2 between two nodes",
                          "the graph has no edge 3 - 3 between two nodes"));
}

TEST(CheckComponents, TellsRightFromWrong) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    std::mt19937_64 random(seed);
    const Graph graph = randomGraph(random);
    std::vector<std::uint64_t> labels = plainComponents(graph);
    const NodeValues reference = valuesOf(labels);
    for (std::uint64_t& label : labels) {
      label = 1000 - label; // different labels, same components
    }
    EXPECT_TRUE(checkComponents(graph, valuesOf(labels), {}).right()) << seed;
    EXPECT_TRUE(compareLabels(valuesOf(labels), reference, {}).right()) << seed;

    const std::vector<std::uint64_t> right = labels;
    labels[random() % labels.size()] = right[random() % right.size()];
    // The answer is still right if the same pairs of nodes have equal labels.
    bool same = true;
    for (size_t a = 0; a < right.size(); ++a) {
      for (size_t b = 0; b < a; ++b) {
        same = same && (right[a] == right[b]) == (labels[a] == labels[b]);
      }
    }
    EXPECT_EQ(checkComponents(graph, valuesOf(labels), {}).right(), same) << seed;
    EXPECT_EQ(compareLabels(valuesOf(labels), reference, {}).right(), same) << seed;
  }
}

TEST(CompareValues, IsExactForWholeNumbersAndTolerantForOthers) {
  const auto mistakes = [](const char* answer, const char* reference) {
    return compareValues(valuesOf(answer, 2), valuesOf(reference, 2), {}).count();
  };
  EXPECT_EQ(mistakes("0 1000000\n1 inf\n", "1 9223372036854775807\n0 1000000\n"), 0u);
  EXPECT_EQ(mistakes("0 1000000\n1 inf\n", "0 1000001\n1 inf\n"), 1u);
  EXPECT_EQ(mistakes("0 1000000\n1 inf\n", "0 1000001.5\n1 inf\n"), 0u);
  EXPECT_EQ(mistakes("0 0.5\n1 0.5\n", "0 0.50004\n1 0.50006\n"), 1u);
  EXPECT_EQ(mistakes("0 0.5\n1 3\n", "0 0.5\n1 inf\n"), 1u);
  EXPECT_EQ(mistakes("0 0.5\n1 inf\n", "0 0.5\n1 3\n"), 1u);
  EXPECT_EQ(mistakes("0 0.5\n1 1e-9\n", "0 0.5\n1 0\n"), 1u);
}

TEST(Verdict, KeepsTheFirstComplaintsAndCountsAll) {
  const Graph graph = parse("0 1\n1 2\n2 3\n3 4\n");
  const Verdict verdict =
      checkColoring(graph, valuesOf(std::vector<std::uint64_t>(5, 3)), {.shown = 2});
  EXPECT_EQ(verdict.count(), 4u);
  EXPECT_EQ(verdict.complaints().size(), 2u);
}

/// Returns the text of a file with these edges.
std::vector<ForestEdge> forestOf(const std::string& text, std::uint64_t nodes) {
  const Folder folder;
  InputFile file(folder.write("forest", text));
  return readForest(file, NodeNames(nodes));
}

/// Runs Prim's algorithm, textbook style, from each node that is not in a tree yet.
std::vector<ForestEdge> plainForest(const Graph& graph) {
  std::vector<ForestEdge> forest;
  std::set<std::uint64_t> tree;
  const Arcs arcs = arcsOf(graph);
  for (std::uint64_t root = 0; root < graph.numNodes(); ++root) {
    tree.insert(root);
    while (true) {
      std::optional<ForestEdge> lightest;
      for (const auto& [tail, head, weight] : arcs) {
        if (tree.count(tail) == tree.count(head)) {
          continue;
        }
        const auto asReal = static_cast<double>(weight);
        if (!lightest || asReal < *lightest->weight) {
          lightest = {static_cast<std::uint32_t>(tail), static_cast<std::uint32_t>(head), asReal};
        }
      }
      if (!lightest) {
        break;
      }
      forest.push_back(*lightest);
      tree.insert(lightest->from);
      tree.insert(lightest->to);
    }
  }
  return forest;
}

TEST(CheckForest, TakesAnyLightestForest) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    std::mt19937_64 random(seed);
    const Graph graph = randomGraph(random, seed % 2 == 0 ? EdgeKind::kEdge : EdgeKind::kArc);
    std::vector<ForestEdge> forest = plainForest(graph);
    std::shuffle(forest.begin(), forest.end(), random);
    for (ForestEdge& edge : forest) {
      if (random() % 2 == 0) {
        std::swap(edge.from, edge.to);
      }
      if (random() % 2 == 0) {
        edge.weight.reset();
      }
    }
    const Verdict verdict = checkForest(graph, forest, {});
    EXPECT_TRUE(verdict.right()) << seed << ": " << verdict.complaints()[0];
    EXPECT_TRUE(compareForests(graph, forest, plainForest(graph), {}).right()) << seed;
    if (forest.empty()) {
      continue;
    }
    forest.pop_back();
    EXPECT_FALSE(checkForest(graph, forest, {}).right()) << seed;
    EXPECT_FALSE(compareForests(graph, forest, plainForest(graph), {}).right()) << seed;
  }
}

TEST(CheckForest, NamesWhatIsWrong) {
  Graph graph = parse("0 1 1\n1 2 1000000\n2 0 1000001\n3 4 7\n3 4 9\n");
  sortArcs(graph);
  const auto complaint = [&](const std::string& text) {
    const Verdict verdict = checkForest(graph, forestOf(text, 5), {});
    return verdict.right() ? verdict.summary() : verdict.complaints()[0];
  };
  EXPECT_EQ(complaint("0 1 1\n2 1\n3 4 7\n"),
            "a lightest spanning forest: 3 edges, 2 trees, weight 1000008");
  EXPECT_EQ(complaint("0 1\n1 2\n2 0\n3 4\n"), "the edge 2 - 0 closes a cycle");
  EXPECT_EQ(complaint("0 1\n0 1\n"), "the edge 0 - 1 closes a cycle");
  EXPECT_EQ(complaint("3 3\n"), "the graph has no edge 3 - 3");
  EXPECT_EQ(complaint("0 1\n1 3\n"), "the graph has no edge 1 - 3");
  EXPECT_EQ(complaint("0 1\n1 2 1000001\n3 4\n"),
            "the edge 1 - 2 has no weight 1000001 in the graph; its lightest is 1000000");
  EXPECT_EQ(complaint("0 1\n3 4\n"), "nodes 1 and 2 are joined in the graph and not in the forest");
  EXPECT_EQ(complaint("0 1\n2 0\n3 4\n"),
            "the forest weighs 1000009, and one of weight 1000008 exists");
  EXPECT_EQ(complaint("0 1\n2 1\n3 4 9\n"),
            "the forest weighs 1000010, and one of weight 1000008 exists");
  EXPECT_THAT(messageOf([&] { forestOf("0 1\n0\n", 5); }), HasSubstr("forest:2"));
}

TEST(CompareForests, NamesWhatIsWrong) {
  Graph graph = parse("0 1 1\n1 2 5\n2 0 6\n");
  sortArcs(graph);
  const auto complaint = [&](const std::string& text) {
    const Verdict verdict = compareForests(graph, forestOf(text, 3), forestOf("0 1\n1 2\n", 3), {});
    return verdict.right() ? "" : verdict.complaints()[0];
  };
  EXPECT_EQ(complaint("1 2\n0 1\n"), "");
  EXPECT_EQ(complaint("2 0\n0 1\n"), "the forest weighs 7; the reference weighs 6");
  EXPECT_EQ(complaint("0 1\n"), "the forest has 1 edges; the reference has 2");
  EXPECT_THAT(messageOf([&] { compareForests(graph, {}, forestOf("0 0\n", 3), {}); }),
              HasSubstr("the reference is no forest: the graph has no edge 0 - 0"));
}

std::vector<std::uint32_t> pathOf(const std::string& text, std::uint64_t nodes) {
  const Folder folder;
  InputFile file(folder.write("path", text));
  return readPath(file, NodeNames(nodes));
}

TEST(CheckPath, AgreesWithPlainDistances) {
  std::uint64_t right = 0;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    std::mt19937_64 random(seed);
    const Graph graph = randomGraph(random);
    std::vector<std::uint32_t> path{static_cast<std::uint32_t>(random() % graph.numNodes())};
    std::uint64_t length = 0;
    for (std::uint64_t steps = random() % 4; steps > 0 && graph.degree(path.back()) > 0; --steps) {
      const std::uint64_t arc = graph.offsets[path.back()] + random() % graph.degree(path.back());
      length += graph.weights[arcsBetween(graph, path.back(), graph.dst[arc]).first];
      path.push_back(graph.dst[arc]);
    }
    const bool shortest = plainDistances(graph, path.front(), false)[path.back()] == length;
    EXPECT_EQ(checkPath(graph, path, {}).right(), shortest) << seed;
    right += shortest;
  }
  EXPECT_GT(right, 100u);
  EXPECT_LT(right, 490u);
}

TEST(CheckPath, NamesWhatIsWrong) {
  Graph graph = parse("0 1 3\n1 2 4\n0 2 8\n2 3 1\n2 3 9\n");
  sortArcs(graph);
  const auto complaint = [&](const std::string& text, const CheckOptions& options) {
    const Verdict verdict = checkPath(graph, pathOf(text, 4), options);
    return verdict.right() ? verdict.summary() : verdict.complaints()[0];
  };
  EXPECT_EQ(complaint("0\n1\n2\n3\n", {}), "a shortest path from node 0 to 3: 3 arcs, length 8");
  EXPECT_EQ(complaint("# nodes\n2", {}), "a shortest path from node 2 to 2: 0 arcs, length 0");
  EXPECT_EQ(complaint("0 2 3", {}), "the path from node 0 to 3 is 9 long, and one of 8 exists");
  EXPECT_EQ(complaint("0 1 3", {}), "step 2 goes from node 1 to 3, and no arc does");
  EXPECT_EQ(complaint("0 1", {.source = 1}), "the path starts at node 0; it should start at 1");
  EXPECT_EQ(complaint("0 1", {.target = 2}), "the path ends at node 1; it should end at 2");
  EXPECT_THAT(messageOf([&] { pathOf("# none\n", 4); }), HasSubstr("path has no node"));
  EXPECT_THAT(messageOf([&] { pathOf("0 4\n", 4); }), HasSubstr("path:1"));
}

TEST(ComparePaths, NamesWhatIsWrong) {
  Graph graph = parse("0 1 3\n1 2 4\n0 2 7\n0 3 5\n3 2 5\n");
  sortArcs(graph);
  const auto complaint = [&](const std::string& text) {
    const Verdict verdict = comparePaths(graph, pathOf(text, 4), pathOf("0 2", 4), {});
    return verdict.right() ? "" : verdict.complaints()[0];
  };
  EXPECT_EQ(complaint("0 1 2"), "");
  EXPECT_EQ(complaint("0 3 2"), "the path is 10 long; the reference is 7 long");
  EXPECT_EQ(complaint("0 1"), "the path goes from node 0 to 1; the reference goes from 0 to 2");
  EXPECT_THAT(messageOf([&] { comparePaths(graph, {0}, pathOf("2 0", 4), {}); }),
              HasSubstr("the reference is no path: step 1 goes from node 2 to 0"));
}

TEST(FloatWeights, AreComparedWithinTheTolerance) {
  Graph graph = parse("0 1 0.1\n1 2 0.2\n0 2 0.5\n", "", {.weightType = WeightType::kFloat});
  sortArcs(graph);
  const auto distances = [&](const char* answer) {
    return checkDistances(graph, valuesOf(answer, 3), false, {}).right();
  };
  EXPECT_TRUE(distances("0 0\n1 0.1\n2 0.3\n"));
  EXPECT_TRUE(distances("0 0\n1 0.10000001\n2 0.30000001192\n"));
  EXPECT_FALSE(distances("0 0\n1 0.1\n2 0.5\n"));
  EXPECT_FALSE(distances("0 0\n1 0.1\n2 0.29\n"));
  EXPECT_TRUE(checkForest(graph, forestOf("0 1 0.1\n1 2 0.2\n", 3), {}).right());
  EXPECT_FALSE(checkForest(graph, forestOf("0 1 0.1\n0 2 0.5\n", 3), {}).right());
  EXPECT_FALSE(checkForest(graph, forestOf("0 1 0.1\n1 2 0.3\n", 3), {}).right());
  EXPECT_TRUE(checkPath(graph, pathOf("0 1 2", 3), {}).right());
  EXPECT_FALSE(checkPath(graph, pathOf("0 2", 3), {}).right());
}

} // namespace
} // namespace galois::inputs::test
