#include "galois/analytics/Components.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "RandomGraphs.h"
#include "galois/Galois.h"
#include "support/SharedMemTest.h"

namespace galois::analytics {
namespace {

using galois::test::allWaysToRun;
using galois::test::Arrays;
using galois::test::arraysOf;
using galois::test::borrowed;
using galois::test::onThreads;
using galois::test::randomArrays;

/// Edges between random nodes, fewer than nodes or many more: many components, or a large one.
Arrays sparse(unsigned seed, std::uint32_t nodes, std::uint32_t edges) {
  std::mt19937 random(seed);
  std::vector<std::pair<Node, Node>> list;
  for (std::uint32_t edge = 0; edge < edges; ++edge) {
    const auto from = static_cast<Node>(random() % nodes);
    list.emplace_back(from, static_cast<Node>(random() % nodes));
  }
  return arraysOf(nodes, list);
}

/// The same edges, and their reverses.
Arrays bothWays(const Arrays& arrays) {
  std::vector<std::pair<Node, Node>> list;
  for (Node node = 0; node < arrays.nodes(); ++node) {
    for (std::uint64_t e = arrays.offsets[node]; e < arrays.offsets[node + 1]; ++e) {
      list.emplace_back(node, arrays.targets[e]);
      list.emplace_back(arrays.targets[e], node);
    }
  }
  return arraysOf(arrays.nodes(), list);
}

/// The nodes that searches from each node in turn find first, with the lowest such node as a label.
std::vector<Node> searched(const Arrays& arrays) {
  std::vector<Node> labels(arrays.nodes(), ~Node{0});
  for (Node root = 0; root < arrays.nodes(); ++root) {
    std::vector<Node> open;
    if (labels[root] == ~Node{0}) {
      labels[root] = root;
      open.push_back(root);
    }
    while (!open.empty()) {
      const Node node = open.back();
      open.pop_back();
      for (std::uint64_t e = arrays.offsets[node]; e < arrays.offsets[node + 1]; ++e) {
        if (labels[arrays.targets[e]] == ~Node{0}) {
          labels[arrays.targets[e]] = root;
          open.push_back(arrays.targets[e]);
        }
      }
    }
  }
  return labels;
}

std::vector<Node> weakLabels(const Arrays& arrays) { return searched(bothWays(arrays)); }

/// By the definition: two nodes are together if each reaches the other. For small graphs.
std::vector<Node> strongLabels(const Arrays& arrays) {
  const std::size_t nodes = arrays.nodes();
  std::vector<std::vector<bool>> reaches(nodes, std::vector<bool>(nodes));
  for (Node node = 0; node < nodes; ++node) {
    std::vector<Node> open{node};
    reaches[node][node] = true;
    while (!open.empty()) {
      const Node at = open.back();
      open.pop_back();
      for (std::uint64_t e = arrays.offsets[at]; e < arrays.offsets[at + 1]; ++e) {
        if (!reaches[node][arrays.targets[e]]) {
          reaches[node][arrays.targets[e]] = true;
          open.push_back(arrays.targets[e]);
        }
      }
    }
  }
  std::vector<Node> labels(nodes);
  for (Node node = 0; node < nodes; ++node) {
    while (!reaches[node][labels[node]] || !reaches[labels[node]][node]) {
      ++labels[node];
    }
  }
  return labels;
}

/// Graphs of every kind: dense and sparse, one way and both ways, with loops and parallel edges.
std::vector<Arrays> weakGraphs() {
  std::vector<Arrays> graphs;
  for (unsigned seed = 0; seed < 12; ++seed) {
    graphs.push_back(randomArrays(seed));
    graphs.push_back(bothWays(graphs.back()));
  }
  for (unsigned seed = 0; seed < 4; ++seed) {
    const Arrays few = sparse(seed, 5000, 2500 + 1500 * seed);
    const Arrays many = sparse(seed, 4000, 20000);
    graphs.insert(graphs.end(), {few, bothWays(few), many, bothWays(many)});
  }
  graphs.push_back(galois::test::grid(60));
  return graphs;
}

using ComponentsApi = galois::test::SharedMemTest;

const std::vector<ComponentsPlan> kWeakPlans{{.algorithm = ComponentsPlan::kAuto},
                                             {.algorithm = ComponentsPlan::kSampling},
                                             {.algorithm = ComponentsPlan::kWorklist},
                                             {.algorithm = ComponentsPlan::kUnionFind}};

} // namespace

TEST_F(ComponentsApi, WeakLabelsAreThoseOfASearch) {
  unsigned turn = 0;
  for (const Arrays& arrays : weakGraphs()) {
    const std::vector<Node> right = weakLabels(arrays);
    const ComponentCounts counts = countComponents(right);
    const Graph<void> graph = borrowed(arrays);
    ++turn;
    for (const ComponentsPlan& plan : kWeakPlans) {
      for (const RunOptions& options : allWaysToRun(turn)) {
        std::vector<Node> labels(arrays.nodes(), 17);
        const Execution execution = components(graph, labels, plan, options);
        EXPECT_EQ(labels, right) << "graph " << turn << ", " << options.scheduler.name() << " on "
                                 << options.threads << ", algorithm " << plan.algorithm;
        EXPECT_EQ(verifyComponents(graph, labels), "");
        if (execution.algorithm != "worklist") {
          EXPECT_EQ(execution.useful, arrays.nodes() - counts.components);
        }
      }
    }
  }
}

TEST_F(ComponentsApi, NodesOfTheLargestAreLeftOutWhereEveryEdgeHasItsReverse) {
  const Arrays arrays = bothWays(sparse(1, 4000, 20000));
  const std::vector<Node> right = weakLabels(arrays);
  for (const unsigned threads : {1u, 2u, 5u}) {
    std::uint64_t looked[2];
    for (const bool symmetric : {false, true}) {
      const ComponentsResult result = components(
          borrowed(arrays), {.algorithm = ComponentsPlan::kSampling, .symmetric = symmetric},
          onThreads(threads));
      EXPECT_TRUE(std::ranges::equal(result.labels, right)) << threads << symmetric;
      EXPECT_EQ(result.execution.measures.at(0).name, "skipped");
      looked[symmetric ? 1 : 0] = result.execution.executed;
    }
    EXPECT_EQ(looked[0], arrays.targets.size());
    EXPECT_LT(looked[1], looked[0] / 2);
  }
}

TEST_F(ComponentsApi, AnEdgeOutOfTheLargestIsSeenWhateverItsPlace) {
  // Nodes 10 to 99 are one component by their first edges. Single edges lead from there, at the end
  // of a row, to nodes without edges.
  Arrays arrays;
  for (Node node = 0; node < 100; ++node) {
    if (node >= 10) {
      for (Node step = 1; step <= 9; ++step) {
        arrays.targets.push_back(10 + (node - 10 + step) % 90);
      }
      if (node % 10 == 0) {
        arrays.targets.push_back(node / 10);
      }
    }
    arrays.offsets.push_back(arrays.targets.size());
  }
  std::vector<Node> right(100, 1);
  right[0] = 0;
  for (const unsigned threads : {1u, 2u, 5u}) {
    const ComponentsResult result = components(borrowed(arrays), {}, onThreads(threads));
    EXPECT_EQ(result.execution.algorithm, "sampling");
    EXPECT_TRUE(std::ranges::equal(result.labels, right)) << threads;
    EXPECT_EQ(result.counts, (ComponentCounts{2, 99, 1}));
  }
}

TEST_F(ComponentsApi, StrongLabelsAreThoseOfTheDefinition) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    const Arrays arrays = seed % 2 == 0 ? randomArrays(seed) : sparse(seed, 1 + seed * 3, seed * 5);
    const std::vector<Node> right = strongLabels(arrays);
    const Graph<void> graph = borrowed(arrays);
    for (const auto algorithm : {ComponentsPlan::kAuto, ComponentsPlan::kTarjan}) {
      const ComponentsResult result =
          components(graph, {.algorithm = algorithm, .strong = true}, onThreads(1 + seed % 2));
      EXPECT_TRUE(std::ranges::equal(result.labels, right)) << seed;
      EXPECT_EQ(result.counts, countComponents(right));
      EXPECT_EQ(verifyComponents(graph, right, true), "");
      EXPECT_EQ(result.execution.useful, arrays.nodes() - result.counts.components);
    }
  }
}

TEST_F(ComponentsApi, StrongComponentsComeInReverseTopologicalOrder) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    const Arrays arrays = seed % 2 == 0 ? randomArrays(seed) : sparse(seed, 1 + seed * 3, seed * 5);
    std::vector<Node> order{7, 7}; // of an earlier call
    const ComponentsResult result = components(borrowed(arrays), {.strong = true, .order = &order});
    ASSERT_EQ(order.size(), result.counts.components);
    std::vector<std::size_t> places(arrays.nodes(), order.size());
    for (std::size_t place = 0; place < order.size(); ++place) {
      places[order[place]] = place;
    }
    for (Node node = 0; node < arrays.nodes(); ++node) {
      ASSERT_LT(places[result.labels[node]], order.size()) << seed;
      for (std::uint64_t e = arrays.offsets[node]; e < arrays.offsets[node + 1]; ++e) {
        EXPECT_LE(places[result.labels[arrays.targets[e]]], places[result.labels[node]]) << seed;
      }
    }
    components(borrowed(arrays), {.order = &order});
    EXPECT_TRUE(order.empty());
  }
}

TEST_F(ComponentsApi, LongPathsAndCyclesNeedNoDeepStack) {
  constexpr Node kNodes = 1000000;
  Arrays path;
  for (Node node = 0; node < kNodes; ++node) {
    if (node + 1 < kNodes) {
      path.targets.push_back(node + 1);
    }
    path.offsets.push_back(path.targets.size());
  }
  EXPECT_EQ(components(borrowed(path), {.strong = true}).counts.components, kNodes);
  EXPECT_EQ(components(borrowed(path)).counts.components, 1u);
  path.targets.push_back(0);
  ++path.offsets.back();
  EXPECT_EQ(components(borrowed(path), {.strong = true}).counts, (ComponentCounts{1, kNodes, 0}));
}

TEST_F(ComponentsApi, AGraphWithoutNodesHasNoComponents) {
  const Arrays arrays{{0}, {}, {}};
  for (const ComponentsPlan& plan : kWeakPlans) {
    EXPECT_EQ(components(borrowed(arrays), plan).counts, ComponentCounts());
  }
  EXPECT_EQ(components(borrowed(arrays), {.symmetric = true}).counts, ComponentCounts());
  EXPECT_EQ(components(borrowed(arrays), {.strong = true}).counts, ComponentCounts());
}

TEST_F(ComponentsApi, ASchedulerIsUsedWhereOneIsNamed) {
  const Arrays arrays = randomArrays(4);
  const Graph<void> graph = borrowed(arrays);
  EXPECT_EQ(components(graph).execution.scheduler, "");
  EXPECT_EQ(components(graph, {}, {.scheduler = Scheduler("smq")}).execution.scheduler, "smq");
}

TEST_F(ComponentsApi, WrongLabelsAreFound) {
  // 0 <-> 1 -> 2 -> 3 -> 2, and 4 alone.
  const Arrays arrays = arraysOf(5, {{0, 1}, {1, 0}, {1, 2}, {2, 3}, {3, 2}});
  const Graph<void> graph = borrowed(arrays);
  using Labels = std::vector<Node>;
  EXPECT_EQ(verifyComponents(graph, Labels{0, 0, 0, 0, 4}), "");
  EXPECT_EQ(verifyComponents(graph, Labels{0, 0, 2, 2, 4}, true), "");
  EXPECT_EQ(verifyComponents(graph, Labels{0, 0, 2, 2, 4}),
            "nodes 1 and 2 have an edge, and the labels 0 and 2");
  EXPECT_EQ(verifyComponents(graph, Labels{0, 0, 0, 0, 0}),
            "node 4 has the label 0, and nothing connects them; there are 2 components");
  for (const bool strong : {false, true}) {
    EXPECT_EQ(verifyComponents(graph, Labels{1, 1, 1, 1, 4}, strong),
              "node 0 has the label 1, which is not the lowest node of that label");
    EXPECT_EQ(verifyComponents(graph, Labels{0, 0, 1, 1, 4}, strong),
              "node 2 has the label 1, which is not the lowest node of that label");
    EXPECT_EQ(verifyComponents(graph, Labels{0, 0, 0, 0, 9}, strong),
              "node 4 has the label 9, which is not the lowest node of that label");
  }
  EXPECT_EQ(verifyComponents(graph, Labels{0, 0, 0, 0, 4}, true),
            "node 2 has the label 0, and no path leads from there to node 0");
  EXPECT_EQ(verifyComponents(graph, Labels{0, 0, 2, 2, 0}, true),
            "node 4 has the label 0, and no path leads there from node 0");
  EXPECT_EQ(verifyComponents(graph, Labels{0, 1, 2, 2, 4}, true),
            "a cycle leads through nodes of different labels, one of them at or before 0");
}

TEST_F(ComponentsApi, ArgumentsAreChecked) {
  const Arrays arrays = arraysOf(2, {{0, 1}});
  const Graph<void> graph = borrowed(arrays);
  std::vector<Node> labels(3);
  EXPECT_THROW(components(graph, labels), InvalidOption);
  EXPECT_THROW(verifyComponents(graph, labels), InvalidOption);
  EXPECT_THROW(components(graph, {.algorithm = ComponentsPlan::kTarjan}), InvalidOption);
  EXPECT_THROW(components(graph, {.algorithm = ComponentsPlan::kSampling, .strong = true}),
               InvalidOption);
  EXPECT_THROW(countComponents(std::vector<Node>{0, 2}), NodeOutOfRange);
}

} // namespace galois::analytics
