// Loops with conflict detection: iterations seem to run one after the other, an iteration that is
// undone leaves nothing behind, and every task is done once.
#include <atomic>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "galois/CheckedObject.h"
#include "galois/Galois.h"
#include "galois/graphs/LCGraph.h"
#include "galois/runtime/Context.h"
#include "galois/runtime/LoopReport.h"
#include "galois/worklists/Obim.h"
#include "support/WithThreads.h"

namespace {

using galois::MethodFlag;
using Graph = galois::graphs::LC_CSR_Graph<std::uint64_t, void>;

/// A ring in which every node leads to the `reach` nodes after it.
Graph ring(std::uint32_t nodes, std::uint32_t reach) {
  return Graph(
      nodes, std::uint64_t{nodes} * reach, [=](auto) { return reach; },
      [=](auto n, auto e) { return (n + 1 + e) % nodes; }, [](auto, auto) { return 0; });
}

using Speculation = galois::test::WithThreads;

// Plain additions to a node and its neighbours would lose some without the locks.
TEST_P(Speculation, NeighbourhoodsAreAtomic) {
  constexpr std::uint32_t kNodes = 24, kReach = 5, kRounds = 300;
  Graph graph = ring(kNodes, kReach);
  std::vector<std::uint32_t> tasks(kNodes * kRounds);
  std::iota(tasks.begin(), tasks.end(), 0);
  galois::for_each(
      galois::iterate(tasks),
      [&](std::uint32_t task, auto&) {
        const std::uint32_t node = task % kNodes;
        const auto edges = graph.edges(node); // takes all locks
        ++graph.getData(node);
        for (auto edge : edges) {
          ++graph.getData(graph.getEdgeDst(edge));
        }
      },
      galois::no_pushes());
  for (const auto node : graph) {
    EXPECT_EQ(graph.getData(node), kRounds * (kReach + 1));
  }
}

// What an undone iteration pushed is dropped; what a finished one pushed arrives once.
TEST_P(Speculation, PushesBelongToTheIteration) {
  constexpr std::uint32_t kNodes = 16, kDepth = 12;
  Graph graph = ring(kNodes, 3);
  std::vector<std::uint32_t> counts(kDepth + 1);
  std::atomic<unsigned> attempts{0};
  struct Task {
    std::uint32_t node;
    std::uint32_t depth;
  };
  galois::runtime::LoopReport report;
  galois::for_each(
      galois::iterate({Task{0, 0}}),
      [&](const Task& task, auto& context) {
        ++attempts;
        if (task.depth < kDepth) { // before the locks, so that conflicts must undo it
          context.push(Task{(task.node + 1) % kNodes, task.depth + 1});
          context.push(Task{(task.node + 2) % kNodes, task.depth + 1});
        }
        for (auto edge : graph.edges(task.node)) {
          ++graph.getData(graph.getEdgeDst(edge));
        }
      },
      galois::loop_report(report));
  std::uint64_t sum = 0;
  for (const auto node : graph) {
    sum += graph.getData(node);
  }
  constexpr std::uint64_t kTasks = (1U << (kDepth + 1)) - 1;
  EXPECT_EQ(sum, 3 * kTasks);
  EXPECT_EQ(std::accumulate(report.iterations.begin(), report.iterations.end(), std::uint64_t{0}),
            kTasks);
  EXPECT_GE(attempts, kTasks);
}

// context.abort() undoes an iteration, which runs again.
// U21: in Galois, an abort is a longjmp by default, so destructors do not run.
TEST_P(Speculation, AbortRunsTheTaskAgain) {
  std::vector<std::atomic<int>> seen(500);
  std::atomic<int> done{0};
  struct Guard {
    std::atomic<int>& alive;
    explicit Guard(std::atomic<int>& count) : alive(count) { ++alive; }
    ~Guard() { --alive; }
  };
  std::atomic<int> alive{0};
  galois::for_each(galois::iterate(std::size_t{0}, seen.size()), [&](std::size_t i, auto& context) {
    const Guard guard(alive);
    if (seen[i]++ < static_cast<int>(i % 12)) { // up to more than its patience
      context.abort();
    }
    ++done;
  });
  EXPECT_EQ(done, 500);
  EXPECT_EQ(alive, 0); // destructors ran
  for (std::size_t i = 0; i < seen.size(); ++i) {
    EXPECT_EQ(seen[i], static_cast<int>(i % 12) + 1);
  }
}

// An exception reaches the caller and leaves no lock behind: another loop gets all of them.
TEST_P(Speculation, ExceptionsReleaseTheLocks) {
  Graph graph = ring(40, 4);
  EXPECT_THROW(galois::for_each(galois::iterate(graph),
                                [&](std::uint32_t node, auto&) {
                                  graph.edges(node);
                                  if (node == 17) {
                                    throw std::runtime_error("17");
                                  }
                                }),
               std::runtime_error);
  EXPECT_EQ(galois::runtime::getThreadContext(), nullptr);
  galois::for_each(galois::iterate(graph), [&](std::uint32_t node, auto&) {
    for (auto edge : graph.edges(node)) {
      ++graph.getData(graph.getEdgeDst(edge));
    }
  });
  for (const auto node : graph) {
    EXPECT_EQ(graph.getData(node), 4U);
  }
}

TEST_P(Speculation, BreaksAndOrdersAsOtherLoops) {
  using OBIM = galois::worklists::OrderedByIntegerMetric<galois::worklists::DummyIndexer<int>>;
  Graph graph = ring(64, 2);
  std::vector<int> tasks(2000);
  std::iota(tasks.begin(), tasks.end(), 0);
  std::atomic<int> ran{0};
  galois::for_each(
      galois::iterate(tasks),
      [&](int task, auto& context) {
        graph.getData(static_cast<std::uint32_t>(task % 64)) += 1;
        if (++ran == 100) {
          context.breakLoop();
        }
      },
      galois::wl<OBIM>(), galois::parallel_break());
  EXPECT_GE(ran, 100);
  std::uint64_t sum = 0;
  for (const auto node : graph) {
    sum += graph.getData(node, MethodFlag::UNPROTECTED);
  }
  EXPECT_EQ(sum, static_cast<std::uint64_t>(ran));
}

INSTANTIATE_TEST_SUITE_P(Threads, Speculation, ::testing::Values(1U, 2U, 3U, 16U),
                         ::testing::PrintToStringParamName());

TEST(AbstractLocks, FlagsAndOwnership) {
  using namespace galois::runtime;
  EXPECT_TRUE(shouldLock(MethodFlag::WRITE));
  EXPECT_TRUE(shouldLock(MethodFlag::READ));
  EXPECT_TRUE(shouldLock(MethodFlag::READ | MethodFlag::WRITE));
  EXPECT_FALSE(shouldLock(MethodFlag::UNPROTECTED));
  EXPECT_FALSE(shouldLock(MethodFlag::PREVIOUS));
  Lockable lock, other;
  acquire(&lock, MethodFlag::WRITE); // outside loops it takes nothing
  SimpleRuntimeContext first, second;
  setThreadContext(&first);
  acquire(&lock, MethodFlag::UNPROTECTED);
  EXPECT_FALSE(first.holds(lock));
  acquire(&lock, MethodFlag::READ);
  acquire(&other, MethodFlag::WRITE);
  acquire(&lock, MethodFlag::WRITE);
  EXPECT_TRUE(first.holds(lock));
  setThreadContext(&second);
  EXPECT_THROW(acquire(&lock, MethodFlag::READ), ConflictSignal);
  const Lockable copy(lock);
  EXPECT_FALSE(first.holds(copy));
  EXPECT_EQ(first.release(), 2U);
  acquire(&lock, MethodFlag::READ);
  EXPECT_TRUE(second.holds(lock));
  EXPECT_EQ(second.release(), 1U);
  setThreadContext(nullptr);
  {
    SimpleRuntimeContext third;
    EXPECT_TRUE(third.tryAcquire(lock));
    EXPECT_FALSE(second.tryAcquire(lock));
  }
  EXPECT_TRUE(second.tryAcquire(lock)); // its destructor has released it
}

TEST_P(Speculation, CheckedObjectsAreGuarded) {
  galois::GChecked<int> sum(5);
  galois::GChecked<void> gate;
  int plain = 0;
  galois::for_each(galois::iterate(0, 3000), [&](int, auto&) {
    int& value = sum.get();
    gate.get();
    ++value;
    ++plain;
  });
  EXPECT_EQ(std::as_const(sum).get(), 3005);
  EXPECT_EQ(plain, 3000);
}

TEST(AbstractLocks, GraphsTakeThemByFlag) {
  Graph graph = ring(6, 2);
  galois::runtime::SimpleRuntimeContext iteration;
  galois::runtime::setThreadContext(&iteration);
  graph.getData(0, MethodFlag::UNPROTECTED);
  graph.edges(1, MethodFlag::UNPROTECTED);
  graph.findEdge(1, 2);
  EXPECT_EQ(iteration.release(), 0U);
  graph.getData(0, MethodFlag::READ);
  EXPECT_EQ(iteration.release(), 1U);
  graph.edges(1); // node 1 and its neighbours 2 and 3
  EXPECT_EQ(iteration.release(), 3U);
  graph.edge_end(4);
  EXPECT_EQ(iteration.release(), 1U);
  Graph::with_no_lockable<true>::type none;
  none.allocateFrom(2, 0);
  none.constructNodes();
  none.fixEndEdge(0, 0);
  none.fixEndEdge(1, 0);
  none.getData(0);
  none.edges(1);
  EXPECT_EQ(iteration.release(), 0U);
  galois::runtime::setThreadContext(nullptr);
}

} // namespace
