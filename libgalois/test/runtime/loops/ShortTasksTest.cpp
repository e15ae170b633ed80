// Loops over short tasks: which threads they wake, and how they end while a thread runs alone.
#include <atomic>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/runtime/LoopReport.h"
#include "galois/substrate/Cancellation.h"
#include "galois/substrate/ThreadPool.h"
#include "galois/worklists/BulkSynchronous.h"
#include "galois/worklists/Chunk.h"
#include "galois/worklists/ExternalReference.h"
#include "support/Child.h"
#include "support/WithThreads.h"

namespace galois::test {
namespace {

using substrate::Cancellation;
using ShortTasks = WithThreads;
using Queue = worklists::PerSocketChunkFIFO<8>;

/// Runs a tree of `tasks` tasks, the children of n being 2n and 2n + 1 if `wide`, and otherwise n + 1.
/// Returns the loop's report.
template <typename... Options>
runtime::LoopReport runTree(std::uint32_t tasks, bool wide, const Options&... options) {
  std::vector<std::atomic<std::uint32_t>> runs(tasks + 1);
  runtime::LoopReport report;
  for_each(
      iterate({std::uint32_t{1}}),
      [&](std::uint32_t n, auto& ctx) {
        ++runs[n];
        for (std::uint32_t child = wide ? 2 * n : n + 1;
             child <= tasks && child <= (wide ? 2 * n + 1 : n + 1); ++child) {
          ctx.push(child);
        }
      },
      disable_conflict_detection(), loop_report(report), options...);
  std::uint64_t total = 0;
  for (const std::uint64_t here : report.iterations) {
    total += here;
  }
  EXPECT_EQ(total, tasks);
  for (std::uint32_t n = 1; n <= tasks; ++n) {
    EXPECT_EQ(runs[n], 1U) << n;
  }
  return report;
}

TEST_P(ShortTasks, RunOnceWhateverTheirNumberIs) {
  for (const std::uint32_t tasks : {1U, 2U, 63U, 64U, 65U, 130U, 5000U}) {
    for (const bool wide : {true, false}) {
      const auto report = runTree(tasks, wide, short_tasks(), wl<Queue>());
      EXPECT_EQ(report.threads, GetParam());
      EXPECT_EQ(report.iterations.size(), GetParam());
    }
  }
}

// In a process of its own, since threads that exist are not started again.
TEST(ShortTasksChild, DISABLED_StartNoThreadWhileThereAreFew) {
  setActiveThreads(4);
  const substrate::ThreadPool& pool = substrate::getThreadPool();
  const auto report = runTree(5000, false, short_tasks(), wl<Queue>());
  EXPECT_EQ(report.iterations, (std::vector<std::uint64_t>{5000, 0, 0, 0}));
  std::vector<int> items(64);
  std::set<unsigned> ran;
  for_each(
      iterate(items), [&](int, auto&) { ran.insert(substrate::ThreadPool::getTID()); },
      disable_conflict_detection(), short_tasks(), wl<Queue>());
  do_all(iterate(0, 1), [&](int) { ran.insert(substrate::ThreadPool::getTID()); });
  do_all(
      iterate(0, 1), [&](int) { ran.insert(substrate::ThreadPool::getTID()); }, steal());
  EXPECT_EQ(ran, std::set<unsigned>{0});
  EXPECT_EQ(getActiveThreads(), 4U);
  EXPECT_EQ(pool.getStartedThreads(), 1U);
  runTree(5000, true, short_tasks(), wl<Queue>());
  EXPECT_EQ(pool.getStartedThreads(), 4U);
}
TEST(ShortTasksChild, StartNoThreadWhileThereAreFew) {
  EXPECT_EQ(runChild("ShortTasksChild.DISABLED_StartNoThreadWhileThereAreFew"), 0);
}

TEST_P(ShortTasks, FindTheTasksThatAnotherLoopLeft) {
  using Kept = worklists::PerSocketChunkFIFO<8, std::uint32_t>;
  Kept kept;
  constexpr std::uint32_t kKept = 500;
  on_each([&](unsigned tid, unsigned threads) {
    for (std::uint32_t i = tid; i < kKept; i += threads) {
      kept.push(i);
    }
  });
  std::vector<std::atomic<std::uint32_t>> runs(kKept + 1);
  for_each(
      iterate({kKept}), [&](std::uint32_t i, auto&) { ++runs[i]; }, disable_conflict_detection(),
      short_tasks(), wl<worklists::ExternalReference<Kept>>(&kept));
  for (const auto& count : runs) {
    EXPECT_EQ(count, 1U);
  }
}

TEST_P(ShortTasks, RunUnderAPolicyWhoseThreadsMeet) {
  runTree(5000, false, short_tasks(), wl<worklists::BulkSynchronous<>>());
  runTree(5000, true, short_tasks(), wl<worklists::BulkSynchronous<>>());
}

/// What an iteration of the loop below does at task `when`.
enum class Ends { kThrow, kBreak, kCancel };

/// Runs a loop whose iterations push the next task, until task `when` ends it. Returns the number of
/// iterations.
std::uint32_t endedAt(std::uint32_t when, Ends how) {
  std::atomic<std::uint32_t> iterations{0};
  for_each(
      iterate({std::uint32_t{0}}),
      [&](std::uint32_t n, UserContext<std::uint32_t>& ctx) {
        ++iterations;
        if (n == when) {
          switch (how) {
          case Ends::kThrow:
            throw std::runtime_error("at task");
          case Ends::kBreak:
            ctx.breakLoop();
            break;
          case Ends::kCancel:
            Cancellation::request();
            break;
          }
        }
        ctx.push(n + 1);
      },
      disable_conflict_detection(), parallel_break(), short_tasks(), wl<Queue>());
  return iterations;
}

TEST_P(ShortTasks, EndEarlyWhileAThreadRunsAlone) {
  for (const std::uint32_t when : {0U, 5U, 1000U}) {
    EXPECT_THROW(endedAt(when, Ends::kThrow), std::runtime_error);
    EXPECT_EQ(endedAt(when, Ends::kBreak), when + 1);
    EXPECT_THROW(endedAt(when, Ends::kCancel), substrate::Cancelled);
    Cancellation::reset();
    EXPECT_EQ(getActiveThreads(), GetParam());
    runTree(200, true, short_tasks(), wl<Queue>()); // a later loop is as any
  }
}

TEST_P(ShortTasks, RefuseLoopsInside) {
  EXPECT_THROW(for_each(
                   iterate({0}), [&](int, auto&) { runTree(1, true, wl<Queue>()); },
                   disable_conflict_detection(), short_tasks(), wl<Queue>()),
               std::logic_error);
}

TEST_P(ShortTasks, WithConflictDetectionTakeAllThreads) {
  std::atomic<std::uint32_t> sum{0};
  for_each(
      iterate({std::uint32_t{100}}),
      [&](std::uint32_t n, auto& ctx) {
        sum += n;
        if (n > 0) {
          ctx.push(n - 1);
        }
      },
      short_tasks(), wl<Queue>());
  EXPECT_EQ(sum, 5050U);
}

INSTANTIATE_TEST_SUITE_P(Threads, ShortTasks, testing::Values(1U, 2U, 3U, 16U),
                         testing::PrintToStringParamName());

} // namespace
} // namespace galois::test
