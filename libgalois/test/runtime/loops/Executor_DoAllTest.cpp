#include "galois/runtime/Executor_DoAll.h"

#include <atomic>
#include <cstdint>
#include <iterator>
#include <list>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "galois/runtime/Range.h"
#include "galois/runtime/report/StatManager.h"
#include "galois/substrate/Cancellation.h"
#include "support/WithThreads.h"

namespace {

using galois::chunk_size;
using galois::steal;

/// Runs do_all over [0, n) and checks that each index came exactly once.
template <typename... Options>
testing::AssertionResult eachIndexOnce(std::size_t n, std::size_t slowEvery, Options... options) {
  std::vector<std::atomic<unsigned>> count(n);
  auto range = galois::iterate(std::size_t{0}, n);
  auto tuple = std::make_tuple(options...);
  auto fn = [&](std::size_t i) {
    count[i].fetch_add(1, std::memory_order_relaxed);
    if (slowEvery != 0 && i % slowEvery == 0) {
      for (int spin = 0; spin < 2000; ++spin) {
        galois::substrate::asmPause();
      }
    }
  };
  galois::runtime::do_all_gen(range(tuple), fn, tuple);
  for (std::size_t i = 0; i < n; ++i) {
    if (count[i] != 1) {
      return testing::AssertionFailure() << "index " << i << " of " << n << " ran " << count[i];
    }
  }
  return testing::AssertionSuccess();
}

using DoAll = galois::test::WithThreads;

TEST_P(DoAll, RunsEachIndexOnce) {
  for (std::size_t n : {0, 1, 2, 15, 16, 17, 1000, 100000}) {
    EXPECT_TRUE(eachIndexOnce(n, 0));
  }
}

TEST_P(DoAll, RunsEachIndexOnceWithStealing) {
  for (std::size_t n : {0, 1, 2, 15, 16, 17, 1000, 100000}) {
    EXPECT_TRUE(eachIndexOnce(n, 0, steal()));
    EXPECT_TRUE(eachIndexOnce(n, 0, chunk_size<1>(), steal()));
    EXPECT_TRUE(eachIndexOnce(n, 0, steal(), chunk_size<>(7)));
    EXPECT_TRUE(eachIndexOnce(n, 0, steal(), chunk_size<>(1000000)));
  }
}

TEST_P(DoAll, BalancesUnevenWork) {
  for (int round = 0; round < 20; ++round) {
    EXPECT_TRUE(eachIndexOnce(500, 3, steal(), chunk_size<1>()));
  }
}

TEST_P(DoAll, IdleThreadsTakeWorkFromABusyOne) {
  if (GetParam() == 1) {
    GTEST_SKIP() << "needs a second thread";
  }
  // Index 0 ends only after all others have run, so other threads must take the rest of its share.
  constexpr unsigned kCount = 64;
  std::atomic<unsigned> done{0};
  auto range = galois::iterate(0U, kCount);
  auto options = std::make_tuple(steal(), chunk_size<1>());
  auto fn = [&](unsigned i) {
    galois::substrate::Backoff wait;
    while (i == 0 && done.load() != kCount - 1) {
      wait();
    }
    ++done;
  };
  galois::runtime::do_all_gen(range(options), fn, options);
  EXPECT_EQ(done, kCount);
}

TEST_P(DoAll, StealsFromListsWithoutRandomAccess) {
  std::list<unsigned> items(1000, 0);
  auto range = galois::iterate(items);
  auto options = std::make_tuple(steal(), chunk_size<3>());
  auto fn = [](unsigned& x) { ++x; };
  galois::runtime::do_all_gen(range(options), fn, options);
  for (unsigned x : items) {
    ASSERT_EQ(x, 1U);
  }
}

TEST_P(DoAll, WorksOnMoveOnlyElements) {
  std::vector<std::unique_ptr<int>> items(100);
  auto range = galois::iterate(items);
  auto options = std::make_tuple(steal());
  auto fn = [](std::unique_ptr<int>& p) { p = std::make_unique<int>(7); };
  galois::runtime::do_all_gen(range(options), fn, options);
  for (const auto& p : items) {
    ASSERT_EQ(*p, 7);
  }
}

TEST_P(DoAll, ThrowsTheOperatorsException) {
  auto fail = [](int i) {
    if (i == 500) {
      throw std::runtime_error("operator failed");
    }
  };
  auto range = galois::iterate(0, 1000);
  auto plain = std::tuple<>();
  EXPECT_THROW(galois::runtime::do_all_gen(range(plain), fail, plain), std::runtime_error);
  auto stealing = std::make_tuple(steal());
  EXPECT_THROW(galois::runtime::do_all_gen(range(stealing), fail, stealing), std::runtime_error);
  EXPECT_TRUE(eachIndexOnce(1000, 0, steal())) << "the pool is usable afterwards";
}

/// Runs do_all, and ends it in the 5000th iteration. @return how many began later
template <typename Range, typename... Options>
unsigned runEndless(const Range& rangeMaker, std::atomic<bool>& cancelled, bool cancel,
                    Options... options) {
  std::atomic<unsigned> ran{0}, late{0};
  auto tuple = std::make_tuple(options...);
  auto range = rangeMaker(tuple);
  auto fn = [&](std::uint64_t) {
    late += cancelled ? 1 : 0;
    if (++ran == 5000) {
      if (!cancel) {
        throw std::runtime_error("operator failed");
      }
      galois::substrate::Cancellation::request();
      cancelled = true;
    }
  };
  if (cancel) {
    EXPECT_THROW(galois::runtime::do_all_gen(range, fn, tuple), galois::substrate::Cancelled);
    galois::substrate::Cancellation::reset();
  } else {
    EXPECT_THROW(galois::runtime::do_all_gen(range, fn, tuple), std::runtime_error);
  }
  return late;
}

TEST_P(DoAll, EndsSoonAfterAnExceptionOrCancellation) {
  // More numbers than can be run in the time of a test.
  const auto numbers = galois::iterate(std::uint64_t{0}, std::uint64_t{1} << 40);
  for (const bool cancel : {false, true}) {
    std::atomic<bool> cancelled{false};
    EXPECT_LE(runEndless(numbers, cancelled, cancel),
              GetParam() * galois::runtime::internal::kIterationsPerLook);
    cancelled = false;
    // Shares are divided into at most kMaxChunks chunks.
    runEndless(numbers, cancelled, cancel, steal());
    cancelled = false;
    EXPECT_LE(runEndless(galois::iterate(0U, 100000U), cancelled, cancel, steal(), chunk_size<8>()),
              GetParam() * 8);
  }
}

TEST_P(DoAll, HandlesSharesOfVeryManyChunks) {
  // 2^40 numbers in chunks of one are more chunks than one word can count. An exception ends the
  // loop, because running all of them would take too long.
  constexpr auto kCount = std::uint64_t{1} << 40;
  std::atomic<unsigned> ran{0};
  auto fn = [&](std::uint64_t i) {
    if (i >= kCount || ++ran == 1000) {
      throw std::out_of_range("enough");
    }
  };
  auto range = galois::iterate(std::uint64_t{0}, kCount);
  auto options = std::make_tuple(steal(), chunk_size<1>());
  EXPECT_THROW(galois::runtime::do_all_gen(range(options), fn, options), std::out_of_range);
  EXPECT_GE(ran, 1000U);
}

TEST_P(DoAll, ReportsIterationsUnderItsName) {
  galois::runtime::StatManager stats;
  galois::runtime::StatManager::setCurrent(&stats);
  EXPECT_TRUE(eachIndexOnce(100, 0, steal(), galois::loopname("Stealing"), galois::more_stats()));
  EXPECT_TRUE(eachIndexOnce(100, 0, galois::loopname("Plain")));
  EXPECT_TRUE(eachIndexOnce(100, 0, galois::loopname("Silent"), galois::no_stats()));
  galois::runtime::StatManager::setCurrent(nullptr);
  const std::string rows = stats.format(false);
  EXPECT_NE(rows.find("STAT, Stealing, Iterations, TSUM, 100\n"), std::string::npos) << rows;
  EXPECT_NE(rows.find("STAT, Stealing, Time, TMAX, "), std::string::npos) << rows;
  EXPECT_NE(rows.find("STAT, Stealing, InitTime, TMAX, "), std::string::npos) << rows;
  EXPECT_NE(rows.find("STAT, Stealing, ExecuteTime, TMAX, "), std::string::npos) << rows;
  EXPECT_NE(rows.find("STAT, Stealing, StealTime, TMAX, "), std::string::npos) << rows;
  EXPECT_NE(rows.find("STAT, Plain, Iterations, TSUM, 100\n"), std::string::npos) << rows;
  EXPECT_EQ(rows.find("Silent"), std::string::npos) << rows;
}

TEST(ShareCursor, FindsIterationsOfAnyShare) {
  std::list<int> numbers(20);
  std::iota(numbers.begin(), numbers.end(), 0);
  const auto first = numbers.begin();
  const auto second = std::next(first, 10);
  galois::runtime::internal::ShareCursor<std::list<int>::iterator> cursor;
  const auto pass = [&](auto& it, unsigned steps) { // as the loop does
    std::advance(it, steps);
    cursor.moved(steps);
  };
  auto& it = cursor.seek(1, second, 2);
  EXPECT_EQ(*it, 12);
  pass(it, 3);
  EXPECT_EQ(*cursor.seek(1, second, 5), 15); // the next iteration
  EXPECT_EQ(*cursor.seek(1, second, 7), 17);
  EXPECT_EQ(*cursor.seek(1, second, 3), 13); // backward
  EXPECT_EQ(*cursor.seek(0, first, 6), 6);   // another share
  EXPECT_EQ(*cursor.seek(0, first, 6), 6);
  EXPECT_EQ(*cursor.seek(1, second, 9), 19);
}

INSTANTIATE_TEST_SUITE_P(Threads, DoAll, testing::Values(1U, 2U, 3U, 16U),
                         testing::PrintToStringParamName());

TEST(DoAll, NestedLoopsAreAClearError) {
  auto inner = [](int) {};
  auto nest = [&] {
    auto options = std::make_tuple(galois::loopname("Inner"));
    auto range = galois::iterate(0, 10);
    auto outer = [&](int) { galois::runtime::do_all_gen(range(options), inner, options); };
    galois::runtime::do_all_gen(range(options), outer, options);
  };
  try {
    nest();
    ADD_FAILURE() << "it ran";
  } catch (const std::logic_error& error) {
    EXPECT_NE(std::string(error.what()).find("loop Inner was started inside another"),
              std::string::npos)
        << error.what();
  }
}

} // namespace
