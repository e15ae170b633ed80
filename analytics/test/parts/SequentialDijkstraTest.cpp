#include "analytics/sssp/SequentialDijkstra.h"

#include <algorithm>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "TestGraph.h"

namespace {

template <typename Distance>
std::vector<Distance> dijkstra(const TestGraph& graph, std::uint32_t source) {
  std::vector<Distance> distances(graph.size(), ~Distance{0});
  sssp::sequentialDijkstra(graph, source, distances.data());
  return distances;
}

} // namespace

template <typename Distance>
struct QuadHeapTest : testing::Test {};
using DistanceTypes = testing::Types<std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(QuadHeapTest, DistanceTypes);

TYPED_TEST(QuadHeapTest, SortsWhatGoesIn) {
  using Entry = sssp::DijkstraEntry<TypeParam>;
  std::mt19937 random(7);
  for (const std::size_t count : {0u, 1u, 2u, 4u, 5u, 6u, 1020u, 1021u, 1024u, 5000u}) {
    sssp::QuadHeap<Entry> heap;
    std::vector<TypeParam> expected, got;
    for (std::size_t i = 0; i < count; ++i) {
      expected.push_back(random() % 1000);
      heap.push(Entry::make(expected.back(), static_cast<std::uint32_t>(i)));
    }
    std::sort(expected.begin(), expected.end());
    while (!heap.empty()) {
      got.push_back(heap.pop().distance());
    }
    EXPECT_EQ(got, expected);
  }
}

TYPED_TEST(QuadHeapTest, MixesPushAndPop) {
  using Entry = sssp::DijkstraEntry<TypeParam>;
  std::mt19937 random(8);
  sssp::QuadHeap<Entry> heap;
  std::vector<TypeParam> sorted;
  for (int i = 0; i < 20000; ++i) {
    if (sorted.empty() || random() % 5 < 3) {
      const TypeParam value = random() % 500;
      sorted.insert(std::upper_bound(sorted.begin(), sorted.end(), value), value);
      heap.push(Entry::make(value, static_cast<std::uint32_t>(i)));
    } else {
      ASSERT_EQ(heap.pop().distance(), sorted.front());
      sorted.erase(sorted.begin());
    }
  }
}

TEST(SequentialDijkstra, AgreesWithBellmanFord) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    const std::uint32_t nodes = 1 + seed % 40;
    const TestGraph graph = randomGraph(nodes, nodes * (seed % 5), seed % 3 ? 20 : 2, seed);
    EXPECT_EQ(dijkstra<std::uint32_t>(graph, 0), bellmanFord<std::uint32_t>(graph, 0)) << seed;
    EXPECT_EQ(dijkstra<std::uint64_t>(graph, 0), bellmanFord<std::uint64_t>(graph, 0)) << seed;
  }
}

TEST(SequentialDijkstra, DistancesUpToTheTypesLimit) {
  TestGraph graph(4);
  graph.add(0, 1, 4294967290u).add(1, 2, 4).add(1, 3, 5);
  const auto narrow = dijkstra<std::uint32_t>(graph, 0);
  EXPECT_EQ(narrow[2], 4294967294u);
  EXPECT_EQ(narrow[3], ~0u) << "a distance that does not fit counts as unreached";
  EXPECT_EQ(dijkstra<std::uint64_t>(graph, 0)[3], 4294967295ull);
}

TEST(SequentialDijkstra, CountsItsWork) {
  TestGraph graph(3);
  graph.add(0, 1, 10).add(0, 2, 1).add(2, 1, 1);
  std::vector<std::uint32_t> distances(3, ~0u);
  const auto counts = sssp::sequentialDijkstra(graph, 0, distances.data());
  EXPECT_EQ(counts.pushed, 4u);
  EXPECT_EQ(counts.popped, 4u);
  EXPECT_EQ(counts.stale, 1u);
}
