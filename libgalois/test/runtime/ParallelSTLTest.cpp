#include "galois/ParallelSTL.h"

#include <algorithm>
#include <atomic>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <functional>
#include <iterator>
#include <list>
#include <memory>
#include <numeric>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <boost/iterator/counting_iterator.hpp>
#include <boost/iterator/iterator_facade.hpp>
#include <gtest/gtest.h>

#include "galois/Threads.h"
#include "galois/substrate/Cancellation.h"
#include "galois/substrate/Random.h"
#include "support/WithThreads.h"

namespace {

namespace stl = galois::ParallelSTL;

std::vector<unsigned> randomNumbers(std::size_t n) {
  galois::substrate::Random random(galois::substrate::getSeed(), n);
  std::vector<unsigned> numbers(n);
  for (unsigned& x : numbers) {
    x = random.below(1000);
  }
  return numbers;
}

constexpr auto kEven = [](unsigned x) { return x % 2 == 0; };

/// Every algorithm gives the result of its standard counterpart, for several lengths and thread
/// counts.
class ParallelSTL : public galois::test::WithThreads {
protected:
  static constexpr std::size_t kLengths[] = {0, 1, 2, 3, 15, 16, 17, 33, 1000, 20000};
};

TEST_P(ParallelSTL, CountAndFind) {
  for (std::size_t n : kLengths) {
    const auto v = randomNumbers(n);
    EXPECT_EQ(stl::count_if(v.begin(), v.end(), kEven),
              static_cast<std::size_t>(std::count_if(v.begin(), v.end(), kEven)));
    auto rare = [](unsigned x) { return x == 7; };
    EXPECT_EQ(stl::find_if(v.begin(), v.end(), rare), std::find_if(v.begin(), v.end(), rare));
    EXPECT_EQ(stl::find_if(v.begin(), v.end(), kEven), std::find_if(v.begin(), v.end(), kEven));
  }
}

TEST_P(ParallelSTL, FindInSequencesWithoutRandomAccess) {
  for (std::size_t n : kLengths) {
    const auto v = randomNumbers(n);
    const std::list<unsigned> list(v.begin(), v.end());
    const std::forward_list<unsigned> forward(v.begin(), v.end());
    const unsigned inLastBlock = v.empty() ? 0 : v.back();
    for (unsigned wanted : {7U, inLastBlock, v.empty() ? 1 : v.front(), 1000000U}) {
      auto is = [wanted](unsigned x) { return x == wanted; };
      EXPECT_EQ(stl::find_if(list.begin(), list.end(), is),
                std::find_if(list.begin(), list.end(), is));
      EXPECT_EQ(stl::find_if(forward.begin(), forward.end(), is),
                std::find_if(forward.begin(), forward.end(), is));
    }
    EXPECT_EQ(stl::find_if(list.begin(), list.end(), kEven),
              std::find_if(list.begin(), list.end(), kEven));
  }
}

TEST_P(ParallelSTL, Sort) {
  for (std::size_t n : kLengths) {
    auto v = randomNumbers(n);
    auto expected = v;
    std::sort(expected.begin(), expected.end());
    stl::sort(v.begin(), v.end());
    EXPECT_EQ(v, expected);
    std::reverse(expected.begin(), expected.end());
    stl::sort(v.begin(), v.end(), std::greater<>());
    EXPECT_EQ(v, expected);
  }
}

/// Numbers below `below`, with some runs that are sorted already.
template <typename Item, typename Make>
std::vector<Item> itemsInRuns(std::size_t n, unsigned below, const Make& make) {
  galois::substrate::Random random(galois::substrate::getSeed(), n);
  std::vector<Item> items;
  while (items.size() < n) {
    const unsigned kind = random.below(4);
    const unsigned length = 1 + random.below(kind == 0 ? 1 : 3000);
    for (unsigned i = 0; i < length && items.size() < n; ++i) {
      const unsigned number = kind < 2 ? random.below(below) : kind == 2 ? i : length - i;
      items.push_back(make(number % below, static_cast<unsigned>(items.size())));
    }
  }
  return items;
}

template <typename Item, typename Compare, typename Make>
void expectSorted(const Compare& comp, const Make& make) {
  for (const std::size_t n : {4095U, 4096U, 4097U, 50'000U, 300'000U}) {
    for (const unsigned below : {1U, 2U, 100U, 1'000'000'000U}) {
      const std::vector<Item> given = itemsInRuns<Item>(n, below, make);
      std::vector<Item> right = given, items = given;
      std::sort(right.begin(), right.end(), comp);
      stl::sort(items.begin(), items.end(), comp);
      EXPECT_TRUE(items == right) << n << " items below " << below;
    }
  }
}

/// An item that is copied bytewise, with an order of all its parts.
struct Wide {
  unsigned number = 0, place = 0;
  std::uint64_t more = 0;
  auto operator<=>(const Wide&) const = default;
};

TEST_P(ParallelSTL, SortsManyItemsOfSeveralTypes) {
  expectSorted<unsigned>(std::less<>(), [](unsigned number, unsigned) { return number; });
  expectSorted<double>(std::greater<>(), [](unsigned number, unsigned) { return number / 8.0; });
  using Pair = std::pair<unsigned, unsigned>;
  expectSorted<Pair>(std::less<>(),
                     [](unsigned number, unsigned place) { return Pair(number, place); });
  expectSorted<Wide>(std::less<>(), [](unsigned number, unsigned place) {
    return Wide{number, place, std::uint64_t{number} * place};
  });
  expectSorted<std::string>(std::less<>(),
                            [](unsigned number, unsigned) { return std::to_string(number); });
}

/// Sorts numbers and strings of `count` items, number(i) for i below `count`, and returns the number
/// of comparisons of numbers per item.
template <typename Number>
double comparisonsPerItem(unsigned count, const Number& number) {
  std::vector<unsigned> items;
  std::vector<std::string> words;
  for (unsigned i = 0; i < count; ++i) {
    items.push_back(number(i));
    words.push_back(std::to_string(number(i)));
  }
  auto right = items;
  std::sort(right.begin(), right.end());
  std::atomic<std::size_t> calls{0};
  stl::sort(items.begin(), items.end(),
            [&calls](unsigned a, unsigned b) { return ++calls, a < b; });
  EXPECT_TRUE(items == right);
  stl::sort(words.begin(), words.end(), [](const std::string& a, const std::string& b) {
    return std::make_pair(a.size(), a) < std::make_pair(b.size(), b);
  });
  EXPECT_TRUE(
      std::equal(words.begin(), words.end(), right.begin(), right.end(),
                 [](const std::string& word, unsigned n) { return word == std::to_string(n); }));
  return static_cast<double>(calls) / count;
}

TEST_P(ParallelSTL, SortFindsRuns) {
  constexpr unsigned kCount = 60'000;
  EXPECT_LT(comparisonsPerItem(kCount, [](unsigned i) { return i / 3; }), 1.1) << "sorted";
  EXPECT_LT(comparisonsPerItem(kCount, [](unsigned i) { return kCount - i; }), 1.1) << "reversed";
  EXPECT_LT(comparisonsPerItem(kCount, [](unsigned) { return 7U; }), 1.1) << "one value";
  EXPECT_LT(comparisonsPerItem(2000, [](unsigned i) { return 2000 - i; }), 1.1) << "few items";
  // Runs of either direction, in several blocks; then the last items are without order.
  const auto teeth = [](unsigned i) { return i < kCount / 2 ? 2 * i : 2 * (kCount - i); };
  EXPECT_LT(comparisonsPerItem(kCount, teeth), 7);
  EXPECT_LT(
      comparisonsPerItem(kCount, [](unsigned i) { return i < 59'000 ? i : i * 7919 % kCount; }), 7);
}

/// A sort that is cancelled loses no item.
TEST_P(ParallelSTL, SortThatIsCancelledKeepsItsItems) {
  using galois::substrate::Cancellation;
  const auto given = itemsInRuns<unsigned>(20'000, ~0U, [](unsigned number, unsigned place) {
    return number % 1000 * 100'000 + place; // all are different
  });
  auto right = given;
  std::sort(right.begin(), right.end());
  std::atomic<std::size_t> calls{0};
  std::size_t last = ~std::size_t{0};
  const auto comp = [&](unsigned a, unsigned b) {
    if (++calls == last) {
      Cancellation::request();
    }
    return a < b;
  };
  auto items = given;
  stl::sort(items.begin(), items.end(), comp);
  EXPECT_TRUE(items == right);
  const std::size_t all = calls;
  constexpr unsigned kParts = 20,
                     kFine = 60; // the last parts are merges, which are tried more often
  for (unsigned part = 1; part <= kParts + kFine; ++part) {
    last = part <= kParts ? all * part / kParts : all - all / 5 * (part - kParts) / kFine;
    calls = 0;
    items = given;
    EXPECT_THROW(stl::sort(items.begin(), items.end(), comp), galois::substrate::Cancelled);
    Cancellation::reset();
    std::sort(items.begin(), items.end());
    EXPECT_TRUE(items == right) << "cancelled at comparison " << last << " of " << all;
  }
}

TEST_P(ParallelSTL, Partition) {
  for (std::size_t n : kLengths) {
    for (unsigned share : {0U, 1U, 500U, 999U, 1000U}) {
      auto v = randomNumbers(n);
      auto sorted = v;
      auto pred = [share](unsigned x) { return x < share; };
      const auto border = stl::partition(v.begin(), v.end(), pred);
      EXPECT_TRUE(std::all_of(v.begin(), border, pred));
      EXPECT_TRUE(std::none_of(border, v.end(), pred));
      std::sort(v.begin(), v.end());
      std::sort(sorted.begin(), sorted.end());
      EXPECT_EQ(v, sorted) << "each element occurs as often as before";
    }
  }
}

TEST_P(ParallelSTL, Sums) {
  for (std::size_t n : kLengths) {
    auto v = randomNumbers(n);
    const auto sum = std::accumulate(v.begin(), v.end(), std::uint64_t{5});
    EXPECT_EQ(stl::accumulate(v.begin(), v.end(), std::uint64_t{5}), sum);
    EXPECT_EQ(stl::accumulate(v.begin(), v.end(), 0U,
                              [](unsigned a, unsigned b) { return std::max(a, b); }),
              n == 0 ? 0U : *std::max_element(v.begin(), v.end()));
    EXPECT_EQ(stl::map_reduce(
                  v.begin(), v.end(), [](unsigned x) { return std::uint64_t{2} * x; },
                  std::plus<std::uint64_t>(), std::uint64_t{0}),
              2 * (sum - 5));
    std::vector<unsigned> expected(n);
    std::partial_sum(v.begin(), v.end(), expected.begin());
    std::vector<unsigned> out(n);
    EXPECT_EQ(stl::partial_sum(v.begin(), v.end(), out.begin()), out.end());
    EXPECT_EQ(out, expected);
    stl::partial_sum(v.begin(), v.end(), v.begin());
    EXPECT_EQ(v, expected) << "in place";
  }
}

TEST_P(ParallelSTL, SumsOfSequencesOfAllKinds) {
  for (const std::size_t n : {0U, 1U, 31U, 32U, 33U, 255U, 5000U, 40'000U}) {
    const auto v = randomNumbers(n);
    const auto sum = std::accumulate(v.begin(), v.end(), std::uint64_t{0});
    const std::list<unsigned> list(v.begin(), v.end());
    EXPECT_EQ(stl::accumulate(list.begin(), list.end(), std::uint64_t{0}), sum);
    const boost::counting_iterator<std::size_t> first(0), last(n);
    EXPECT_EQ(
        stl::map_reduce(
            first, last, [&](std::size_t i) { return double{1.0} * v[i]; }, std::plus<>(), 0.0),
        static_cast<double>(sum));
    EXPECT_EQ(stl::count_if(first, last, [&](std::size_t i) { return kEven(v[i]); }),
              static_cast<std::size_t>(std::count_if(v.begin(), v.end(), kEven)));
    // A type that is no number, and an operation with a neutral element that is none of zero.
    using Set = std::set<unsigned>;
    const Set all = n > 5000 ? Set(v.begin(), v.end())
                             : stl::map_reduce(
                                   v.begin(), v.end(), [](unsigned x) { return Set{x}; },
                                   [](Set a, const Set& b) {
                                     a.insert(b.begin(), b.end());
                                     return a;
                                   },
                                   Set());
    EXPECT_EQ(all, Set(v.begin(), v.end()));
    EXPECT_EQ(stl::map_reduce(
                  v.begin(), v.end(), [](unsigned x) { return x < 1000; },
                  [](bool a, bool b) { return a && b; }, true),
              true);
  }
}

TEST_P(ParallelSTL, Destroy) {
  auto token = std::make_shared<int>(0);
  std::allocator<std::shared_ptr<int>> memory;
  auto* items = memory.allocate(100);
  for (const bool cancelled : {false, true}) {
    std::uninitialized_fill_n(items, 100, token);
    if (cancelled) {
      galois::substrate::Cancellation::request();
    }
    EXPECT_NO_THROW(stl::destroy(items, items + 100));
    galois::substrate::Cancellation::reset();
    EXPECT_EQ(token.use_count(), 1);
  }
  memory.deallocate(items, 100);
}

TEST_P(ParallelSTL, CancelledInTheLastCall) {
  using galois::substrate::Cancellation;
  const auto v = randomNumbers(1000);
  std::atomic<unsigned> calls{0}; // the last ones merge the sums of the threads, after the loop
  unsigned last = ~0U;
  const auto add = [&](unsigned a, unsigned b) {
    if (++calls == last) {
      Cancellation::request();
    }
    return a + b;
  };
  const auto accumulate = [&] { stl::accumulate(v.begin(), v.end(), 0U, add); };
  const auto mapReduce = [&] {
    stl::map_reduce(
        v.begin(), v.end(), [](unsigned x) { return x; }, add, 0U);
  };
  accumulate();
  last = calls.exchange(0);
  EXPECT_THROW(accumulate(), galois::substrate::Cancelled);
  EXPECT_EQ(calls.exchange(0), last);
  Cancellation::reset();
  EXPECT_THROW(mapReduce(), galois::substrate::Cancelled);
  EXPECT_EQ(calls, last);
  Cancellation::reset();
}

/// A long sequence without memory.
class Endless
    : public boost::iterator_facade<Endless, const int, std::random_access_iterator_tag, int&> {
public:
  static constexpr std::int64_t kLength = std::int64_t{1} << 40;
  explicit Endless(std::int64_t at) : at_(at) {}

private:
  friend boost::iterator_core_access;
  int& dereference() const { return item; }
  bool equal(const Endless& other) const { return at_ == other.at_; }
  void increment() { ++at_; }
  void decrement() { --at_; }
  void advance(std::ptrdiff_t n) { at_ += n; }
  std::ptrdiff_t distance_to(const Endless& other) const { return other.at_ - at_; }

  std::int64_t at_;
  static inline int item = 0;
};

TEST_P(ParallelSTL, BlocksEndWhenAnotherOneHasThrown) {
  struct Failure {};
  std::atomic<unsigned> calls{0};
  EXPECT_THROW(stl::partition(Endless(0), Endless(Endless::kLength),
                              [&](int) {
                                if (calls++ > 0) {
                                  return true;
                                }
                                while (calls < std::min(GetParam(), 2U)) {
                                  std::this_thread::yield(); // until another block has begun
                                }
                                throw Failure();
                              }),
               Failure);
}

/// Requests cancellation when the calls are so many.
struct CancelAt {
  explicit CancelAt(unsigned number) : at(number) {}
  void call() {
    if (++calls == at) {
      galois::substrate::Cancellation::request();
    }
  }
  const unsigned at;
  std::atomic<unsigned> calls{0};
};

TEST(ParallelSTLEnds, SortLooksBetweenPieces) {
  galois::setActiveThreads(1);
  auto v = randomNumbers(1U << 18);
  CancelAt cancel(1);
  EXPECT_THROW(stl::sort(v.begin(), v.end(),
                         [&](unsigned a, unsigned b) {
                           cancel.call();
                           return a < b;
                         }),
               galois::substrate::Cancelled);
  galois::substrate::Cancellation::reset();
  EXPECT_LT(cancel.calls, 2 * v.size()) << "it ends after its first partition";
}

TEST(ParallelSTLEnds, PartialSumLooksInItsSecondPass) {
  struct Number {
    Number operator+(const Number& other) const {
      other.cancel->call();
      return {other.cancel};
    }
    CancelAt* cancel = nullptr; // null in a neutral element, which is on the left
  };
  galois::setActiveThreads(2);
  constexpr unsigned kLength = 1000;
  CancelAt cancel(kLength); // of 998 calls in the two blocks, one for their sums, 500 afterwards
  std::vector<Number> v(kLength, Number{&cancel});
  EXPECT_THROW(stl::partial_sum(v.begin(), v.end(), v.begin()), galois::substrate::Cancelled);
  galois::substrate::Cancellation::reset();
  EXPECT_LE(cancel.calls, kLength + 64);
  galois::setActiveThreads(1);
}

INSTANTIATE_TEST_SUITE_P(Threads, ParallelSTL, testing::Values(1U, 2U, 3U, 16U),
                         testing::PrintToStringParamName());

} // namespace
