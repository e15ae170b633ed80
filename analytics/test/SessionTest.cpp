// Calls of the library without a SharedMemSys: from several threads, with options, and where they are
// refused. DriverThreadTest.cpp tests the thread that they run on.
#include "galois/analytics/Session.h"

#include <sched.h>

#include <atomic>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <stop_token>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "RandomGraphs.h"
#include "galois/Galois.h"
#include "galois/LargeArray.h"
#include "galois/Tasks.h"
#include "galois/analytics/Astar.h"
#include "galois/analytics/Bfs.h"
#include "galois/analytics/Color.h"
#include "galois/analytics/Errors.h"
#include "galois/analytics/Mst.h"
#include "galois/analytics/Pagerank.h"
#include "galois/analytics/ShortestPathTree.h"
#include "galois/analytics/Sssp.h"
#include "galois/substrate/DriverThread.h"
#include "galois/substrate/Random.h"
#include "galois/substrate/ThreadPool.h"
#include "support/Child.h"
#include "support/OccupiedDriver.h"

// The constructor of std::stop_source passes the object on before it is filled, which looks like a
// fault to GCC 12 at -Og.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"

namespace galois::analytics {
namespace {

using galois::test::Arrays;
using galois::test::grid;
using galois::test::onThreads;
using galois::test::randomArrays;

TEST(Session, RunsEveryAlgorithmWithoutASharedMemSysAndPrintsNothing) {
  const Arrays arrays = grid(20);
  const auto weighted = arrays.graph<std::uint32_t>();
  const auto plain = Graph<void>::borrow(std::span<const std::uint64_t>(arrays.offsets),
                                         std::span<const Node>(arrays.targets));
  const std::vector<Node> sources{0};
  testing::internal::CaptureStdout();
  for (const unsigned threads : {1u, 2u, 5u}) {
    const RunOptions options = onThreads(threads);
    auto paths = sssp(weighted, Node{0}, {}, options); // as results are that are not const
    EXPECT_EQ(verifySssp(weighted, sources, std::span(paths.distances), true), "");
    EXPECT_EQ(verifySssp(weighted, sources, paths.distances, true), "");
    const auto tree = shortestPathTree(weighted, sources, std::span(paths.distances), options);
    EXPECT_EQ(pathTo(tree, 399).front(), 0u);
    const auto search = bfs(plain, Node{0}, {}, options);
    EXPECT_EQ(verifyBfs(plain, sources, std::span(search.levels), true), "");
    EXPECT_EQ(verifyMst(weighted, mst(weighted, {}, options).edges, true), "");
    const auto colors = color(plain, {}, options);
    EXPECT_EQ(verifyColor(plain, std::span(colors.colors)), "");
    const auto ranks = pagerank(plain, {}, options);
    EXPECT_EQ(verifyPagerank(plain, std::span(ranks.ranks)), "");
    EXPECT_EQ(paths.execution.threads, threads);
  }
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
}

// Beside other programs a search of four nodes took a thousand times as long on two threads as on one.
TEST(Session, ASmallGraphTakesOneThreadWhereNobodySaysHowMany) {
  if (substrate::getThreadPool().getMaxUsableThreads() == 1) {
    GTEST_SKIP() << "one processor";
  }
  const unsigned all = substrate::getThreadPool().getMaxUsableThreads();
  const Arrays few = grid(20), many = grid(240); // 57,600 nodes and 229,440 edges
  RunOptions scheduled, watched;
  scheduled.scheduler = Scheduler(schedulerNames().front());
  watched.perThread = true;
  for (const Arrays* arrays : {&few, &many}) {
    const unsigned threads = arrays == &few ? 1 : all;
    const auto weighted = arrays->graph<std::uint32_t>();
    const auto plain = Graph<void>::borrow(std::span<const std::uint64_t>(arrays->offsets),
                                           std::span<const Node>(arrays->targets));
    EXPECT_EQ(sssp(weighted, Node{0}).execution.threads, threads);
    EXPECT_EQ(sssp(weighted, Node{0}, {}, scheduled).execution.threads, all);
    EXPECT_EQ(sssp(weighted, Node{0}, {}, watched).execution.threads, all);
    EXPECT_EQ(sssp(weighted, Node{0}, {}, onThreads(all + 1)).execution.threads, all + 1);
    EXPECT_EQ(bfs(plain, Node{0}).execution.threads, threads);
    EXPECT_EQ(mst(weighted, {.algorithm = MstPlan::kBoruvka}).execution.threads, threads);
    EXPECT_EQ(color(plain).execution.threads, threads);
    EXPECT_EQ(pagerank(plain).execution.threads, threads);
    Astar astar(weighted, {}, {});
    EXPECT_EQ(astar.query(0, 399).execution.threads, threads);
    // What the caller has set for loops of its own stays.
    Session::get().run(onThreads(3), [&] {
      EXPECT_EQ(sssp(weighted, Node{0}).execution.threads, threads);
      EXPECT_EQ(getActiveThreads(), 3u);
    });
  }
}

TEST(Session, RunsCallsOfManyThreadsAtOnceEachWithItsOwnThreadsAndSeed) {
  constexpr unsigned kCallers = 8, kCalls = 20;
  std::vector<std::thread> callers;
  for (unsigned caller = 0; caller < kCallers; ++caller) {
    callers.emplace_back([caller] {
      const Arrays arrays = randomArrays(caller);
      const auto graph = arrays.graph<std::uint32_t>();
      const std::vector<Node> sources{0};
      for (unsigned call = 0; call < kCalls; ++call) {
        RunOptions options = onThreads(1 + (caller + call) % 3);
        options.seed = 100 * caller + call;
        const auto paths = sssp(graph, Node{0}, {}, options);
        EXPECT_EQ(paths.execution.threads, options.threads);
        EXPECT_EQ(paths.execution.seed, options.seed);
        EXPECT_EQ(verifySssp(graph, sources, std::span(paths.distances)), "");
      }
    });
  }
  for (std::thread& caller : callers) {
    caller.join();
  }
}

TEST(Session, LeavesTheCallersAffinityAlone) {
  cpu_set_t before, after;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  sssp(grid(5).graph<std::uint32_t>(), Node{0}, {}, onThreads(2));
  ASSERT_EQ(sched_getaffinity(0, sizeof after, &after), 0);
  EXPECT_TRUE(CPU_EQUAL(&before, &after));
}

TEST(Session, RunsWorkOfTheUserWithItsOptions) {
  unsigned threads = 0, inner = 0;
  std::uint64_t seed = 0;
  RunOptions options = onThreads(3);
  options.seed = 42;
  Session::get().run(options, [&] {
    EXPECT_TRUE(substrate::DriverThread::isDriver());
    threads = getActiveThreads();
    seed = substrate::getSeed();
    Session::get().run(onThreads(2), [&] { inner = getActiveThreads(); });
    EXPECT_EQ(getActiveThreads(), 3u);
    Session::get().run([&] { EXPECT_EQ(getActiveThreads(), 3u); });
  });
  EXPECT_EQ(threads, 3u);
  EXPECT_EQ(seed, 42u);
  EXPECT_EQ(inner, 2u);
  EXPECT_THROW(Session::get().run([] { throw std::out_of_range("work"); }), std::out_of_range);
}

TEST(Session, RestoresTheSettingsOfTheCallAround) {
  auto& pool = substrate::getThreadPool();
  RunOptions outer = onThreads(3), inner = onThreads(2);
  outer.seed = 42;
  outer.pin = false;
  inner.seed = 7;
  inner.pin = true;
  Session::get().run(outer, [&] {
    Session::get().run(inner, [&] {
      EXPECT_EQ(getActiveThreads(), 2u);
      EXPECT_EQ(substrate::getSeed(), 7u);
      EXPECT_TRUE(pool.pinning());
    });
    EXPECT_EQ(getActiveThreads(), 3u);
    EXPECT_EQ(substrate::getSeed(), 42u);
    EXPECT_FALSE(pool.pinning());
  });
}

TEST(Session, RefusesMoreThreadsThanAreSupported) {
  EXPECT_THROW(Session::get().run(onThreads(substrate::kMaxThreads + 1), [] {}), InvalidOption);
  if (test::kThreadSanitized) {
    GTEST_SKIP() << "a thousand threads take long";
  }
  unsigned threads = 0;
  Session::get().run(onThreads(substrate::kMaxThreads), [&] { threads = getActiveThreads(); });
  EXPECT_EQ(threads, substrate::kMaxThreads);
}

TEST(Session, PinsThreadsAsTheCallSays) {
  auto& pool = substrate::getThreadPool();
  auto pinning = [&](const RunOptions& options) {
    bool pins = false;
    Session::get().run(options, [&] { pins = pool.pinning(); });
    return pins;
  };
  RunOptions options = onThreads(1);
  options.pin = true;
  EXPECT_TRUE(pinning(options));
  options.pin = false;
  EXPECT_FALSE(pinning(options));
  EXPECT_TRUE(pinning(onThreads(0))) << "all processors take part";
  EXPECT_EQ(pinning(onThreads(1)), pool.getMaxUsableThreads() == 1);
}

TEST(Session, UsesTheCallersThreadWhileASharedMemSysIsAlive) {
  const SharedMemSys system;
  Session::get().run([] { EXPECT_FALSE(substrate::DriverThread::isDriver()); });
  RunOptions options = onThreads(2);
  std::stop_source stop;
  options.stop = stop.get_token();
  EXPECT_THROW(Session::get().run(options,
                                  [&] {
                                    stop.request_stop();
                                    do_all(
                                        iterate(0u, 10u), [](unsigned) {}, no_stats());
                                  }),
               Cancelled);
  Session::get().run([] {
    do_all(
        iterate(0u, 10u), [](unsigned) {}, no_stats());
  });
}

/// Expects that `misuse` throws std::logic_error with this text.
template <typename Misuse>
void expectMisuse(const char* text, const Misuse& misuse) {
  try {
    misuse();
    ADD_FAILURE() << "it was done";
  } catch (const std::logic_error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr(text));
  }
}

TEST(Session, RefusesASharedMemSysThatIsMadeDuringACall) {
  const auto make = [] { const SharedMemSys system; };
  constexpr const char* kRefused = "made while a call of the library was running";
  {
    const test::OccupiedDriver busy([](const auto& work) { Session::get().run(work); });
    expectMisuse(kRefused, make);
    EXPECT_FALSE(SharedMemSys::isAlive());
  }
  Session::get().run([&] { expectMisuse(kRefused, make); });
  make();
  Session::get().run([] {});
}

TEST(Session, RefusesCallsOfTwoThreadsWhileASharedMemSysIsAlive) {
  const SharedMemSys system;
  constexpr const char* kRefused = "made while another thread was in one";
  const auto call = [] { Session::get().run([] {}); };
  const auto callWithOptions = [] { Session::get().run(onThreads(1), [] {}); };
  const auto onAnother = [](const auto& what) { std::thread(what).join(); };
  for (const bool withOptions : {false, true}) {
    const auto outer = [&] {
      onAnother([&] {
        expectMisuse(kRefused, call);
        expectMisuse(kRefused, callWithOptions);
      });
      call();
      callWithOptions();
    };
    withOptions ? Session::get().run(onThreads(2), outer) : Session::get().run(outer);
  }
  onAnother(call); // one after the other
  onAnother(callWithOptions);
  EXPECT_THROW(Session::get().run(onThreads(1), [] { throw std::runtime_error("one"); }),
               std::runtime_error);
  onAnother(callWithOptions);
}

TEST(Session, ASharedMemSysAndCallsOfOtherThreadsMayMeetAtAnyTime) {
  std::atomic<bool> ends{false};
  std::atomic<unsigned> calls{0};
  const auto caller = [&] {
    while (!ends) {
      try {
        Session::get().run(onThreads(2), [&] {
          do_all(
              iterate(0u, 10u), [](unsigned) {}, no_stats());
          ++calls;
        });
      } catch (const std::logic_error&) {
      }
    }
  };
  std::thread one(caller), two(caller);
  unsigned made = 0;
  for (unsigned round = 0; round < 300 || made < 3 || calls < 100; ++round) {
    try {
      const SharedMemSys system;
      ++made;
    } catch (const std::logic_error&) {
      std::this_thread::yield();
    }
  }
  ends = true;
  one.join();
  two.join();
  EXPECT_FALSE(SharedMemSys::isAlive());
  Session::get().run([] {});
}

/// Expects that `call` throws std::logic_error because it is inside a loop.
template <typename Call>
void expectRefusedInsideALoop(const Call& call) {
  try {
    call();
    ADD_FAILURE() << "it ran";
  } catch (const std::logic_error& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("inside a parallel loop"));
  }
}

TEST(Session, RefusesCallsOfOperatorsOnEachThread) {
  const auto graph = grid(5).graph<std::uint32_t>();
  const auto loops = [&] {
    std::atomic<unsigned> operators{0};
    const auto body = [&] {
      expectRefusedInsideALoop([] { Session::get().run([] {}); });
      expectRefusedInsideALoop([] { Session::get().run(onThreads(2), [] {}); });
      expectRefusedInsideALoop([&] { sssp(graph, Node{0}, {}, onThreads(1)); });
      ++operators;
    };
    on_each([&](unsigned, unsigned) { body(); });
    parallel_for(0, 3, [&](int) { body(); });
    EXPECT_EQ(operators, 3u + 3u);
  };
  Session::get().run(onThreads(3), loops);
  const SharedMemSys system;
  setActiveThreads(3, kOversubscribe);
  loops();
}

/// Expects that the mistake leaves the call as std::logic_error, and that calls run afterwards.
template <typename Mistake>
void expectLogicErrorOfACall(const Mistake& mistake) {
  EXPECT_THROW(Session::get().run(onThreads(3), mistake), std::logic_error);
  std::atomic<unsigned> threads{0};
  Session::get().run(onThreads(3), [&] { on_each([&](unsigned, unsigned) { ++threads; }); });
  EXPECT_EQ(threads, 3u);
}

TEST(Session, MistakesOfAnOperatorThrowToTheCaller) {
  const auto loop = [](const auto&...) {
    do_all(
        iterate(0u, 10u), [](unsigned) {}, no_stats());
  };
  expectLogicErrorOfACall([&] { on_each(loop); });
  expectLogicErrorOfACall([&] { do_all(iterate(0u, 100u), loop, no_stats()); });
  expectLogicErrorOfACall([&] { for_each(iterate(0u, 100u), loop, no_stats()); });
  expectLogicErrorOfACall([&] { parallel_invoke([&] { loop(); }, [] {}); });
  expectLogicErrorOfACall([] {
    for_each(
        iterate(0u, 100u), [](unsigned, auto& context) { context.breakLoop(); }, no_stats());
  });
  expectLogicErrorOfACall([] {
    for_each(
        iterate(0u, 100u), [](unsigned, auto& context) { context.abort(); },
        disable_conflict_detection(), no_stats());
  });
  expectLogicErrorOfACall([] { on_each([](unsigned, unsigned) { setActiveThreads(2); }); });
  expectLogicErrorOfACall([] {
    LargeArray<int> array;
    array.allocateLocal(1);
    array.allocateLocal(1);
  });
}

TEST(Session, AnotherThreadsLoopMakesACallThrow) {
  std::atomic<bool> running{false}, ends{false};
  std::thread other([&] {
    substrate::getThreadPool().run(2, [&] {
      running = true;
      while (!ends) {
        std::this_thread::yield();
      }
    });
  });
  while (!running) {
    std::this_thread::yield();
  }
  EXPECT_THROW(Session::get().run(onThreads(3), [] {}), std::logic_error);
  ends = true;
  other.join();
  unsigned threads = 0;
  Session::get().run(onThreads(3), [&] { threads = getActiveThreads(); });
  EXPECT_EQ(threads, 3u);
}

} // namespace
} // namespace galois::analytics
