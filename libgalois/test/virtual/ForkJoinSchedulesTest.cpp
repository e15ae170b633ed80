// Runs the executor of fork-join programs under seeded schedules with injected faults, with all
// protocols and both rules of joins. Each task must run once, results and exceptions must be those
// of the serial program, and under JoinRule::kOwn a join must run nothing unrelated.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "galois/SharedMemSys.h"
#include "galois/runtime/forkjoin/Executor_ForkJoin.h"
#include "galois/runtime/forkjoin/LazyLoop.h"
#include "galois/substrate/Charge.h"
#include "galois/substrate/Clock.h"
#include "support/ForkJoinProtocols.h"
#include "support/TaskTrees.h"
#include "support/VirtualSeeds.h"

namespace {

namespace runtime = galois::runtime;
using galois::test::forEachSeed;
using galois::test::ForkJoinProtocols;
using galois::test::kMishaps;
using galois::test::kStall;
using galois::test::ProtocolNames;
using galois::test::TaskTree;
using runtime::DealTargets;
using runtime::IdleRule;
using runtime::JoinRule;
using runtime::StealAmount;
using runtime::WithdrawRule;

template <typename Protocol>
class ForkJoinSchedules : public testing::Test {
protected:
  /// Calls test(executor, seed of the tree) on machines of so many cores.
  template <typename Test>
  static void onMachines(int less, const std::vector<unsigned>& cores, const Test& test) {
    const auto all = DealTargets::kAll;
    const auto late = WithdrawRule::kLate;
    for (const auto& [join, steal, idle, targets, withdraw] :
         {std::tuple{JoinRule::kOwn, StealAmount::kOne, IdleRule::kClose, all, late},
          std::tuple{JoinRule::kOwn, StealAmount::kOne, IdleRule::kPoll, all, late},
          std::tuple{JoinRule::kOwn, StealAmount::kOne, IdleRule::kClose, DealTargets::kIdleSet,
                     late},
          std::tuple{JoinRule::kAny, StealAmount::kOne, IdleRule::kClose, all, late},
          std::tuple{JoinRule::kAny, StealAmount::kOne, IdleRule::kClose, all,
                     WithdrawRule::kNever},
          std::tuple{JoinRule::kAny, StealAmount::kHalf, IdleRule::kClose, all, late},
          std::tuple{JoinRule::kAny, StealAmount::kHalf, IdleRule::kClose, DealTargets::kIdleSet,
                     late}}) {
      const bool forReceiver = idle == IdleRule::kPoll || withdraw == WithdrawRule::kNever;
      if ((steal == StealAmount::kHalf && !Protocol::kOwnerGives) ||
          (forReceiver && !std::is_same_v<Protocol, runtime::Receiver>) ||
          (targets != all && !std::is_same_v<Protocol, runtime::Sender>)) {
        continue;
      }
      runtime::ForkJoinSettings settings;
      settings.join = join;
      settings.steal = steal;
      settings.idle = idle;
      settings.targets = targets;
      settings.withdraw = withdraw;
      settings.deltaNs = 1000;
      std::uint64_t tree = 0;
      forEachSeed(
          std::string(kMishaps) + kStall,
          [&](unsigned) {
            runtime::ForkJoinExecutor<Protocol> executor(settings);
            test(executor, ++tree);
          },
          less, cores);
    }
  }

  galois::SharedMemSys system_;
};

TYPED_TEST_SUITE(ForkJoinSchedules, ForkJoinProtocols, ProtocolNames);

template <typename Executor>
void expectEachNodeOnce(Executor& executor, const TaskTree& tree) {
  std::vector<std::atomic<int>> visits(tree.size());
  std::uint64_t sum = 0;
  executor.run([&](auto& context) { sum = tree.visit(context, 0, visits); });
  EXPECT_EQ(sum, tree.serialSum());
  for (std::size_t i = 0; i < visits.size(); ++i) {
    ASSERT_EQ(visits[i], 1) << "node " << i;
  }
}

TYPED_TEST(ForkJoinSchedules, EachTaskRunsOnce) {
  this->onMachines(1, {2, 3, 4}, [](auto& executor, std::uint64_t seed) {
    expectEachNodeOnce(executor, TaskTree(seed, 300));
  });
}

TYPED_TEST(ForkJoinSchedules, EachTaskRunsOnceOnManyCores) {
  this->onMachines(5, {3, 64, 256}, [](auto& executor, std::uint64_t seed) {
    expectEachNodeOnce(executor, TaskTree(seed, 2000));
  });
}

/// The taken second branches of several joins fail. The caller gets the exception of the lowest.
TYPED_TEST(ForkJoinSchedules, TheExceptionIsThatOfTheSerialProgram) {
  this->onMachines(4, {3, 4}, [](auto& executor, std::uint64_t seed) {
    const int lowest = static_cast<int>(seed % 50);
    std::string text;
    try {
      executor.run([&](auto& context) {
        context.parallelFor(0, 64, [&](auto&, int begin, int end) {
          for (; begin < end; ++begin) {
            galois::substrate::charge(galois::substrate::Work::kUnit, 500);
            if (begin == lowest || begin == lowest + 9) {
              throw std::runtime_error(std::to_string(begin));
            }
          }
        });
      });
    } catch (const std::runtime_error& error) {
      text = error.what();
    }
    EXPECT_EQ(text, std::to_string(lowest));
    expectEachNodeOnce(executor, TaskTree(seed, 50)); // the executor stays usable
  });
}

/// A loop over indices, as galois::parallel_for() runs it.
template <typename Context, typename Fn>
void forEachIndex(Context& context, unsigned n, const Fn& fn) {
  using Body = runtime::internal::IndexBody<Context, unsigned, const Fn>;
  Body body{0, fn};
  typename Body::Result none;
  runtime::LazyLoop<Context, Body>(body, 1).run(context, n, none);
}

/// After many cheap iterations come some of 2 ms each. They must not be in one long piece.
TYPED_TEST(ForkJoinSchedules, IterationsThatBecomeExpensiveAreSpread) {
  constexpr unsigned kCheap = 100'000, kExpensive = 800;
  const auto test = [](unsigned threads) {
    for (const bool middle : {false, true}) {
      runtime::ForkJoinSettings settings;
      settings.deltaNs = 1000;
      runtime::ForkJoinExecutor<TypeParam> executor(settings);
      std::vector<unsigned> expensive(threads);
      executor.run([&](auto& context) {
        forEachIndex(context, (middle ? 2 : 1) * kCheap + kExpensive, [&](auto& here, unsigned i) {
          if (i >= kCheap && i < kCheap + kExpensive) {
            galois::substrate::charge(galois::substrate::Work::kUnit, 2'000'000);
            ++expensive[here.index()];
          }
        });
      });
      unsigned most = 0;
      for (const unsigned count : expensive) {
        most = std::max(most, count);
      }
      // A thread may find all of a block expensive, which is 64 iterations, or an eighth of a piece.
      EXPECT_LE(most, kExpensive / threads + 130) << threads << ' ' << middle;
    }
  };
  forEachSeed("", test, 50, {2, 4, 8});
}

/// Iterations take 2 microseconds. What a throw has to stop runs on for one of them per core.
TYPED_TEST(ForkJoinSchedules, AtMostOneIterationPerCoreBeginsAfterAThrow) {
  const auto test = [](unsigned threads) {
    runtime::ForkJoinSettings settings;
    settings.deltaNs = 1000;
    runtime::ForkJoinExecutor<TypeParam> executor(settings);
    std::uint64_t thrownNs = ~std::uint64_t{0};
    std::vector<unsigned> after(threads);
    const auto run = [&] {
      executor.run([&](auto& context) {
        forEachIndex(context, 4000, [&](auto& here, unsigned i) {
          if (galois::substrate::nowNs() > thrownNs) {
            ++after[here.index()];
          }
          galois::substrate::charge(galois::substrate::Work::kUnit, i == 20 ? 100'000 : 2000);
          if (i == 20) {
            thrownNs = galois::substrate::nowNs();
            throw std::runtime_error("early");
          }
        });
      });
    };
    EXPECT_THROW(run(), std::runtime_error);
    for (const unsigned count : after) {
      EXPECT_LE(count, 1u) << threads << " threads";
    }
  };
  forEachSeed("", test, 10, {2, 3, 8});
}

/// Where owners decide, the rule of joins is exact.
template <typename Protocol>
class JoinSchedules : public ForkJoinSchedules<Protocol> {};
using OwnerProtocols = testing::Types<runtime::Receiver, runtime::Sender>;
TYPED_TEST_SUITE(JoinSchedules, OwnerProtocols, ProtocolNames);

TYPED_TEST(JoinSchedules, JoinsRunNothingUnrelated) {
  unsigned strangersOfAny = 0;
  this->onMachines(2, {4, 16}, [&](auto& executor, std::uint64_t seed) {
    const TaskTree tree(seed, 3000);
    std::vector<std::vector<unsigned>> stacks(16);
    unsigned strangers = 0;
    executor.run([&](auto& context) { strangers = tree.visitWatched(context, 0, stacks); });
    if (executor.settings().join == runtime::JoinRule::kOwn) {
      EXPECT_EQ(strangers, 0u);
    } else {
      strangersOfAny += strangers;
    }
  });
  EXPECT_GT(strangersOfAny, 0u) << "the trees have no join at which the rules differ";
}

/// A leaf of 10 ms, charged at once, is interrupted: the other branch begins long before it ends.
TYPED_TEST(ForkJoinSchedules, ALongLeafIsInterrupted) {
  if (TypeParam::kName == std::string("chase-lev")) {
    GTEST_SKIP() << "nothing has to be interrupted";
  }
  using runtime::Interrupts;
  constexpr std::uint64_t kLeafNs = 10'000'000, kPeriodNs = 200'000;
  for (const Interrupts rule : {Interrupts::kOff, Interrupts::kTimer, Interrupts::kThief}) {
    if (rule == Interrupts::kThief && TypeParam::kName != std::string("receiver")) {
      continue;
    }
    const auto test = [rule](unsigned threads) {
      runtime::ForkJoinSettings settings;
      settings.interrupts = rule;
      settings.periodNs = kPeriodNs;
      settings.deltaNs = 1000;
      runtime::ForkJoinExecutor<TypeParam> executor(settings);
      std::uint64_t ended = 0, other = 0;
      executor.run([&](auto& context) {
        context.invoke(
            [&](auto& here) {
              here.leaf([] { galois::substrate::charge(galois::substrate::Work::kUnit, kLeafNs); });
              ended = galois::substrate::nowNs();
            },
            [&] { other = galois::substrate::nowNs(); });
      });
      const auto counters = executor.counters();
      if (rule == Interrupts::kOff) {
        EXPECT_GE(other, ended);
        EXPECT_EQ(counters.interrupts, 0U);
        return;
      }
      // A thief that sleeps is woken by the fork; then it asks, and the timer comes once per period.
      EXPECT_LT(other + kLeafNs / 2, ended) << threads << " threads";
      EXPECT_EQ(counters.taken, 1U);
      EXPECT_GE(counters.interrupts, 1U);
      if (rule == Interrupts::kTimer) {
        EXPECT_LE(counters.interrupts, 2 * kLeafNs / kPeriodNs);
        EXPECT_GE(counters.interrupts, kLeafNs / kPeriodNs / 2);
      }
    };
    forEachSeed("", test, 20, {2, 3, 16});
  }
}

/// A tree whose second branches are a sixth of their parents, so that many of them change hands. A
/// leaf takes a microsecond.
template <typename Context>
void forkUnevenly(Context& context, unsigned n) {
  constexpr unsigned kLess = 10;
  if (n < kLess) {
    galois::substrate::charge(galois::substrate::Work::kUnit, 1000);
    return;
  }
  context.invoke([n](auto& here) { forkUnevenly(here, n - 1); },
                 [n](auto& here) { forkUnevenly(here, n - kLess); });
}

/// [PD, section 4]: a busy worker makes an attempt per delta, and one of P - 1 meets the idle worker.
TEST(ForkJoinSender, AWorkerThatIsIdleWaitsForDelta) {
  const galois::SharedMemSys system;
  constexpr std::uint64_t kDelta = 30'000;
  for (const unsigned cores : {2U, 8U}) {
    std::uint64_t idle = 0, deals = 0;
    forEachSeed("",
                [&](unsigned) {
                  runtime::ForkJoinSettings settings;
                  settings.deltaNs = kDelta;
                  settings.join = JoinRule::kAny;
                  runtime::ForkJoinExecutor<runtime::Sender> executor(settings);
                  executor.run([&](auto& context) { forkUnevenly(context, 70); });
                  idle += executor.counters().idleNs + executor.counters().joinWaitNs;
                  deals += executor.counters().deals;
                },
                cores, {cores});
    const double perDeal = static_cast<double>(idle) / static_cast<double>(deals * kDelta);
    EXPECT_GT(perDeal, 0.9) << cores;
    // Some of 8 workers have no second task to give.
    EXPECT_LT(perDeal, cores == 2 ? 1.1 : 1.5) << cores;
  }
}

} // namespace
