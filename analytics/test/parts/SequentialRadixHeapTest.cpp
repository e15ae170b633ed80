#include "analytics/sssp/SequentialRadixHeap.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "TestGraph.h"

namespace {

constexpr auto kNothing = [](const auto&) {};
constexpr auto kAll = [](const auto&) { return true; };

/// A number of any size, from 0 to one below `limit`.
std::uint64_t anySize(std::mt19937_64& random, std::uint64_t limit) {
  return (random() >> (random() % 64)) % limit;
}

/// Maps any number to a distance, in order, with numbers at both ends of the type.
template <typename Distance>
Distance distanceOf(std::uint64_t number) {
  if constexpr (std::is_same_v<Distance, double>) {
    return std::bit_cast<double>(number); // the bits of positive doubles are ordered as they are
  } else {
    return static_cast<Distance>(number);
  }
}

template <typename Distance>
std::uint64_t kinds() {
  if constexpr (std::is_same_v<Distance, double>) {
    return std::bit_cast<std::uint64_t>(std::numeric_limits<double>::infinity());
  } else {
    return std::numeric_limits<Distance>::max();
  }
}

template <typename Distance>
std::vector<Distance> distancesFrom(const TestGraph& graph, std::vector<std::uint32_t> sources,
                                    Distance unreached = std::numeric_limits<Distance>::max()) {
  std::vector<Distance> distances(graph.size(), unreached);
  sssp::sequentialRadixHeap(graph, sources, distances.data());
  return distances;
}

} // namespace

template <typename Distance>
struct RadixHeapTest : testing::Test {};
using DistanceTypes = testing::Types<std::uint32_t, std::uint64_t, double>;
TYPED_TEST_SUITE(RadixHeapTest, DistanceTypes);

TYPED_TEST(RadixHeapTest, GivesEqualDistancesInOrder) {
  using Entry = sssp::DijkstraEntry<TypeParam>;
  for (unsigned seed = 0; seed < 40; ++seed) {
    std::mt19937_64 random(seed);
    sssp::RadixHeap<TypeParam> heap;
    std::vector<std::uint64_t> expected, got;
    const std::size_t count = seed < 4 ? seed : random() % 3000;
    for (std::size_t i = 0; i < count; ++i) {
      expected.push_back(anySize(random, kinds<TypeParam>()));
      heap.push(Entry::make(distanceOf<TypeParam>(expected.back()), static_cast<std::uint32_t>(i)));
    }
    while (heap.advance(kNothing, kAll, kNothing)) {
      for (const Entry& entry : heap.front()) {
        EXPECT_EQ(entry.distance(), heap.front().front().distance());
        EXPECT_EQ(entry.distance(), distanceOf<TypeParam>(expected[entry.node()]));
        got.push_back(expected[entry.node()]);
      }
      heap.front().clear();
    }
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(got, expected) << seed;
  }
}

TYPED_TEST(RadixHeapTest, MixesPushAndPop) {
  using Entry = sssp::DijkstraEntry<TypeParam>;
  for (unsigned seed = 0; seed < 40; ++seed) {
    std::mt19937_64 random(seed);
    sssp::RadixHeap<TypeParam> heap;
    std::vector<std::uint64_t> sorted; // descending
    std::uint64_t last = 0;
    for (int i = 0; i < 2000; ++i) {
      const bool push = sorted.empty() || random() % 5 < (i < 1000 ? 3 : 2);
      if (push) {
        const std::uint64_t value = last + anySize(random, kinds<TypeParam>() - last);
        sorted.insert(std::upper_bound(sorted.rbegin(), sorted.rend(), value).base(), value);
        heap.push(Entry::make(distanceOf<TypeParam>(value), static_cast<std::uint32_t>(i)));
        continue;
      }
      ASSERT_TRUE(heap.advance(kNothing, kAll, kNothing));
      last = sorted.back();
      sorted.pop_back();
      ASSERT_EQ(heap.front().back().distance(), distanceOf<TypeParam>(last)) << seed;
      heap.front().pop_back();
    }
  }
}

TYPED_TEST(RadixHeapTest, DropsWhatIsNotKept) {
  using Entry = sssp::DijkstraEntry<TypeParam>;
  sssp::RadixHeap<TypeParam> heap;
  for (const std::uint32_t node : {1u, 2u, 3u, 40u, 41u, 50u}) {
    heap.push(Entry::make(static_cast<TypeParam>(node), node));
  }
  std::vector<std::uint32_t> touched, arrived, popped;
  const auto touch = [&](const Entry& entry) { touched.push_back(entry.node()); };
  const auto keep = [](const Entry& entry) { return entry.node() % 2 == 0; };
  const auto arrive = [&](const Entry& entry) { arrived.push_back(entry.node()); };
  while (heap.advance(touch, keep, arrive)) {
    for (const Entry& entry : heap.front()) {
      popped.push_back(entry.node());
    }
    heap.front().clear();
  }
  EXPECT_EQ(popped, (std::vector<std::uint32_t>{2, 40, 50}));
  for (const std::uint32_t node : {1u, 2u, 3u, 40u, 41u, 50u}) {
    EXPECT_EQ(std::count(touched.begin(), touched.end(), node) > 0, true) << node;
    EXPECT_EQ(std::count(arrived.begin(), arrived.end(), node) > 0, node % 2 == 0) << node;
  }
}

TEST(SequentialRadixHeap, AgreesWithBellmanFord) {
  for (unsigned seed = 0; seed < 400; ++seed) {
    const std::uint32_t nodes = 1 + seed % 40;
    const std::uint32_t greatest[] = {2, 20, 4000, 100'000'000};
    const TestGraph graph = randomGraph(nodes, nodes * (seed % 25), greatest[seed % 4], seed);
    EXPECT_EQ(distancesFrom<std::uint32_t>(graph, {0}), bellmanFord<std::uint32_t>(graph, 0))
        << seed;
    const std::vector<std::uint64_t> right = bellmanFord<std::uint64_t>(graph, 0);
    EXPECT_EQ(distancesFrom<std::uint64_t>(graph, {0}), right) << seed;
    const std::vector<double> doubles =
        distancesFrom<double>(graph, {0}, std::numeric_limits<double>::infinity());
    for (std::uint32_t node = 0; node < nodes; ++node) {
      EXPECT_EQ(doubles[node], right[node] == ~std::uint64_t{0}
                                   ? std::numeric_limits<double>::infinity()
                                   : static_cast<double>(right[node]));
    }
  }
}

TEST(SequentialRadixHeap, TakesTheNearestOfSeveralSources) {
  TestGraph graph(5);
  graph.add(0, 1, 5).add(1, 2, 5).add(4, 2, 1).add(2, 3, 0);
  EXPECT_EQ(distancesFrom<std::uint32_t>(graph, {0, 4, 0}),
            (std::vector<std::uint32_t>{0, 5, 1, 1, 0}));
}

TEST(SequentialRadixHeap, DistancesUpToTheTypesLimit) {
  TestGraph graph(4);
  graph.add(0, 1, 4294967290u).add(1, 2, 4).add(1, 3, 5);
  const auto narrow = distancesFrom<std::uint32_t>(graph, {0});
  EXPECT_EQ(narrow[2], 4294967294u);
  EXPECT_EQ(narrow[3], ~0u) << "a distance that does not fit counts as unreached";
  EXPECT_EQ(distancesFrom<std::uint64_t>(graph, {0})[3], 4294967295ull);
}

TEST(SequentialRadixHeap, RelaxesNodesThatEdgesOfNoLengthReach) {
  constexpr std::uint32_t kNodes = 2000; // the entries of one distance move in memory meanwhile
  TestGraph graph(kNodes);
  for (std::uint32_t node = 0; node + 1 < kNodes; ++node) {
    graph.add(node, node + 1, 0).add(node, (7 * node) % kNodes, 0);
  }
  EXPECT_EQ(distancesFrom<std::uint32_t>(graph, {0}), std::vector<std::uint32_t>(kNodes, 0));
}

TEST(SequentialRadixHeap, CountsItsWork) {
  TestGraph graph(3);
  graph.add(0, 1, 10).add(0, 2, 1).add(2, 1, 1);
  std::vector<std::uint32_t> distances(3, ~0u);
  const auto counts = sssp::sequentialRadixHeap(graph, 0, distances.data());
  EXPECT_EQ(counts.pushed, 4u);
  EXPECT_EQ(counts.popped, 4u);
  EXPECT_EQ(counts.stale, 1u);
}
