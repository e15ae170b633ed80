// The fork-join executor with more threads than cores: random trees of tasks, exceptions, full deques,
// locks that are held across joins, nested loops, interrupted leaves, and regions of changing size,
// under each protocol.
#include "galois/runtime/forkjoin/Executor_ForkJoin.h"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/runtime/forkjoin/LazyLoop.h"
#include "galois/substrate/Random.h"
#include "support/ForkJoinProtocols.h"
#include "support/Stress.h"
#include "support/TaskTrees.h"

namespace {

namespace runtime = galois::runtime;
using galois::test::fib;
using galois::test::ForkJoinProtocols;
using galois::test::ProtocolNames;
using galois::test::stressScale;
using galois::test::TaskTree;

template <typename Protocol>
class ForkJoinStress : public testing::Test {
protected:
  ~ForkJoinStress() override { galois::setActiveThreads(1); }

  static runtime::ForkJoinSettings
  settings(runtime::JoinRule join = runtime::JoinRule::kOwn,
           runtime::StealAmount steal = runtime::StealAmount::kOne,
           runtime::IdleRule idle = runtime::IdleRule::kClose,
           runtime::DealTargets targets = runtime::DealTargets::kAll) {
    runtime::ForkJoinSettings settings;
    settings.join = join;
    settings.steal = steal;
    settings.idle = idle;
    settings.targets = targets;
    settings.deltaNs = 500; // tasks move often
    return settings;
  }
  /// Thieves wait for the answers of their victims, as published.
  static runtime::ForkJoinSettings waiting() {
    runtime::ForkJoinSettings waiting = settings(runtime::JoinRule::kAny);
    waiting.withdraw = runtime::WithdrawRule::kNever;
    return waiting;
  }
};

TYPED_TEST_SUITE(ForkJoinStress, ForkJoinProtocols, ProtocolNames);

TYPED_TEST(ForkJoinStress, RandomTreesInRegionsOfChangingSize) {
  galois::substrate::Random random(1, 1);
  for (const auto& settings :
       {this->settings(), this->settings(runtime::JoinRule::kAny),
        this->settings(runtime::JoinRule::kAny, runtime::StealAmount::kHalf),
        this->settings(runtime::JoinRule::kOwn, runtime::StealAmount::kOne,
                       runtime::IdleRule::kPoll),
        this->settings(runtime::JoinRule::kOwn, runtime::StealAmount::kOne,
                       runtime::IdleRule::kClose, runtime::DealTargets::kIdleSet),
        this->waiting()}) {
    runtime::ForkJoinExecutor<TypeParam> executor(settings);
    for (unsigned round = 0; round < 20 * stressScale(); ++round) {
      galois::setActiveThreads(1 + random.below(galois::test::kStressThreads));
      const TaskTree tree(round, 1 + random.below(4000));
      std::vector<std::atomic<int>> visits(tree.size());
      std::uint64_t sum = 0;
      executor.run([&](auto& context) { sum = tree.visit(context, 0, visits); });
      ASSERT_EQ(sum, tree.serialSum());
      for (const auto& visit : visits) {
        ASSERT_EQ(visit, 1);
      }
    }
  }
}

/// The rule that joins run nothing unrelated, where it is exact.
TYPED_TEST(ForkJoinStress, JoinsRunDescendantsOnly) {
  if (!TypeParam::kOwnerGives) {
    GTEST_SKIP() << "a task may slip in where thieves take tasks themselves";
  }
  galois::setActiveThreads(galois::test::kStressThreads);
  runtime::ForkJoinExecutor<TypeParam> executor(this->settings());
  std::uint64_t taken = 0;
  for (unsigned round = 0; round < 40 * stressScale(); ++round) {
    const TaskTree tree(round, 3000);
    std::vector<std::vector<unsigned>> stacks(galois::test::kStressThreads);
    unsigned strangers = 0;
    executor.run([&](auto& context) { strangers = tree.visitWatched(context, 0, stacks); });
    ASSERT_EQ(strangers, 0u) << "round " << round;
    taken += executor.counters().taken;
  }
  EXPECT_GT(taken, 0u);
}

TYPED_TEST(ForkJoinStress, BranchesThrow) {
  galois::setActiveThreads(galois::test::kStressThreads);
  runtime::ForkJoinExecutor<TypeParam> executor(this->settings());
  for (unsigned round = 0; round < 60 * stressScale(); ++round) {
    const TaskTree tree(round, 2000);
    const auto throws = [round](unsigned node) { return (node * 7 + round) % 97 == 0; };
    std::vector<std::atomic<int>> visits(tree.size());
    std::atomic<int> running{0};
    unsigned caught = TaskTree::kNone;
    try {
      executor.run([&](auto& context) {
        tree.visitOrThrow(context, 0, visits, running, [&](unsigned node) {
          if (throws(node)) {
            throw std::to_string(node); // its text is on the heap of the thread that throws
          }
        });
      });
    } catch (const std::string& node) {
      caught = static_cast<unsigned>(std::stoul(node));
    }
    ASSERT_EQ(caught, tree.firstInSerialOrder(throws));
    ASSERT_EQ(running, 0);
  }
}

template <typename Context>
unsigned chain(Context& context, unsigned depth, unsigned throwAt) {
  if (depth == throwAt) {
    throw depth;
  }
  if (depth == 0) {
    return 0;
  }
  unsigned below = 0, one = 0;
  context.invoke([&](auto& here) { below = chain(here, depth - 1, throwAt); }, [&] { one = 1; });
  return below + one;
}

TYPED_TEST(ForkJoinStress, DequesAreFull) {
  galois::setActiveThreads(4);
  runtime::ForkJoinExecutor<TypeParam> executor(this->settings());
  constexpr unsigned kNever = ~0u;
  for (unsigned round = 0; round < 50 * stressScale(); ++round) {
    unsigned count = 0;
    executor.run([&](auto& context) { count = chain(context, 1500, kNever); });
    ASSERT_EQ(count, 1500u);
    EXPECT_THROW(executor.run([&](auto& context) { chain(context, 1500, round); }), unsigned);
  }
}

/// A join that ran an unrelated task would lock a mutex that its own thread holds.
TYPED_TEST(ForkJoinStress, LocksAreHeldAcrossJoins) {
  if (!TypeParam::kOwnerGives) {
    GTEST_SKIP() << "a task may slip in where thieves take tasks themselves";
  }
  galois::setActiveThreads(galois::test::kStressThreads);
  runtime::ForkJoinExecutor<TypeParam> executor(this->settings());
  for (unsigned round = 0; round < 10 * stressScale(); ++round) {
    std::mutex mutex;
    std::uint64_t sum = 0;
    executor.run([&](auto& context) {
      context.parallelFor(0, 40, [&](auto& outer, int begin, int end) {
        for (; begin < end; ++begin) {
          const std::lock_guard<std::mutex> lock(mutex);
          sum += fib(outer, 11);
        }
      });
    });
    ASSERT_EQ(sum, 40u * 89);
  }
}

TYPED_TEST(ForkJoinStress, LoopsNest) {
  runtime::ForkJoinExecutor<TypeParam> executor(this->settings());
  for (unsigned round = 0; round < 30 * stressScale(); ++round) {
    galois::setActiveThreads(1 + round % galois::test::kStressThreads);
    std::vector<std::atomic<int>> seen(60 * 50);
    bool thrown = false;
    try {
      executor.run([&](auto& context) {
        context.parallelFor(0, 60, [&](auto& outer, int begin, int end) {
          for (; begin < end; ++begin) {
            outer.parallelFor(0, 50, [&, begin](auto& inner, int from, int to) {
              for (; from < to; ++from) {
                fib(inner, 5);
                ++seen[static_cast<std::size_t>(begin) * 50 + static_cast<std::size_t>(from)];
                if (round % 3 == 2 && begin * from == 40 * 30) {
                  throw begin;
                }
              }
            });
          }
        });
      });
    } catch (int) {
      thrown = true;
    }
    ASSERT_EQ(thrown, round % 3 == 2);
    for (const auto& count : seen) {
      ASSERT_LE(count, 1);
      ASSERT_TRUE(thrown || count == 1);
    }
  }
}

/// A reduction whose identity is on the heap, and whose iterations are leaves that allocate. Its
/// result is the list of iterations.
template <typename Worker>
struct AllocatingLeaves {
  static constexpr bool kPerIndex = false;
  using Result = std::vector<std::uint64_t>;
  static Result fresh() {
    Result result;
    result.reserve(1);
    return result;
  }
  static void combine(Result& lower, Result&& upper) {
    lower.insert(lower.end(), upper.begin(), upper.end());
  }
  void run(Worker& worker, std::uint64_t begin, std::uint64_t end, Result& result) {
    for (; begin < end; ++begin) {
      worker.leaf([&] {
        std::vector<std::string> texts;
        for (std::uint64_t i = 0; i < 50 + begin % 7 * 50; ++i) {
          texts.emplace_back(20 + i % 50, 'x');
        }
        if (begin == throwAt) {
          throw std::to_string(begin);
        }
        result.push_back(begin);
      });
    }
  }
  std::uint64_t throwAt;
};

/// Handlers give branches and parts of nested loops away in the middle of allocations.
TYPED_TEST(ForkJoinStress, InterruptedLeavesAllocate) {
  using Worker = runtime::TaskWorker<TypeParam>;
  using Body = AllocatingLeaves<Worker>;
  constexpr std::uint64_t kIterations = 150;
  const auto list = [](Worker& worker, std::uint64_t throwAt) {
    typename Body::Result result;
    Body body{throwAt};
    runtime::LazyLoop<Worker, Body>(body, 1).run(worker, kIterations, result);
    return result;
  };
  typename Body::Result expected(kIterations);
  std::iota(expected.begin(), expected.end(), 0U);
  std::uint64_t interrupts = 0, splits = 0;
  for (unsigned round = 0; round < 12 * stressScale(); ++round) {
    auto settings = this->settings();
    settings.interrupts =
        round % 2 == 0 ? runtime::Interrupts::kThief : runtime::Interrupts::kTimer;
    settings.periodNs = 20'000;
    if (round % 4 >= 2) {
      settings.join = runtime::JoinRule::kAny;
      settings.steal = runtime::StealAmount::kHalf;
    }
    runtime::ForkJoinExecutor<TypeParam> executor(settings);
    galois::setActiveThreads(2 + round % (galois::test::kStressThreads - 1));
    const bool throws = round % 3 == 2;
    std::vector<typename Body::Result> results(4);
    std::string caught;
    try {
      executor.run([&](Worker& root) {
        root.parallelFor(0U, 2U, [&](Worker& own, unsigned begin, unsigned end) {
          for (; begin < end; ++begin) {
            own.invoke([&, begin](Worker& here) { results[2 * begin] = list(here, kIterations); },
                       [&, begin](Worker& here) {
                         results[2 * begin + 1] = list(here, throws ? 77 : kIterations);
                       });
          }
        });
      });
    } catch (const std::string& iteration) {
      caught = iteration;
    }
    ASSERT_EQ(caught, throws ? "77" : "") << "round " << round;
    for (const auto& result : results) {
      if (!throws) {
        ASSERT_EQ(result, expected) << "round " << round;
      }
    }
    interrupts += executor.counters().interrupts;
    splits += executor.counters().splits;
  }
  EXPECT_GT(interrupts, 0U);
  EXPECT_EQ(splits > 0, TypeParam::kOwnerGives);
}

} // namespace
