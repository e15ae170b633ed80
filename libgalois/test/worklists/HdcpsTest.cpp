#include "galois/worklists/Hdcps.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "support/OnThread.h"
#include "support/SharedMemTest.h"
#include "worklists/HdcpsCases.h"
#include "worklists/PolicyCounters.h"
#include "worklists/PolicyRanges.h"

namespace galois::test {
namespace {

struct Defaults {
  using Composition = worklists::HdcpsFull;
  static worklists::HdcpsParams params() { return {}; }
};
GALOIS_POLICY_SUITES(Hdcps, HdcpsCase<Defaults>);

using Task8 = Task<8>;
using Full = worklists::Hdcps<TaskPriority, Task8>;
using SrqTdf = worklists::Hdcps<TaskPriority, Task8, true, worklists::HdcpsSrqTdf>;
using Srq = worklists::Hdcps<TaskPriority, Task8, true, worklists::HdcpsSrq>;
using worklists::BagTransport;
using worklists::HdcpsParams;

template <typename WL>
std::vector<Task8> popAll(WL& wl) {
  std::vector<Task8> out;
  while (auto task = wl.pop()) {
    out.push_back(*task);
  }
  return out;
}

using HdcpsTest = SharedMemTest;

TEST_F(HdcpsTest, OneThreadSendsNothing) {
  setActiveThreads(1);
  Full full;
  Srq srq;
  for (std::uint32_t i = 0; i < 1000; ++i) {
    full.push(Task8(i, i));
    srq.push(Task8(i, i));
  }
  EXPECT_EQ(popAll(full).size(), 1000u);
  EXPECT_EQ(popAll(srq).size(), 1000u);
  EXPECT_EQ(counter(full, "remote_pushes"), 0);
  EXPECT_EQ(counter(srq, "remote_pushes"), 0);
  EXPECT_EQ(counter(srq, "pushes"), 1000);
  EXPECT_EQ(counter(srq, "pops"), 1000);
}

TEST_F(HdcpsTest, TheTdfIsTheShareThatIsSent) {
  constexpr std::uint32_t kTasks = 1000;
  setActiveThreads(2);
  for (const std::uint32_t tdf : {1u, 10u, 50u, 75u, 100u}) {
    HdcpsParams params;
    params.drift.tdf = tdf;
    params.queueCapacity = kTasks;
    SrqTdf wl(TaskPriority(), params);
    inTurn(2, [&](unsigned tid) {
      if (tid == 0) {
        pushTasks(wl, kTasks);
      }
    });
    // At 100 % the first task is kept, because the thread has no other task.
    EXPECT_EQ(counter(wl, "remote_pushes"), tdf == 100 ? 999 : tdf * 10) << tdf;
  }
}

TEST_F(HdcpsTest, WhatIsSentIsQueuedOnceAndNotAtItsSender) {
  // Every target that is drawn is another thread, and the sender keeps no copy.
  constexpr std::uint32_t kTasks = 3000;
  for (const unsigned threads : {2u, 3u, 4u}) {
    setActiveThreads(threads);
    HdcpsParams params;
    params.drift.tdf = 100;
    params.queueCapacity = kTasks;
    SrqTdf wl(TaskPriority(), params);
    std::vector<std::vector<Task8>> got(threads);
    inTurn(threads, [&](unsigned tid) {
      if (tid == 0) {
        pushTasks(wl, kTasks);
      }
      got[tid] = popAll(wl);
    });
    EXPECT_EQ(got[0].size(), 1u); // The thread had no other task.
    Deliveries seen(kTasks);
    for (unsigned tid = 0; tid < threads; ++tid) {
      EXPECT_TRUE(tid == 0 || got[tid].size() > kTasks / threads / 2);
      for (const Task8& task : got[tid]) {
        seen.record(task);
      }
    }
    seen.expectEachOnce();
  }
}

TEST_F(HdcpsTest, WithoutFeedbackTasksSpreadEvenlyOverAllThreads) {
  constexpr std::uint32_t kTasks = 4000;
  for (const unsigned threads : {2u, 4u}) {
    setActiveThreads(threads);
    HdcpsParams params;
    params.queueCapacity = kTasks;
    Srq wl(TaskPriority(), params);
    onThread(0, [&] { pushTasks(wl, kTasks); });
    const std::uint32_t kept = kTasks / threads;
    EXPECT_NEAR(counter(wl, "remote_pushes"), kTasks - kept, 1);
  }
}

TEST_F(HdcpsTest, AnIdleThreadKeepsWhatItPushes) {
  setActiveThreads(2);
  HdcpsParams params;
  params.drift.tdf = 100;
  Full wl(TaskPriority(), params);
  onThread(0, [&] {
    for (std::uint32_t i = 0; i < 100; ++i) {
      wl.push(Task8(i, i));
      ASSERT_TRUE(wl.pop()) << i;
    }
  });
  EXPECT_EQ(counter(wl, "remote_pushes"), 0);
}

TEST_F(HdcpsTest, AReceiverWithoutRoomLeavesTasksToTheirSender) {
  constexpr std::uint32_t kTasks = 100;
  setActiveThreads(2);
  HdcpsParams params;
  params.drift.tdf = 100;
  params.queueCapacity = 4;
  SrqTdf wl(TaskPriority(), params);
  std::vector<Task8> kept, sent;
  inTurn(2, [&](unsigned tid) {
    if (tid == 0) {
      pushTasks(wl, kTasks);
      kept = popAll(wl);
    } else {
      sent = popAll(wl);
    }
  });
  EXPECT_EQ(sent.size(), 4u);
  EXPECT_EQ(kept.size(), 96u);
  EXPECT_EQ(counter(wl, "remote_pushes"), 4);
  EXPECT_EQ(counter(wl, "receive_full"),
            95); // One more was kept because the sender had no other task.
}

TEST_F(HdcpsTest, OnePopReceivesEverythingThatHasArrived) {
  setActiveThreads(2);
  HdcpsParams params;
  params.drift.tdf = 100;
  params.queueCapacity = 50;
  SrqTdf wl(TaskPriority(), params);
  inTurn(2, [&](unsigned tid) {
    if (tid == 0) {
      pushTasks(wl, 50, [](std::uint32_t i) { return 100 - i; });
    } else {
      EXPECT_EQ(wl.pop()->priority, 51u); // This task was sent last.
      EXPECT_EQ(wl.pop()->priority, 52u);
    }
  });
}

TEST_F(HdcpsTest, ABusyThreadLooksIntoItsReceiveQueueEveryFewPops) {
  setActiveThreads(2);
  HdcpsParams params;
  params.drift.tdf = 100;
  params.drift.step = 0;
  params.pollEvery = 3;
  SrqTdf wl(TaskPriority(), params);
  onThread(1, [&] {
    wl.push(Task8(0, 10)); // The task is kept, because the thread has no other.
    ASSERT_EQ(wl.pop()->priority, 10u);
  });
  onThread(0, [&] {
    wl.push(Task8(1, 60));
    for (std::uint32_t i = 0; i < 20; ++i) {
      wl.push(Task8(i, 50 + i)); // This task is sent to thread 1.
    }
  });
  onThread(1, [&] {
    EXPECT_EQ(wl.pop()->priority, 50u); // The thread was idle, so it has looked into its queue.
  });
  onThread(0, [&] { wl.push(Task8(1, 1)); });
  onThread(1, [&] {
    EXPECT_EQ(wl.pop()->priority, 51u);
    EXPECT_EQ(wl.pop()->priority, 52u);
    EXPECT_EQ(wl.pop()->priority, 1u);
  });
}

TEST_F(HdcpsTest, TheInitialRangeIsSharedNotRepeated) {
  constexpr std::uint32_t kTasks = 4000;
  std::vector<Task8> tasks;
  for (std::uint32_t i = 0; i < kTasks; ++i) {
    tasks.push_back(Task8(i, i));
  }
  for (const unsigned threads : {1u, 2u, 4u, 16u}) {
    setActiveThreads(threads);
    Full wl;
    const auto range = runtime::makeStandardRange(tasks.begin(), tasks.end());
    on_each([&](unsigned, unsigned) { wl.push_initial(range); });
    EXPECT_EQ(counter(wl, "pushes"), kTasks);
    Deliveries seen(kTasks);
    on_each([&](unsigned, unsigned) {
      while (auto task = wl.pop()) {
        seen.record(*task);
      }
    });
    seen.expectEachOnce();
  }
}

TEST_F(HdcpsTest, TasksOfALoopThatWasLeftEarlyStayWithTheirThreads) {
  setActiveThreads(4);
  HdcpsParams params;
  params.drift.tdf = 100;
  Full wl(TaskPriority(), params);
  onThread(0, [&] {
    pushTasks(wl, 100);
    wl.pop();
  });
  setActiveThreads(1); // A loop with fewer threads does not find what was sent to the others.
  const auto few = popAll(wl).size();
  setActiveThreads(4);
  std::atomic<std::size_t> rest{0};
  on_each([&](unsigned, unsigned) { rest += popAll(wl).size(); });
  EXPECT_EQ(1 + few + rest, 100u);
}

// --- bags --------------------------------------------------------------------------------------

TEST_F(HdcpsTest, SiblingsOfOnePriorityMakeABag) {
  setActiveThreads(1);
  Full wl;
  for (const std::uint32_t priority : {5u, 7u, 5u, 5u, 9u}) {
    wl.push(Task8(priority, priority));
  }
  EXPECT_EQ(wl.pop()->priority, 5u);
  EXPECT_EQ(counter(wl, "bags"), 1);
  // The children of the next task form another group, whatever is left of this one.
  wl.push(Task8(1, 7));
  wl.push(Task8(1, 7));
  const std::vector<Task8> rest = popAll(wl);
  EXPECT_EQ(counter(wl, "bags"), 1);
  EXPECT_EQ(rest.size(), 6u);
  EXPECT_TRUE(std::is_sorted(rest.begin(), rest.end(), [](const Task8& a, const Task8& b) {
    return a.priority < b.priority;
  }));
}

TEST_F(HdcpsTest, AMoreUrgentTaskOvertakesTheRestOfABag) {
  setActiveThreads(1);
  Full wl;
  const auto pushBag = [&](std::uint32_t priority) { pushTasks(wl, 4, priority); };
  pushBag(5);
  EXPECT_EQ(wl.pop()->priority, 5u);
  pushBag(3);
  EXPECT_EQ(wl.pop()->priority, 3u);
  wl.push(Task8(0, 1));
  EXPECT_EQ(wl.pop()->priority, 1u);
  for (const std::uint32_t priority : {3u, 3u, 3u, 5u, 5u, 5u}) {
    EXPECT_EQ(wl.pop()->priority, priority);
  }
  EXPECT_FALSE(wl.pop());
}

TEST_F(HdcpsTest, PeekNamesTheTaskThatComesNext) {
  setActiveThreads(1);
  Full wl;
  substrate::Random random(5, 0);
  for (std::uint32_t i = 0; i < 600; ++i) {
    wl.push(Task8(i, random.below(20)));
    if (i % 7 == 6) {
      wl.pop();
    }
  }
  wl.pop();
  while (const Task8* next = wl.peek()) {
    const std::uint32_t id = next->id;
    EXPECT_EQ(wl.pop()->id, id);
  }
  EXPECT_FALSE(wl.pop());
}

TEST_F(HdcpsTest, ABagIsSentOrKeptAsAWhole) {
  for (const BagTransport transport : {BagTransport::kPull, BagTransport::kPush}) {
    setActiveThreads(2);
    HdcpsParams params;
    params.bags.transport = transport;
    params.queueCapacity = 100;
    Full wl(TaskPriority(), params);
    constexpr std::uint32_t kGroups = 40, kEach = 4;
    std::vector<std::vector<Task8>> got(2);
    inTurn(2, [&](unsigned tid) {
      if (tid == 0) {
        for (std::uint32_t group = 0; group < kGroups; ++group) {
          for (std::uint32_t i = 0; i < kEach; ++i) {
            wl.push(Task8(group * kEach + i, group));
          }
        }
      }
      got[tid] = popAll(wl);
    });
    EXPECT_EQ(counter(wl, "bags"), kGroups);
    EXPECT_EQ(counter(wl, "remote_pushes"), kGroups / 2 * kEach);
    Deliveries seen(kGroups * kEach);
    for (const auto& tasks : got) {
      EXPECT_EQ(tasks.size(), kGroups / 2 * kEach);
      for (std::size_t i = 0; i < tasks.size(); ++i) {
        EXPECT_EQ(tasks[i].priority, tasks[i / kEach * kEach].priority);
        seen.record(tasks[i]);
      }
    }
    seen.expectEachOnce();
  }
}

TEST_F(HdcpsTest, ABagForWhichThereIsNoRoomIsKept) {
  for (const BagTransport transport : {BagTransport::kPull, BagTransport::kPush}) {
    setActiveThreads(2);
    HdcpsParams params;
    params.drift.tdf = 100;
    params.bags.transport = transport;
    params.queueCapacity = transport == BagTransport::kPull ? 1 : 4;
    Full wl(TaskPriority(), params);
    std::vector<std::size_t> got(2);
    inTurn(2, [&](unsigned tid) {
      if (tid == 0) {
        pushTasks(wl, 40, [](std::uint32_t i) { return i / 4; });
      }
      got[tid] = popAll(wl).size();
    });
    EXPECT_EQ(got[0], 36u);
    EXPECT_EQ(got[1], 4u);
    EXPECT_EQ(counter(wl, "receive_full"), 8);
  }
}

TEST_F(HdcpsTest, AlwaysBagsMakesBagsOfSingleTasksToo) {
  for (const BagTransport transport : {BagTransport::kPull, BagTransport::kPush}) {
    setActiveThreads(2);
    HdcpsParams params;
    params.bags = {1, 10, worklists::Oversize::kSplit, transport};
    Full wl(TaskPriority(), params);
    std::vector<std::size_t> got(2);
    inTurn(2, [&](unsigned tid) {
      if (tid == 0) {
        for (std::uint32_t i = 0; i < 30; ++i) {
          wl.push(Task8(
              i,
              i < 10 ? i : 50)); // Ten tasks have different priorities, and twenty have the same.
        }
      }
      got[tid] = popAll(wl).size();
    });
    EXPECT_EQ(got[0] + got[1], 30u);
    EXPECT_EQ(counter(wl, "bags"), 13);
  }
}

// --- feedback ----------------------------------------------------------------------------------

TEST_F(HdcpsTest, KeepsAHistoryOfTdfAndDrift) {
  constexpr std::uint32_t kTasks = 60000;
  for (const unsigned threads : {2u, 4u}) {
    setActiveThreads(threads);
    HdcpsParams params;
    params.interval = 100;
    Full wl(TaskPriority(), params);
    std::atomic<std::uint32_t> done{0};
    on_each([&](unsigned tid, unsigned n) {
      substrate::Random random(3, tid);
      for (std::uint32_t i = tid; i < kTasks; i += n) {
        wl.push(Task8(i, random.below(kPriorities)));
        if (wl.pop()) {
          ++done;
        }
      }
      substrate::Backoff backoff;
      while (done < kTasks) {
        if (wl.pop()) {
          ++done;
        } else {
          backoff();
        }
      }
    });
    std::vector<double> tdfs, drifts;
    wl.reportHistories([&](const std::string& name, std::uint64_t, double value) {
      (name == "tdf" ? tdfs : drifts).push_back(value);
    });
    ASSERT_GE(tdfs.size(), 2u);
    EXPECT_EQ(tdfs.size(), drifts.size() + 1);
    EXPECT_LE(drifts.size(), kTasks / (params.interval * threads));
    EXPECT_EQ(tdfs.front(), 50);
    for (std::size_t i = 0; i + 1 < tdfs.size(); ++i) {
      EXPECT_TRUE(tdfs[i] >= 10 && tdfs[i] <= 100);
      EXPECT_TRUE(i == 0 || tdfs[i + 1] != tdfs[i] || tdfs[i] == 10 || tdfs[i] == 100);
    }
    for (const double drift : drifts) {
      EXPECT_TRUE(drift >= 0 && drift < kPriorities);
    }
  }
}

TEST_F(HdcpsTest, WithoutFeedbackThereIsOnlyDriftToReport) {
  setActiveThreads(2);
  HdcpsParams params;
  params.interval = 10;
  Srq wl(TaskPriority(), params);
  on_each([&](unsigned, unsigned) {
    for (std::uint32_t i = 0; i < 1000; ++i) {
      wl.push(Task8(i, i));
      wl.pop();
    }
  });
  std::set<std::string> names;
  wl.reportHistories([&](const std::string& name, std::uint64_t, double) { names.insert(name); });
  EXPECT_EQ(names, std::set<std::string>{"drift"});
}

} // namespace
} // namespace galois::test
