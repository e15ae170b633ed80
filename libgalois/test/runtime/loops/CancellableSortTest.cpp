#include "galois/runtime/loops/CancellableSort.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "galois/substrate/Random.h"

namespace galois::runtime {
namespace {

using substrate::Cancellation;
using substrate::Cancelled;

constexpr auto kLong = static_cast<std::size_t>(4 * kSortedAtOnce);

/// Numbers below `below`, so that about kLong / below of them are equal.
std::vector<std::uint32_t> randomNumbers(std::size_t count, std::uint32_t below) {
  substrate::Random random(1, 2);
  std::vector<std::uint32_t> numbers(count);
  for (std::uint32_t& number : numbers) {
    number = random.below(below);
  }
  return numbers;
}

class CancellableSort : public testing::Test {
protected:
  void SetUp() override { Cancellation::reset(); }
  void TearDown() override { Cancellation::reset(); }
};

template <typename Item, typename Compare>
void expectSorted(std::vector<Item> items, Compare comp, const std::string& what) {
  std::vector<Item> right = items;
  std::sort(right.begin(), right.end(), comp);
  sortOrThrow(items.begin(), items.end(), comp);
  EXPECT_TRUE(items == right) << what;
}

} // namespace

TEST_F(CancellableSort, SortsLikeTheStandardSort) {
  for (const std::size_t count :
       {std::size_t{0}, std::size_t{1}, std::size_t{1000}, kLong / 4, kLong / 4 + 1, kLong}) {
    for (const std::uint32_t below : {1U, 2U, 10U, 1000U, ~0U}) {
      const std::string what = std::to_string(count) + " numbers below " + std::to_string(below);
      const auto numbers = randomNumbers(count, below);
      expectSorted(numbers, std::less<>(), what);
      expectSorted(numbers, std::greater<>(), what + ", falling");
    }
  }
}

TEST_F(CancellableSort, SortsWhatIsSortedAlreadyOrInRuns) {
  std::vector<std::uint32_t> numbers(kLong);
  std::iota(numbers.begin(), numbers.end(), 0U);
  expectSorted(numbers, std::less<>(), "rising");
  expectSorted(numbers, std::greater<>(), "falling");
  for (std::size_t i = 0; i < kLong; ++i) {
    numbers[i] = static_cast<std::uint32_t>(std::min(i, kLong - i));
  }
  expectSorted(numbers, std::less<>(), "up and down");
}

/// A comparison that makes up the order as it goes, so that every pivot is nearly the least item
/// [McIlroy, "A Killer Adversary for Quicksort", Software: Practice and Experience 29, 1999].
TEST_F(CancellableSort, BoundsItsStepsWhenEveryPivotIsBad) {
  constexpr auto kOpen = static_cast<std::uint32_t>(kLong); // more than all places that are given
  std::vector<std::uint32_t> items(kLong), places(kLong, kOpen);
  std::iota(items.begin(), items.end(), 0U);
  std::uint32_t given = 0, candidate = 0;
  std::size_t compared = 0;
  sortOrThrow(items.begin(), items.end(), [&](std::uint32_t a, std::uint32_t b) {
    ++compared;
    if (places[a] == kOpen && places[b] == kOpen) {
      places[a == candidate ? a : b] = given++;
    }
    if (places[a] == kOpen) {
      candidate = a;
    } else if (places[b] == kOpen) {
      candidate = b;
    }
    return places[a] < places[b];
  });
  EXPECT_TRUE(std::is_sorted(items.begin(), items.end(),
                             [&](auto a, auto b) { return places[a] < places[b]; }));
  // Two passes per bad partition, and the limit of std::sort for the rest.
  EXPECT_LT(compared, kLong * (2 * 16 + 4 * 18));
}

TEST_F(CancellableSort, ComparesAboutAsOftenAsTheStandardSort) {
  const auto numbers = randomNumbers(kLong, ~0U);
  std::size_t ours = 0, standard = 0;
  auto a = numbers, b = numbers;
  sortOrThrow(a.begin(), a.end(), [&](auto x, auto y) { return ++ours, x < y; });
  std::sort(b.begin(), b.end(), [&](auto x, auto y) { return ++standard, x < y; });
  EXPECT_LT(ours, standard + standard / 10);
}

TEST_F(CancellableSort, EndsSoonAfterARequest) {
  const auto numbers = randomNumbers(kLong, ~0U);
  for (const std::size_t until : {std::size_t{1}, kLong / 2, 2 * kLong, 8 * kLong}) {
    Cancellation::reset();
    auto items = numbers;
    std::size_t compared = 0;
    EXPECT_THROW(sortOrThrow(items.begin(), items.end(),
                             [&](std::uint32_t a, std::uint32_t b) {
                               if (++compared == until) {
                                 Cancellation::request();
                               }
                               return a < b;
                             }),
                 Cancelled);
    // It completes one partition, or the sort of one piece.
    const std::size_t piece = static_cast<std::size_t>(kSortedAtOnce) * 2 * 17;
    EXPECT_LT(compared, until + kLong + piece);
    std::sort(items.begin(), items.end());
    auto right = numbers;
    std::sort(right.begin(), right.end());
    EXPECT_TRUE(items == right) << "the items are still those that were given";
  }
}

TEST_F(CancellableSort, EndsWhenItsCallerSaysSo) {
  struct End {};
  auto items = randomNumbers(kLong, ~0U);
  const std::size_t pieces = kLong / static_cast<std::size_t>(kSortedAtOnce);
  for (const std::size_t last : {std::size_t{1}, pieces / 2, pieces}) {
    std::size_t looks = 0;
    const auto look = [&] {
      if (++looks == last) {
        throw End();
      }
    };
    EXPECT_THROW(sortOrThrow(items.begin(), items.end(), std::less<>(), look), End);
    EXPECT_EQ(looks, last);
  }
}

TEST_F(CancellableSort, SortsItemsThatCannotBeCopied) {
  std::vector<std::unique_ptr<std::uint32_t>> items;
  for (const std::uint32_t number : randomNumbers(kLong / 2, ~0U)) {
    items.push_back(std::make_unique<std::uint32_t>(number));
  }
  const auto less = [](const auto& a, const auto& b) { return *a < *b; };
  sortOrThrow(items.begin(), items.end(), less);
  EXPECT_TRUE(std::is_sorted(items.begin(), items.end(), less));
}

} // namespace galois::runtime
