#include "galois/runtime/LazyLoop.h"

#include <atomic>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/runtime/Executor_ForkJoin.h"
#include "galois/runtime/ForkJoinReceiver.h"
#include "galois/runtime/ForkJoinSender.h"
#include "galois/runtime/ForkJoinShared.h"
#include "galois/substrate/Backoff.h"

namespace {

namespace runtime = galois::runtime;

TEST(LazyLoop, CountsRangesOfAnyType) {
  EXPECT_EQ(runtime::rangeLength(3, 7), 4u);
  EXPECT_EQ(runtime::rangeLength(7, 3), 0u);
  constexpr auto kLow = std::numeric_limits<std::int64_t>::min();
  constexpr auto kHigh = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(runtime::rangeLength(kLow, kHigh), ~std::uint64_t{0});
  EXPECT_EQ(runtime::rangeAt(kLow, ~std::uint64_t{0}), kHigh);
  const std::vector<int> values(5);
  EXPECT_EQ(runtime::rangeLength(values.begin(), values.end()), 5u);
  EXPECT_EQ(runtime::rangeAt(values.begin(), 5), values.end());
}

template <typename Protocol>
class LazyLoops : public testing::Test {
protected:
  ~LazyLoops() override { galois::setActiveThreads(1); }
};
struct ProtocolNames {
  template <typename Protocol>
  static std::string GetName(int) {
    return Protocol::kName;
  }
};
using Protocols =
    testing::Types<runtime::Receiver, runtime::Sender, runtime::ChaseLev, runtime::Split>;
TYPED_TEST_SUITE(LazyLoops, Protocols, ProtocolNames);

/// The iterations of a loop wait for each other, so they must be on as many workers.
TYPED_TEST(LazyLoops, ALoopOfLongIterationsIsDivided) {
  for (const unsigned threads : {2u, 4u, 16u}) {
    if (threads > 2 && !TypeParam::kOwnerGives) {
      break; // a worker divides its range only between iterations
    }
    galois::setActiveThreads(threads);
    runtime::ForkJoinExecutor<TypeParam> executor;
    std::atomic<unsigned> here{0};
    executor.run([&](auto& context) {
      context.parallelFor(0u, threads, [&](auto& own, unsigned begin, unsigned end) {
        for (; begin < end; ++begin) {
          ++here;
          for (galois::substrate::Backoff wait; here < threads;) {
            own.poll();
            wait();
          }
        }
      });
    });
    EXPECT_EQ(here, threads);
  }
}

/// The outer loop gives its iterations away while its worker is in the inner one, so the largest
/// piece of work moves.
TEST(LazyLoop, TheOutermostLoopIsDividedFirst) {
  galois::setActiveThreads(2);
  runtime::ForkJoinExecutor<runtime::Receiver> executor;
  std::atomic<unsigned> outerOfOther{0};
  executor.run([&](auto& context) {
    context.parallelFor(0, 2, [&](auto& outer, int begin, int end) {
      for (; begin < end; ++begin) {
        if (outer.index() != 0) {
          ++outerOfOther;
          continue;
        }
        outer.parallelFor(0, 1000, [&](auto& inner, int from, int to) {
          for (; from < to; ++from) {
            for (galois::substrate::Backoff wait; outerOfOther == 0;) {
              inner.poll(); // ends only when the other worker has begun the second outer iteration
              wait();
            }
          }
        });
      }
    });
  });
  EXPECT_EQ(outerOfOther, 1u);
  galois::setActiveThreads(1);
}

/// A worker that nobody steals from forks once per halving: not while the last fork is in its deque.
TYPED_TEST(LazyLoops, ALoopIsNotDividedWhileThereIsAFrameToSteal) {
  if (TypeParam::kOwnerGives) {
    GTEST_SKIP() << "the frame of the loop is divided";
  }
  galois::setActiveThreads(1);
  runtime::ForkJoinExecutor<TypeParam> executor;
  unsigned ran = 0;
  executor.run([&](auto& context) {
    context.parallelFor(0u, 4096u,
                        [&](auto&, unsigned begin, unsigned end) { ran += end - begin; });
  });
  EXPECT_EQ(ran, 4096u);
  EXPECT_EQ(executor.counters().forks, 12u);
}

template <typename Worker>
struct Concatenation {
  using Result = std::string;
  static Result fresh() { return {}; }
  static void combine(Result& lower, Result&& upper) { lower += upper; }
  void run(Worker& worker, std::uint64_t begin, std::uint64_t end, Result& result) {
    for (; begin < end; ++begin) {
      result += static_cast<char>('a' + begin % 26);
      if (begin % 16 == 3) {
        galois::substrate::Waits::yield();
        worker.poll();
      }
    }
  }
};

TYPED_TEST(LazyLoops, ResultsAreCombinedInOrder) {
  using Worker = runtime::TaskWorker<TypeParam>;
  std::string expected;
  for (unsigned i = 0; i < 5000; ++i) {
    expected += static_cast<char>('a' + i % 26);
  }
  runtime::ForkJoinSettings settings;
  settings.deltaNs = 1000;
  runtime::ForkJoinExecutor<TypeParam> executor(settings);
  std::uint64_t divided = 0;
  for (const unsigned threads : {1u, 2u, 16u}) {
    galois::setActiveThreads(threads);
    for (unsigned round = 0; round < 10; ++round) {
      std::string result;
      executor.run([&](Worker& worker) {
        Concatenation<Worker> body;
        runtime::LazyLoop<Worker, Concatenation<Worker>>(body, 1 + round)
            .run(worker, expected.size(), result);
      });
      ASSERT_EQ(result, expected) << threads << " threads, round " << round;
      divided += executor.counters().taken;
    }
  }
  EXPECT_GT(divided, 0u);
}

TYPED_TEST(LazyLoops, TheLowestOfTheFailedRangesIsReported) {
  galois::setActiveThreads(2);
  runtime::ForkJoinExecutor<TypeParam> executor;
  std::atomic<unsigned> here{0};
  std::string caught;
  try {
    executor.run([&](auto& context) {
      context.parallelFor(0, 2, [&](auto& own, int begin, int end) {
        ++here;
        for (galois::substrate::Backoff wait; here < 2;) { // both have begun
          own.poll();
          wait();
        }
        throw std::runtime_error(std::to_string(begin) + " to " + std::to_string(end));
      });
    });
  } catch (const std::runtime_error& problem) {
    caught = problem.what();
  }
  EXPECT_EQ(caught, "0 to 1");
}

} // namespace
