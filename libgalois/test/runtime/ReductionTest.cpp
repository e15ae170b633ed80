#include "galois/Reduction.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <set>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Threads.h"
#include "galois/runtime/Executor_DoAll.h"
#include "galois/runtime/Executor_OnEach.h"
#include "galois/runtime/Range.h"
#include "galois/substrate/ThreadPool.h"
#include "support/WithThreads.h"

namespace {

template <typename Fn>
void onEach(Fn fn) {
  galois::runtime::on_each_gen(fn, std::tuple<>());
}

using Reduction = galois::test::WithThreads;

TEST_P(Reduction, AccumulatorSums) {
  galois::GAccumulator<long> sum;
  auto fn = [&](long i) { sum += i; };
  galois::runtime::do_all_gen(galois::iterate(0L, 1000L)(std::tuple<>()), fn, std::tuple<>());
  EXPECT_EQ(sum.reduce(), 499500);
  EXPECT_EQ(sum.reduce(), 499500) << "reducing again changes nothing";
  sum.reset();
  EXPECT_EQ(sum.reduce(), 0);
}

TEST_P(Reduction, U1AccumulatorMinusSubtracts) {
  galois::GAccumulator<int> sum;
  onEach([&](unsigned, unsigned) {
    sum += 5;
    sum -= 7;
  });
  EXPECT_EQ(sum.reduce(), -2 * static_cast<int>(GetParam()));
}

/// Compares a reduction of numbers with the same calls on a plain number, in every mixture of calls.
template <typename T, typename Reducible, typename Plain>
void expectLikeANumber(T first, const Plain& plain) {
  for (unsigned mixture = 0; mixture < 81; ++mixture) {
    Reducible reduced;
    T right = reduced.reduce();
    T step = first;
    for (unsigned calls = mixture, i = 0; i < 4; ++i, calls /= 3) {
      reduced.update(step);
      right = plain(right, step);
      step = static_cast<T>(step + 1);
      if (calls % 3 == 1) {
        ASSERT_EQ(reduced.getLocal(), right);
        reduced.getLocal() = right = static_cast<T>(right / 2); // later calls go on from there
      } else if (calls % 3 == 2) {
        ASSERT_EQ(reduced.reduce(), right);
      }
    }
    const Reducible& constant = reduced;
    EXPECT_EQ(constant.getLocal(), right) << mixture;
    Reducible moved = std::move(reduced);
    moved.update(step);
    EXPECT_EQ(moved.reduce(), plain(right, step)) << mixture;
    moved.update(step);
    moved.reset();
    EXPECT_EQ(moved.reduce(), Reducible().reduce()) << mixture;
  }
}

template <typename T>
void expectLikeNumbers() {
  const T first = std::is_signed_v<T> ? static_cast<T>(-2) : T{3};
  expectLikeANumber<T, galois::GAccumulator<T>>(first,
                                                [](T a, T b) { return static_cast<T>(a + b); });
  expectLikeANumber<T, galois::GReduceMax<T>>(first, [](T a, T b) { return std::max(a, b); });
  expectLikeANumber<T, galois::GReduceMin<T>>(first, [](T a, T b) { return std::min(a, b); });
}

TEST_P(Reduction, NumbersMayBeReadAndChangedBetweenUpdates) {
  expectLikeNumbers<signed char>();
  expectLikeNumbers<std::uint16_t>();
  expectLikeNumbers<int>();
  expectLikeNumbers<std::uint64_t>();
  expectLikeNumbers<float>();
  expectLikeNumbers<double>();
  expectLikeNumbers<long double>(); // longer than a register
}

TEST_P(Reduction, SumsAnArrayThatTheLoopWrites) {
  std::vector<std::uint64_t> numbers(1000, 1);
  galois::GAccumulator<std::uint64_t> sum, twice;
  galois::GReduceMax<std::uint64_t> greatest;
  auto fn = [&](std::size_t i) {
    sum += numbers[i];
    numbers[i] += i + sum.getLocal() - sum.getLocal();
    twice += numbers[i];
    twice += numbers[i];
    greatest.update(numbers[i]);
  };
  galois::runtime::do_all_gen(galois::iterate(std::size_t{0}, numbers.size())(std::tuple<>()), fn,
                              std::tuple<>());
  EXPECT_EQ(sum.reduce(), 1000U);
  EXPECT_EQ(twice.reduce(), 2U * (1000U + 499'500U));
  EXPECT_EQ(greatest.reduce(), 1000U);
}

TEST_P(Reduction, KeepsItsValuesWhenThreadsAreAdded) {
  galois::GAccumulator<int> sum;
  onEach([&](unsigned, unsigned) { sum += 1; });
  const unsigned more = galois::substrate::getThreadPool().getMaxThreads() + 1;
  galois::setActiveThreads(more);
  onEach([&](unsigned, unsigned) { sum += 10; });
  EXPECT_EQ(sum.reduce(), static_cast<int>(GetParam() + 10 * more));
}

TEST_P(Reduction, U2MaximumOfNegativeFloatingValues) {
  galois::GReduceMax<double> greatest;
  onEach([&](unsigned tid, unsigned) { greatest.update(-10.0 - tid); });
  EXPECT_EQ(greatest.reduce(), -10.0);
  greatest.reset();
  EXPECT_EQ(greatest.reduce(), std::numeric_limits<double>::lowest());
}

TEST_P(Reduction, U3ReduceIncludesSlotZeroOnEveryThread) {
  // One thread other than 0 reduces while the others do nothing.
  for (unsigned reducer = 0; reducer < GetParam(); ++reducer) {
    galois::GAccumulator<int> sum;
    onEach([&](unsigned, unsigned) { sum += 1; });
    int result = 0;
    onEach([&](unsigned tid, unsigned) {
      if (tid == reducer) {
        result = sum.reduce();
      }
    });
    EXPECT_EQ(result, static_cast<int>(GetParam())) << "reduced on thread " << reducer;
    EXPECT_EQ(sum.reduce(), static_cast<int>(GetParam())) << "and again on thread 0";
  }
}

TEST_P(Reduction, MinimumAndLogic) {
  galois::GReduceMin<int> least;
  galois::GReduceLogicalAnd all;
  galois::GReduceLogicalOr any;
  EXPECT_TRUE(all.reduce());
  EXPECT_FALSE(any.reduce());
  onEach([&](unsigned tid, unsigned) {
    least.update(static_cast<int>(tid) - 3);
    all.update(tid != 0);
    any.update(tid == 0);
  });
  EXPECT_EQ(least.reduce(), -3);
  EXPECT_FALSE(all.reduce());
  EXPECT_TRUE(any.reduce());
}

TEST_P(Reduction, MakeReducibleWithAMergeThatChangesItsArgument) {
  auto merge = [](std::set<unsigned>& a, std::set<unsigned>&& b) -> std::set<unsigned>& {
    a.merge(b);
    return a;
  };
  auto all = galois::make_reducible(merge, [] { return std::set<unsigned>(); });
  onEach([&](unsigned tid, unsigned) { all.update(std::set<unsigned>{tid}); });
  EXPECT_EQ(all.reduce().size(), GetParam());
}

TEST_P(Reduction, MoveOnlyValues) {
  auto merge = [](std::unique_ptr<int>& a, std::unique_ptr<int>&& b) {
    return std::make_unique<int>(*a + *b);
  };
  auto sum = galois::make_reducible(merge, [] { return std::make_unique<int>(0); });
  onEach([&](unsigned, unsigned) { sum.update(std::make_unique<int>(2)); });
  EXPECT_EQ(*sum.reduce(), 2 * static_cast<int>(GetParam()));
}

TEST_P(Reduction, MoveOnlyValuesThatAreMergedByValue) {
  using Owner = std::unique_ptr<int>;
  auto merge = [](Owner a, Owner b) {
    *a += *b;
    return a;
  };
  auto sum = galois::make_reducible(merge, [] { return std::make_unique<int>(0); });
  onEach([&](unsigned tid, unsigned) { sum.update(std::make_unique<int>(tid)); });
  const auto threads = static_cast<int>(GetParam());
  EXPECT_EQ(*sum.reduce(), threads * (threads - 1) / 2);
  sum.reset();
  EXPECT_EQ(*sum.reduce(), 0);
}

TEST_P(Reduction, MergeOfTwoReferencesThatAreNotConst) {
  using Set = std::set<unsigned>;
  auto merge = [](Set& a, Set& b) -> Set& {
    a.merge(b);
    return a;
  };
  auto all = galois::make_reducible(merge, [] { return Set(); });
  onEach([&](unsigned tid, unsigned) {
    const Set own{tid};
    all.update(own);
    EXPECT_EQ(own.size(), 1U);
    all.update(Set{1000 + tid});
  });
  EXPECT_EQ(all.reduce().size(), 2 * GetParam());
}

TEST_P(Reduction, MergeThatReturnsNothing) {
  auto merge = [](std::vector<unsigned>& a, const std::vector<unsigned>& b) {
    a.insert(a.end(), b.begin(), b.end());
  };
  auto all = galois::make_reducible(merge, [] { return std::vector<unsigned>(); });
  onEach([&](unsigned tid, unsigned) {
    const std::vector<unsigned> own{tid};
    all.update(own);
    all.update({tid, tid});
  });
  EXPECT_EQ(all.reduce().size(), 3 * GetParam());
}

INSTANTIATE_TEST_SUITE_P(Threads, Reduction, testing::Values(1U, 2U, 3U, 16U),
                         testing::PrintToStringParamName());

TEST(ReductionGrowth, ThreadsAddedLaterStartAtTheIdentity) {
  galois::setActiveThreads(1);
  galois::GReduceMin<int> least;
  least.update(4);
  galois::setActiveThreads(20);
  onEach([&](unsigned, unsigned) { least.update(9); });
  EXPECT_EQ(least.reduce(), 4);
  galois::setActiveThreads(1);
}

TEST(ReductionNames, Galois5NamesAreAliases) {
  galois::GReduceLogicalAND all;
  galois::GReduceLogicalOR any;
  all.update(true);
  any.update(false);
  EXPECT_TRUE(all.reduce());
  EXPECT_FALSE(any.reduce());
}

} // namespace
