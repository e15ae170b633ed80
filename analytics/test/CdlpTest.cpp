#include "galois/analytics/Cdlp.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "ManyGraphs.h"
#include "RandomGraphs.h"
#include "galois/Galois.h"
#include "support/SharedMemTest.h"

namespace galois::analytics {
namespace {

using galois::test::Arrays;
using galois::test::arraysOf;
using galois::test::borrowed;
using galois::test::onThreads;

/// By the definition: the labels at the other ends of all edges, counted in a map.
std::vector<Node> labelsOf(const Arrays& arrays, std::vector<Node> labels, unsigned iterations) {
  for (unsigned round = 0; round < iterations; ++round) {
    std::vector<std::map<Node, unsigned>> around(arrays.nodes());
    for (Node from = 0; from < arrays.nodes(); ++from) {
      for (std::uint64_t e = arrays.offsets[from]; e < arrays.offsets[from + 1]; ++e) {
        ++around[from][labels[arrays.targets[e]]];
        ++around[arrays.targets[e]][labels[from]];
      }
    }
    for (Node node = 0; node < arrays.nodes(); ++node) {
      unsigned most = 0;
      for (const auto& [label, count] : around[node]) { // by label, so the least of several wins
        if (count > most) {
          most = count;
          labels[node] = label;
        }
      }
    }
  }
  return labels;
}

std::vector<Node> numbers(std::uint32_t nodes) {
  std::vector<Node> all(nodes);
  for (Node node = 0; node < nodes; ++node) {
    all[node] = node;
  }
  return all;
}

using CdlpApi = galois::test::SharedMemTest;

} // namespace

TEST_F(CdlpApi, LabelsAreThoseOfTheDefinition) {
  std::uint64_t oneWay = 0, leftOut = 0;
  for (unsigned turn = 0; turn < galois::test::kManyGraphs; ++turn) {
    const Arrays arrays = galois::test::manyGraphs(turn);
    const Graph<void> graph = borrowed(arrays);
    oneWay += graph.symmetric() ? 0 : 1;
    for (const unsigned iterations : {0u, 1u, 3u, 10u}) {
      const CdlpPlan plan{.iterations = iterations};
      const std::vector<Node> right = labelsOf(arrays, numbers(arrays.nodes()), iterations);
      for (const unsigned threads : {1u, 2u, 5u}) {
        const CdlpResult result = cdlp(graph, plan, onThreads(threads));
        EXPECT_TRUE(std::ranges::equal(result.labels, right))
            << "graph " << turn << ", " << iterations << " rounds on " << threads << " threads";
        const std::uint64_t rounds = std::get<std::uint64_t>(result.execution.measures[0].value);
        EXPECT_LE(rounds, iterations);
        leftOut += iterations - rounds;
      }
      EXPECT_EQ(verifyCdlp(graph, right, plan), "") << "graph " << turn;
    }
  }
  EXPECT_GT(oneWay, 15u);
  EXPECT_GT(leftOut, 15u);
}

TEST_F(CdlpApi, FirstLabelsCanBeGiven) {
  for (unsigned turn = 0; turn < galois::test::kManyGraphs; ++turn) {
    const Arrays arrays = galois::test::manyGraphs(turn);
    const Graph<void> graph = borrowed(arrays);
    std::vector<Node> initial = numbers(arrays.nodes());
    for (Node& label : initial) {
      label = 1000000000 - 7 * (label / 3);
    }
    const CdlpPlan plan{.iterations = 4, .initial = initial};
    const CdlpResult result = cdlp(graph, plan, onThreads(2));
    EXPECT_TRUE(std::ranges::equal(result.labels, labelsOf(arrays, initial, 4))) << turn;
    EXPECT_EQ(verifyCdlp(graph, {result.labels.data(), result.labels.size()}, plan), "");
  }
}

TEST_F(CdlpApi, AHubWithManyLabels) {
  // Each label occurs twice around the hub, but for one, which occurs three times.
  std::vector<std::pair<Node, Node>> edges;
  std::vector<Node> initial{0};
  for (Node leaf = 1; leaf <= 20001; ++leaf) {
    leaf % 2 == 0 ? edges.emplace_back(0, leaf) : edges.emplace_back(leaf, 0);
    initial.push_back(5 + leaf / 2 * 64);
  }
  initial[1] = initial[9000];
  const Arrays arrays = arraysOf(20002, edges);
  for (const unsigned threads : {1u, 3u}) {
    const CdlpPlan plan{.iterations = 1, .initial = initial};
    const CdlpResult result = cdlp(borrowed(arrays), plan, onThreads(threads));
    EXPECT_EQ(result.labels[0], initial[9000]);
    EXPECT_EQ(result.labels[7], 0u);
  }
}

TEST_F(CdlpApi, ParallelEdgesAndLoopsCount) {
  // Two edges to node 2 against one to node 1.
  EXPECT_EQ(cdlp(borrowed(arraysOf(3, {{0, 1}, {0, 2}, {0, 2}})), {.iterations = 1}).labels[0], 2u);
  // A loop shows the node its own label twice, which the edge to node 0 does once.
  EXPECT_EQ(cdlp(borrowed(arraysOf(2, {{1, 1}, {1, 0}})), {.iterations = 1}).labels[1], 1u);
  EXPECT_EQ(cdlp(borrowed(arraysOf(2, {{1, 0}})), {.iterations = 1}).labels[1], 0u);
}

TEST_F(CdlpApi, WrongLabelsAreFoundAndArgumentsChecked) {
  const Arrays arrays = arraysOf(4, {{0, 1}, {1, 0}, {2, 1}, {1, 2}});
  const Graph<void> graph = borrowed(arrays);
  const CdlpPlan once{.iterations = 1};
  EXPECT_EQ(verifyCdlp(graph, std::vector<Node>{1, 0, 1, 3}, once), "");
  EXPECT_EQ(verifyCdlp(graph, std::vector<Node>{1, 0, 2, 3}, once), "node 2 has label 2; it is 1");
  EXPECT_EQ(verifyCdlp(graph, std::vector<Node>{1, 0, 1, 3}), "node 0 has label 1; it is 0");
  std::vector<Node> labels(3);
  EXPECT_THROW(cdlp(graph, labels), InvalidOption);
  EXPECT_THROW(verifyCdlp(graph, labels), InvalidOption);
  EXPECT_THROW(cdlp(graph, CdlpPlan{.initial = labels}), InvalidOption);
  const Arrays empty{{0}, {}, {}};
  EXPECT_EQ(cdlp(borrowed(empty)).labels.size(), 0u);
  EXPECT_EQ(verifyCdlp(borrowed(empty), {}), "");
}

TEST_F(CdlpApi, AStopEndsIt) {
  const Arrays arrays = galois::test::grid(60);
  std::stop_source stop;
  stop.request_stop();
  RunOptions options = onThreads(2);
  options.stop = stop.get_token();
  EXPECT_THROW(cdlp(borrowed(arrays), {}, options), Cancelled);
}

} // namespace galois::analytics
