#include "galois/substrate/DriverThread.h"

#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <stop_token>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "galois/substrate/Cancellation.h"
#include "galois/substrate/ThreadPool.h"
#include "support/Child.h"
#include "support/CountedHeap.h"
#include "support/OccupiedDriver.h"

namespace galois::substrate {
namespace {

/// Adds one on each of `threads` pool threads and returns the sum.
unsigned countThreads(unsigned threads) {
  std::atomic<unsigned> count{0};
  DriverThread::get().call([&] { getThreadPool().run(threads, [&] { ++count; }); });
  return count;
}

bool allSignalsBlocked() {
  sigset_t mask;
  pthread_sigmask(SIG_SETMASK, nullptr, &mask);
  return sigismember(&mask, SIGINT) == 1 && sigismember(&mask, SIGTERM) == 1;
}

/// Returns what `child` returns in a forked process, or -1.
template <typename Child>
int inFork(Child&& child) {
  std::fflush(nullptr); // so that the child does not print it again
  const pid_t pid = fork();
  if (pid == 0) {
    alarm(60); // a child that hangs fails
    std::exit(child());
  }
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(DriverThread, RunsCallsOnAThreadOfItsOwnAndLeavesTheCallerUnpinned) {
  cpu_set_t before, after;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  std::thread::id driver;
  DriverThread::get().call([&] {
    driver = std::this_thread::get_id();
    EXPECT_TRUE(DriverThread::isDriver());
    EXPECT_EQ(ThreadPool::getTID(), 0u);
  });
  EXPECT_NE(driver, std::this_thread::get_id());
  EXPECT_FALSE(DriverThread::isDriver());
  EXPECT_EQ(countThreads(5), 5u);
  ASSERT_EQ(sched_getaffinity(0, sizeof after, &after), 0);
  EXPECT_TRUE(CPU_EQUAL(&before, &after));
}

TEST(DriverThread, PassesExceptionsOnAndStaysUsable) {
  EXPECT_THROW(DriverThread::get().call([] { throw std::out_of_range("one"); }), std::out_of_range);
  EXPECT_EQ(countThreads(2), 2u);
}

TEST(DriverThread, RunsACallFromWithinACallAtOnce) {
  unsigned count = 0;
  DriverThread::get().call([&] { count = countThreads(3); });
  EXPECT_EQ(count, 3u);
}

TEST(DriverThread, RunsCallsOfManyThreadsOneAfterTheOther) {
  constexpr unsigned kCallers = 8, kCalls = 50;
  unsigned running = 0, calls = 0; // plain: calls never overlap
  std::vector<std::thread> callers;
  for (unsigned t = 0; t < kCallers; ++t) {
    callers.emplace_back([&, t] {
      for (unsigned i = 0; i < kCalls; ++i) {
        std::atomic<unsigned> threads{0};
        DriverThread::get().call([&] {
          EXPECT_EQ(++running, 1u);
          ++calls;
          getThreadPool().run(1 + t % 3, [&] { ++threads; });
          --running;
        });
        EXPECT_EQ(threads, 1 + t % 3);
      }
    });
  }
  for (std::thread& caller : callers) {
    caller.join();
  }
  EXPECT_EQ(calls, kCallers * kCalls);
}

TEST(DriverThread, CallsBackWhileACallRuns) {
  std::atomic<bool> seen{false};
  DriverThread::get().call(
      [&] {
        while (!seen) { // ends when the waiting thread has been called back
          std::this_thread::yield();
        }
      },
      [&] { seen = true; }, std::chrono::milliseconds(1));
  EXPECT_TRUE(seen);
}

TEST(DriverThread, BlocksSignalsInItsThreadsOnly) {
  const bool here = allSignalsBlocked();
  DriverThread::get().call([] { EXPECT_TRUE(allSignalsBlocked()); });
  std::atomic<unsigned> blocked{0};
  DriverThread::get().call(
      [&] { getThreadPool().run(7, [&] { blocked += allSignalsBlocked() ? 1 : 0; }); });
  EXPECT_EQ(blocked, 7u);
  EXPECT_FALSE(here);
  EXPECT_FALSE(allSignalsBlocked());
}

TEST(DriverThread, WithdrawsACallThatWaitsWithoutACallback) {
  bool ran = false;
  {
    const test::OccupiedDriver other([](const auto& work) { DriverThread::get().call(work); });
    std::stop_source stop;
    std::thread stopper([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20)); // the call below waits by then
      stop.request_stop();
    });
    EXPECT_THROW(DriverThread::get().call([&] { ran = true; }, {}, {}, stop.get_token()),
                 Cancelled);
    stopper.join();
  }
  EXPECT_EQ(countThreads(2), 2u);
  EXPECT_FALSE(ran);
}

TEST(DriverThread, StartsAfreshInTheChildOfAnIdleProcess) {
  if (test::kSanitized) {
    GTEST_SKIP() << "sanitizers do not support threads in forked children";
  }
  EXPECT_EQ(countThreads(3), 3u);
  Cancellation::request(); // concerns the parent
  EXPECT_EQ(inFork([] { return !Cancellation::requested() && countThreads(4) == 4 ? 0 : 1; }), 0);
  Cancellation::reset();
  EXPECT_EQ(countThreads(3), 3u);
}

TEST(DriverThread, RefusesCallsInAChildThatWasForkedDuringACall) {
  if (test::kSanitized) {
    GTEST_SKIP() << "sanitizers do not support threads in forked children";
  }
  int status = -1;
  DriverThread::get().call([&] {
    status = inFork([] {
      if (DriverThread::isDriver()) {
        return 1; // its thread is the child's only one now
      }
      try {
        DriverThread::get().call([] {});
      } catch (const ForkedDuringCall&) {
        return 0;
      }
      return 2;
    });
  });
  EXPECT_EQ(status, 0);
  EXPECT_EQ(countThreads(2), 2u); // the parent is not affected
}

TEST(DriverThread, RefusesCallsInsideARegion) {
  std::atomic<unsigned> refused{0};
  const auto region = [&] {
    getThreadPool().run(3, [&] {
      EXPECT_THROW(DriverThread::get().call([] {}), std::logic_error);
      ++refused;
    });
  };
  DriverThread::get().call(region);
  region();
  EXPECT_EQ(refused, 6u);
}

/// Calls `child` in a child that is forked in a callback of a call that runs, or waits for its turn.
/// Returns the child's status; 99: the call itself threw ForkedDuringCall in the child.
template <typename Child>
int forkedInACallback(bool runs, const Child& child) {
  const pid_t parent = getpid();
  std::atomic<int> status{-2};
  // Whether the call that is to run does run. On a busy machine it may be called back before.
  std::atomic<bool> begun{!runs};
  const auto callback = [&] {
    if (status == -2 && begun) {
      std::fflush(nullptr);
      const pid_t pid = fork();
      if (pid == 0) {
        alarm(60);
        child();
        return;
      }
      int wait = 0;
      waitpid(pid, &wait, 0);
      status = WIFEXITED(wait) ? WEXITSTATUS(wait) : -1;
    }
  };
  const auto untilForked = [&] {
    begun = true;
    while (status == -2) {
      std::this_thread::yield();
    }
  };
  try {
    if (runs) {
      DriverThread::get().call(untilForked, callback, std::chrono::milliseconds(1));
    } else {
      const test::OccupiedDriver other([](const auto& work) { DriverThread::get().call(work); });
      std::stop_source stop;
      EXPECT_THROW(DriverThread::get().call([] {},
                                            [&] {
                                              callback();
                                              if (getpid() == parent) {
                                                stop.request_stop();
                                              }
                                            },
                                            std::chrono::milliseconds(1), stop.get_token()),
                   Cancelled);
    }
  } catch (const ForkedDuringCall&) {
    _exit(getpid() != parent ? 99 : 98);
  }
  if (getpid() != parent) {
    _exit(97);
  }
  return status;
}

TEST(DriverThread, AChildForkedInACallbackGetsOneError) {
  if (test::kSanitized) {
    GTEST_SKIP() << "sanitizers do not support threads in forked children";
  }
  for (const bool runs : {true, false}) {
    EXPECT_EQ(forkedInACallback(runs,
                                [] {
                                  try {
                                    DriverThread::get().call([] {});
                                  } catch (const ForkedDuringCall&) {
                                    _exit(7);
                                  }
                                  _exit(1);
                                }),
              7);
    EXPECT_EQ(forkedInACallback(runs,
                                [] {
                                  try {
                                    getThreadPool().run(2, [] {});
                                  } catch (const ForkedDuringCall&) {
                                    _exit(7);
                                  }
                                  _exit(1);
                                }),
              7);
  }
  EXPECT_EQ(forkedInACallback(true, [] {}), 99) << "which returns into the call of its parent";
  EXPECT_EQ(countThreads(2), 2u);
}

TEST(DriverThread, AChildOfAThreadOfARunningCallGetsOneError) {
  if (test::kSanitized) {
    GTEST_SKIP() << "sanitizers do not support threads in forked children";
  }
  for (unsigned thread = 0; thread < 3; ++thread) {
    int status = -1;
    DriverThread::get().call([&] {
      getThreadPool().run(3, [&] {
        if (ThreadPool::getTID() != thread) {
          return;
        }
        status = inFork([] {
          try {
            DriverThread::get().call([] {});
          } catch (const ForkedDuringCall&) {
            return 7;
          }
          return 1;
        });
      });
    });
    EXPECT_EQ(status, 7) << thread;
  }
}

TEST(DriverThread, AChildThatReturnsFromACallEndsWithAnError) {
  if (test::kSanitized) {
    GTEST_SKIP() << "sanitizers do not support threads in forked children";
  }
  int status = -1;
  std::fflush(nullptr);
  DriverThread::get().call([&] {
    const pid_t pid = fork();
    if (pid == 0) {
      alarm(60);
      // The message of std::terminate() is expected.
      static_cast<void>(!std::freopen("/dev/null", "w", stderr));
      return;
    }
    waitpid(pid, &status, 0);
  });
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), SIGABRT);
}

/// Runs a call that only cancellation ends, on a thread of its own, and returns when it has begun.
/// `before` and `after` are called in it, before and after the cancellation.
template <typename Before, typename After>
void beginACallUntilCancelled(const Before& before, const After& after) {
  static std::atomic<bool> begun{false};
  std::thread([before, after] {
    DriverThread::get().call([&] {
      before();
      begun = true;
      while (!Cancellation::requested()) {
        std::this_thread::yield();
      }
      after();
    });
  }).detach();
  while (!begun) {
    std::this_thread::yield();
  }
}

/// Waits at the end of the process, after the driver has been stopped, until `flag` is set. It is
/// called before the first call of the driver.
template <std::atomic<bool>& flag>
void waitAtExit() {
  alarm(60); // a child that hangs fails
  std::atexit([] {
    while (!flag) {
      std::this_thread::yield();
    }
  });
}

std::atomic<bool> ended{false};

/// How often thread 1 of the pool has run a region.
unsigned regionsOfThreadOne() {
  unsigned regions = 0;
  getThreadPool().run(2, [&] {
    thread_local unsigned mine = 0;
    ++mine;
    if (ThreadPool::getTID() == 1) {
      regions = mine;
    }
  });
  return regions;
}

TEST(DriverThreadChild, DISABLED_ExitDuringACall) {
  waitAtExit<ended>();
  beginACallUntilCancelled([] { EXPECT_EQ(regionsOfThreadOne(), 1u); },
                           [] {
                             // The pool still has its threads.
                             if (regionsOfThreadOne() != 2) {
                               std::_Exit(8);
                             }
                             ended = true;
                           });
  std::exit(testing::Test::HasFailure() ? 1 : 7);
}

TEST(DriverThread, ExitCancelsTheRunningCall) {
  EXPECT_EQ(test::runChild("DriverThreadChild.DISABLED_ExitDuringACall"), 7);
}

TEST(DriverThreadChild, DISABLED_ExitWhileACallWaits) {
  waitAtExit<ended>();
  beginACallUntilCancelled([] {}, [] {});
  std::thread([] {
    try {
      DriverThread::get().call([] {});
    } catch (const std::runtime_error&) {
      ended = true;
      return;
    }
    std::_Exit(8);
  }).detach();
  std::this_thread::sleep_for(std::chrono::milliseconds(20)); // the call waits by then
  std::exit(7);
}

TEST(DriverThread, ExitRefusesTheCallsThatWait) {
  EXPECT_EQ(test::runChild("DriverThreadChild.DISABLED_ExitWhileACallWaits"), 7);
}

struct SlowEnd {
  ~SlowEnd() {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    ended = true;
  }
};

TEST(DriverThreadChild, DISABLED_ExitAfterACall) {
  std::atexit([] {
    if (!ended) {
      std::_Exit(8);
    }
  });
  DriverThread::get().call([] { thread_local const SlowEnd atTheEndOfTheDriver; });
  std::exit(7);
}

TEST(DriverThread, ExitWaitsForTheEndOfAnIdleDriver) {
  EXPECT_EQ(test::runChild("DriverThreadChild.DISABLED_ExitAfterACall"), 7);
}

TEST(DriverThreadChild, DISABLED_ExitWithinACall) {
  alarm(60);
  DriverThread::get().call([] { std::exit(7); });
}

TEST(DriverThread, ACallMayEndTheProcess) {
  EXPECT_EQ(test::runChild("DriverThreadChild.DISABLED_ExitWithinACall"), 7);
}

TEST(DriverThreadChild, DISABLED_ExitDuringACallWithoutEnd) {
  alarm(60);
  beginACallUntilCancelled([] {},
                           [] {
                             for (;;) {
                               std::this_thread::yield();
                             }
                           });
  std::exit(7);
}

TEST(DriverThread, ExitDoesNotWaitForACallThatIgnoresItsCancellation) {
  EXPECT_EQ(test::runChild("DriverThreadChild.DISABLED_ExitDuringACallWithoutEnd"), 7);
}

/// The pool cannot be made: the first allocation of the driver's thread fails, after the one that
/// starting this thread makes here.
TEST(DriverThreadChild, DISABLED_NoMemoryForThePool) {
  DriverThread& driver = DriverThread::get();
  bool ran = false;
  test::CountedHeap::failAfter(1);
  EXPECT_THROW(driver.call([&] { ran = true; }), std::bad_alloc);
  EXPECT_THROW(driver.call([&] { ran = true; }), std::bad_alloc) << "it is not tried again";
  EXPECT_FALSE(ran);
}

TEST(DriverThread, EveryCallThrowsWhatKeptThePoolFromBeingMade) {
  EXPECT_EQ(test::runChild("DriverThreadChild.DISABLED_NoMemoryForThePool"), 0);
}

} // namespace
} // namespace galois::substrate
