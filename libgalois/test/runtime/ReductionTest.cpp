#include "galois/Reduction.h"

#include <limits>
#include <memory>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Threads.h"
#include "galois/runtime/Executor_DoAll.h"
#include "galois/runtime/Executor_OnEach.h"
#include "galois/runtime/Range.h"
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
