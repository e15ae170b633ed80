#include "galois/worklists/Minnow.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <vector>

#include "worklists/PolicyRanges.h"
#include "worklists/PolicySuite.h"

namespace galois::test {
namespace {

using Minnow = worklists::Minnow<TaskPriority>;

/// One helper if there are several threads, none if there is one.
using MinnowCase = ExactCase<Minnow>;
GALOIS_POLICY_SUITES(Minnow, MinnowCase);

/// `Helpers` helpers, and small chunks, so that many chunks change threads.
template <unsigned Helpers>
worklists::MinnowParams helpedBy() {
  worklists::MinnowParams params;
  params.helpers = Helpers;
  params.helperBatch = 2;
  return params;
}
template <unsigned Helpers>
using Helped =
    AnyWith<worklists::Minnow<TaskPriority, worklists::PerSocketChunkLIFO<3>>, helpedBy<Helpers>>;

/// All threads but one are helpers.
using ManyHelpersCase = ExactCase<Helped<100>>;
GALOIS_POLICY_SUITES(MinnowManyHelpers, ManyHelpersCase);

using NoHelpersCase = ExactCase<Helped<0>>;
GALOIS_POLICY_SUITE(MinnowNoHelpers, CasesOf<NoHelpersCase>);

using Task8 = Task<8>;

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

} // namespace
} // namespace galois::test
