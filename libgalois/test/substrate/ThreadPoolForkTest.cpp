// The thread pool when its process ends or forks.
#include "galois/substrate/ThreadPool.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <optional>
#include <thread>

#include "galois/substrate/Backoff.h"
#include "support/Child.h"

using galois::substrate::Backoff;
using galois::substrate::ForkedDuringCall;
using galois::substrate::getThreadPool;
using galois::substrate::ThreadPool;
using galois::test::kSanitized;
using galois::test::runChild;

namespace {

class ThreadPoolFork : public testing::Test {
protected:
  void SetUp() override {
    if (kSanitized) {
      GTEST_SKIP() << "sanitizers do not start threads after a fork of many";
    }
  }
};

/// Returns how many threads run a region of n threads.
unsigned threadsOf(unsigned n) {
  std::atomic<unsigned> threads{0};
  getThreadPool().run(n, [&threads] { ++threads; });
  return threads;
}

TEST(ThreadPoolForkChild, DISABLED_ExitInsideARegion) {
  getThreadPool().run(4, [] {
    if (ThreadPool::getTID() == 2) {
      std::exit(7);
    }
    for (Backoff backoff;;) {
      backoff();
    }
  });
}
TEST(ThreadPoolExit, ExitInsideARegionEnds) {
  EXPECT_EQ(runChild("ThreadPoolForkChild.DISABLED_ExitInsideARegion"), 7);
}

/// What happens when a process exits, as seen by a static object that is older than the pool.
struct AfterThePool {
  std::atomic<unsigned> ended{0}; ///< threads whose own data has been destroyed
  unsigned expected = 0;
  bool mayRun = true;
  ~AfterThePool() {
    bool ran = false;
    try {
      getThreadPool().run(1, [&ran] { ran = true; });
    } catch (const ForkedDuringCall&) {
      ran = false;
    }
    if (ended != expected || ran != mayRun) {
      _exit(9);
    }
  }
};

TEST(ThreadPoolForkChild, DISABLED_Exit) {
  static AfterThePool after;
  struct Local {
    ~Local() { ++after.ended; }
  };
  getThreadPool().run(4, [] {
    if (ThreadPool::getTID() != 0) {
      static thread_local const Local local;
      EXPECT_NE(&local, nullptr);
    }
  });
  after.expected = 3;
}
TEST(ThreadPoolExit, ThreadsHaveEndedAfterItsDestruction) {
  EXPECT_EQ(runChild("ThreadPoolForkChild.DISABLED_Exit"), 0);
}

TEST(ThreadPoolForkChild, DISABLED_ExitOfAChildForkedInARegion) {
  static AfterThePool after;
  int status = -1;
  getThreadPool().run(1, [&status] {
    const pid_t child = fork();
    if (child == 0) {
      after.mayRun = false;
      std::exit(7);
    }
    waitpid(child, &status, 0);
  });
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 7);
}
TEST_F(ThreadPoolFork, AChildForkedInARegionRunsNoneAtItsExit) {
  EXPECT_EQ(runChild("ThreadPoolForkChild.DISABLED_ExitOfAChildForkedInARegion"), 0);
}

TEST(ThreadPoolForkChild, DISABLED_ForkOnADedicatedThread) {
  static std::atomic<int> result{-1};
  std::function<void()> work = [] {
    const unsigned tid = ThreadPool::getTID();
    const pid_t child = fork();
    if (child == 0) {
      _exit(tid != 0 && ThreadPool::getTID() == 0 ? 7 : 8);
    }
    int status = -1;
    waitpid(child, &status, 0);
    result = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
  };
  getThreadPool().runDedicated(work);
  for (Backoff backoff; result < 0;) {
    backoff();
  }
  EXPECT_EQ(result, 7);
}
TEST_F(ThreadPoolFork, AChildForkedOnADedicatedThreadIsThread0) {
  EXPECT_EQ(runChild("ThreadPoolForkChild.DISABLED_ForkOnADedicatedThread"), 0);
}

TEST_F(ThreadPoolFork, AForkedChildHasAPoolOfItsOwn) {
  threadsOf(4);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    std::exit(threadsOf(6) == 6 ? 0 : 1); // This also runs the shutdown of the pool.
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  EXPECT_EQ(threadsOf(4), 4u);
}

/// Forks in a region, on thread `thread` of 3, and calls `child` in the child, which ends if that
/// returns a status. Returns the child's wait status.
template <typename Child>
int forkedInARegion(unsigned thread, const Child& child) {
  int status = -1;
  std::fflush(nullptr); // so that the child does not print it again
  getThreadPool().run(3, [&] {
    if (ThreadPool::getTID() != thread) {
      return;
    }
    const pid_t pid = fork();
    if (pid == 0) {
      alarm(60); // a child that hangs fails
      if (const std::optional<int> result = child()) {
        std::exit(*result); // also runs the shutdown of the pool
      }
      return;
    }
    waitpid(pid, &status, 0);
  });
  return status;
}

TEST_F(ThreadPoolFork, AChildForkedInARegionIsOutsideItAndRunsNone) {
  for (unsigned thread = 0; thread < 3; ++thread) {
    const int status = forkedInARegion(thread, []() -> std::optional<int> {
      if (ThreadPool::isInside() || ThreadPool::getTID() != 0 || getThreadPool().isRunning()) {
        return 1;
      }
      if (getThreadPool().tryRun(2, [](unsigned, unsigned) {})) {
        return 2;
      }
      try {
        getThreadPool().run(1, [] {});
      } catch (const ForkedDuringCall&) {
        return 7;
      }
      return 3;
    });
    EXPECT_TRUE(WIFEXITED(status)) << thread;
    EXPECT_EQ(WEXITSTATUS(status), 7) << thread;
  }
  EXPECT_EQ(threadsOf(3), 3u); // the parent is not affected
}

TEST_F(ThreadPoolFork, AChildThatReturnsFromARegionGetsAnError) {
  const pid_t parent = getpid();
  for (unsigned thread = 0; thread < 3; ++thread) {
    int status = -1;
    try {
      status = forkedInARegion(thread, []() -> std::optional<int> {
        // The message of std::terminate() is expected.
        static_cast<void>(!std::freopen("/dev/null", "w", stderr));
        return std::nullopt;
      });
    } catch (const ForkedDuringCall&) {
      _exit(getpid() != parent && ThreadPool::getTID() == 0 ? 7 : 8);
    }
    if (thread == 0) {
      EXPECT_TRUE(WIFEXITED(status));
      EXPECT_EQ(WEXITSTATUS(status), 7);
    } else {
      EXPECT_TRUE(WIFSIGNALED(status)) << thread;
      EXPECT_EQ(WTERMSIG(status), SIGABRT) << thread;
    }
  }
}

TEST_F(ThreadPoolFork, AChildForkedWhileAnotherThreadRunsARegionRunsNone) {
  std::atomic<bool> running{false}, ends{false};
  std::thread other([&] {
    getThreadPool().run(2, [&] {
      running = true;
      for (Backoff backoff; !ends;) {
        backoff();
      }
    });
  });
  for (Backoff backoff; !running;) {
    backoff();
  }
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    try {
      getThreadPool().run(2, [] {});
    } catch (const ForkedDuringCall&) {
      _exit(7);
    }
    _exit(1);
  }
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  ends = true;
  other.join();
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 7);
}

} // namespace
