#include "galois/runtime/forkjoin/Executor_ForkJoin.h"

#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/substrate/Backoff.h"
#include "galois/substrate/Clock.h"
#include "galois/substrate/Interrupts.h"
#include "galois/substrate/ThreadPool.h"
#include "support/ForkJoinProtocols.h"
#include "support/TaskTrees.h"

namespace {

namespace runtime = galois::runtime;
using galois::test::fib;
using galois::test::ForkJoinProtocols;
using galois::test::ProtocolNames;
using galois::test::TaskTree;
using runtime::ForkJoinSettings;
using runtime::IdleRule;
using runtime::JoinRule;
using runtime::StealAmount;

constexpr unsigned kThreads[] = {1, 2, 3, 16};

template <typename Protocol>
class ForkJoin : public testing::Test {
protected:
  ~ForkJoin() override { galois::setActiveThreads(1); }

  /// Calls test(executor) with several numbers of threads under both rules of joins, where half of
  /// the tasks is given at once, and where senders draw among idle threads.
  template <typename Test>
  void everywhere(const Test& test) {
    const auto idleSet = runtime::DealTargets::kIdleSet;
    for (const auto& [join, steal, idle, targets] :
         {std::tuple{JoinRule::kOwn, StealAmount::kOne, IdleRule::kClose, idleSet},
          std::tuple{JoinRule::kOwn, StealAmount::kOne, IdleRule::kClose,
                     runtime::DealTargets::kAll},
          std::tuple{JoinRule::kAny, StealAmount::kOne, IdleRule::kClose, idleSet},
          std::tuple{JoinRule::kAny, StealAmount::kHalf, IdleRule::kPoll,
                     runtime::DealTargets::kAll}}) {
      if (targets == idleSet && join == JoinRule::kOwn &&
          !std::is_same_v<Protocol, runtime::Sender>) {
        continue; // as the next one
      }
      ForkJoinSettings settings;
      settings.join = join;
      settings.steal = steal;
      settings.idle = idle;
      settings.targets = targets;
      settings.deltaNs = 1000;
      runtime::ForkJoinExecutor<Protocol> executor(settings);
      for (const unsigned threads : kThreads) {
        SCOPED_TRACE(testing::Message()
                     << threads << " threads, join rule " << int(join) << ", steal " << int(steal));
        galois::setActiveThreads(threads);
        test(executor);
      }
    }
  }
};

TYPED_TEST_SUITE(ForkJoin, ForkJoinProtocols, ProtocolNames);

TYPED_TEST(ForkJoin, FibIsThatOfTheSerialRecursion) {
  this->everywhere([](auto& executor) {
    for (unsigned round = 0; round < 3; ++round) {
      std::uint64_t value = 0;
      executor.run([&](auto& context) { value = fib(context, 20); });
      EXPECT_EQ(value, 6765u);
      EXPECT_EQ(executor.counters().forks, 10945u); // one per call for 2 or more
    }
  });
}

TYPED_TEST(ForkJoin, EveryNodeOfARandomTreeRunsOnce) {
  this->everywhere([](auto& executor) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const TaskTree tree(seed, 3000);
      std::vector<std::atomic<int>> visits(tree.size());
      std::uint64_t sum = 0;
      executor.run([&](auto& context) { sum = tree.visit(context, 0, visits); });
      EXPECT_EQ(sum, tree.serialSum()) << "seed " << seed;
      for (std::size_t i = 0; i < visits.size(); ++i) {
        ASSERT_EQ(visits[i], 1) << "node " << i << ", seed " << seed;
      }
    }
  });
}

TYPED_TEST(ForkJoin, CountersAreConsistent) {
  this->everywhere([](auto& executor) {
    executor.run([&](auto& context) { fib(context, 22); });
    const auto all = executor.counters();
    EXPECT_EQ(all.forks, 28656u);
    EXPECT_EQ(all.calls, 0u);
    EXPECT_GE(all.maxDepth, 1u);
    EXPECT_LE(all.maxDepth, 22u * executor.countersPerWorker().size());
    EXPECT_LE(all.deals, all.dealAttempts);
    if (TypeParam::kOwnerGives && executor.settings().steal == StealAmount::kOne) {
      EXPECT_EQ(all.sent, all.taken);
    } else if (TypeParam::kOwnerGives) {
      EXPECT_GE(all.sent, all.taken); // what a worker holds it may pass on
    }
    if (executor.countersPerWorker().size() == 1) {
      EXPECT_EQ(all.maxDepth, 21u);
      EXPECT_EQ(all.taken + all.requests + all.idleSpells + all.dealAttempts, 0u);
    } else {
      EXPECT_GE(all.idleSpells, 1u);
    }
  });
}

/// Forks `depth` times in the first branch of each other.
template <typename Context>
unsigned chain(Context& context, unsigned depth) {
  if (depth == 0) {
    return 0;
  }
  unsigned below = 0, one = 0;
  context.invoke([&](auto& here) { below = chain(here, depth - 1); }, [&] { one = 1; });
  return below + one;
}

TYPED_TEST(ForkJoin, AForkIsACallWhenTheDequeIsFull) {
  this->everywhere([](auto& executor) {
    unsigned count = 0;
    executor.run([&](auto& context) { count = chain(context, 2000); });
    EXPECT_EQ(count, 2000u);
    EXPECT_EQ(executor.counters().forks, 2000u);
    if (executor.countersPerWorker().size() == 1) {
      EXPECT_EQ(executor.counters().calls, 2000u - 256);
    }
    // The deque is usable afterwards.
    executor.run([&](auto& context) { count = chain(context, 200); });
    EXPECT_EQ(count, 200u);
    EXPECT_EQ(executor.counters().calls, 0u);
  });
}

struct Failure {
  unsigned node;
};

TYPED_TEST(ForkJoin, TheFirstExceptionOfTheSerialOrderIsThrown) {
  this->everywhere([](auto& executor) {
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      const TaskTree tree(seed, 500);
      // Every 50th node throws, so the one that comes first in the serial order must come out.
      const auto throws = [seed](unsigned node) { return (node + seed) % 50 == 0; };
      std::vector<std::atomic<int>> visits(tree.size());
      std::atomic<int> running{0};
      unsigned caught = ~0u;
      try {
        executor.run([&](auto& context) {
          tree.visitOrThrow(context, 0, visits, running, [&](unsigned node) {
            if (throws(node)) {
              throw Failure{node};
            }
          });
        });
      } catch (const Failure& failure) {
        caught = failure.node;
      }
      EXPECT_EQ(caught, tree.firstInSerialOrder(throws)) << "seed " << seed;
      EXPECT_EQ(running, 0) << "a branch was not awaited";
      for (const auto& visit : visits) {
        EXPECT_LE(visit, 1);
      }
    }
    std::uint64_t value = 0;
    executor.run([&](auto& context) { value = fib(context, 12); });
    EXPECT_EQ(value, 144u);
  });
}

TYPED_TEST(ForkJoin, WhatHasNotBegunIsDropped) {
  runtime::ForkJoinExecutor<TypeParam> executor;
  galois::setActiveThreads(1);
  bool ran = false;
  EXPECT_THROW(executor.run([&](auto& context) {
    context.invoke([] { throw std::runtime_error("first"); }, [&] { ran = true; });
  }),
               std::runtime_error);
  EXPECT_FALSE(ran);
}

TYPED_TEST(ForkJoin, LoopsRunEachIndexOnceUnderEachCut) {
  for (const auto cut : {runtime::LoopCut::kLazy, runtime::LoopCut::kTime,
                         runtime::LoopCut::kPerWorker, runtime::LoopCut::kFixed}) {
    ForkJoinSettings settings;
    settings.cut = cut;
    settings.grain = 10;
    runtime::ForkJoinExecutor<TypeParam> executor(settings);
    for (const unsigned threads : kThreads) {
      galois::setActiveThreads(threads);
      for (const std::size_t n : {0u, 1u, 2u, 17u, 3000u}) {
        for (const std::size_t grain : {1u, 7u, 5000u}) {
          std::vector<std::atomic<int>> seen(n);
          std::atomic<bool> tooShort{false};
          executor.run([&](auto& context) {
            context.parallelFor(
                std::size_t{0}, n,
                [&](auto&, std::size_t begin, std::size_t end) {
                  tooShort = tooShort || end - begin < std::min(grain, n) / 2 || begin == end;
                  for (; begin < end; ++begin) {
                    ++seen[begin];
                  }
                },
                grain);
          });
          EXPECT_FALSE(tooShort);
          for (std::size_t i = 0; i < n; ++i) {
            ASSERT_EQ(seen[i], 1) << i << " of " << n << ", " << threads << " threads";
          }
        }
      }
    }
  }
}

TYPED_TEST(ForkJoin, LoopsNestWithForks) {
  this->everywhere([](auto& executor) {
    std::atomic<std::uint64_t> sum{0};
    executor.run([&](auto& context) {
      context.parallelFor(0, 20, [&](auto& outer, int begin, int end) {
        for (; begin < end; ++begin) {
          outer.parallelFor(0, 30, [&](auto& inner, int from, int to) {
            for (; from < to; ++from) {
              sum += fib(inner, 6);
            }
          });
        }
      });
    });
    EXPECT_EQ(sum, 20u * 30 * 8);
  });
}

/// While one worker runs a long task that polls, all others get their part of the work.
TYPED_TEST(ForkJoin, BothBranchesCanRunAtOnce) {
  for (const unsigned threads : {2u, 16u}) {
    galois::setActiveThreads(threads);
    runtime::ForkJoinExecutor<TypeParam> executor;
    std::atomic<unsigned> here{0};
    const auto meet = [&](auto& context) {
      ++here;
      for (galois::substrate::Backoff wait; here < 2;) {
        context.poll();
        wait();
      }
    };
    executor.run([&](auto& context) { context.invoke(meet, meet); });
    EXPECT_EQ(here, 2u);
    EXPECT_EQ(executor.counters().taken, 1u);
  }
}

/// While eight forks are open, another worker gets one task or four at once. Of a lone loop it gets
/// one part.
TYPED_TEST(ForkJoin, HalfOfTheTasksAreGivenAtOnce) {
  if (!TypeParam::kOwnerGives) {
    GTEST_SKIP() << "thieves take one task";
  }
  galois::setActiveThreads(2);
  for (const auto& [steal, gift] :
       {std::pair{StealAmount::kOne, 1U}, std::pair{StealAmount::kHalf, 4U}}) {
    for (const bool loop : {false, true}) {
      ForkJoinSettings settings;
      settings.join = JoinRule::kAny;
      settings.steal = steal;
      settings.deltaNs = 1000;
      runtime::ForkJoinExecutor<TypeParam> executor(settings);
      std::atomic<bool> ready{false};
      std::atomic<unsigned> ran{0};
      std::uint64_t given = 0;
      const auto pollUntilSent = [](auto& context, std::uint64_t before) {
        for (galois::substrate::Backoff wait; context.counters().sent == before;) {
          context.poll();
          wait();
        }
        return context.counters().sent - before;
      };
      const auto offer = [&](auto& context) {
        ready = true;
        given = pollUntilSent(context, 1);
      };
      const auto nest = [&](const auto& self, auto& context, unsigned depth) -> void {
        if (depth == 0) {
          offer(context);
        } else {
          context.invoke([&](auto& here) { self(self, here, depth - 1); }, [&] { ++ran; });
        }
      };
      const auto offerLoop = [&](auto& here, unsigned begin, unsigned end) {
        if (begin == 0) {
          offer(here);
        }
        ran += end - begin;
      };
      executor.run([&](auto& context) {
        context.invoke(
            [&](auto& here) {
              pollUntilSent(here, 0);
              if (loop) {
                here.parallelFor(0U, 100U, offerLoop);
              } else {
                nest(nest, here, 8);
              }
            },
            [&] { // keeps the other worker busy until there is something to give
              for (galois::substrate::Backoff wait; !ready;) {
                wait();
              }
            });
      });
      EXPECT_EQ(given, loop ? 1U : gift) << "loop " << loop;
      EXPECT_EQ(ran, loop ? 100U : 8U);
    }
  }
}

/// A leaf that runs until the other branch has begun ends only if it is interrupted.
TYPED_TEST(ForkJoin, ALeafThatIsInterruptedLetsOthersGetWork) {
  using runtime::Interrupts;
  if (TypeParam::kName == std::string("chase-lev")) {
    GTEST_SKIP() << "nothing has to be interrupted";
  }
  for (const Interrupts rule : {Interrupts::kTimer, Interrupts::kThief}) {
    if (rule == Interrupts::kThief && TypeParam::kName != std::string("receiver")) {
      continue;
    }
    ForkJoinSettings settings;
    settings.interrupts = rule;
    settings.periodNs = 100'000;
    settings.deltaNs = 1000;
    runtime::ForkJoinExecutor<TypeParam> executor(settings);
    for (const unsigned threads : {2U, 16U}) {
      galois::setActiveThreads(threads);
      for (unsigned round = 0; round < 20; ++round) {
        std::atomic<bool> begun{false};
        bool seen = false;
        executor.run([&](auto& context) {
          context.invoke(
              [&](auto& here) {
                here.leaf([&] {
                  for (unsigned i = 0; i < 300'000 && !begun; ++i) {
                    galois::substrate::Waits::sleep(100); // half a minute at most
                  }
                  seen = begun;
                });
              },
              [&] { begun = true; });
        });
        EXPECT_TRUE(seen) << threads << " threads, round " << round;
        EXPECT_EQ(executor.counters().taken, 1u);
      }
    }
  }
}

TYPED_TEST(ForkJoin, ALeafReturnsWhatItsFunctionReturnsOrThrows) {
  for (const auto rule : {runtime::Interrupts::kOff, runtime::Interrupts::kTimer}) {
    ForkJoinSettings settings;
    settings.interrupts = rule;
    runtime::ForkJoinExecutor<TypeParam> executor(settings);
    executor.run([&](auto& context) {
      int value = 5;
      EXPECT_EQ(&context.leaf([&]() -> int& { return value; }), &value);
      EXPECT_EQ(context.leaf([&] { return context.leaf([] { return 3; }); }), 3);
      EXPECT_THROW(context.leaf([] { throw 1; }), int);
      EXPECT_FALSE(galois::substrate::Interruptible::inside());
    });
  }
}

/// Sleeping workers are woken when work comes after a long time without any.
TYPED_TEST(ForkJoin, SleepersWakeUp) {
  galois::setActiveThreads(4);
  runtime::ForkJoinExecutor<TypeParam> executor;
  executor.run([&](auto& context) {
    for (unsigned round = 0; round < 3; ++round) {
      galois::substrate::Waits::sleep(50'000); // the other workers fall asleep
      std::atomic<unsigned> here{0};
      const auto meet = [&](auto& own) {
        ++here;
        for (galois::substrate::Backoff wait; here < 4;) {
          own.poll();
          wait();
        }
      };
      context.invoke([&](auto& left) { left.invoke(meet, meet); },
                     [&](auto& right) { right.invoke(meet, meet); });
      EXPECT_EQ(here, 4u);
    }
  });
}

TYPED_TEST(ForkJoin, KnowsTheClockAndTheProcessors) {
  const unsigned usable = galois::substrate::getThreadPool().getMaxUsableThreads();
  runtime::ForkJoinExecutor<TypeParam> executor;
  for (const unsigned wanted : {1U, usable, usable + 1}) {
    const unsigned threads = galois::setActiveThreads(wanted);
    executor.run([&](auto& context) {
      EXPECT_EQ(context.team().ownCores, threads <= usable);
      EXPECT_GT(context.team().ticksPerMicrosecond, 1U); // the slowest counters have about 20
    });
  }
}

/// The first task of a worker comes after the region has begun.
TYPED_TEST(ForkJoin, TimesBeginWithTheRegion) {
  galois::setActiveThreads(2);
  runtime::ForkJoinExecutor<TypeParam> executor;
  const std::uint64_t before = galois::substrate::nowNs();
  std::atomic<bool> begun{false};
  executor.run([&](auto& context) {
    context.invoke(
        [&](auto& here) {
          for (galois::substrate::Backoff wait; !begun;) {
            here.poll();
            wait();
          }
        },
        [&] { begun = true; });
  });
  EXPECT_LE(executor.counters().busyAfterNs, galois::substrate::nowNs() - before);
}

TYPED_TEST(ForkJoin, ARootWithoutForksEnds) {
  this->everywhere([](auto& executor) {
    unsigned calls = 0;
    for (unsigned i = 0; i < 20; ++i) {
      executor.run([&] { ++calls; });
    }
    EXPECT_EQ(calls, 20u);
    EXPECT_THROW(executor.run([] { throw 1; }), int);
  });
}

TEST(ForkJoinCounters, AreReportedByName) {
  std::vector<runtime::ForkJoinCounters> workers(2);
  workers[0].forks = 3;
  workers[1].forks = 4;
  workers[0].maxDepth = 9;
  workers[1].idleNs = 2'000'000'000;
  const auto report = runtime::reportedCounters(workers);
  const auto valuesOf = [&](const std::string& name) {
    for (const auto& counter : report) {
      if (counter.name == name) {
        return counter.perThread;
      }
    }
    return std::vector<double>();
  };
  EXPECT_EQ(valuesOf("forks"), (std::vector<double>{3, 4}));
  EXPECT_EQ(valuesOf("max_depth"), (std::vector<double>{9, 9}));
  EXPECT_EQ(valuesOf("idle_s"), (std::vector<double>{0, 2}));
  EXPECT_EQ(report.size(), 16u);
}

} // namespace
