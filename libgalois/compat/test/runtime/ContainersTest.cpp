// Tests of the small containers that are used by one thread at a time.
#include <array>
#include <iterator>
#include <list>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "galois/ArrayWrapper.h"
#include "galois/CopyableTuple.h"
#include "galois/LazyArray.h"
#include "galois/LazyObject.h"
#include "galois/MethodFlags.h"
#include "galois/NoDerefIterator.h"
#include "galois/PODResizeableArray.h"
#include "galois/TwoLevelIteratorA.h"
#include "galois/Version.h"
#include "galois/optional.h"

namespace {

TEST(Optional, HoldsAValueOrNothing) {
  galois::optional<std::string> nothing;
  EXPECT_FALSE(nothing);
  EXPECT_FALSE(nothing.is_initialized());
  galois::optional<std::string> text(std::string("a"));
  ASSERT_TRUE(text);
  EXPECT_EQ(*text, "a");
  EXPECT_EQ(text->size(), 1U);
  EXPECT_EQ(text.get(), "a");
  text = std::string("b");
  nothing = text;
  EXPECT_EQ(*nothing, "b");
  nothing.emplace(2, 'c');
  EXPECT_EQ(*nothing, "cc");
  nothing.reset();
  EXPECT_TRUE(!nothing);
  galois::optional<std::unique_ptr<int>> moveOnly(std::make_unique<int>(3));
  EXPECT_EQ(**moveOnly, 3);
  static_assert(!std::is_convertible_v<galois::optional<int>, bool>);
}

TEST(NoDerefIterator, YieldsTheIteratorItself) {
  std::vector<int> v{4, 5, 6};
  int sum = 0;
  for (auto it : galois::make_no_deref_range(v.begin(), v.end())) {
    static_assert(std::is_same_v<decltype(it), std::vector<int>::iterator>);
    sum += *it;
  }
  EXPECT_EQ(sum, 15);
  auto first = galois::make_no_deref_iterator(v.begin());
  EXPECT_EQ(**(first + 2), 6);
}

TEST(TwoLevelIterator, SkipsEmptyContainersBothWays) {
  std::vector<std::list<int>> lists{{}, {1, 2}, {}, {}, {3}, {}};
  auto [first, last] = galois::make_two_level_iterator(lists.begin(), lists.end());
  EXPECT_EQ(std::vector<int>(first, last), (std::vector<int>{1, 2, 3}));
  EXPECT_EQ(std::vector<int>(std::make_reverse_iterator(last), std::make_reverse_iterator(first)),
            (std::vector<int>{3, 2, 1}));
  *first = 7;
  EXPECT_EQ(lists[1].front(), 7);
  std::vector<std::list<int>> none(3);
  EXPECT_EQ(galois::stl_two_level_begin(none.begin(), none.end()),
            galois::stl_two_level_end(none.begin(), none.end()));
}

TEST(TwoLevelIterator, JumpsOverContainersAndBack) {
  std::vector<std::vector<int>> vectors{{}, {0, 1, 2}, {}, {3}, {}, {}, {4, 5}, {}};
  auto [first, last] = galois::make_two_level_iterator(vectors.begin(), vectors.end());
  static_assert(
      std::is_same_v<decltype(first)::iterator_category, std::random_access_iterator_tag>);
  ASSERT_EQ(last - first, 6);
  for (int from = 0; from <= 6; ++from) {
    for (int to = 0; to <= 6; ++to) {
      const auto a = first + from;
      const auto b = first + to;
      EXPECT_EQ(b - a, to - from);
      EXPECT_EQ(a + (to - from), b) << from << " to " << to;
      EXPECT_EQ(last - (6 - to), b);
      if (to < 6) {
        EXPECT_EQ(*b, to);
        EXPECT_EQ(a[to - from], to);
      }
    }
  }
}

TEST(LazyObject, LivesFromConstructToDestroy) {
  auto token = std::make_shared<int>(1);
  galois::LazyObject<std::shared_ptr<int>> lazy;
  lazy.construct(token);
  EXPECT_EQ(*lazy.get(), 1);
  EXPECT_EQ(token.use_count(), 2);
  lazy.destroy();
  EXPECT_EQ(token.use_count(), 1);
  galois::LazyObject<void> nothing;
  nothing.construct(1);
  EXPECT_EQ(nothing.get(), nullptr);
  nothing.destroy();
  static_assert(galois::LazyObject<int>::size_of::value == sizeof(int));
  static_assert(galois::LazyObject<void>::size_of::value == 0);
  static_assert(!galois::StrictObject<void>::has_value);
  galois::StrictObject<int> a(3);
  galois::StrictObject<int> b;
  swap(a, b);
  EXPECT_EQ(b.get() + a.get(), 3);
}

TEST(LazyArray, ElementsLiveOneByOne) {
  galois::LazyArray<std::string, 3> array;
  array.emplace(1, 2, 'x');
  EXPECT_EQ(array[1], "xx");
  EXPECT_EQ(array.end() - array.begin(), 3);
  array.destroy(1);
  static_assert(galois::LazyArray<int, 0>::empty());
}

TEST(PODResizeableArray, BehavesLikeAVector) {
  galois::PODResizeableArray<int> array;
  std::vector<int> vector;
  for (int i = 0; i < 1000; ++i) {
    array.push_back(i);
    vector.push_back(i);
  }
  std::array<int, 3> more{7, 8, 9};
  array.insert(array.begin() + 5, more.begin(), more.end());
  vector.insert(vector.begin() + 5, more.begin(), more.end());
  array.emplace_back(array[0]);
  vector.push_back(vector[0]);
  array.resize(2000, 3);
  vector.resize(2000, 3);
  EXPECT_TRUE(std::equal(array.begin(), array.end(), vector.begin(), vector.end()));
  EXPECT_THROW(array.at(2000), std::out_of_range);
  array.shrink_to_fit();
  EXPECT_EQ(array.capacity(), 2000U);
  galois::PODResizeableArray<int> moved(std::move(array));
  EXPECT_EQ(moved.size(), 2000U);
  EXPECT_TRUE(array.empty()); // NOLINT(bugprone-use-after-move): this is the promise under test
  moved.assign(2, 5);
  EXPECT_EQ(moved.back(), 5);
  galois::PODResizeableArray<int> empty;
  empty.insert(empty.end(), more.begin(), more.begin());
  EXPECT_TRUE(empty.empty());
}

TEST(Tuples, AreTriviallyCopyable) {
  static_assert(std::is_trivially_copyable_v<galois::Pair<int, float>>);
  static_assert(std::is_trivially_copyable_v<galois::TupleOfThree<int, float, char>>);
  static_assert(std::is_trivially_copyable_v<galois::CopyableArray<int, 3>>);
  EXPECT_EQ((galois::Pair<int, int>(1, 2)), (galois::Pair<int, int>(1, 2)));
  using Pair = galois::Pair<int, char>;
  EXPECT_TRUE(Pair(1, 'b') != Pair(1, 'a') && Pair(1, 'a') < Pair(1, 'b'));
  EXPECT_TRUE(Pair(1, 'b') < Pair(2, 'a') && Pair(2, 'a') > Pair(1, 'b'));
  using Triple = galois::TupleOfThree<int, int, int>;
  EXPECT_EQ(Triple(1, 2, 3), Triple(1, 2, 3));
  EXPECT_TRUE(Triple(1, 2, 3) != Triple(1, 2, 4) && Triple(1, 2, 3) < Triple(1, 2, 4));
  EXPECT_TRUE(Triple(2, 1, 1) > Triple(1, 9, 9) && Triple(1, 3, 0) > Triple(1, 2, 9));
  const galois::CopyableArray<int, 3> numbers{{1, 2, 3}};
  const auto [one, two, three] = numbers;
  EXPECT_EQ(100 * one + 10 * two + three, 123);
  galois::CopyableArray<int, 3> array{};
  EXPECT_TRUE(array != numbers);
  array[1] = 4;
  EXPECT_EQ(std::accumulate(array.begin(), array.end(), 0), 4);
}

TEST(MethodFlags, CombineBitwise) {
  using galois::MethodFlag;
  static_assert((MethodFlag::WRITE | MethodFlag::READ) == MethodFlag::INTERNAL_MASK);
  static_assert((MethodFlag::WRITE & MethodFlag::READ) == MethodFlag::UNPROTECTED);
}

TEST(Version, NamesTheInterface) {
  EXPECT_EQ(galois::getVersion(), "6.0.0");
  EXPECT_EQ(galois::getVersionMajor(), 6);
  EXPECT_EQ(galois::getVersionMinor() + galois::getVersionPatch(), 0);
  EXPECT_EQ(galois::getRevision().rfind("galois-cps-", 0), 0U);
}

} // namespace
