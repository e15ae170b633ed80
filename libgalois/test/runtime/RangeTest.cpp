#include "galois/runtime/Range.h"

#include <cstdint>
#include <list>
#include <tuple>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Bag.h"
#include "galois/Threads.h"
#include "galois/runtime/Executor_OnEach.h"

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

class Range : public testing::TestWithParam<unsigned> {
protected:
  void SetUp() override { galois::setActiveThreads(GetParam()); }
  void TearDown() override { galois::setActiveThreads(1); }
};

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
  EXPECT_EQ(blocks, 1U) << "one item for each of as many threads";
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

} // namespace
