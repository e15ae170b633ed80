/**
 * The typed suite that every policy runs through. It tests what worklists/Concept.h requires of a
 * policy, for tasks of 4, 8, 16 and 40 bytes and 1, 2, 3, 4 and 16 threads.
 *
 * A policy is added with a case and one line:
 *
 *     struct MyCase {
 *       template <typename T> using Policy = MyPolicy<TaskPriority, T>;
 *       static constexpr bool kExact = true; // exact priority order on one thread
 *       // Optional: a task may be sent to another thread, which alone can pop it.
 *       static constexpr bool kOwnerOnly = true;
 *     };
 *     INSTANTIATE_TYPED_TEST_SUITE_P(My, PolicySuite, CasesOf<MyCase>);
 *
 * PolicyRanges.h has the second suite, for other ranges of priorities, many threads, and loops that
 * are left early.
 *
 * Tests that push and pop without a loop are skipped for policies with an empty() that all threads
 * must call together, because only the executor does this.
 */
#ifndef GALOIS_TEST_WORKLISTS_POLICYSUITE_H
#define GALOIS_TEST_WORKLISTS_POLICYSUITE_H

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <set>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/substrate/Backoff.h"
#include "galois/substrate/Random.h"
#include "galois/worklists/Concept.h"
#include "support/Deliveries.h"

namespace galois::test {

/// A task of Bytes bytes that contains its number and its priority.
template <unsigned Bytes>
struct Task {
  Task() = default;
  Task(std::uint32_t i, std::uint32_t p) : id(i), priority(p) {
    for (unsigned k = 0; k < kPadding; ++k) {
      padding[k] = i + k;
    }
  }
  /// Returns whether all parts of the task are consistent.
  bool intact() const {
    for (unsigned k = 0; k < kPadding; ++k) {
      if (padding[k] != id + k) {
        return false;
      }
    }
    return true;
  }

  static constexpr unsigned kPadding = Bytes / 4 - 2;
  std::uint32_t id;
  std::uint32_t priority;
  std::uint32_t padding[kPadding];
};

/// Tasks of four and eight bytes have no room for padding; those of four bytes hold a priority of
/// 12 bits.
template <>
struct Task<8> {
  Task() = default;
  Task(std::uint32_t i, std::uint32_t p) : id(i), priority(p) {}
  bool intact() const { return true; }
  std::uint32_t id, priority;
};
template <>
struct Task<4> {
  Task() = default;
  Task(std::uint32_t i, std::uint32_t p) : id(i), priority(p) {}
  bool intact() const { return true; }
  std::uint32_t id : 20, priority : 12;
};
static_assert(sizeof(Task<4>) == 4 && sizeof(Task<8>) == 8 && sizeof(Task<16>) == 16 &&
              sizeof(Task<40>) == 40);

/// Returns the priority of any task of the suites, in the task's type.
struct TaskPriority {
  template <typename T>
  decltype(T::priority) operator()(const T& task) const {
    return task.priority;
  }
};

/// Whether a case says that tasks may be sent to a thread that alone can pop them.
template <typename Case, typename = void>
struct IsOwnerOnly : std::false_type {};
template <typename Case>
struct IsOwnerOnly<Case, std::void_t<decltype(Case::kOwnerOnly)>>
    : std::bool_constant<Case::kOwnerOnly> {};

template <typename Case, unsigned Bytes>
struct CaseWith {
  using T = Task<Bytes>;
  using Policy = typename Case::template Policy<T>;
  static constexpr bool kExact = Case::kExact;
  static constexpr bool kOwnerOnly = IsOwnerOnly<Case>::value;
};
// Each sanitized build tests some of the sizes, because a suite takes half a minute to compile.
#if defined(__SANITIZE_ADDRESS__)
template <typename Case>
using CasesOf = ::testing::Types<CaseWith<Case, 4>, CaseWith<Case, 40>>;
#elif defined(__SANITIZE_THREAD__)
template <typename Case>
using CasesOf = ::testing::Types<CaseWith<Case, 8>, CaseWith<Case, 16>>;
#else
template <typename Case>
using CasesOf =
    ::testing::Types<CaseWith<Case, 4>, CaseWith<Case, 8>, CaseWith<Case, 16>, CaseWith<Case, 40>>;
#endif

inline constexpr unsigned kThreadCounts[] = {1, 2, 3, 4, 16};
inline constexpr std::uint32_t kPriorities = 1u << 12;

/// The policy behind functions that are compiled once for all tests. When they were inlined into
/// each test, the suite took twice as long to compile.
template <typename Policy>
class Called {
public:
  using T = typename Policy::value_type;

  [[gnu::noinline]] void push(const T& task) { wl_.push(task); }
  [[gnu::noinline]] galois::optional<T> pop() { return wl_.pop(); }
  [[gnu::noinline]] std::size_t popBatch(T* out, std::size_t most) {
    if constexpr (worklists::kHasPopBatch<Policy>) {
      return wl_.pop_batch(out, most);
    } else {
      return 0;
    }
  }

private:
  Policy wl_;
};

template <typename T>
using PushTask = std::function<void(const T&)>;

/// Runs for_each over the tasks under a new worklist.
template <typename Policy, typename T>
[[gnu::noinline]] void loopOver(const std::vector<T>& tasks,
                                const std::function<void(const T&, const PushTask<T>&)>& body) {
  for_each(
      iterate(tasks),
      [&](const T& task, auto& ctx) { body(task, [&ctx](const T& child) { ctx.push(child); }); },
      wl<Policy>(), disable_conflict_detection());
}

template <typename CaseType>
class PolicySuite : public ::testing::Test {
protected:
  using T = typename CaseType::T;
  using Policy = typename CaseType::Policy;

  /// Whether tasks can be popped without the executor.
  static constexpr bool kStandsAlone = !worklists::kHasEmpty<Policy>;

  static T task(std::uint32_t id, std::uint32_t priority) { return T(id, priority % kPriorities); }
  static std::uint32_t randomPriority(std::uint32_t id) {
    return static_cast<std::uint32_t>(substrate::Random(7, id)() >>
                                      55); // There are 512 priorities.
  }

  /// Pops on the calling thread until `tasks` tasks have been delivered to all threads together.
  static void popUntil(Deliveries& seen, std::size_t tasks, Called<Policy>& wl) {
    substrate::Backoff backoff;
    while (seen.total() < tasks) {
      if (auto got = wl.pop()) {
        seen.record(*got);
        backoff.reset();
      } else {
        backoff();
      }
    }
  }

  /// Pops on the calling thread until a pop is empty.
  static std::vector<T> popAll(Called<Policy>& wl) {
    std::vector<T> out;
    while (auto got = wl.pop()) {
      out.push_back(*got);
    }
    return out;
  }

  SharedMemSys system_;
};
TYPED_TEST_SUITE_P(PolicySuite);

TYPED_TEST_P(PolicySuite, MeetsTheConcept) {
  static_assert(worklists::Worklist<typename TypeParam::Policy>);
  SUCCEED();
}

TYPED_TEST_P(PolicySuite, LoopDeliversEveryTaskOnceWithPushesFromOperators) {
  // Each task below kParents pushes two more. Their numbers form a tree, so each task has one
  // parent.
  constexpr std::uint32_t kTasks = 6000, kRoots = 16;
  for (const unsigned threads : kThreadCounts) {
    setActiveThreads(threads);
    Deliveries seen(kTasks);
    std::vector<typename TypeParam::T> roots;
    for (std::uint32_t i = 0; i < kRoots; ++i) {
      roots.push_back(this->task(i, i));
    }
    using Item = typename TypeParam::T;
    loopOver<typename TypeParam::Policy, Item>(roots, [&](const Item& t, auto& push) {
      seen.record(t);
      for (std::uint32_t k = 0; k < 2; ++k) {
        const std::uint32_t child = t.id * 2 + kRoots + k;
        if (child < kTasks) {
          push(this->task(child, this->randomPriority(child)));
        }
      }
    });
    SCOPED_TRACE(threads);
    seen.expectEachOnce();
  }
}

TYPED_TEST_P(PolicySuite, BufferedContextDeliversEveryTaskOnce) {
  constexpr std::uint32_t kTasks = 3000;
  using Item = typename TypeParam::T;
  setActiveThreads(3);
  Deliveries seen(kTasks);
  for_each(
      iterate({this->task(0, 0)}),
      [&](const Item& t, UserContext<Item>& ctx) {
        seen.record(t);
        if (t.id ==
            0) { // One iteration pushes so many tasks that the buffer is flushed several times.
          for (std::uint32_t i = 1; i < kTasks; ++i) {
            ctx.push(this->task(i, i));
          }
        }
      },
      wl<typename TypeParam::Policy>(), disable_conflict_detection());
  seen.expectEachOnce();
}

TYPED_TEST_P(PolicySuite, BatchAndSinglePopsShareOutEverything) {
  if (!this->kStandsAlone) {
    GTEST_SKIP() << "levels need a loop";
  }
  // Without the executor, all threads push their share and pop until every task has been delivered.
  constexpr std::uint32_t kTasks = 5000;
  for (const unsigned threads : kThreadCounts) {
    setActiveThreads(threads);
    Called<typename TypeParam::Policy> wl;
    Deliveries seen(kTasks);
    on_each([&](unsigned tid, unsigned n) {
      for (std::uint32_t i = tid; i < kTasks; i += n) {
        wl.push(this->task(i, this->randomPriority(i)));
        if (i % 3 == 0) {
          if (auto got = wl.pop()) {
            seen.record(*got);
          }
        }
      }
      substrate::Backoff backoff;
      while (seen.total() < kTasks) {
        typename TypeParam::T batch[7];
        const std::size_t count = wl.popBatch(batch, 7);
        for (std::size_t i = 0; i < count; ++i) {
          seen.record(batch[i]);
        }
        bool any = count > 0;
        if (auto got = wl.pop()) {
          seen.record(*got);
          any = true;
        }
        if (any) {
          backoff.reset();
        }
        backoff();
      }
      EXPECT_FALSE(wl.pop());
    });
    SCOPED_TRACE(threads);
    seen.expectEachOnce();
  }
}

TYPED_TEST_P(PolicySuite, ThreadCanPopWhatItPushed) {
  if (!this->kStandsAlone) {
    GTEST_SKIP() << "levels need a loop";
  }
  // The other threads never pop, so a thread must be able to reach alone what it pushed. If tasks
  // may be sent to other threads, these pop too, but never push.
  constexpr std::uint32_t kEach = 500;
  for (const unsigned threads : kThreadCounts) {
    setActiveThreads(threads);
    Called<typename TypeParam::Policy> wl;
    Deliveries seen(kEach);
    on_each([&](unsigned tid, unsigned) {
      if (tid != threads - 1) {
        if constexpr (TypeParam::kOwnerOnly) {
          this->popUntil(seen, kEach, wl);
        }
        return;
      }
      std::uint32_t got = 0;
      for (std::uint32_t i = 0; i < kEach; ++i) {
        wl.push(this->task(i, this->randomPriority(i)));
        if (i % 5 == 4) {
          auto task = wl.pop();
          if constexpr (TypeParam::kOwnerOnly) {
            if (!task) {
              continue;
            }
          }
          ASSERT_TRUE(task) << "after " << i << " pushes and " << got << " pops";
          seen.record(*task);
          ++got;
        }
      }
      if constexpr (TypeParam::kOwnerOnly) {
        this->popUntil(seen, kEach, wl);
        return;
      }
      for (const auto& task : this->popAll(wl)) {
        seen.record(task);
      }
    });
    SCOPED_TRACE(threads);
    seen.expectEachOnce();
  }
}

TYPED_TEST_P(PolicySuite, OneThreadGetsExactOrderIfThePolicySaysSo) {
  if constexpr (TypeParam::kExact) {
    setActiveThreads(1);
    Called<typename TypeParam::Policy> wl;
    std::multiset<std::uint32_t> model;
    substrate::Random random(3, 0);
    std::uint32_t floor =
        0; // Priorities sometimes fall below what was popped, because they need not be monotone.
    for (std::uint32_t i = 0; i < 4000; ++i) {
      if (model.empty() || random.below(5) < 3) {
        if (i % 500 == 499) {
          floor = 0;
        }
        const std::uint32_t priority = (floor + random.below(300)) % kPriorities;
        wl.push(this->task(i, priority));
        model.insert(priority);
      } else {
        auto got = wl.pop();
        ASSERT_TRUE(got);
        ASSERT_EQ(got->priority, *model.begin()) << "at step " << i;
        floor = got->priority;
        model.erase(model.begin());
      }
    }
    for (const auto& task : this->popAll(wl)) {
      ASSERT_EQ(task.priority, *model.begin());
      model.erase(model.begin());
    }
    EXPECT_TRUE(model.empty());
  } else {
    GTEST_SKIP() << "this policy promises no order";
  }
}

TYPED_TEST_P(PolicySuite, ExtremePrioritiesAndBitPatternsAreTasksLikeAnyOther) {
  if (!this->kStandsAlone) {
    GTEST_SKIP() << "levels need a loop";
  }
  constexpr std::uint32_t kLast = kPriorities - 1;
  for (const unsigned threads : {1u, 2u}) {
    if (TypeParam::kOwnerOnly && threads > 1) {
      continue; // Only this thread pops here.
    }
    setActiveThreads(threads);
    Called<typename TypeParam::Policy> wl;
    const std::uint32_t ids[] = {0, (1u << 20) - 1};
    for (const std::uint32_t id : ids) {
      wl.push(this->task(id, 0));
      wl.push(this->task(id, kLast));
    }
    EXPECT_EQ(this->popAll(wl).size(), 4u);
    typename TypeParam::T ones;
    std::memset(static_cast<void*>(&ones), 0xff, sizeof ones);
    wl.push(ones);
    auto got = wl.pop();
    ASSERT_TRUE(got);
    EXPECT_EQ(std::memcmp(&*got, &ones, sizeof ones), 0);
    EXPECT_FALSE(wl.pop());
  }
}

TYPED_TEST_P(PolicySuite, EmptyStaysEmptyAndThenServes) {
  if (!this->kStandsAlone) {
    GTEST_SKIP() << "levels need a loop";
  }
  setActiveThreads(TypeParam::kOwnerOnly ? 1 : 2);
  Called<typename TypeParam::Policy> wl;
  for (int i = 0; i < 100; ++i) {
    EXPECT_FALSE(wl.pop());
  }
  wl.push(this->task(5, 5));
  auto got = wl.pop();
  ASSERT_TRUE(got);
  EXPECT_EQ(got->id, 5u);
  EXPECT_FALSE(wl.pop());
}

TYPED_TEST_P(PolicySuite, OneObjectServesSeveralLoops) {
  if (!this->kStandsAlone) {
    GTEST_SKIP() << "levels need a loop";
  }
  constexpr std::uint32_t kTasks = 800;
  Called<typename TypeParam::Policy> wl;
  for (const unsigned threads : {1u, 4u, 2u, 16u, 1u}) {
    setActiveThreads(threads);
    Deliveries seen(kTasks);
    on_each([&](unsigned tid, unsigned n) {
      for (std::uint32_t i = tid; i < kTasks; i += n) {
        wl.push(this->task(i, i * 37));
      }
      substrate::Backoff backoff;
      while (seen.total() < kTasks) {
        if (auto got = wl.pop()) {
          seen.record(*got);
        } else {
          backoff();
        }
      }
    });
    SCOPED_TRACE(threads);
    seen.expectEachOnce();
  }
}

TYPED_TEST_P(PolicySuite, IsDestroyedCleanlyWithTasksInside) {
  for (const unsigned threads : kThreadCounts) {
    setActiveThreads(threads);
    auto wl = std::make_unique<Called<typename TypeParam::Policy>>();
    on_each([&](unsigned tid, unsigned) {
      for (std::uint32_t i = 0; i < 300; ++i) {
        wl->push(this->task(tid * 300 + i, this->randomPriority(i)));
        if (i % 2) {
          wl->pop();
        }
      }
    });
    wl.reset();
    SUCCEED(); // The sanitizers find leaks.
  }
}

TYPED_TEST_P(PolicySuite, AnExceptionInAnOperatorEndsTheLoopAndReachesTheCaller) {
  for (const unsigned threads : {1u, 4u}) {
    setActiveThreads(threads);
    std::vector<typename TypeParam::T> tasks;
    for (std::uint32_t i = 0; i < 2000; ++i) {
      tasks.push_back(this->task(i, i));
    }
    using Item = typename TypeParam::T;
    const auto throwOne = [](const Item& t, auto&) {
      if (t.id == 700) {
        throw std::runtime_error("task 700");
      }
    };
    EXPECT_THROW((loopOver<typename TypeParam::Policy, Item>(tasks, throwOne)), std::runtime_error);
  }
}

REGISTER_TYPED_TEST_SUITE_P(PolicySuite, MeetsTheConcept,
                            LoopDeliversEveryTaskOnceWithPushesFromOperators,
                            BufferedContextDeliversEveryTaskOnce,
                            BatchAndSinglePopsShareOutEverything, ThreadCanPopWhatItPushed,
                            OneThreadGetsExactOrderIfThePolicySaysSo,
                            ExtremePrioritiesAndBitPatternsAreTasksLikeAnyOther,
                            EmptyStaysEmptyAndThenServes, OneObjectServesSeveralLoops,
                            IsDestroyedCleanlyWithTasksInside,
                            AnExceptionInAnOperatorEndsTheLoopAndReachesTheCaller);

} // namespace galois::test

#endif
