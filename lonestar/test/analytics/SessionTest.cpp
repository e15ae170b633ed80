// Calls of the library without a SharedMemSys: from several threads, cancelled, watched, and in
// forked children. DriverThreadTest.cpp tests the thread that they run on.
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
#include <iterator>
#include <memory>
#include <stdexcept>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "RandomGraphs.h"
#include "galois/Galois.h"
#include "galois/LargeArray.h"
#include "galois/Tasks.h"
#include "galois/analytics/Bfs.h"
#include "galois/analytics/Color.h"
#include "galois/analytics/Errors.h"
#include "galois/analytics/Mst.h"
#include "galois/analytics/Pagerank.h"
#include "galois/analytics/ShortestPathTree.h"
#include "galois/analytics/Sssp.h"
#include "galois/graphs/MorphGraph.h"
#include "galois/runtime/TaskProgress.h"
#include "galois/substrate/Cancellation.h"
#include "galois/substrate/CompilerSpecific.h"
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
using galois::test::randomArrays;

RunOptions onThreads(unsigned threads) {
  RunOptions options;
  options.threads = threads;
  return options;
}

/// A grid of `side` times `side` nodes, each with an edge to each neighbour, of weights 1 to 9.
Arrays grid(std::uint32_t side) {
  Arrays arrays;
  for (std::uint32_t node = 0; node < side * side; ++node) {
    const std::uint32_t x = node % side, y = node / side;
    auto add = [&](bool there, std::uint32_t neighbour) {
      if (there) {
        arrays.targets.push_back(neighbour);
        arrays.weights.push_back(1 + (node + neighbour) % 9); // the same both ways
      }
    };
    add(x > 0, node - 1);
    add(x + 1 < side, node + 1);
    add(y > 0, node - side);
    add(y + 1 < side, node + side);
    arrays.offsets.push_back(arrays.targets.size());
  }
  return arrays;
}

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

TEST(Session, RefusesACallWhoseTokenHasARequestAlready) {
  const auto graph = grid(5).graph<std::uint32_t>();
  std::stop_source stop;
  stop.request_stop();
  RunOptions options = onThreads(2);
  options.stop = stop.get_token();
  EXPECT_THROW(sssp(graph, Node{0}, {}, options), Cancelled);
  options.stop = {};
  EXPECT_NO_THROW(sssp(graph, Node{0}, {}, options));
}

TEST(Session, ForgetsARequestThatKeptACallFromBeginning) {
  const SharedMemSys system; // calls run here and now
  std::stop_source stop;
  stop.request_stop();
  RunOptions refused = onThreads(2);
  refused.stop = stop.get_token();
  EXPECT_THROW(Session::get().run(refused, [] { FAIL(); }), Cancelled);
  EXPECT_FALSE(substrate::Cancellation::requested());
  Session::get().run(onThreads(2), [&] {
    EXPECT_THROW(Session::get().run(refused, [] { FAIL(); }), Cancelled);
    on_each([](unsigned, unsigned) {}); // the call around goes on
  });
}

// The request may come before the call, while it runs, while it ends, or afterwards.
TEST(Session, LeavesNoRequestBehind) {
  const SharedMemSys system;
  constexpr unsigned kCalls = test::kSanitized ? 2000 : 20000;
  std::vector<std::stop_source> stops(kCalls);
  std::atomic<unsigned> call{0};
  std::thread stopper([&] {
    for (unsigned next = 0; next < kCalls; ++next) {
      while (call < next) {
        std::this_thread::yield();
      }
      for (unsigned pause = next % 64; pause > 0; --pause) {
        substrate::asmPause();
      }
      stops[next].request_stop();
    }
  });
  unsigned left = 0;
  for (unsigned next = 0; next < kCalls; ++next) {
    RunOptions options = onThreads(1);
    options.stop = stops[next].get_token();
    call = next;
    try {
      Session::get().run(options, [] {});
    } catch (const Cancelled&) {
      // It came before the call.
    }
    left += substrate::Cancellation::requested() ? 1 : 0;
  }
  stopper.join();
  EXPECT_EQ(left, 0u);
}

TEST(Session, WithdrawsACallThatWaitsForItsTurn) {
  const test::OccupiedDriver other([](const auto& work) { Session::get().run(work); });
  std::stop_source stop;
  RunOptions options;
  options.stop = stop.get_token();
  options.progress = [&](const Progress& progress) {
    EXPECT_EQ(progress.executed, 0u) << "those of the other call are not counted";
    stop.request_stop();
  };
  bool ran = false;
  EXPECT_THROW(Session::get().run(options, [&] { ran = true; }), Cancelled);
  EXPECT_FALSE(ran);
}

TEST(Session, EndsTheCallWhenItsProgressCallbackThrows) {
  struct Interrupt {};
  RunOptions options = onThreads(2);
  options.progress = [](const Progress&) { throw Interrupt(); };
  // Ends only when it is cancelled.
  EXPECT_THROW(Session::get().run(options,
                                  [] {
                                    for (;;) {
                                      do_all(
                                          iterate(0u, 100u), [](unsigned) {}, no_stats());
                                    }
                                  }),
               Interrupt);
  EXPECT_FALSE(substrate::Cancellation::requested());
}

TEST(Session, WithdrawsARequestInsideACallOnly) {
  std::stop_source inner;
  RunOptions options;
  options.stop = inner.get_token();
  Session::get().run([&] {
    EXPECT_THROW(Session::get().run(options,
                                    [&] {
                                      inner.request_stop();
                                      on_each([](unsigned, unsigned) {});
                                    }),
                 Cancelled);
    on_each([](unsigned, unsigned) {}); // the outer call goes on
  });
  std::stop_source outer;
  options.stop = outer.get_token();
  EXPECT_THROW(Session::get().run(options,
                                  [&] {
                                    Session::get().run(RunOptions(), [&] { outer.request_stop(); });
                                    on_each([](unsigned, unsigned) {});
                                  }),
               Cancelled);
}

TEST(Session, KeepsTheRequestToTheCallAroundOneThatIsCancelledToo) {
  std::stop_source inner, outer;
  RunOptions innerOptions, outerOptions;
  innerOptions.stop = inner.get_token();
  outerOptions.stop = outer.get_token();
  EXPECT_THROW(Session::get().run(outerOptions,
                                  [&] {
                                    EXPECT_THROW(
                                        Session::get().run(innerOptions,
                                                           [&] {
                                                             outer.request_stop();
                                                             inner.request_stop();
                                                             on_each([](unsigned, unsigned) {});
                                                           }),
                                        Cancelled);
                                    on_each([](unsigned, unsigned) {});
                                  }),
               Cancelled);
}

// As a signal handler does.
TEST(Session, ForgetsARequestWithoutATokenAtTheEndOfTheOutermostCall) {
  using substrate::Cancellation;
  Session::get().run(RunOptions(), [] {
    Cancellation::request();
    Session::get().run(RunOptions(), [] {});
    EXPECT_TRUE(Cancellation::requested());
  });
  EXPECT_FALSE(Cancellation::requested());
}

/// Runs `search` until it has counted tasks, then cancels it, and checks that it ends with
/// Cancelled. Whether it is still running then depends on the machine, so it is repeated until it
/// was cancelled once.
template <typename Search>
void cancelOnce(const char* name, const Search& search) {
  for (unsigned attempt = 0; attempt < 1000; ++attempt) {
    std::stop_source stop;
    std::atomic<bool> over{false};
    RunOptions options = onThreads(1 + attempt % 3);
    options.stop = stop.get_token();
    std::thread canceller([&] {
      const std::uint64_t before = runtime::TaskProgress::tasks();
      while (!over && runtime::TaskProgress::tasks() == before) {
        std::this_thread::yield();
      }
      stop.request_stop();
    });
    options.progress = [](const Progress&) {}; // so that tasks are counted
    bool cancelled = false;
    try {
      search(options);
    } catch (const Cancelled&) {
      cancelled = true;
    }
    over = true;
    canceller.join();
    if (cancelled) {
      return;
    }
  }
  ADD_FAILURE() << name << " was never cancelled";
}

TEST(Session, CancelsEveryAlgorithmAndTheGraphStaysUsable) {
  const Arrays arrays = grid(test::kSanitized ? 150 : 400);
  const auto weighted = arrays.graph<std::uint32_t>();
  const auto plain = Graph<void>::borrow(std::span<const std::uint64_t>(arrays.offsets),
                                         std::span<const Node>(arrays.targets));
  for (const auto algorithm :
       {SsspPlan::kWorklist, SsspPlan::kDeltaStepping, SsspPlan::kDijkstra}) {
    cancelOnce("sssp", [&](const RunOptions& options) {
      sssp(weighted, Node{0}, {.algorithm = algorithm}, options);
    });
  }
  const std::vector<Node> sources{0};
  const auto distances = sssp(weighted, Node{0}).distances;
  cancelOnce("shortestPathTree", [&](const RunOptions& options) {
    shortestPathTree(weighted, sources, std::span(std::as_const(distances)), options);
  });
  for (const auto algorithm : {BfsPlan::kWorklist, BfsPlan::kLevels, BfsPlan::kSequential}) {
    cancelOnce("bfs", [&](const RunOptions& options) {
      bfs(plain, Node{0}, {.algorithm = algorithm}, options);
    });
  }
  for (const auto algorithm : {MstPlan::kWorklist, MstPlan::kKruskal}) {
    cancelOnce("mst", [&](const RunOptions& options) {
      mst(weighted, {.algorithm = algorithm}, options);
    });
  }
  cancelOnce("pagerank", [&](const RunOptions& options) { pagerank(plain, {}, options); });
  for (const auto algorithm : {ColorPlan::kWorklist, ColorPlan::kDsatur}) {
    cancelOnce("color",
               [&](const RunOptions& options) { color(plain, {.algorithm = algorithm}, options); });
  }

  const RunOptions options = onThreads(2);
  const auto paths = sssp(weighted, Node{0}, {}, options);
  EXPECT_EQ(verifySssp(weighted, sources, std::span(paths.distances), true), "");
  EXPECT_EQ(verifyMst(weighted, mst(weighted, {}, options).edges, true), "");
  const auto colors = color(plain, {}, options);
  EXPECT_EQ(verifyColor(plain, std::span(colors.colors)), "");
}

void loopOfTasks() {
  for_each(
      iterate(0u, 1000u), [](unsigned, auto&) {}, disable_conflict_detection(), no_stats());
}

TEST(Session, ShowsTheTasksToTheThreadThatWaits) {
  RunOptions options = onThreads(2);
  std::atomic<bool> shown{false};
  options.progress = [&](const Progress& progress) {
    if (progress.executed > 0) {
      shown = true;
    }
  };
  Session::get().run(options, [&] {
    while (!shown) { // ends when the callback has seen tasks
      loopOfTasks();
    }
  });
  EXPECT_TRUE(shown);
}

TEST(Session, CountsTheTasksOfALoop) {
  RunOptions options = onThreads(3);
  options.progress = [](const Progress&) {};
  std::uint64_t counted = 0;
  Session::get().run(options, [&] {
    loopOfTasks();
    counted = runtime::TaskProgress::tasks();
  });
  EXPECT_EQ(counted, 1000u);
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
