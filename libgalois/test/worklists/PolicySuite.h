/**
 * The suite that every policy runs through. It tests what worklists/Concept.h requires of a
 * policy, for tasks of 4, 8, 16 and 40 bytes and 1, 2, 3, 4 and 16 threads.
 *
 * A policy is added with a case, which says what it promises (PolicyKit.h), and one line:
 *
 *     using MyCase = ExactCase<MyPolicy<TaskPriority>>;
 *     GALOIS_POLICY_SUITE(My, CasesOf<MyCase>);
 *
 * PolicyRanges.h has the second suite, for other ranges of priorities, many threads, and loops that
 * are left early, and GALOIS_POLICY_SUITES(My, MyCase), which adds both.
 *
 * Tests that push and pop without a loop are skipped for policies with an empty() that all threads
 * must call together, because only the executor does this.
 */
#pragma once

#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/substrate/Backoff.h"
#include "galois/substrate/Random.h"
#include "support/Deliveries.h"
#include "worklists/PolicyKit.h"

namespace galois::test {

/// The tests. They are registered below under the names of the member functions.
// NOLINTBEGIN(readability-identifier-naming): the names of tests
class PolicyTests {
public:
  explicit PolicyTests(const PolicyKit& kit) : kit_(kit) {}

  void LoopDeliversEveryTaskOnceWithPushesFromOperators() {
    // A task pushes two more until there are kTasks. Their ids form a tree, so each task has one
    // parent.
    constexpr std::uint32_t kTasks = 6000, kRoots = 16;
    for (const unsigned threads : kThreadCounts) {
      setActiveThreads(threads);
      Deliveries seen(kTasks);
      kit_.loop(kRoots, [&](const Delivered& t, const PushTask& push) {
        seen.record(t);
        for (std::uint32_t k = 0; k < 2; ++k) {
          const std::uint32_t child = t.id * 2 + kRoots + k;
          if (child < kTasks) {
            push(child, randomPriority(child));
          }
        }
      });
      SCOPED_TRACE(threads);
      seen.expectEachOnce();
    }
  }

  void BufferedContextDeliversEveryTaskOnce() {
    constexpr std::uint32_t kTasks = 3000;
    // The first tasks are a chain, which one thread runs alone. Then one iteration pushes so many tasks
    // that the buffer is flushed several times.
    for (const std::uint32_t chain : {0U, 40U, 1500U, kTasks - 1}) {
      setActiveThreads(3);
      Deliveries seen(kTasks);
      kit_.bufferedLoop(1, [&](const Delivered& t, const PushTask& push) {
        seen.record(t);
        if (t.id <= chain) {
          const std::uint32_t end = t.id == chain ? kTasks : t.id + 2;
          for (std::uint32_t i = t.id + 1; i < end; ++i) {
            push(i, i);
          }
        }
      });
      SCOPED_TRACE(chain);
      seen.expectEachOnce();
    }
  }

  void BatchAndSinglePopsShareOutEverything() {
    if (!kit_.standsAlone) {
      GTEST_SKIP() << "levels need a loop";
    }
    // Without the executor, all threads push their share and pop until every task has been delivered.
    constexpr std::uint32_t kTasks = 5000;
    for (const unsigned threads : kThreadCounts) {
      setActiveThreads(threads);
      const auto wl = kit_.make();
      Deliveries seen(kTasks);
      on_each([&](unsigned tid, unsigned n) {
        for (std::uint32_t i = tid; i < kTasks; i += n) {
          wl->push(i, randomPriority(i));
          if (i % 3 == 0) {
            if (auto got = wl->pop()) {
              seen.record(*got);
            }
          }
        }
        substrate::Backoff backoff;
        while (seen.total() < kTasks) {
          Delivered batch[AnyPolicy::kMostPerBatch];
          const std::size_t count = wl->popBatch(batch);
          for (std::size_t i = 0; i < count; ++i) {
            seen.record(batch[i]);
          }
          bool any = count > 0;
          if (auto got = wl->pop()) {
            seen.record(*got);
            any = true;
          }
          if (any) {
            backoff.reset();
          }
          backoff();
        }
        EXPECT_FALSE(wl->pop());
      });
      SCOPED_TRACE(threads);
      seen.expectEachOnce();
      expectCounted(*wl, kTasks, threads);
    }
  }

  void ThreadCanPopWhatItPushed() {
    if (!kit_.standsAlone) {
      GTEST_SKIP() << "levels need a loop";
    }
    // The other threads never pop, so a thread must be able to reach alone what it pushed. If tasks
    // may be sent to other threads, these pop too, but never push.
    constexpr std::uint32_t kEach = 500;
    for (const unsigned threads : kThreadCounts) {
      setActiveThreads(threads);
      const auto wl = kit_.make();
      Deliveries seen(kEach);
      on_each([&](unsigned tid, unsigned) {
        if (tid != threads - 1) {
          if (kit_.ownerOnly) {
            popUntil(seen, kEach, *wl);
          }
          return;
        }
        std::uint32_t got = 0;
        for (std::uint32_t i = 0; i < kEach; ++i) {
          wl->push(i, randomPriority(i));
          if (i % 5 == 4) {
            auto task = wl->pop();
            if (kit_.ownerOnly && !task) {
              continue;
            }
            ASSERT_TRUE(task) << "after " << i << " pushes and " << got << " pops";
            seen.record(*task);
            ++got;
          }
        }
        if (kit_.ownerOnly) {
          popUntil(seen, kEach, *wl);
          return;
        }
        for (const auto& task : popAll(*wl)) {
          seen.record(task);
        }
      });
      SCOPED_TRACE(threads);
      seen.expectEachOnce();
      expectCounted(*wl, kEach, 0);
    }
  }

  void OneThreadGetsExactOrderIfThePolicySaysSo() {
    if (kit_.exact) {
      setActiveThreads(1);
      const auto wl = kit_.make();
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
          wl->push(i, priority);
          model.insert(priority);
        } else {
          auto got = wl->pop();
          ASSERT_TRUE(got);
          ASSERT_EQ(got->priority, *model.begin()) << "at step " << i;
          floor = got->priority;
          model.erase(model.begin());
        }
      }
      for (const auto& task : popAll(*wl)) {
        ASSERT_EQ(task.priority, *model.begin());
        model.erase(model.begin());
      }
      EXPECT_TRUE(model.empty());
    } else {
      GTEST_SKIP() << "this policy promises no order";
    }
  }

  void ExtremePrioritiesAndBitPatternsAreTasksLikeAnyOther() {
    if (!kit_.standsAlone) {
      GTEST_SKIP() << "levels need a loop";
    }
    constexpr std::uint32_t kLast = kPriorities - 1;
    for (const unsigned threads : {1u, 2u}) {
      if (kit_.ownerOnly && threads > 1) {
        continue; // Only this thread pops here.
      }
      setActiveThreads(threads);
      const auto wl = kit_.make();
      const std::uint32_t ids[] = {0, (1u << 20) - 1};
      for (const std::uint32_t id : ids) {
        wl->push(id, 0);
        wl->push(id, kLast);
      }
      EXPECT_EQ(popAll(*wl).size(), 4u);
      ASSERT_TRUE(wl->deliversOnes());
      EXPECT_FALSE(wl->pop());
    }
  }

  void EmptyStaysEmptyAndThenServes() {
    if (!kit_.standsAlone) {
      GTEST_SKIP() << "levels need a loop";
    }
    setActiveThreads(kit_.ownerOnly ? 1 : 2);
    const auto wl = kit_.make();
    for (int i = 0; i < 100; ++i) {
      EXPECT_FALSE(wl->pop());
    }
    wl->push(5, 5);
    auto got = wl->pop();
    ASSERT_TRUE(got);
    EXPECT_EQ(got->id, 5u);
    EXPECT_FALSE(wl->pop());
  }

  void OneObjectServesSeveralLoops() {
    if (!kit_.standsAlone) {
      GTEST_SKIP() << "levels need a loop";
    }
    constexpr std::uint32_t kTasks = 800;
    const auto wl = kit_.make();
    for (const unsigned threads : {1u, 4u, 2u, 16u, 1u}) {
      setActiveThreads(threads);
      Deliveries seen(kTasks);
      on_each([&](unsigned tid, unsigned n) {
        for (std::uint32_t i = tid; i < kTasks; i += n) {
          wl->push(i, i * 37);
        }
        substrate::Backoff backoff;
        while (seen.total() < kTasks) {
          if (auto got = wl->pop()) {
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

  void IsDestroyedCleanlyWithTasksInside() {
    for (const unsigned threads : kThreadCounts) {
      setActiveThreads(threads);
      auto wl = kit_.make();
      on_each([&](unsigned tid, unsigned) {
        for (std::uint32_t i = 0; i < 300; ++i) {
          wl->push(tid * 300 + i, randomPriority(i));
          if (i % 2) {
            wl->pop();
          }
        }
      });
      wl.reset();
      SUCCEED(); // The sanitizers find leaks.
    }
  }

  void AnExceptionInAnOperatorEndsTheLoopAndReachesTheCaller() {
    for (const unsigned threads : {1u, 4u}) {
      setActiveThreads(threads);
      const auto throwOne = [](const Delivered& t, const PushTask&) {
        if (t.id == 700) {
          throw std::runtime_error("task 700");
        }
      };
      EXPECT_THROW(kit_.loop(2000, throwOne), std::runtime_error);
    }
  }

  void AnIndexerThatThrowsEndsTheLoopAndReachesTheCaller() {
    // At first, where the range is added, and then where an operator pushes. Policies without an
    // indexer run all tasks.
    for (const unsigned threads : {1u, 3u}) {
      setActiveThreads(threads);
      for (const std::uint32_t tasks : {kPriorities, 300u}) {
        TaskPriority::thrown = 0;
        TaskPriority::throws = true;
        bool thrown = false;
        try {
          kit_.loop(tasks, [&](const Delivered& t, const PushTask& push) {
            if (t.id == 100) {
              push(kPriorities, TaskPriority::kLast);
            }
          });
        } catch (const NoPriority&) {
          thrown = true;
        }
        TaskPriority::throws = false;
        EXPECT_EQ(thrown, TaskPriority::thrown > 0) << threads << " threads";
      }
    }
    LoopDeliversEveryTaskOnceWithPushesFromOperators();
  }

  void ATaskForWhichTheIndexerThrowsIsNotAdded() {
    if (!kit_.standsAlone) {
      GTEST_SKIP() << "levels need a loop";
    }
    setActiveThreads(kit_.ownerOnly ? 1 : 2);
    const auto wl = kit_.make();
    constexpr std::uint32_t kTasks = 10;
    for (std::uint32_t i = 0; i < kTasks; ++i) {
      wl->push(i, i);
    }
    TaskPriority::thrown = 0;
    TaskPriority::throws = true;
    bool thrown = false;
    try {
      wl->push(kTasks, TaskPriority::kLast);
    } catch (const NoPriority&) {
      thrown = true;
    }
    TaskPriority::throws = false;
    EXPECT_EQ(thrown, TaskPriority::thrown > 0);
    EXPECT_EQ(popAll(*wl).size(), thrown ? kTasks : kTasks + 1);
  }

private:
  static std::uint32_t randomPriority(std::uint32_t id) {
    return static_cast<std::uint32_t>(substrate::Random(7, id)() >>
                                      55); // There are 512 priorities.
  }

  /// Checks the counters of a policy to which so many tasks were pushed, all of which were popped.
  /// @param emptyPops  how many pops have found nothing, at least
  static void expectCounted(AnyPolicy& wl, double tasks, double emptyPops) {
    auto counters = wl.counters();
    if (counters.empty()) {
      return;
    }
    EXPECT_EQ(counters["pushes"], tasks);
    EXPECT_EQ(counters["pops"], tasks);
    EXPECT_GE(counters["empty_pops"], emptyPops);
    EXPECT_LE(counters["steal_successes"], counters["steal_attempts"]);
    EXPECT_LE(counters["steal_successes"], counters["tasks_stolen"]);
  }

  /// Pops on the calling thread until `tasks` tasks have been delivered to all threads together.
  static void popUntil(Deliveries& seen, std::size_t tasks, AnyPolicy& wl) {
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
  static std::vector<Delivered> popAll(AnyPolicy& wl) {
    std::vector<Delivered> out;
    while (auto got = wl.pop()) {
      out.push_back(*got);
    }
    return out;
  }

  PolicyKit kit_;
};

// NOLINTEND(readability-identifier-naming)

/// One test of a policy: a member function of PolicyTests.
class PolicySuite : public ::testing::Test {
public:
  using Body = void (PolicyTests::*)();

  PolicySuite(const PolicyKit& kit, Body body) : tests_(kit), body_(body) {}
  void TestBody() override { (tests_.*body_)(); }

private:
  SharedMemSys system_;
  PolicyTests tests_;
  Body body_;
};

/// Registers all tests for each of the kits, under the names that a typed suite would have.
inline bool registerPolicySuite(const char* prefix, const std::vector<PolicyKit>& kits) {
  struct Named {
    const char* name;
    PolicySuite::Body body;
  };
#define GALOIS_POLICY_TEST(tests, name)                                                            \
  { #name, &tests::name }
  static constexpr Named kTests[] = {
      GALOIS_POLICY_TEST(PolicyTests, LoopDeliversEveryTaskOnceWithPushesFromOperators),
      GALOIS_POLICY_TEST(PolicyTests, BufferedContextDeliversEveryTaskOnce),
      GALOIS_POLICY_TEST(PolicyTests, BatchAndSinglePopsShareOutEverything),
      GALOIS_POLICY_TEST(PolicyTests, ThreadCanPopWhatItPushed),
      GALOIS_POLICY_TEST(PolicyTests, OneThreadGetsExactOrderIfThePolicySaysSo),
      GALOIS_POLICY_TEST(PolicyTests, ExtremePrioritiesAndBitPatternsAreTasksLikeAnyOther),
      GALOIS_POLICY_TEST(PolicyTests, EmptyStaysEmptyAndThenServes),
      GALOIS_POLICY_TEST(PolicyTests, OneObjectServesSeveralLoops),
      GALOIS_POLICY_TEST(PolicyTests, IsDestroyedCleanlyWithTasksInside),
      GALOIS_POLICY_TEST(PolicyTests, AnExceptionInAnOperatorEndsTheLoopAndReachesTheCaller),
      GALOIS_POLICY_TEST(PolicyTests, AnIndexerThatThrowsEndsTheLoopAndReachesTheCaller),
      GALOIS_POLICY_TEST(PolicyTests, ATaskForWhichTheIndexerThrowsIsNotAdded),
  };
#undef GALOIS_POLICY_TEST
  for (std::size_t i = 0; i < kits.size(); ++i) {
    const std::string suite = prefix + std::string("/PolicySuite/") + std::to_string(i);
    for (const Named& test : kTests) {
      ::testing::RegisterTest(
          suite.c_str(), test.name, nullptr, nullptr, __FILE__, __LINE__,
          [kit = kits[i], body = test.body] { return new PolicySuite(kit, body); });
    }
  }
  return true;
}
template <typename... CaseTypes>
bool registerPolicySuite(const char* prefix, PolicyCases<CaseTypes...> /*cases*/) {
  return registerPolicySuite(prefix, std::vector<PolicyKit>{kitOf<CaseTypes>()...});
}

/// Whether the line of this test in CMakeLists.txt says SUITES. Without it, ThreadSanitizer would not
/// run it, and it would not run as on machines of several sockets.
#ifdef GALOIS_TEST_SUITES
inline constexpr bool kSaysSuites = true;
#else
inline constexpr bool kSaysSuites = false;
#endif

/// Adds the tests of the policies in a list of cases to the program. They are registered at run time
/// because GoogleTest's typed suites compile several functions per test and type.
#define GALOIS_POLICY_SUITE(prefix, cases)                                                         \
  static_assert(                                                                                   \
      ::galois::test::kSaysSuites,                                                                 \
      "galois_test() has to know which tests have suites: libgalois/test/CMakeLists.txt");         \
  [[maybe_unused]] const bool k##prefix##PolicySuite =                                             \
      ::galois::test::registerPolicySuite(#prefix, cases())

} // namespace galois::test
