#include "galois/TwoLevelIteratorA.h"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <forward_list>
#include <iterator>
#include <list>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

namespace {

template <typename Category, typename Containers>
void checkCategory() {
  Containers containers{{}, {1, 2}, {}, {3}, {4, 5, 6}, {}};
  auto [first, last] =
      galois::make_two_level_iterator<Category>(containers.begin(), containers.end());
  static_assert(
      std::is_same_v<typename std::iterator_traits<decltype(first)>::iterator_category, Category>);
  EXPECT_EQ(std::vector<int>(first, last), (std::vector{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(std::distance(first, last), 6);
  std::replace(first, last, 3, 7);
  EXPECT_EQ(*std::next(first, 2), 7);
  if constexpr (!std::is_same_v<Category, std::forward_iterator_tag>) {
    std::reverse(first, last);
    EXPECT_EQ(std::vector<int>(first, last), (std::vector{6, 5, 4, 7, 2, 1}));
  }
  if constexpr (std::is_same_v<Category, std::random_access_iterator_tag>) {
    std::sort(first, last);
    EXPECT_EQ(first[5], 7);
  }
}

TEST(TwoLevelIteratorA, HasTheCategoryThatTheCallerNames) {
  checkCategory<std::forward_iterator_tag, std::vector<std::forward_list<int>>>();
  checkCategory<std::forward_iterator_tag, std::vector<std::vector<int>>>();
  checkCategory<std::forward_iterator_tag, std::forward_list<std::vector<int>>>();
  checkCategory<std::bidirectional_iterator_tag, std::list<std::list<int>>>();
  checkCategory<std::bidirectional_iterator_tag, std::deque<std::vector<int>>>();
  checkCategory<std::random_access_iterator_tag, std::deque<std::vector<int>>>();
}

struct Begin {
  auto operator()(const std::vector<int>& items) const { return items.begin(); }
};
struct AllButTheLast {
  auto operator()(const std::vector<int>& items) const {
    return items.empty() ? items.end() : std::prev(items.end());
  }
};

TEST(TwoLevelIteratorA, UsesTheFunctionsOfTheCaller) {
  const std::vector<std::vector<int>> vectors{{1, 2}, {9}, {}, {3, 4, 9}};
  auto [first, last] = galois::make_two_level_iterator<std::forward_iterator_tag>(
      vectors.begin(), vectors.end(), Begin(), AllButTheLast());
  EXPECT_EQ(std::vector<int>(first, last), (std::vector{1, 3, 4}));
}

TEST(TwoLevelIteratorA, NamesItsLevels) {
  using Outer = std::vector<std::list<int>>::iterator;
  using Inner = std::list<int>::iterator;
  std::vector<std::list<int>> lists{{1}, {2}};
  galois::TwoLevelIteratorA<Outer, Inner, std::forward_iterator_tag> at(lists.begin(), lists.end());
  EXPECT_EQ(*++at, 2);
}

/// All differences of iterators over these containers.
template <typename Containers>
void checkDifferences() {
  Containers containers{{}, {1, 2}, {}, {3}, {4, 5, 6}, {}};
  auto [first, last] = galois::make_two_level_iterator(containers.begin(), containers.end());
  EXPECT_EQ(last - first, 6);
  EXPECT_EQ(first - last, -6);
  std::ptrdiff_t a = 0;
  for (auto i = first;; ++i, ++a) {
    std::ptrdiff_t b = 0;
    for (auto j = first;; ++j, ++b) {
      ASSERT_EQ(j - i, b - a);
      if (j == last) {
        break;
      }
    }
    if (i == last) {
      break;
    }
  }
  Containers none{{}, {}};
  auto [begin, end] = galois::make_two_level_iterator(none.begin(), none.end());
  EXPECT_EQ(end - begin, 0);
}

TEST(TwoLevelIteratorA, HasDifferencesOverAllContainers) {
  checkDifferences<std::vector<std::vector<int>>>();
  checkDifferences<std::vector<std::list<int>>>();
  checkDifferences<std::list<std::vector<int>>>();
  checkDifferences<std::list<std::list<int>>>();
  checkDifferences<std::forward_list<std::forward_list<int>>>();
}

} // namespace
