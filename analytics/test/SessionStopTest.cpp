// Calls of the library that are cancelled by a stop token, or watched while they run.
#include "galois/analytics/Session.h"

#include <atomic>
#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "RandomGraphs.h"
#include "galois/Galois.h"
#include "galois/analytics/Bfs.h"
#include "galois/analytics/Color.h"
#include "galois/analytics/Errors.h"
#include "galois/analytics/Mst.h"
#include "galois/analytics/Pagerank.h"
#include "galois/analytics/Scheduler.h"
#include "galois/analytics/ShortestPathTree.h"
#include "galois/analytics/Sssp.h"
#include "galois/runtime/report/TaskProgress.h"
#include "galois/substrate/Cancellation.h"
#include "galois/substrate/CompilerSpecific.h"
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
       {SsspPlan::kWorklist, SsspPlan::kDeltaStepping, SsspPlan::kDijkstra, SsspPlan::kRadixHeap}) {
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

/// Runs `search` many times, each time with a request at another time: before it begins, while it runs,
/// while its threads leave, or afterwards. It returns or throws Cancelled.
template <typename Search>
void cancelAnyTime(RunOptions options, const Search& search) {
  constexpr unsigned kCalls = test::kSanitized ? 6 : 12;
  for (unsigned call = 0; call < kCalls; ++call) {
    std::stop_source stop;
    options.stop = stop.get_token();
    std::atomic<bool> begun{false};
    std::thread other([&] {
      while (!begun) {
        std::this_thread::yield();
      }
      for (unsigned pause = call * 500; pause > 0; --pause) {
        substrate::asmPause();
      }
      stop.request_stop();
    });
    begun = true;
    try {
      search(options);
    } catch (const Cancelled&) {
      // It came in time.
    }
    other.join();
  }
}

TEST(Session, EndsEveryAlgorithmUnderEverySchedulerWheneverTheRequestComes) {
  const SharedMemSys system; // calls run here and now
  const Arrays arrays = grid(12);
  const auto weighted = arrays.graph<std::uint32_t>();
  const auto plain = Graph<void>::borrow(std::span<const std::uint64_t>(arrays.offsets),
                                         std::span<const Node>(arrays.targets));
  for (const unsigned threads : {2u, 3u}) {
    RunOptions options = onThreads(threads);
    for (const std::string& name : schedulerNames()) {
      options.scheduler = Scheduler(name);
      cancelAnyTime(options, [&](const RunOptions& o) {
        sssp(weighted, Node{0}, {.algorithm = SsspPlan::kWorklist}, o);
      });
      cancelAnyTime(options, [&](const RunOptions& o) {
        bfs(plain, Node{0}, {.algorithm = BfsPlan::kWorklist}, o);
      });
      cancelAnyTime(options, [&](const RunOptions& o) {
        mst(weighted, {.algorithm = MstPlan::kWorklist}, o);
      });
      cancelAnyTime(options, [&](const RunOptions& o) {
        color(plain, {.algorithm = ColorPlan::kWorklist}, o);
      });
      cancelAnyTime(options, [&](const RunOptions& o) { pagerank(plain, {}, o); });
    }
    options.scheduler = Scheduler();
    cancelAnyTime(options, [&](const RunOptions& o) {
      sssp(weighted, Node{0}, {.algorithm = SsspPlan::kDeltaStepping}, o);
    });
    cancelAnyTime(options, [&](const RunOptions& o) {
      bfs(plain, Node{0}, {.algorithm = BfsPlan::kLevels}, o);
    });
    cancelAnyTime(options, [&](const RunOptions& o) { pagerank(plain, {}, o); });
    const auto paths = sssp(weighted, Node{0}, {}, options);
    const std::vector<Node> sources{0};
    EXPECT_EQ(verifySssp(weighted, sources, std::span(paths.distances), true), "");
  }
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

} // namespace
} // namespace galois::analytics
