#include "galois/worklists/Minnow.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <numeric>
#include <vector>

#include "galois/substrate/ThreadPool.h"
#include "support/OnThread.h"
#include "worklists/PolicyRanges.h"
#include "worklists/PolicySuite.h"

namespace galois::test {
namespace {

using Minnow = worklists::Minnow<TaskPriority>;

/// One helper if there are several threads, none if there is one.
using MinnowCase = ExactCase<Minnow>;
GALOIS_POLICY_SUITES(Minnow, MinnowCase);

/// `Helpers` helpers, which run `Batch` tasks in a row, and small chunks, so that many chunks change
/// threads.
template <unsigned Helpers, std::uint32_t Batch>
worklists::MinnowParams helpedBy() {
  worklists::MinnowParams params;
  params.helpers = Helpers;
  params.helperBatch = Batch;
  return params;
}
template <unsigned Helpers, std::uint32_t Batch = 2>
using Helped = AnyWith<worklists::Minnow<TaskPriority, worklists::PerSocketChunkLIFO<3>>,
                       helpedBy<Helpers, Batch>>;

/// All threads but one are helpers.
using ManyHelpersCase = ExactCase<Helped<100>>;
GALOIS_POLICY_SUITES(MinnowManyHelpers, ManyHelpersCase);

using NoHelpersCase = ExactCase<Helped<0>>;
GALOIS_POLICY_SUITE(MinnowNoHelpers, CasesOf<NoHelpersCase>);

/// Helpers run no tasks, as published. A task that a helper has added is for others to pop.
using IdleHelpersCase = OwnerOnly<ExactCase<Helped<2, 0>>>;
GALOIS_POLICY_SUITES(MinnowIdleHelpers, IdleHelpersCase);
/// Most of them have no worker to help.
using ManyIdleHelpersCase = OwnerOnly<ExactCase<Helped<100, 0>>>;
using ManyIdleHelpersCases = PolicyCases<CaseWith<ManyIdleHelpersCase, 8>>;
GALOIS_POLICY_SUITE(MinnowManyIdleHelpers, ManyIdleHelpersCases);
INSTANTIATE_TYPED_TEST_SUITE_P(MinnowManyIdleHelpers, PolicyRanges, RangesOf<ManyIdleHelpersCase>);

using Task8 = Task<8>;

struct ById {
  std::uint32_t operator()(std::uint32_t id) const { return id / 256; }
};

class MinnowTest : public ::testing::Test {
protected:
  SharedMemSys system_;

  /// A counter, per thread.
  template <typename WL>
  static std::vector<std::uint64_t> counterOf(WL& wl, const std::string& wanted) {
    std::vector<std::uint64_t> values;
    wl.reportCounters([&](unsigned thread, const char* name, auto value) {
      if (name == wanted) {
        values.resize(std::max<std::size_t>(values.size(), thread + 1));
        values[thread] = value;
      }
    });
    return values;
  }
};

TEST_F(MinnowTest, HelpersFollowTheNumberOfThreadsAndLeaveAWorker) {
  worklists::MinnowParams params;
  EXPECT_EQ(params.helpersOf(1), 0u);
  EXPECT_EQ(params.helpersOf(2), 1u);
  EXPECT_EQ(params.helpersOf(16), 1u);
  EXPECT_EQ(params.helpersOf(40), 4u); // the paper's ratio
  params.helpers = 5;
  EXPECT_EQ(params.helpersOf(1), 0u);
  EXPECT_EQ(params.helpersOf(4), 3u);
  EXPECT_EQ(params.helpersOf(40), 5u);
  params.helpers = worklists::MinnowParams::kAuto;
  EXPECT_EQ(params.helpersOf(40), 4u);
}

TEST_F(MinnowTest, EveryWorkerIsServed) {
  // Published code leaves out the last worker of each group.
  for (const unsigned threads : {2u, 3u, 5u, 7u}) {
    for (const unsigned helpers : {1u, 2u, 3u}) {
      setActiveThreads(threads);
      worklists::MinnowParams params;
      params.helpers = helpers;
      Minnow::retype<Task8> wl(TaskPriority(), params);
      const unsigned workers = threads - params.helpersOf(threads);
      pushTasks(wl, 64 * 64, 1);
      // The helpers run first, then each worker takes one task.
      on_each([&](unsigned tid, unsigned) {
        if (tid >= workers) {
          EXPECT_TRUE(wl.pop());
        }
      });
      on_each([&](unsigned tid, unsigned) {
        if (tid < workers) {
          EXPECT_TRUE(wl.pop());
        }
      });
      const auto received = counterOf(wl, "chunks_received");
      const auto brought = counterOf(wl, "chunks_brought");
      EXPECT_GE(std::accumulate(brought.begin(), brought.end(), 0u), workers);
      EXPECT_EQ(std::count(brought.begin(), brought.begin() + workers, 0u), workers)
          << "only helpers bring any";
      for (unsigned worker = 0; worker < workers; ++worker) {
        EXPECT_EQ(received[worker], 1u)
            << "worker " << worker << " of " << workers << ", " << threads << " threads";
      }
    }
  }
}

/// A task that owns a part of something.
struct Owning {
  std::shared_ptr<int> part;
};
struct OneBag {
  int operator()(const Owning&) const { return 0; }
};

TEST_F(MinnowTest, TasksInInboxesAreDestroyedWithTheWorklist) {
  setActiveThreads(2);
  const auto whole = std::make_shared<int>(7);
  {
    worklists::Minnow<OneBag>::retype<Owning> wl;
    for (int i = 0; i < 1000; ++i) {
      wl.push({whole});
    }
    // The helper fills the inbox of the worker, which takes nothing out of it.
    on_each([&](unsigned tid, unsigned) {
      if (tid == 1) {
        EXPECT_TRUE(wl.pop());
      }
    });
    const auto brought = counterOf(wl, "chunks_brought");
    EXPECT_GT(brought[1], 0u);
    EXPECT_EQ(whole.use_count(), 1000);
  }
  EXPECT_EQ(whole.use_count(), 1);
}

TEST_F(MinnowTest, TasksInInboxesOfAbsentThreadsAreFoundByOthers) {
  setActiveThreads(4);
  worklists::MinnowParams params;
  params.helpers = 1;
  for (const unsigned popper : {0u, 3u}) { // a worker, then the helper
    Minnow::retype<Task8> wl(TaskPriority(), params);
    constexpr std::uint32_t kTasks = 2000;
    Deliveries seen(kTasks);
    on_each([&](unsigned tid, unsigned) {
      if (tid == 3) {
        pushTasks(wl, kTasks, [](std::uint32_t i) { return i % 2; });
        seen.record(*wl.pop()); // This fills all inboxes.
      }
    });
    on_each([&](unsigned tid, unsigned) {
      // Only the helper itself can finish the tasks in its own chunks.
      if (tid == popper) {
        while (const auto got = wl.pop()) {
          seen.record(*got);
        }
      }
    });
    on_each([&](unsigned tid, unsigned) {
      if (tid == 3) {
        while (const auto got = wl.pop()) {
          seen.record(*got);
        }
      }
    });
    seen.expectEachOnce();
    EXPECT_GE(counterOf(wl, "chunks_received")[popper], popper == 0 ? 4u : 1u);
  }
}

TEST_F(MinnowTest, AnEmptyWorklistDeliversNoTask) {
  // Helpers and workers pop from an empty worklist. Then all tasks that are pushed are delivered.
  for (const unsigned threads : kThreadCounts) {
    setActiveThreads(threads);
    Helped<2>::retype<Task8> wl;
    on_each([&](unsigned, unsigned) {
      for (int i = 0; i < 50; ++i) {
        EXPECT_FALSE(wl.pop());
      }
    });
    constexpr std::uint32_t kTasks = 1000;
    Deliveries seen(kTasks);
    on_each([&](unsigned tid, unsigned n) {
      for (std::uint32_t i = tid; i < kTasks; i += n) {
        wl.push(Task8(i, i % 7));
      }
      substrate::Backoff backoff;
      while (seen.total() < kTasks) {
        if (const auto got = wl.pop()) {
          seen.record(*got);
          backoff.reset();
        }
        backoff();
      }
      EXPECT_FALSE(wl.pop());
    });
    SCOPED_TRACE(threads);
    seen.expectEachOnce();
  }
}

TEST_F(MinnowTest, LoopsEndWithAllWorkDoneHoweverManyHelp) {
  // Tasks come in bursts with idle phases between, so that termination detection runs while chunks
  // are in transit. No tasks of the last burst may be left.
  constexpr std::uint32_t kBursts = 300, kBurst = 25;
  for (const unsigned threads : {2u, 4u, 16u}) {
    setActiveThreads(threads);
    Deliveries seen(kBursts * kBurst);
    for_each(
        iterate({Task8(0, 0)}),
        [&](const Task8& t, auto& ctx) {
          seen.record(t);
          // The first task of a burst pushes the next burst.
          if (t.id % kBurst == 0) {
            const std::uint32_t burst = t.id / kBurst;
            for (std::uint32_t i = 1; i < kBurst; ++i) {
              ctx.push(burst * kBurst + i, burst);
            }
            if (burst + 1 < kBursts) {
              ctx.push((burst + 1) * kBurst, burst + 1);
            }
          }
        },
        wl<Helped<3>::retype<Task8>>(), disable_conflict_detection());
    SCOPED_TRACE(threads);
    seen.expectEachOnce();
  }
}

/// Steps of one worker and one helper that runs no tasks.
TEST_F(MinnowTest, AHelperMovesTasksAndSaysSo) {
  setActiveThreads(2);
  using Policy = Helped<1, 0>::retype<Task8>;
  Policy wl;
  onThread(1, [&] {
    auto helper = worklists::forThisThread(wl);
    EXPECT_FALSE(helper.pop());
    EXPECT_FALSE(helper.moved()) << "there was nothing to move";
    for (std::uint32_t i = 0; i < 25; ++i) { // eight chunks of three, and one task
      helper.push(Task8(i, i / 3));
    }
    EXPECT_FALSE(helper.pop());
    EXPECT_TRUE(helper.moved());
    EXPECT_FALSE(helper.moved()) << "it has said so";
    EXPECT_FALSE(helper.pop());
    EXPECT_TRUE(helper.moved()) << "the inbox is full, and its own tasks are on offer";
  });
  EXPECT_EQ(counterOf(wl, "chunks_brought")[1], 4u);
  Deliveries seen(25);
  onThread(0, [&] {
    while (const auto task = wl.pop()) {
      seen.record(*task);
    }
  });
  seen.expectEachOnce();
  onThread(1, [&] {
    auto helper = worklists::forThisThread(wl);
    EXPECT_FALSE(helper.pop());
    EXPECT_FALSE(helper.moved()) << "its tasks were taken";
  });
  EXPECT_EQ(counterOf(wl, "pops")[1], 0u);
}

/// The worker adds one task at a time, and its helper alone moves them all.
TEST_F(MinnowTest, LoopsEndWithAllWorkDoneThoughHelpersRunNone) {
  constexpr std::uint32_t kTasks = 20000;
  for (const unsigned threads : {2u, 3u, 5u, 16u}) {
    setActiveThreads(threads);
    Deliveries seen(kTasks);
    std::atomic<std::uint32_t> byHelpers{0};
    for_each(
        iterate(std::uint32_t{0}, std::uint32_t{64}),
        [&](std::uint32_t id, auto& ctx) {
          seen.record(Task8(id, 0));
          byHelpers += substrate::ThreadPool::getTID() + 1 == threads ? 1 : 0;
          for (const std::uint32_t child : {2 * id + 64, 2 * id + 65}) {
            if (child < kTasks) {
              ctx.push(child);
            }
          }
        },
        wl<worklists::Minnow<ById, worklists::PerSocketChunkLIFO<3>>::retype<std::uint32_t>>(
            ById(), helpedBy<1, 0>()),
        disable_conflict_detection());
    SCOPED_TRACE(threads);
    seen.expectEachOnce();
    EXPECT_EQ(byHelpers, 0u);
  }
}

} // namespace
} // namespace galois::test
