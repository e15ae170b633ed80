#include "galois/runtime/Range.h"

#include <atomic>
#include <cstdint>
#include <list>
#include <numeric>
#include <tuple>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Bag.h"
#include "galois/Galois.h"
#include "galois/PerThreadContainer.h"
#include "galois/graphs/LC_CSR_Graph.h"
#include "support/WithThreads.h"

namespace {

using galois::iterate;
const std::tuple<> kNoOptions;

/// Joins the shares of all threads in order.
template <typename Range>
auto joinShares(const Range& range) {
  std::vector<std::vector<typename Range::value_type>> shares(galois::getActiveThreads());
  galois::runtime::on_each_gen(
      [&](unsigned tid, unsigned) {
        auto [first, last] = range.local_pair();
        EXPECT_EQ(first, range.local_begin());
        EXPECT_EQ(last, range.local_end());
        shares[tid].assign(first, last);
      },
      kNoOptions);
  std::vector<typename Range::value_type> all;
  for (const auto& share : shares) {
    all.insert(all.end(), share.begin(), share.end());
  }
  return all;
}

using Range = galois::test::WithThreads;

TEST_P(Range, SharesCoverContainersOnceInOrder) {
  std::vector<int> vector;
  for (int n = 0; n < 40; ++n) {
    EXPECT_EQ(joinShares(iterate(vector)(kNoOptions)), vector);
    std::list<int> list(vector.begin(), vector.end());
    EXPECT_EQ(joinShares(iterate(list)(kNoOptions)), vector);
    const auto& readOnly = vector;
    EXPECT_EQ(joinShares(iterate(readOnly)(kNoOptions)), vector);
    EXPECT_EQ(joinShares(iterate(vector.begin(), vector.end())(kNoOptions)), vector);
    EXPECT_EQ(joinShares(iterate(0, n)(kNoOptions)), vector);
    vector.push_back(n);
  }
}

TEST_P(Range, InitializerLists) {
  auto check = [](auto rangeFunc) { EXPECT_EQ(joinShares(rangeFunc(kNoOptions)).size(), 3U); };
  check(iterate({4, 5, 6}));
}

TEST_P(Range, ContainersWithLocalIteratorsShareThemselvesOut) {
  galois::InsertBag<unsigned> bag;
  galois::runtime::on_each_gen([&](unsigned tid, unsigned) { bag.push(tid); }, kNoOptions);
  auto range = iterate(bag)(kNoOptions);
  static_assert(
      std::is_same_v<decltype(range), galois::runtime::LocalRange<galois::InsertBag<unsigned>>>);
  galois::runtime::on_each_gen(
      [&](unsigned tid, unsigned) { EXPECT_EQ(*range.local_begin(), tid); }, kNoOptions);
  EXPECT_EQ(joinShares(range).size(), GetParam());
  std::size_t blocks = 0;
  for (auto it = range.block_begin(); it != range.block_end(); ++it) {
    ++blocks;
  }
  EXPECT_EQ(blocks, 1U) << "each thread gets one item";
}

TEST_P(Range, SpecificRangesAreClipped) {
  std::vector<std::uint32_t> bounds(GetParam() + 1);
  for (unsigned t = 1; t <= GetParam(); ++t) {
    bounds[t] = 100 * t / GetParam();
  }
  using Counter = boost::counting_iterator<std::uint32_t>;
  for (std::uint32_t first : {0U, 10U, 99U, 100U}) {
    auto range = galois::runtime::makeSpecificRange(Counter(first), Counter(100), bounds.data());
    EXPECT_EQ(joinShares(range), std::vector<std::uint32_t>(Counter(first), Counter(100)));
    EXPECT_EQ(joinShares(iterate(range)(kNoOptions)).size(), 100 - first);
  }
}

INSTANTIATE_TEST_SUITE_P(Threads, Range, testing::Values(1U, 2U, 3U, 16U),
                         testing::PrintToStringParamName());

/// The containers are filled by kFillers threads; loops over them have fewer or more threads.
constexpr unsigned kFillers = 4;
constexpr unsigned kEach = 50;
constexpr unsigned kItems = kFillers * kEach;

class RangeWithOtherThreads : public testing::TestWithParam<unsigned> {
protected:
  void TearDown() override { galois::setActiveThreads(1); }

  /// Calls add(number) on each of kFillers threads, with kEach different numbers per thread.
  template <typename Fill>
  static void fill(Fill&& add) {
    galois::setActiveThreads(kFillers);
    galois::on_each([&](unsigned tid, unsigned) {
      for (unsigned i = tid * kEach; i < (tid + 1) * kEach; ++i) {
        add(i);
      }
    });
    galois::setActiveThreads(GetParam());
  }

  /// Checks that the shares and loops of all kinds visit each number once.
  template <typename C>
  static void expectAllOnce(C& container) {
    const auto range = iterate(container);
    const std::vector<unsigned> shared = joinShares(range(kNoOptions));
    EXPECT_EQ(shared.size(), kItems) << "all shares together";
    std::vector<std::atomic<unsigned>> visits(kItems);
    for (const unsigned i : shared) {
      ++visits[i];
    }
    const auto visit = [&](unsigned i) { ++visits[i]; };
    galois::do_all(range, visit);
    galois::do_all(range, visit, galois::steal(), galois::chunk_size<3>());
    galois::for_each(
        range, [&](unsigned i, auto&) { visit(i); }, galois::no_pushes(),
        galois::disable_conflict_detection());
    for (unsigned i = 0; i < kItems; ++i) {
      ASSERT_EQ(visits[i], 4U) << i;
    }
  }
};

TEST_P(RangeWithOtherThreads, BagsLoseNothing) {
  galois::InsertBag<unsigned> bag;
  fill([&](unsigned i) { bag.push(i); });
  expectAllOnce(bag);
  const auto& readOnly = bag;
  expectAllOnce(readOnly);
  galois::InsertBag<unsigned, 128> ofSmallBlocks;
  fill([&](unsigned i) { ofSmallBlocks.push(i); });
  expectAllOnce(ofSmallBlocks);
}

TEST_P(RangeWithOtherThreads, PerThreadContainersLoseNothing) {
  galois::PerThreadVector<unsigned> vectors;
  fill([&](unsigned i) { vectors.get().push_back(i); });
  expectAllOnce(vectors);
  const auto& readOnly = vectors;
  expectAllOnce(readOnly);
  galois::PerThreadDeque<unsigned> deques;
  fill([&](unsigned i) { deques.get().push_front(i); });
  expectAllOnce(deques);
  galois::PerThreadList<unsigned> lists;
  fill([&](unsigned i) { lists.get().push_back(i); });
  expectAllOnce(lists);
  galois::PerThreadSet<unsigned> sets;
  fill([&](unsigned i) { sets.get().insert(i); });
  expectAllOnce(sets);
  galois::PerThreadMap<unsigned, int> maps;
  fill([&](unsigned i) { maps.get()[i] = 1; });
  std::vector<std::atomic<unsigned>> visits(kItems); // The entries of maps cannot be assigned.
  galois::do_all(iterate(maps), [&](const auto& entry) { ++visits[entry.first]; });
  for (unsigned i = 0; i < kItems; ++i) {
    ASSERT_EQ(visits[i], 1U) << i;
  }
}

TEST_P(RangeWithOtherThreads, ContainersFilledSeriallyLoseNothing) {
  std::vector<unsigned> numbers(kItems);
  std::iota(numbers.begin(), numbers.end(), 0U);
  galois::setActiveThreads(kFillers);
  galois::PerThreadVector<unsigned> vectors;
  vectors.fill_serial(numbers.begin(), numbers.end());
  galois::setActiveThreads(GetParam());
  expectAllOnce(vectors);
}

TEST_P(RangeWithOtherThreads, SpecificRangesLoseNothing) {
  galois::setActiveThreads(kFillers);
  const std::vector<std::uint32_t> bounds{0, 10, 10, 150, kItems};
  using Counter = boost::counting_iterator<std::uint32_t>;
  const auto all = galois::runtime::makeSpecificRange(Counter(0), Counter(kItems), bounds.data());
  const auto part = galois::runtime::makeSpecificRange(Counter(5), Counter(180), bounds.data());
  galois::setActiveThreads(GetParam());
  EXPECT_EQ(joinShares(all), std::vector<std::uint32_t>(Counter(0), Counter(kItems)));
  EXPECT_EQ(joinShares(part), std::vector<std::uint32_t>(Counter(5), Counter(180)));
}

template <typename Graph>
void expectAllNodesOnce(unsigned threads) {
  galois::setActiveThreads(kFillers);
  Graph graph(
      kItems, kItems, [](auto) { return 1; }, [](auto node, auto) { return kItems - 1 - node; },
      [](auto, auto) {});
  graph.initializeLocalRanges();
  galois::setActiveThreads(threads);
  using Counter = boost::counting_iterator<std::uint32_t>;
  EXPECT_EQ(joinShares(iterate(graph)(kNoOptions)),
            std::vector<std::uint32_t>(Counter(0), Counter(kItems)));
}

TEST_P(RangeWithOtherThreads, GraphsLoseNothing) {
  using Graph = galois::graphs::LC_CSR_Graph<void, void>;
  expectAllNodesOnce<Graph>(GetParam());
  expectAllNodesOnce<Graph::with_numa_alloc<true>::type>(GetParam());
}

INSTANTIATE_TEST_SUITE_P(Threads, RangeWithOtherThreads, testing::Values(1U, 2U, 3U, 4U, 16U),
                         testing::PrintToStringParamName());

} // namespace
