// galois::task_group.
#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Tasks.h"
#include "galois/substrate/Backoff.h"
#include "runtime/forkjoin/TasksOnThreads.h"

namespace {

using TaskGroups = galois::test::WithThreads;
using galois::test::fib;
using galois::test::kThreadsOfTasks;

TEST_P(TaskGroups, GroupWaitsForItsTasks) {
  std::atomic<unsigned> calls{0};
  galois::task_group outside; // opens a region in wait()
  for (unsigned i = 0; i < 300; ++i) {
    outside.run([&] { ++calls; });
  }
  outside.wait();
  EXPECT_EQ(calls, 300u);
  outside.run([&](auto& context) { context.invoke([&] { ++calls; }, [&] { ++calls; }); });
  outside.wait();
  EXPECT_EQ(calls, 302u);
  outside.wait();
  galois::parallel_invoke(
      [&] {
        galois::task_group inside;
        for (unsigned i = 0; i < 1000; ++i) { // more than a deque holds
          inside.run([&calls] { calls += static_cast<unsigned>(fib(3)); });
        }
        galois::parallel_invoke([&] { inside.run([&] { ++calls; }); }, [] {});
        inside.wait();
        inside.run([&] { ++calls; }); // awaited by the destructor
      },
      [&] { fib(12); });
  EXPECT_EQ(calls, 302u + 2000 + 2);
}

TEST_P(TaskGroups, GroupsMayBeAwaitedInAnyOrder) {
  std::atomic<unsigned> first{0}, second{0}, third{0};
  galois::parallel_invoke(
      [&] {
        for (unsigned round = 0; round < 200; ++round) {
          const auto add = [](galois::task_group& tasks, std::atomic<unsigned>& sum) {
            for (unsigned i = 0; i < 4; ++i) {
              tasks.run([&sum] { sum += static_cast<unsigned>(fib(3)); });
            }
          };
          galois::task_group a;
          add(a, first);
          auto c = std::make_unique<galois::task_group>();
          add(*c, third);
          galois::task_group b;
          add(b, second);
          a.wait(); // the oldest
          ASSERT_EQ(first, 8 * (round + 1));
          galois::parallel_invoke([&] { b.run([&second] { ++second; }); }, [] { fib(5); });
          a.run([&first] { --first; });
          c.reset(); // waits
          ASSERT_EQ(third, 8 * (round + 1));
          a.run([&first] { ++first; });
          b.wait();
          ASSERT_EQ(second, 9 * (round + 1));
        } // waits for `a`
      },
      [] { fib(12); });
  EXPECT_EQ(first, 1600u);
  EXPECT_EQ(fib(12), 144u);
}

TEST_P(TaskGroups, GroupIsAwaitedInABranchOfItsTask) {
  for (unsigned round = 0; round < 50; ++round) {
    std::atomic<unsigned> calls{0}, other{0};
    galois::parallel_invoke(
        [&] {
          galois::task_group tasks, more;
          for (unsigned i = 0; i < 10; ++i) {
            tasks.run([&] { calls += static_cast<unsigned>(fib(4)); });
          }
          more.run([&] { ++other; });
          galois::parallel_invoke(
              [&] {
                galois::task_group inner;
                inner.run([&] { ++other; });
                tasks.wait();
                EXPECT_EQ(calls, 30u);
                tasks.run([&] { ++calls; });
              },
              [&] { ++other; });
          galois::parallel_for(0, 1, [&](int) { more.wait(); });
          EXPECT_EQ(other, 3u);
        },
        [] { fib(6); });
    EXPECT_EQ(calls, 31u);
  }
}

TEST_P(TaskGroups, LocksMayBeHeldWhileTheOlderOfTwoGroupsIsAwaited) {
  // Only tasks of `b` take the lock, so they must not run while a task waits for `a`.
  std::mutex mutex;
  std::uint64_t sum = 0;
  galois::parallel_for(0, 64, [&](int) {
    galois::task_group a;
    for (unsigned i = 0; i < 3; ++i) {
      a.run([] { fib(7); });
    }
    galois::task_group b;
    for (unsigned i = 0; i < 3; ++i) {
      b.run([&] {
        const std::lock_guard<std::mutex> lock(mutex);
        sum += fib(5);
      });
    }
    const std::lock_guard<std::mutex> lock(mutex);
    a.wait();
  });
  EXPECT_EQ(sum, 64u * 3 * 5);
}

TEST_P(TaskGroups, ManyTasksThatAddTasksNeedLittleStack) {
  constexpr unsigned kTasks = 100'000; // more than a group keeps
  std::atomic<unsigned> calls{0};
  const auto fill = [&calls] {
    galois::task_group tasks;
    for (unsigned i = 0; i < kTasks; ++i) {
      tasks.run([&] {
        ++calls;
        tasks.run([&] {
          ++calls;
          tasks.run([&] { ++calls; });
        });
      });
    }
  };
  galois::parallel_invoke(fill, [] { fib(10); });
  EXPECT_EQ(calls, 3 * kTasks);
  calls = 0;
  galois::do_all(
      galois::iterate(0, 1), [&](int) { fill(); }, galois::no_stats()); // without a worker
  EXPECT_EQ(calls, 3 * kTasks);
}

/// A task adds the next one of a chain, as long as there is one.
struct Chain {
  void run(unsigned left) {
    begun = true;
    ++calls;
    if (left == failsAt) {
      throw std::runtime_error("one");
    }
    if (left > 1) {
      tasks.run([this, left] { run(left - 1); });
    }
  }
  /// Waits until another thread has begun, if there is one.
  void start(unsigned length) {
    tasks.run([this, length] { run(length); });
    galois::substrate::Backoff backoff;
    while (galois::getActiveThreads() > 1 && !begun) {
      galois::poll();
      backoff();
    }
    tasks.wait();
  }

  unsigned failsAt = 0;
  std::atomic<unsigned> calls{0};
  std::atomic<bool> begun{false};
  galois::task_group tasks;
};

TEST_P(TaskGroups, ChainsOfTasksNeedLittleStack) {
  constexpr unsigned kLength = 300'000;
  for (const unsigned failsAt : {0U, 1U, kLength / 2, kLength - 80}) {
    galois::parallel_invoke(
        [&] {
          Chain chain;
          chain.failsAt = failsAt;
          if (failsAt == 0) {
            chain.start(kLength);
          } else {
            EXPECT_THROW(chain.start(kLength), std::runtime_error);
          }
          EXPECT_EQ(chain.calls, failsAt == 0 ? kLength : kLength - failsAt + 1);
        },
        [] {});
  }
}

TEST_P(TaskGroups, ACallThatThrowsDropsNoDeeperCalls) {
  constexpr unsigned kDepth = 200; // more than nest; the others are made at the end
  for (const unsigned failsAt : {kDepth + 1, 150U, 70U}) {
    unsigned calls = 0;
    galois::task_group tasks; // belongs to no task of the region
    const std::function<void(unsigned)> nest = [&](unsigned depth) {
      ++calls;
      if (depth < kDepth) {
        tasks.run([&, depth] { nest(depth + 1); });
      }
      if (depth == 1 || depth >= failsAt) {
        throw depth;
      }
    };
    unsigned caught = 0;
    galois::parallel_invoke(
        [&] {
          try {
            tasks.run([&] { nest(1); });
          } catch (const unsigned depth) {
            caught = depth;
          }
        },
        [] {});
    EXPECT_EQ(calls, kDepth) << failsAt;
    EXPECT_EQ(caught, failsAt <= kDepth ? kDepth : 1) << failsAt;
  }
}

TEST_P(TaskGroups, DeeperCallsEndAsTheSerialProgramDoes) {
  std::vector<unsigned> calls;
  galois::task_group tasks;
  const std::function<void(unsigned)> nest = [&](unsigned depth) {
    if (depth < 100) {
      tasks.run([&, depth] { nest(depth + 1); });
      return;
    }
    for (unsigned i = 0; i < 4; ++i) {
      tasks.run([&, i] {
        calls.push_back(i);
        tasks.run([&, i] { calls.push_back(10 + i); });
        if (i == 2) {
          throw i;
        }
      });
    }
  };
  // The calls at depth 100 are put off, or those around them.
  for (const unsigned start : {36U, 1U}) {
    calls.clear();
    galois::parallel_invoke([&] { EXPECT_THROW(tasks.run([&] { nest(start); }), unsigned); },
                            [] {});
    EXPECT_EQ(calls, (std::vector{0U, 10U, 1U, 11U, 2U, 12U})) << start;
  }
}

TEST_P(TaskGroups, AFailureEndsTasksThatAddTasks) {
  constexpr unsigned kTasks = 70'000;
  std::atomic<unsigned> calls{0};
  const auto fill = [&calls] {
    galois::task_group tasks;
    for (unsigned i = 0; i < kTasks; ++i) {
      tasks.run([&, i] {
        ++calls;
        tasks.run([&calls] { ++calls; });
        if (i == 100) {
          throw std::runtime_error("one");
        }
      });
    }
    tasks.wait();
  };
  EXPECT_THROW(galois::parallel_invoke(fill, [] {}), std::runtime_error);
  EXPECT_LT(calls, kTasks);
}

TEST_P(TaskGroups, GroupRethrowsTheFirstException) {
  for (const bool inRegion : {false, true}) {
    const auto use = [] {
      galois::task_group tasks;
      std::atomic<unsigned> calls{0};
      for (int i = 0; i < 20; ++i) {
        tasks.run([&calls, i] {
          ++calls;
          if (i >= 10) {
            throw i;
          }
        });
      }
      int caught = 0;
      try {
        tasks.wait();
      } catch (int i) {
        caught = i;
      }
      EXPECT_EQ(caught, 10);
      EXPECT_GE(calls, 11u);
      EXPECT_LE(calls, 10 + galois::getActiveThreads()); // one that each thread had begun
      tasks.run([&calls] { calls = 1; });
      tasks.wait();
      EXPECT_EQ(calls, 1u);
    };
    if (inRegion) {
      galois::parallel_invoke(use, use);
    } else {
      use();
    }
  }
}

/// Counts the objects of this type.
class Counted {
public:
  explicit Counted(std::atomic<int>& live) : live_(live) { ++live_; }
  Counted(const Counted& other) : live_(other.live_) { ++live_; }
  Counted& operator=(const Counted&) = delete;
  ~Counted() { --live_; }

private:
  std::atomic<int>& live_;
};

TEST_P(TaskGroups, GroupKeepsNoTasksThatAreDone) {
  std::atomic<int> live{0};
  std::atomic<unsigned> calls{0};
  int most = 0;
  const unsigned times = 4 * galois::task_group::kMostWaiting;
  galois::parallel_invoke(
      [&] {
        galois::task_group tasks;
        for (unsigned i = 0; i < times; ++i) {
          tasks.run([counted = Counted(live), &calls] { ++calls; });
          most = std::max(most, live.load());
        }
        tasks.wait();
        EXPECT_EQ(live, 0);
      },
      [] {});
  EXPECT_EQ(calls, times);
  // Other threads have some, and an eighth of those that they have finished may not be freed yet.
  EXPECT_LE(most, static_cast<int>(galois::task_group::kMostWaiting + 1000));
}

TEST_P(TaskGroups, GroupRunsNoTaskInRunUnlessItIsFull) {
  std::mutex mutex;
  unsigned calls = 0;
  const auto use = [&] {
    galois::task_group tasks;
    const auto here = std::this_thread::get_id();
    bool adding = true;
    {
      const std::lock_guard<std::mutex> lock(mutex);
      for (unsigned i = 0; i < 2000; ++i) {
        tasks.run([&, here] {
          EXPECT_FALSE(here == std::this_thread::get_id() && adding);
          const std::lock_guard<std::mutex> own(mutex);
          ++calls;
        });
      }
      adding = false;
    }
    tasks.wait();
  };
  galois::parallel_invoke(use, [] {});
  EXPECT_EQ(calls, 2000u);
  galois::on_each([&](unsigned tid, unsigned) { tid == 0 ? use() : void(); });
  use();
  EXPECT_EQ(calls, 6000u);
}

TEST_P(TaskGroups, GroupSurvivesCallablesThatUseIt) {
  // Copies and destructors of callables are foreign code, too.
  std::atomic<unsigned> calls{0};
  struct Forks {
    explicit Forks(std::atomic<unsigned>& c) : calls(c) {}
    Forks(const Forks& other) : calls(other.calls) { fib(4); }
    Forks& operator=(const Forks&) = delete;
    ~Forks() { fib(4); }
    void operator()() const { calls += static_cast<unsigned>(fib(4)); }
    std::atomic<unsigned>& calls;
  };
  const auto use = [&] {
    galois::task_group tasks;
    for (unsigned i = 0; i < 50; ++i) {
      tasks.run(Forks(calls));
      tasks.run([&] { tasks.run([&] { ++calls; }); });
    }
    tasks.wait();
  };
  galois::parallel_invoke(use, use);
  EXPECT_EQ(calls, 2u * 50 * 4);
  use();
  EXPECT_EQ(calls, 3u * 50 * 4);
}

TEST_P(TaskGroups, TasksOfAGroupThatNobodyWaitsForAreDroppedOrDone) {
  std::atomic<int> begun{0}, ended{0};
  EXPECT_THROW(galois::parallel_invoke(
                   [&] {
                     galois::task_group tasks;
                     for (int i = 0; i < 100; ++i) {
                       tasks.run([&] {
                         ++begun;
                         fib(5);
                         ++ended;
                       });
                     }
                     throw std::runtime_error("unwinds");
                   },
                   [] {}),
               std::runtime_error);
  EXPECT_EQ(begun, ended);
}

INSTANTIATE_TEST_SUITE_P(Threads, TaskGroups, kThreadsOfTasks);

} // namespace
