/**
 * The second suite that every policy runs through. PolicySuite.h varies the tasks; this suite
 * varies the circumstances. It covers priorities of 64 bits, signed and unsigned, at both ends of
 * their type and with wide jumps between them; 33, 72 and 300 threads; one object in several loops,
 * some of which end with an exception or a break; loops that are cancelled from outside at any time;
 * and loops whose tasks detect whether their end is announced too early (EarlyEnd.h).
 *
 * A policy is added with one more line, under the same case as in PolicySuite.h:
 *
 *     INSTANTIATE_TYPED_TEST_SUITE_P(My, PolicyRanges, RangesOf<MyCase>);
 *
 * GALOIS_POLICY_SUITES(My, MyCase) adds it to both suites.
 *
 * The circumstances are run-time parameters, so that each policy compiles only one loop per type of
 * priority.
 */
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <set>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/substrate/Cancellation.h"
#include "galois/substrate/Random.h"
#include "galois/substrate/Termination.h"
#include "support/Child.h"
#include "support/LongTests.h"
#include "worklists/EarlyEnd.h"
#include "worklists/LentPolicy.h"
#include "worklists/PolicySuite.h"

namespace galois::test {

/// A task with a priority of 64 bits.
template <typename Priority>
struct WideTask {
  WideTask() = default;
  WideTask(std::uint32_t i, Priority p) : priority(p), id(i), check(~i) {}
  /// Returns whether all parts of the task are consistent.
  bool intact() const { return check == ~id; }

  Priority priority;
  std::uint32_t id, check;
};

template <typename Case, typename Priority>
struct RangeCase {
  using T = WideTask<Priority>;
  using Policy = typename Case::template Policy<T>;
  static constexpr bool kExact = Case::kExact;
};
// Each kind of build tests some of the types, because each type costs seconds of compile time per
// policy.
#if defined(__SANITIZE_THREAD__)
template <typename Case>
using RangesOf = ::testing::Types<RangeCase<Case, std::uint64_t>>;
#else
template <typename Case>
using RangesOf = ::testing::Types<RangeCase<Case, std::int64_t>>;
#endif

/// How the priorities of a test's tasks are distributed over the range of their type.
enum class Spread { kLowEnd, kHighEnd, kBothEnds, kMiddle, kAnywhere, kToTheTop, kDoubling };
inline constexpr Spread kSpreads[] = {Spread::kLowEnd,  Spread::kHighEnd,  Spread::kBothEnds,
                                      Spread::kMiddle,  Spread::kAnywhere, Spread::kToTheTop,
                                      Spread::kDoubling};

/// Returns the priority of task `id` of `tasks`. It is the same for the same arguments.
template <typename Priority>
Priority priorityIn(Spread spread, std::uint32_t id, std::uint32_t tasks) {
  // Compute distances from the lower end of the range, whose length is the same for all types.
  const std::uint64_t random = substrate::Random(11, id)();
  constexpr std::uint64_t kTop = std::numeric_limits<std::uint64_t>::max();
  // The distance is less than 16 to 4096: some tasks are closer than the buckets of a ring, some
  // further apart.
  const std::uint64_t near = random / 2 % (std::uint64_t{16} << (random >> 32) % 9);
  std::uint64_t distance = 0;
  switch (spread) {
  case Spread::kLowEnd:
    distance = near;
    break;
  case Spread::kHighEnd:
    distance = kTop - near;
    break;
  case Spread::kBothEnds:
    distance = random % 2 ? kTop - near : near;
    break;
  case Spread::kMiddle: // around zero if the type is signed
    distance = kTop / 2 - 2048 + near;
    break;
  case Spread::kAnywhere:
    distance = random;
    break;
  case Spread::kToTheTop: // They rise like distances, in steps larger than any ring of buckets.
    distance = kTop - (tasks - 1 - id) * std::uint64_t{2000} - random % 1000 * (id + 1 < tasks);
    break;
  case Spread::kDoubling:
    distance = (std::uint64_t{1} << random % 64) + random / 64 % 3;
    break;
  }
  if constexpr (std::is_signed_v<Priority>) {
    return static_cast<Priority>(distance ^ (std::uint64_t{1} << 63));
  } else {
    return static_cast<Priority>(distance);
  }
}

/// The operations that a task of a loop over a LentPolicy can use.
template <typename T>
class LoopAccess {
public:
  virtual void push(const T& task) = 0;
  virtual void breakLoop() = 0;

protected:
  ~LoopAccess() = default;
};

/// The implementation on the context that for_each gives.
template <typename T, typename Context>
class ContextAccess final : public LoopAccess<T> {
public:
  explicit ContextAccess(Context& context) : context_(context) {}
  void push(const T& task) override { context_.push(task); }
  void breakLoop() override { context_.breakLoop(); }

private:
  Context& context_;
};

/// Runs for_each over the tasks under a worklist that is lent.
template <typename Policy, typename T>
[[gnu::noinline]] void loopOver(LentPolicy<Policy>& lent, const std::vector<T>& tasks,
                                const std::function<void(const T&, LoopAccess<T>&)>& body) {
  for_each(
      iterate(tasks),
      [&body](const T& task, auto& context) {
        ContextAccess<T, std::decay_t<decltype(context)>> access(context);
        body(task, access);
      },
      wl<BorrowedPolicy<Policy>>(&lent), parallel_break(), disable_conflict_detection());
}

template <typename CaseType>
class PolicyRanges : public ::testing::Test {
protected:
  using T = typename CaseType::T;
  using Policy = typename CaseType::Policy;
  using Priority = decltype(T::priority);
  using Lent = LentPolicy<Policy>;

  /// A loop begins with this many tasks; task i pushes task 2 * i + kRoots and the next one.
  static constexpr std::uint32_t kRoots = 16;

  static T task(Spread spread, std::uint32_t id, std::uint32_t tasks) {
    return T(id, priorityIn<Priority>(spread, id, tasks));
  }
  static std::vector<T> roots(Spread spread, std::uint32_t tasks) {
    std::vector<T> out;
    for (std::uint32_t id = 0; id < kRoots; ++id) {
      out.push_back(task(spread, id, tasks));
    }
    return out;
  }
  static void pushChildren(const T& parent, Spread spread, std::uint32_t tasks,
                           LoopAccess<T>& loop) {
    for (std::uint32_t k = 0; k < 2; ++k) {
      const std::uint32_t child = parent.id * 2 + kRoots + k;
      if (child < tasks) {
        loop.push(task(spread, child, tasks));
      }
    }
  }

  /// Runs a loop over `tasks` tasks and expects each to be delivered once.
  static void expectDelivered(unsigned threads, Spread spread, std::uint32_t tasks) {
    SCOPED_TRACE(::testing::Message() << threads << " threads, spread " << int(spread));
    setActiveThreads(threads);
    Lent lent;
    Deliveries seen(tasks);
    loopOver<Policy, T>(lent, roots(spread, tasks), [&](const T& t, LoopAccess<T>& loop) {
      seen.record(t);
      pushChildren(t, spread, tasks, loop);
    });
    seen.expectEachOnce();
  }

  SharedMemSys system_;
};
TYPED_TEST_SUITE_P(PolicyRanges);

TYPED_TEST_P(PolicyRanges, LoopsDeliverWhateverTheRange) {
  for (const Spread spread : kSpreads) {
    for (const unsigned threads : {1u, 3u}) {
      this->expectDelivered(threads, spread, 1200);
    }
  }
}

TYPED_TEST_P(PolicyRanges, OneThreadGetsExactOrderIfThePolicySaysSo) {
  using Item = typename TypeParam::T;
  if constexpr (TypeParam::kExact) {
    constexpr std::uint32_t kTasks = 1000;
    setActiveThreads(1);
    for (const Spread spread : kSpreads) {
      SCOPED_TRACE(static_cast<int>(spread));
      Called<typename TypeParam::Policy> wl;
      std::multiset<typename TestFixture::Priority> model;
      substrate::Random random(5, 0);
      for (std::uint32_t id = 0; id < kTasks || !model.empty();) {
        if (model.empty() || (id < kTasks && random.below(5) < 3)) {
          const Item task = this->task(spread, id++, kTasks);
          wl.push(task);
          model.insert(task.priority);
        } else {
          const auto got = wl.pop();
          ASSERT_TRUE(got);
          ASSERT_TRUE(got->intact());
          ASSERT_EQ(got->priority, *model.begin()) << "after " << id << " pushes";
          model.erase(model.begin());
        }
      }
      EXPECT_FALSE(wl.pop());
    }
  } else {
    GTEST_SKIP() << "this policy promises no order";
  }
}

/// The numbers of threads exceed the bits of a word, the threads that one list of chunks serves,
/// and the threads that one search probes.
TYPED_TEST_P(PolicyRanges, LoopsDeliverToManyThreads) {
  this->expectDelivered(33, Spread::kMiddle, 1000);
  this->expectDelivered(72, Spread::kLowEnd, 1000);
  if (!kThreadSanitized || longTests()) {
    this->expectDelivered(300, Spread::kMiddle, 1000);
  }
  this->expectDelivered(2, Spread::kMiddle, 1000);
}

/// One object serves loops that are left early and complete loops in between, each with another
/// number of threads. A task that is left over is delivered in a later loop. If it is in the queue
/// of a thread that is not active, it is delivered in a later loop in which that thread is active.
TYPED_TEST_P(PolicyRanges, OneObjectServesLoopsAfterExceptionsAndBreaks) {
  using Item = typename TypeParam::T;
  enum class Leave { kAtTheEnd, kByException, kByBreak };
  struct Loop {
    unsigned threads;
    Leave leave;
  };
  constexpr Loop kLoops[] = {
      {4, Leave::kByException}, {2, Leave::kAtTheEnd},    {6, Leave::kByBreak},
      {3, Leave::kAtTheEnd},    {1, Leave::kByException}, {5, Leave::kByBreak},
      {5, Leave::kByException}, {1, Leave::kAtTheEnd},    {6, Leave::kAtTheEnd}};
  constexpr std::uint32_t kEach = 400;
  constexpr std::uint32_t kTasks = std::size(kLoops) * kEach;
  Deliveries seen(kTasks);
  typename TestFixture::Lent lent;
  lent.largestBatch =
      1; // An executor that leaves early loses the tasks that it has taken and not run.
  std::uint32_t first = 0;
  for (const Loop& loop : kLoops) {
    SCOPED_TRACE(::testing::Message() << "loop " << first / kEach);
    setActiveThreads(loop.threads);
    std::vector<Item> roots;
    for (std::uint32_t i = 0; i < kEach / 2; ++i) {
      roots.push_back(this->task(Spread::kMiddle, first + i, kTasks));
    }
    const auto run = [&](const Item& t, LoopAccess<Item>& access) {
      seen.record(t);
      if (t.id % kEach < kEach / 2) {
        access.push(this->task(Spread::kMiddle, t.id + kEach / 2, kTasks));
      }
      if (t.id == first + kEach / 4 && loop.leave == Leave::kByBreak) {
        access.breakLoop();
      }
      if (t.id == first + kEach / 4 && loop.leave == Leave::kByException) {
        throw std::runtime_error("left");
      }
    };
    const auto runLoop = [&] { loopOver<typename TypeParam::Policy, Item>(lent, roots, run); };
    if (loop.leave == Leave::kByException) {
      EXPECT_THROW(runLoop(), std::runtime_error);
    } else {
      runLoop();
    }
    if (loop.leave == Leave::kAtTheEnd) {
      seen.expectEachOnce(first, first + kEach);
    }
    first += kEach;
  }
  seen.expectEachOnce();
}

/// A request to end comes when the policy is called for the first time, the second time, and so on,
/// with several threads at ever longer distances, and when that call ends. Whichever threads see it first, all of them leave. A loop that has done
/// all its work may still throw, because a request may come while it ends.
TYPED_TEST_P(PolicyRanges, ARequestFromOutsideEndsTheLoopWheneverItComes) {
  using Item = typename TypeParam::T;
  using Call = typename TestFixture::Lent::Call;
  using substrate::Cancellation;
  constexpr std::uint32_t kTasks = 40;
  constexpr int kMostCalls = 100; // idle threads call pop() any number of times
  for (const unsigned threads : {1u, 2u, 3u}) {
    setActiveThreads(threads);
    for (const Call call : {Call::kPush, Call::kPop, Call::kEmpty}) {
      bool cancelled = true;
      // One thread makes the same calls each time. The order of those of several is another each time.
      for (int at = 1; cancelled && at <= kMostCalls; at += threads == 1 ? 1 : 1 + at / 16) {
        typename TestFixture::Lent lent;
        lent.largestBatch = 4; // so that one thread cannot take all of a level
        lent.cancels.begin(call, at);
        std::atomic<std::uint32_t> ran{0};
        try {
          loopOver<typename TypeParam::Policy, Item>(lent, this->roots(Spread::kLowEnd, kTasks),
                                                     [&](const Item& t, LoopAccess<Item>& loop) {
                                                       ++ran;
                                                       this->pushChildren(t, Spread::kLowEnd,
                                                                          kTasks, loop);
                                                     });
          cancelled = false;
        } catch (const substrate::Cancelled&) {
          Cancellation::reset();
        }
        ASSERT_TRUE(cancelled || ran == kTasks)
            << ran << " tasks ran on " << threads << " threads before call " << at;
      }
      EXPECT_FALSE(Cancellation::requested());
    }
  }
}

TYPED_TEST_P(PolicyRanges, TheEndIsAnnouncedAfterTheLastTask) {
  using Item = typename TypeParam::T;
  using Tasks = EarlyEnd<substrate::TerminationDetection>;
  for (const unsigned threads : {2u, 5u}) {
    setActiveThreads(threads);
    typename TestFixture::Lent lent;
    lent.largestBatch = 4; // so that one thread cannot take a whole burst
    // This is the detector of the loop below. There is only one, and it is already set up for these
    // threads.
    const substrate::TerminationDetection& detector = substrate::getSystemTermination(threads);
    Tasks tasks(detector, lent.emptyPops, threads);
    const auto task = [](std::uint32_t id) { return Item(id, Tasks::priorityOf(id)); };
    std::vector<Item> first;
    for (std::uint32_t id = 0; id < Tasks::kEach; ++id) {
      first.push_back(task(id));
    }
    Deliveries seen(Tasks::kTasks);
    loopOver<typename TypeParam::Policy, Item>(
        lent, first, [&](const Item& t, LoopAccess<Item>& loop) {
          seen.record(t);
          tasks.run(t.id, [&](std::uint32_t id) { loop.push(task(id)); });
        });
    EXPECT_EQ(tasks.seen(), 0u) << "tasks of " << Tasks::kTasks << " with " << threads
                                << " threads, after termination detection had announced the end";
    seen.expectEachOnce();
  }
}

REGISTER_TYPED_TEST_SUITE_P(PolicyRanges, LoopsDeliverWhateverTheRange,
                            OneThreadGetsExactOrderIfThePolicySaysSo, LoopsDeliverToManyThreads,
                            OneObjectServesLoopsAfterExceptionsAndBreaks,
                            ARequestFromOutsideEndsTheLoopWheneverItComes,
                            TheEndIsAnnouncedAfterTheLastTask);

/// Adds a policy to the tests of PolicySuite.h, for tasks of all sizes, and to these.
#define GALOIS_POLICY_SUITES(prefix, Case)                                                         \
  GALOIS_POLICY_SUITE(prefix, CasesOf<Case>);                                                      \
  INSTANTIATE_TYPED_TEST_SUITE_P(prefix, PolicyRanges, RangesOf<Case>)

} // namespace galois::test
