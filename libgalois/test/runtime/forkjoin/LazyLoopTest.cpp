#include "galois/runtime/forkjoin/LazyLoop.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/runtime/forkjoin/Executor_ForkJoin.h"
#include "galois/substrate/Backoff.h"
#include "galois/substrate/Cancellation.h"
#include "support/Child.h"
#include "support/CountedHeap.h"
#include "support/ForkJoinProtocols.h"

namespace {

namespace runtime = galois::runtime;
using galois::test::CountedHeap;
using galois::test::ForkJoinProtocols;
using galois::test::ProtocolNames;

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
TYPED_TEST_SUITE(LazyLoops, ForkJoinProtocols, ProtocolNames);

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

/// Settings under which leaves are interrupted.
runtime::ForkJoinSettings interrupted(runtime::Interrupts by) {
  runtime::ForkJoinSettings settings;
  settings.interrupts = by;
  settings.periodNs = 100'000;
  settings.deltaNs = 1000;
  return settings;
}
/// The runtime of ThreadSanitizer can leave all signals of a thread blocked, if one comes while it
/// begins to handle another one.
constexpr const char* kSignalsGetLost = "ThreadSanitizer may block signals for good";

/// Waits for an event that needs another worker, without polls.
template <typename Event>
void awaitInLeaf(const Event& happened) {
  for (unsigned i = 0; i < 300'000 && !happened(); ++i) {
    galois::substrate::Waits::sleep(100); // half a minute at most
  }
}

/// A loop for which there is no memory for a while, so that no part can be prepared. Its first leaf
/// lasts until another worker, which has worked till then, has asked for work and fallen asleep. The
/// second one waits for that worker.
struct LateParts {
  static constexpr bool kPerIndex = false;
  using Worker = runtime::TaskWorker<runtime::Receiver>;
  struct Result {};
  static Result fresh() { return {}; }
  static void combine(Result&, Result&&) {}
  void run(Worker& worker, std::uint64_t begin, std::uint64_t end, Result&) {
    for (; begin < end; ++begin) {
      if (begin == 0) {
        CountedHeap::refuse(true);
        worker.leaf([&] {
          CountedHeap::refuse(false);
          inLeaf = true;
          galois::substrate::Waits::sleep(100'000);
        });
        continue;
      }
      ++here;
      worker.leaf([&] { awaitInLeaf([&] { return here == 2; }); });
      late += here == 2 ? 0 : 1;
    }
  }
  std::atomic<bool> taken{false}, inLeaf{false};
  std::atomic<unsigned> here{0}, late{0};
};

/// The handler has nothing to give, but must not refuse: a refused thief would sleep until the end.
TEST(LazyLoop, ARequestThatTheHandlerCannotMeetIsMetAfterTheLeaf) {
  for (const auto by : {runtime::Interrupts::kTimer, runtime::Interrupts::kThief}) {
    galois::setActiveThreads(2);
    runtime::ForkJoinExecutor<runtime::Receiver> executor(interrupted(by));
    LateParts body;
    executor.run([&](LateParts::Worker& worker) {
      worker.invoke(
          [&](LateParts::Worker& own) {
            while (!body.taken) {
              own.poll();
            }
            LateParts::Result result;
            runtime::LazyLoop<LateParts::Worker, LateParts>(body, 1).run(own, 3, result);
          },
          [&] {
            body.taken = true;
            while (!body.inLeaf) {
              galois::substrate::Waits::sleep(10);
            }
          });
    });
    EXPECT_EQ(body.late, 0u);
    EXPECT_EQ(executor.counters().splits, 1u);
  }
  galois::setActiveThreads(1);
}

/// The iterations wait for each other in leaves, so the handlers of interrupts must divide the loop.
TYPED_TEST(LazyLoops, ALoopOfLongLeavesIsDividedInHandlers) {
  if (!TypeParam::kOwnerGives) {
    GTEST_SKIP() << "a worker divides its range only between iterations";
  }
  if (galois::test::kThreadSanitized) {
    GTEST_SKIP() << kSignalsGetLost;
  }
  for (const auto by : {runtime::Interrupts::kTimer, runtime::Interrupts::kThief}) {
    if (by == runtime::Interrupts::kThief && TypeParam::kName != std::string("receiver")) {
      continue;
    }
    for (const unsigned threads : {2u, 3u, 16u}) {
      galois::setActiveThreads(threads);
      runtime::ForkJoinExecutor<TypeParam> executor(interrupted(by));
      std::atomic<unsigned> here{0}, late{0};
      executor.run([&](auto& context) {
        context.parallelFor(0u, threads, [&](auto& own, unsigned begin, unsigned end) {
          for (; begin < end; ++begin) {
            ++here;
            own.leaf([&] { awaitInLeaf([&] { return here == threads; }); });
            late += here == threads ? 0 : 1;
          }
        });
      });
      EXPECT_EQ(late, 0u) << threads << " threads";
      EXPECT_EQ(executor.counters().splits, threads - 1);
    }
  }
}

/// The inner loop is divided after the outer one, which had one more iteration.
TEST(LazyLoop, TheHandlerDividesTheInnerLoopToo) {
  if (galois::test::kThreadSanitized) {
    GTEST_SKIP() << kSignalsGetLost;
  }
  galois::setActiveThreads(3);
  runtime::ForkJoinExecutor<runtime::Receiver> executor(interrupted(runtime::Interrupts::kThief));
  std::atomic<unsigned> outer{0}, inner{0};
  const auto meet = [&] { return outer == 2 && inner == 2; };
  executor.run([&](auto& context) {
    context.parallelFor(0, 2, [&](auto& own, int begin, int end) {
      for (; begin < end; ++begin) {
        ++outer;
        if (begin == 1) {
          own.leaf([&] { awaitInLeaf(meet); });
          continue;
        }
        own.parallelFor(0, 2, [&](auto& worker, int from, int to) {
          for (; from < to; ++from) {
            ++inner;
            worker.leaf([&] { awaitInLeaf(meet); });
          }
        });
      }
    });
  });
  EXPECT_EQ(executor.counters().splits, 2u);
  galois::setActiveThreads(1);
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

/// However fast the iterations are, the pieces become shorter towards the end of the range.
TYPED_TEST(LazyLoops, APieceIsAShareOfWhatIsLeft) {
  constexpr std::uint64_t kIterations = 200'000;
  for (const unsigned threads : {2u, 8u}) {
    galois::setActiveThreads(threads);
    runtime::ForkJoinExecutor<TypeParam> executor;
    std::atomic<unsigned> pieces{0}, tooLong{0};
    executor.run([&](auto& context) {
      context.parallelFor(
          std::uint64_t{0}, kIterations, [&](auto&, std::uint64_t begin, std::uint64_t end) {
            ++pieces;
            tooLong +=
                end - begin > std::max<std::uint64_t>((kIterations - begin) / (2 * threads), 16);
          });
    });
    EXPECT_EQ(tooLong, 0u) << threads << " threads";
    EXPECT_GT(pieces, 2 * threads);
  }
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

/// Lists the letters of the alphabet. If the loop is to be divided, its first iteration waits until
/// another worker has begun one.
template <typename Worker>
struct Concatenation {
  static constexpr bool kPerIndex = true;
  using Result = std::string;
  static Result fresh() { return {}; }
  static void combine(Result& lower, Result&& upper) { lower += upper; }
  void run(Worker& worker, std::uint64_t begin, std::uint64_t end, Result& result) {
    if (worker.index() != 0) {
      divided = true;
    }
    for (; begin < end; ++begin) {
      result += static_cast<char>('a' + begin % 26);
      for (galois::substrate::Backoff wait; !divided;) {
        worker.poll();
        wait();
      }
      if (begin % 16 == 3) {
        worker.poll();
      }
    }
  }
  std::atomic<bool> divided;
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
  for (const unsigned threads : {1u, 2u, 16u}) {
    galois::setActiveThreads(threads);
    for (const std::uint64_t grain : {1u, 2u, 5u, 10u}) {
      std::string result;
      executor.run([&](Worker& worker) {
        Concatenation<Worker> body{{threads == 1}};
        runtime::LazyLoop<Worker, Concatenation<Worker>>(body, grain)
            .run(worker, expected.size(), result);
      });
      ASSERT_EQ(result, expected) << threads << " threads, grain " << grain;
    }
  }
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

/// Iteration 2 throws. Then iteration 0, on another worker, requests cancellation, and iteration 1
/// does not begin.
TYPED_TEST(LazyLoops, AnExceptionOfTheProgramComesBeforeCancelled) {
  galois::setActiveThreads(2);
  for (const bool throws : {false, true}) { // whether iteration 0 throws Cancelled
    if (throws && !TypeParam::kOwnerGives) {
      break; // A fork throws what its first branch has thrown.
    }
    runtime::ForkJoinExecutor<TypeParam> executor;
    std::atomic<bool> thrown{false};
    std::string caught;
    try {
      executor.run([&](auto& context) {
        context.parallelFor(0, 4, [&](auto& own, int begin, int /*end*/) {
          if (begin == 2) {
            thrown = true;
            throw std::runtime_error("program");
          }
          for (galois::substrate::Backoff wait; !thrown;) {
            own.poll();
            wait();
          }
          galois::substrate::Cancellation::request();
          if (throws) {
            galois::substrate::Cancellation::throwIfRequested();
          }
        });
      });
    } catch (const std::runtime_error& problem) {
      caught = problem.what();
    }
    galois::substrate::Cancellation::reset();
    EXPECT_EQ(caught, "program");
  }
}

} // namespace
