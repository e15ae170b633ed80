#include "galois/graphs/GraphHelpers.h"

#include <numeric>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/graphs/LC_CSR_Graph.h"

using galois::graphs::determineUnitRangesFromGraph;
using galois::graphs::determineUnitRangesFromPrefixSum;
using galois::graphs::divideNodesBinarySearch;

namespace {

std::vector<std::uint64_t> randomPrefixSum(std::size_t nodes, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::uint64_t> degree(nodes);
  for (auto& d : degree) {
    d = random() % 4 == 0 ? random() % 100 : random() % 3;
  }
  std::partial_sum(degree.begin(), degree.end(), degree.begin());
  return degree;
}

} // namespace

TEST(DivideNodes, CoversNodesAndEdgesInOrder) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const auto sum = randomPrefixSum(seed * 13, seed);
    const std::uint64_t edges = sum.empty() ? 0 : sum.back();
    for (const std::size_t total : {1U, 2U, 5U, 64U}) {
      std::uint64_t node = 0;
      std::uint64_t edge = 0;
      for (std::size_t id = 0; id < total; ++id) {
        const auto [n, e] = divideNodesBinarySearch(sum.size(), edges, 3, 2, id, total, sum);
        ASSERT_EQ(*n.first, node);
        ASSERT_EQ(*e.first, edge);
        ASSERT_LE(*n.first, *n.second);
        node = *n.second;
        edge = *e.second;
        ASSERT_EQ(edge, node == 0 ? 0 : sum[node - 1]);
      }
      ASSERT_EQ(node, sum.size());
      ASSERT_EQ(edge, edges);
    }
  }
}

TEST(DivideNodes, PartsWeighAboutTheSame) {
  const auto sum = randomPrefixSum(10000, 5);
  const std::uint64_t weight = 10000 * 3 + sum.back() * 2;
  for (std::size_t id = 0; id < 8; ++id) {
    const auto [n, e] = divideNodesBinarySearch(sum.size(), sum.back(), 3, 2, id, 8, sum);
    const std::uint64_t part = (*n.second - *n.first) * 3 + (*e.second - *e.first) * 2;
    EXPECT_NEAR(static_cast<double>(part), static_cast<double>(weight) / 8, 3 + 2 * 100);
  }
}

TEST(DivideNodes, ScaleFactorsSizeTheParts) {
  std::vector<std::uint64_t> sum(1000);
  std::iota(sum.begin(), sum.end(), 1);
  const std::vector<unsigned> scale = {1, 3, 0, 6};
  const std::vector<std::uint64_t> expected = {100, 300, 0, 600};
  for (std::size_t id = 0; id < 4; ++id) {
    const auto range = divideNodesBinarySearch(sum.size(), 1000, 0, 1, id, 4, sum, scale);
    EXPECT_EQ(*range.first.second - *range.first.first, expected[id]);
  }
}

TEST(DivideNodes, OffsetsSelectAMiddlePart) {
  const auto sum = randomPrefixSum(100, 9);
  // Nodes 40 to 89 are numbered from 0 in the result.
  const std::uint64_t before = sum[39];
  std::uint64_t node = 0;
  for (std::size_t id = 0; id < 3; ++id) {
    const auto [n, e] = divideNodesBinarySearch(std::uint64_t{50}, sum[89] - before, 1, 1, id, 3,
                                                sum, {}, before, 40);
    EXPECT_EQ(*n.first, node);
    EXPECT_EQ(*e.first, node == 0 ? 0 : sum[40 + node - 1] - before);
    node = *n.second;
  }
  EXPECT_EQ(node, 50U);
}

TEST(DivideNodes, WeightsOfNothingCountNodes) {
  const std::vector<std::uint64_t> sum(100, 0);
  const auto range = divideNodesBinarySearch(sum.size(), 0, 0, 0, 1, 4, sum);
  EXPECT_EQ(*range.first.first, 25U);
  EXPECT_EQ(*range.first.second, 50U);
}

TEST(UnitRanges, AreBoundariesFromFirstToLast) {
  const auto sum = randomPrefixSum(1000, 2);
  for (const std::uint32_t units : {1U, 4U, 33U}) {
    const auto all = determineUnitRangesFromPrefixSum(units, sum, 1000U);
    ASSERT_EQ(all.size(), units + 1);
    EXPECT_EQ(all.front(), 0U);
    EXPECT_EQ(all.back(), 1000U);
    EXPECT_TRUE(std::is_sorted(all.begin(), all.end()));
    const auto some = determineUnitRangesFromPrefixSum(units, sum, 100, 900, 2);
    EXPECT_EQ(some.front(), 100U);
    EXPECT_EQ(some.back(), 900U);
    EXPECT_TRUE(std::is_sorted(some.begin(), some.end()));
  }
  EXPECT_EQ(determineUnitRangesFromPrefixSum(2, sum, 0, 0, 1),
            (std::vector<std::uint32_t>{0, 0, 0}));
}

TEST(UnitRanges, OfAGraph) {
  galois::SharedMemSys system;
  const galois::graphs::LC_CSR_Graph<void, void> graph(
      100, 400, [](auto) { return 4; }, [](auto n, auto) { return n; }, [](auto, auto) {});
  EXPECT_EQ(determineUnitRangesFromGraph(graph, 4),
            (std::vector<std::uint32_t>{0, 25, 50, 75, 100}));
  EXPECT_EQ(determineUnitRangesFromGraph(graph, 2, 20, 40, 1),
            (std::vector<std::uint32_t>{20, 30, 40}));
}
