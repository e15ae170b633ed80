#include "galois/substrate/DriverThread.h"

#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "galois/substrate/Cancellation.h"
#include "galois/substrate/ThreadPool.h"
#include "support/Child.h"

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
  const pid_t pid = fork();
  if (pid == 0) {
    alarm(60); // a child that hangs fails
    _exit(child());
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

TEST(DriverThread, StartsAfreshInTheChildOfAnIdleProcess) {
  if (test::kSanitized) {
    GTEST_SKIP() << "sanitizers do not support threads in forked children";
  }
  EXPECT_EQ(countThreads(3), 3u);
  EXPECT_EQ(inFork([] { return countThreads(4) == 4 ? 0 : 1; }), 0);
  EXPECT_EQ(countThreads(3), 3u);
}

TEST(DriverThread, RefusesCallsInAChildThatWasForkedDuringACall) {
  if (test::kSanitized) {
    GTEST_SKIP() << "sanitizers do not support threads in forked children";
  }
  int status = -1;
  DriverThread::get().call([&] {
    status = inFork([] {
      try {
        // Another thread, because calls of the thread that runs a call are part of that call.
        int result = 1;
        std::thread([&result] {
          try {
            DriverThread::get().call([] {});
          } catch (const ForkedDuringCall&) {
            result = 0;
          }
        }).join();
        return result;
      } catch (...) {
        return 2;
      }
    });
  });
  EXPECT_EQ(status, 0);
  EXPECT_EQ(countThreads(2), 2u); // the parent is not affected
}

/// Ends the process while a call runs that only cancellation ends.
TEST(DriverThreadChild, DISABLED_ExitDuringACall) {
  std::atomic<bool> begun{false};
  std::thread([&begun] {
    try {
      DriverThread::get().call([&begun] {
        begun = true;
        while (!Cancellation::requested()) {
          std::this_thread::yield();
        }
      });
    } catch (...) {
      std::abort();
    }
  }).detach();
  while (!begun) {
    std::this_thread::yield();
  }
  std::exit(7);
}

TEST(DriverThread, ExitCancelsTheRunningCall) {
  EXPECT_EQ(test::runChild("DriverThreadChild.DISABLED_ExitDuringACall"), 7);
}

} // namespace
} // namespace galois::substrate
