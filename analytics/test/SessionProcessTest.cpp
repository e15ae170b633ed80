// Calls of the library and their process: its threads and memory, its end, and forked children.
#include "galois/analytics/Session.h"

#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <span>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "RandomGraphs.h"
#include "galois/Galois.h"
#include "galois/LargeArray.h"
#include "galois/Tasks.h"
#include "galois/analytics/Errors.h"
#include "galois/analytics/Mst.h"
#include "galois/analytics/Sssp.h"
#include "galois/graphs/MorphGraph.h"
#include "galois/substrate/DriverThread.h"
#include "galois/substrate/ThreadPool.h"
#include "support/Child.h"

namespace galois::analytics {
namespace {

using galois::test::grid;
using galois::test::onThreads;

using Element = std::shared_ptr<int>;

/// Fills containers with copies of `element`, several on each active thread.
struct FilledContainers {
  explicit FilledContainers(const Element& element) {
    on_each([&](unsigned, unsigned) {
      for (int i = 0; i < 20; ++i) {
        bag.push(element);
        graph.addNode(graph.createNode(element));
      }
    });
  }
  InsertBag<Element, 256> bag;
  graphs::MorphGraph<Element, void, true> graph;
};

// Their destructors run no loop there, so the calls never find one running.
TEST(Session, ContainersOfOtherThreadsAreDestroyedWhileCallsRun) {
  std::atomic<bool> ends{false};
  std::thread caller([&] {
    for (unsigned call = 0; !ends; ++call) {
      unsigned threads = 0;
      Session::get().run(onThreads(2 + call % 3), [&] {
        threads = getActiveThreads();
        do_all(
            iterate(0u, 100u), [](unsigned) {}, no_stats());
      });
      EXPECT_EQ(threads, 2 + call % 3);
    }
  });
  cpu_set_t before, after;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  const auto element = std::make_shared<int>(0);
  for (unsigned round = 0; round < (test::kSanitized ? 50 : 300); ++round) {
    std::unique_ptr<FilledContainers> filled;
    Session::get().run(onThreads(3), [&] { filled = std::make_unique<FilledContainers>(element); });
    filled.reset();
    LargeArray<Element> array;
    array.allocateInterleaved(10000);
    array.construct(element);
    array = {};
    ASSERT_EQ(element.use_count(), 1);
  }
  ends = true;
  caller.join();
  ASSERT_EQ(sched_getaffinity(0, sizeof after, &after), 0);
  EXPECT_TRUE(CPU_EQUAL(&before, &after));
}

TEST(SessionChild, DISABLED_ExitWhileContainersAreAlive) {
  alarm(60); // a child that hangs fails
  static std::atomic<bool> begun{false};
  std::thread([] {
    EXPECT_THROW(Session::get().run(onThreads(3),
                                    [] {
                                      const FilledContainers filled(std::make_shared<int>(0));
                                      begun = true;
                                      for (;;) {
                                        do_all(
                                            iterate(0u, 100u), [](unsigned) {}, no_stats());
                                      }
                                    }),
                 Cancelled);
  }).detach();
  while (!begun) {
    std::this_thread::yield();
  }
  std::exit(7);
}

/// The same from an operator, on each of the threads.
template <unsigned thread>
void exitInAnOperator() {
  alarm(60);
  Session::get().run(onThreads(3), [] {
    const FilledContainers filled(std::make_shared<int>(0));
    on_each([](unsigned tid, unsigned) {
      if (tid == thread) {
        std::exit(7);
      }
    });
  });
}
TEST(SessionChild, DISABLED_ExitInAnOperatorOnThread0) { exitInAnOperator<0>(); }
TEST(SessionChild, DISABLED_ExitInAnOperatorOnThread1) { exitInAnOperator<1>(); }

TEST(Session, AProcessMayEndWhileItsCallHoldsContainers) {
  EXPECT_EQ(test::runChild("SessionChild.DISABLED_ExitWhileContainersAreAlive"), 7);
  EXPECT_EQ(test::runChild("SessionChild.DISABLED_ExitInAnOperatorOnThread0"), 7);
  EXPECT_EQ(test::runChild("SessionChild.DISABLED_ExitInAnOperatorOnThread1"), 7);
}

std::ptrdiff_t threadsOfThisProcess() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/task"), {});
}

// A process of its own, since other tests start threads. A sanitizer may have a thread, too.
TEST(SessionChild, DISABLED_StartsNothing) {
  const auto before = threadsOfThisProcess();
  Session::get();
  EXPECT_EQ(threadsOfThisProcess(), before);
  Session::get().run(onThreads(3), [] {});
  EXPECT_GT(threadsOfThisProcess(), before);
}

TEST(Session, StartsNoThreadBeforeTheFirstCall) {
  EXPECT_EQ(test::runChild("SessionChild.DISABLED_StartsNothing"), 0);
}

/// Returns the bytes of this process that are in memory.
std::size_t resident() {
  std::ifstream file("/proc/self/statm");
  std::size_t all = 0, pages = 0;
  file >> all >> pages;
  return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

TEST(Session, KeepsNoMemoryOfEndedCalls) {
  if (test::kSanitized) {
    GTEST_SKIP() << "sanitizers keep freed memory";
  }
  const auto weighted = grid(100).graph<std::uint32_t>();
  const auto calls = [&](int number) {
    for (int call = 0; call < number; ++call) {
      sssp(weighted, Node{0}, {}, onThreads(1 + call % 3));
      if (call % 10 == 0) {
        mst(weighted, {}, onThreads(2));
      }
    }
  };
  calls(50); // allocates what later calls reuse
  const std::size_t before = resident();
  calls(500);
  constexpr std::size_t kSlack = 2 << 20; // the distances of 53 calls
  EXPECT_LT(resident(), before + kSlack);
}

/// Returns whether every kind of loop, and a call, throws ForkedDuringCall.
bool allAreRefused() {
  unsigned refused = 0;
  const auto expect = [&](const std::function<void()>& run) {
    try {
      run();
    } catch (const substrate::ForkedDuringCall&) {
      ++refused;
    }
  };
  expect([] { on_each([](unsigned, unsigned) {}); });
  expect([] {
    do_all(
        iterate(0u, 10u), [](unsigned) {}, no_stats());
  });
  expect([] {
    for_each(
        iterate(0u, 10u), [](unsigned, auto&) {}, no_stats());
  });
  expect([] { parallel_for(0, 10, [](int) {}); });
  expect([] { parallel_invoke([] {}, [] {}); });
  expect([] { Session::get().run([] { on_each([](unsigned, unsigned) {}); }); });
  return refused == 6;
}

TEST(Session, AllLoopsAreRefusedInAChildForkedByAnOperator) {
  if (test::kSanitized) {
    GTEST_SKIP() << "sanitizers do not support threads in forked children";
  }
  std::atomic<int> status{-1};
  const auto forkHere = [&] {
    const pid_t pid = fork();
    if (pid == 0) {
      alarm(60); // a child that hangs fails
      std::exit(allAreRefused() ? 7 : 1);
    }
    int wait = 0;
    waitpid(pid, &wait, 0);
    status = WIFEXITED(wait) ? WEXITSTATUS(wait) : -1;
  };
  const auto onEachThread = [&] {
    for (unsigned thread = 0; thread < 3; ++thread) {
      status = -1;
      on_each([&](unsigned tid, unsigned) {
        if (tid == thread) {
          forkHere();
        }
      });
      EXPECT_EQ(status, 7) << thread;
      status = -1;
      std::atomic<unsigned> came{0};
      parallel_for(0, 3, [&](int) { // each thread runs one
        ++came;
        while (came < 3) {
          poll();
        }
        if (substrate::ThreadPool::getTID() == thread) {
          forkHere();
        }
      });
      EXPECT_EQ(status, 7) << thread;
    }
  };
  std::fflush(nullptr); // so that children do not print it again
  Session::get().run(onThreads(3), onEachThread);
  const SharedMemSys system;
  setActiveThreads(3, kOversubscribe);
  onEachThread();
}

TEST(Session, ServesTheChildOfAnIdleProcess) {
  if (test::kSanitized) {
    GTEST_SKIP() << "sanitizers do not support threads in forked children";
  }
  const auto graph = grid(20).graph<std::uint32_t>();
  const std::vector<Node> sources{0};
  auto right = [&] {
    const auto paths = sssp(graph, Node{0}, {}, onThreads(3));
    return verifySssp(graph, sources, std::span(paths.distances), true).empty();
  };
  EXPECT_TRUE(right());
  const pid_t pid = fork();
  if (pid == 0) {
    alarm(60); // a child that hangs fails
    std::exit(right() ? 0 : 1);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  EXPECT_TRUE(right());
}

} // namespace
} // namespace galois::analytics
