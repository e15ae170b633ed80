#include "galois/worklists/PrivateDeques.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "support/Child.h"
#include "support/Deliveries.h"
#include "support/OnThread.h"
#include "worklists/LentPolicy.h"
#include "worklists/PolicyCounters.h"
#include "worklists/PolicyRanges.h"
#include "worklists/PolicySuite.h"

namespace galois::test {
namespace {

using worklists::PrivateDeques;
using worklists::PrivateDequesParams;

struct ReceiverCase {
  template <typename T>
  using Policy = worklists::ReceiverInitiatedDeques<T>;
  static constexpr bool kExact = false;
  static constexpr bool kOwnerOnly = true;
};
struct SenderCase {
  template <typename T>
  using Policy = worklists::SenderInitiatedDeques<T>;
  static constexpr bool kExact = false;
  static constexpr bool kOwnerOnly = true;
};
struct ChaseLevCase {
  template <typename T>
  using Policy = worklists::ChaseLevDeques<T>;
  static constexpr bool kExact = false;
};
GALOIS_POLICY_SUITE(PdRecv, CasesOf<ReceiverCase>);
GALOIS_POLICY_SUITE(PdSend, CasesOf<SenderCase>);
GALOIS_POLICY_SUITE(ChaseLev, CasesOf<ChaseLevCase>);
INSTANTIATE_TYPED_TEST_SUITE_P(PdRecv, PolicyRanges, RangesOf<ReceiverCase>);
INSTANTIATE_TYPED_TEST_SUITE_P(PdSend, PolicyRanges, RangesOf<SenderCase>);
INSTANTIATE_TYPED_TEST_SUITE_P(ChaseLev, PolicyRanges, RangesOf<ChaseLevCase>);

/// Single tasks change hands, as often as possible.
template <template <typename> class Protocol, typename T, bool Concurrent = true>
struct SingleTasks : PrivateDeques<Protocol, T, Concurrent> {
  template <typename U>
  using retype = SingleTasks<Protocol, U, Concurrent>;
  template <bool B>
  using rethread = SingleTasks<Protocol, T, B>;

  static PrivateDequesParams params(std::uint32_t chunkSize, bool half) {
    PrivateDequesParams params;
    params.chunkSize = chunkSize;
    params.stealHalf = half;
    params.victims = worklists::Victims::kSticky;
    params.deltaUs = 0;
    params.dealTimes = worklists::DealTimes::kFixed;
    return params;
  }
  explicit SingleTasks(std::uint32_t chunkSize = 1, bool half = false)
      : PrivateDeques<Protocol, T, Concurrent>(params(chunkSize, half)) {}
};
struct SingleReceiverCase {
  template <typename T>
  using Policy = SingleTasks<worklists::ReceiverInitiated, T>;
  static constexpr bool kExact = false;
  static constexpr bool kOwnerOnly = true;
};
struct SingleSenderCase {
  template <typename T>
  using Policy = SingleTasks<worklists::SenderInitiated, T>;
  static constexpr bool kExact = false;
  static constexpr bool kOwnerOnly = true;
};
struct SingleChaseLevCase {
  template <typename T>
  using Policy = SingleTasks<worklists::ConcurrentDeques, T>;
  static constexpr bool kExact = false;
};
/// Tasks of other sizes take the same paths.
template <typename Case>
using OneSizeOf = PolicyCases<CaseWith<Case, 8>>;
GALOIS_POLICY_SUITE(PdRecvSingle, OneSizeOf<SingleReceiverCase>);
GALOIS_POLICY_SUITE(PdSendSingle, OneSizeOf<SingleSenderCase>);
GALOIS_POLICY_SUITE(ChaseLevSingle, OneSizeOf<SingleChaseLevCase>);
INSTANTIATE_TYPED_TEST_SUITE_P(PdRecvSingle, PolicyRanges, RangesOf<SingleReceiverCase>);
INSTANTIATE_TYPED_TEST_SUITE_P(PdSendSingle, PolicyRanges, RangesOf<SingleSenderCase>);
INSTANTIATE_TYPED_TEST_SUITE_P(ChaseLevSingle, PolicyRanges, RangesOf<SingleChaseLevCase>);

using Receiver = SingleTasks<worklists::ReceiverInitiated, int>;
using Sender = SingleTasks<worklists::SenderInitiated, int>;
using ChaseLev = SingleTasks<worklists::ConcurrentDeques, int>;

class PrivateDequesTest : public ::testing::Test {
protected:
  SharedMemSys system_;
};

template <typename WL>
std::vector<int> popAll(WL& wl) {
  std::vector<int> tasks;
  while (const auto task = wl.pop()) {
    tasks.push_back(*task);
  }
  return tasks;
}

template <typename WL>
void fill(WL& wl, int begin, int end) {
  for (int task = begin; task < end; ++task) {
    wl.push(task);
  }
}

/// Pops all tasks on two threads in turn, because one that is idle may be given some.
template <typename WL>
std::size_t countRest(WL& wl) {
  std::size_t count = 0;
  for (int i = 0; i < 4; ++i) {
    inTurn(2, [&](unsigned) { count += popAll(wl).size(); });
  }
  return count;
}

template <typename WL>
void expectYoungestFirstAlone() {
  setActiveThreads(1);
  WL wl(1);
  fill(wl, 0, 5);
  EXPECT_EQ(popAll(wl), (std::vector<int>{4, 3, 2, 1, 0}));
  WL chunked(3);
  fill(chunked, 0, 8);
  EXPECT_EQ(popAll(chunked), (std::vector<int>{3, 4, 5, 0, 1, 2, 6, 7}));
  EXPECT_EQ(counter(chunked, "pushes"), 8);
  EXPECT_EQ(counter(chunked, "pops"), 8);
  EXPECT_EQ(counter(chunked, "empty_pops"), 1);
  EXPECT_EQ(counter(chunked, "steal_attempts"), 0);
  EXPECT_EQ(counter(chunked, "parcels_given"), 0);
}

TEST_F(PrivateDequesTest, AloneTheYoungestChunkComesFirst) {
  expectYoungestFirstAlone<Receiver>();
  expectYoungestFirstAlone<Sender>();
  expectYoungestFirstAlone<ChaseLev>();
}

/// Thread 0 has `tasks` tasks, the youngest of which it takes. Thread 1 is idle before. Returns
/// what thread 1 then gets, after thread 0 has popped twice.
template <typename WL>
std::vector<int> stolen(WL& wl, int tasks) {
  setActiveThreads(2);
  std::vector<int> got;
  onThread(0, [&] {
    fill(wl, 0, tasks);
    EXPECT_TRUE(wl.pop());
  });
  onThread(1, [&] { EXPECT_FALSE(wl.pop()); });
  onThread(0, [&] { EXPECT_TRUE(wl.pop()); });
  onThread(1, [&] { got = popAll(wl); });
  return got;
}

TEST_F(PrivateDequesTest, AThiefAsksAndItsNextPopHasTheOldestTasks) {
  Receiver one(1, false);
  EXPECT_EQ(stolen(one, 9), std::vector<int>{0});
  Receiver half(1, true); // Seven are in the deque when the victim answers.
  const std::vector<int> got = stolen(half, 9);
  EXPECT_EQ(got.size(), 4u);
  for (const int task : got) {
    EXPECT_LT(task, 4);
  }
  EXPECT_EQ(counter(half, "steal_attempts"), 2); // one of them after its last task
  EXPECT_EQ(counter(half, "steal_successes"), 1);
  EXPECT_EQ(counter(half, "tasks_stolen"), 4);
  EXPECT_EQ(counter(half, "parcels_given"), 1);
}

TEST_F(PrivateDequesTest, AnIdleThreadIsDealtTheOldestTasks) {
  Sender one(1, false);
  EXPECT_EQ(stolen(one, 9), std::vector<int>{0});
  Sender half(1, true);
  EXPECT_EQ(stolen(half, 9).size(), 4u);
  EXPECT_EQ(counter(half, "deal_attempts"), 1);
  EXPECT_EQ(counter(half, "parcels_given"), 1);
  EXPECT_EQ(counter(half, "steal_successes"), 1);
}

TEST_F(PrivateDequesTest, AnIdleThreadTakesTheOldestChunk) {
  ChaseLev wl(4);
  setActiveThreads(2);
  onThread(0, [&] { fill(wl, 0, 9); });
  onThread(1, [&] { EXPECT_EQ(popAll(wl), (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7})); });
  onThread(0, [&] { EXPECT_EQ(popAll(wl), std::vector<int>{8}); });
  EXPECT_EQ(counter(wl, "steal_successes"), 2);
}

template <typename WL>
void expectFewTasksAreSplit(std::uint64_t given) {
  WL wl(64);
  const std::vector<int> got = stolen(wl, 9); // They do not fill a chunk.
  EXPECT_EQ(got.size(), given);
  EXPECT_EQ(got.size() + countRest(wl), 7u);
}

TEST_F(PrivateDequesTest, FewTasksAreSplit) {
  expectFewTasksAreSplit<Receiver>(4);
  expectFewTasksAreSplit<Sender>(4);
  expectFewTasksAreSplit<ChaseLev>(4);
}

TEST_F(PrivateDequesTest, WhileAThreadIsIdleBatchesAreSmaller) {
  setActiveThreads(2);
  Receiver wl(64);
  int out[64];
  onThread(0, [&] { fill(wl, 0, 32); });
  onThread(1, [&] { EXPECT_FALSE(wl.pop()); });
  onThread(0, [&] { EXPECT_EQ(wl.pop_batch(out, 64), 16u); });
}

template <typename WL>
void expectTheLastTaskStays() {
  WL wl(64);
  EXPECT_TRUE(stolen(wl, 2).empty());
  onThread(0, [&] { EXPECT_FALSE(wl.pop()); });
}

TEST_F(PrivateDequesTest, NoThreadGivesItsLastTask) {
  expectTheLastTaskStays<Receiver>();
  expectTheLastTaskStays<Sender>();
  expectTheLastTaskStays<ChaseLev>();
}

TEST_F(PrivateDequesTest, ARequestIsWithdrawnAndAnotherThreadIsAsked) {
  setActiveThreads(2);
  Receiver wl;
  onThread(0, [&] {
    fill(wl, 0, 9);
    EXPECT_TRUE(wl.pop());
  });
  onThread(1, [&] { // The victim does not pop any more.
    for (int i = 0; i < 100; ++i) {
      EXPECT_FALSE(wl.pop());
    }
  });
  EXPECT_GE(counter(wl, "steals_withdrawn"), 2);
  std::vector<int> got;
  onThread(0, [&] { EXPECT_TRUE(wl.pop()); });
  onThread(1, [&] { EXPECT_EQ(popAll(wl), std::vector<int>{0}); });
  EXPECT_EQ(countRest(wl), 6u);
}

/// Thread 2 is idle at the end of a loop on three threads. In the next loop, on two, it must not
/// get tasks, because it would keep them until the loop has ended.
template <typename WL>
void expectAllTasksWithFewerThreads() {
  WL wl;
  setActiveThreads(3);
  onThread(0, [&] {
    fill(wl, 0, 9);
    EXPECT_TRUE(wl.pop());
  });
  onThread(2, [&] {
    for (int i = 0; i < 10; ++i) {
      EXPECT_FALSE(wl.pop());
    }
  });
  setActiveThreads(2);
  Deliveries seen(9);
  seen.record(8, true);
  for (int i = 0; i < 12; ++i) {
    inTurn(2, [&](unsigned) {
      if (const auto task = wl.pop()) {
        seen.record(static_cast<std::size_t>(*task), true);
      }
    });
  }
  seen.expectEachOnce();
}

TEST_F(PrivateDequesTest, TasksAreGivenOnlyToThreadsOfTheLoop) {
  for (int repeat = 0; repeat < 4; ++repeat) { // The thief draws its victim.
    expectAllTasksWithFewerThreads<Receiver>();
    expectAllTasksWithFewerThreads<Sender>();
  }
}

/// The worklists are older than the threads that use them: here the pool has only two at first.
TEST(PrivateDequesChild, DISABLED_ThePoolGrowsAfterTheWorklistWasMade) {
  SharedMemSys system;
  Receiver receiver(1, true);
  Sender sender(1, true);
  ChaseLev chaseLev(1);
  const auto run = [](auto& wl) {
    std::atomic<int> left{2000};
    on_each([&](unsigned tid, unsigned) {
      for (int i = 0; tid == 0 && i < 2000; ++i) {
        wl.push(i);
      }
      while (left > 0) {
        left -= wl.pop() ? 1 : 0;
      }
    });
  };
  ASSERT_EQ(setActiveThreads(24), 24u);
  run(receiver);
  run(sender);
  run(chaseLev);
}
TEST(PrivateDeques, ThePoolGrowsAfterTheWorklistWasMade) {
  EXPECT_EQ(runChild("PrivateDequesChild.DISABLED_ThePoolGrowsAfterTheWorklistWasMade",
                     "HWLOC_SYNTHETIC='pack:1 numa:1 core:2 pu:1'"),
            0);
}

/// Thread 1 leaves a loop while tasks are on their way to it. It gets them in the next loop, also
/// if that has begun with tasks of its own.
template <typename WL>
void expectTasksOnTheirWayAreKept() {
  WL wl;
  setActiveThreads(2);
  onThread(0, [&] {
    fill(wl, 0, 9);
    EXPECT_TRUE(wl.pop());
  });
  onThread(1, [&] { EXPECT_FALSE(wl.pop()); });
  onThread(0, [&] { EXPECT_TRUE(wl.pop()); });
  Deliveries seen(12);
  seen.record(8, true);
  seen.record(7, true);
  inTurn(2, [&](unsigned tid) { fill(wl, 9 + static_cast<int>(tid), 10 + static_cast<int>(tid)); });
  onThread(1, [&] { wl.push(11); });
  for (int i = 0; i < 12; ++i) {
    inTurn(2, [&](unsigned) {
      if (const auto task = wl.pop()) {
        seen.record(static_cast<std::size_t>(*task), true);
      }
    });
  }
  seen.expectEachOnce();
}

TEST_F(PrivateDequesTest, TasksOnTheirWayAreKeptForTheNextLoop) {
  expectTasksOnTheirWayAreKept<Receiver>();
  expectTasksOnTheirWayAreKept<Sender>();
}

/// A worklist that is destroyed destroys the tasks in stocks and those on their way.
template <template <typename> class Protocol>
void expectDestroyed() {
  using Task = std::shared_ptr<int>;
  const auto object = std::make_shared<int>(0);
  {
    SingleTasks<Protocol, Task> wl(2, true);
    setActiveThreads(2);
    onThread(0, [&] {
      for (int i = 0; i < 9; ++i) {
        wl.push(object);
      }
      EXPECT_TRUE(wl.pop());
    });
    onThread(1, [&] { EXPECT_FALSE(wl.pop()); });
    onThread(0, [&] { EXPECT_TRUE(wl.pop()); });
    EXPECT_GT(counter(wl, "parcels_given"), 0);
    EXPECT_EQ(object.use_count(), 8);
  }
  EXPECT_EQ(object.use_count(), 1);
}

TEST_F(PrivateDequesTest, ADestroyedWorklistDestroysItsTasks) {
  expectDestroyed<worklists::ReceiverInitiated>();
  expectDestroyed<worklists::SenderInitiated>();
}

} // namespace
} // namespace galois::test
