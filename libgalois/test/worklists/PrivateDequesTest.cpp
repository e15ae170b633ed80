#include "galois/worklists/PrivateDeques.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/substrate/ActingAs.h"
#include "support/Child.h"
#include "support/Deliveries.h"
#include "support/OnThread.h"
#include "support/SharedMemTest.h"
#include "worklists/LentPolicy.h"
#include "worklists/PolicyCounters.h"
#include "worklists/SingleTasks.h"

namespace galois::test {
namespace {

using Receiver = SingleTasks<worklists::ReceiverInitiated, int>;
using Sender = SingleTasks<worklists::SenderInitiated, int>;
using ChaseLev = SingleTasks<worklists::ConcurrentDeques, int>;

using PrivateDequesTest = SharedMemTest;

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
  onThread(1, [&] { EXPECT_FALSE(wl.pop()); }); // It asks thread 0, which has announced the rest.
  onThread(0, [&] { EXPECT_EQ(wl.pop_batch(out, 1), 1u); });
  onThread(1, [&] { EXPECT_TRUE(wl.pop()); });
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

TEST_F(PrivateDequesTest, EachRequestIsGivenTheSameTime) {
  setActiveThreads(2);
  Receiver wl;
  pushAs(wl, 0, 0, 9);
  EXPECT_EQ(popAs(wl, 0), 8);
  EXPECT_EQ(popAs(wl, 1), -1); // It asks thread 0, which does not pop any more.
  const auto popsUntilWithdrawn = [&wl] {
    const double before = counter(wl, "steals_withdrawn");
    int pops = 0;
    while (pops < 1000 && counter(wl, "steals_withdrawn") == before) {
      EXPECT_EQ(popAs(wl, 1), -1);
      ++pops;
    }
    return pops;
  };
  const int first = popsUntilWithdrawn(); // The last of these pops asks again.
  EXPECT_GT(first, 1);
  EXPECT_LT(first, 1000);
  EXPECT_EQ(popsUntilWithdrawn(), first);
}

TEST_F(PrivateDequesTest, ARequestToAThreadThatHasLeftIsWithdrawnAtOnce) {
  setActiveThreads(3);
  Receiver wl;
  pushAs(wl, 2, 0, 9);
  EXPECT_EQ(popAs(wl, 2), 8);
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(popAs(wl, 0), -1); // It soon draws thread 2, which does not pop any more.
  }
  EXPECT_EQ(counter(wl, "steals_withdrawn"), 0);
  setActiveThreads(2);
  EXPECT_EQ(popAs(wl, 0), -1);
  EXPECT_EQ(counter(wl, "steals_withdrawn"), 1);
}

/// Thread 1 has tasks below 1000, and thread 2 has greater ones. Thread 0 has got a task of thread 1,
/// which it therefore asks next.
class StickyThief : public PrivateDequesTest {
protected:
  void SetUp() override {
    setActiveThreads(3);
    pushAs(wl_, 1, 0, 100);
    EXPECT_EQ(popAs(wl_, 1), 99);
    int got = -1;
    for (int i = 0; i < 20 && got < 0; ++i) {
      got = popAs(wl_, 0);
      popAs(wl_, 1);
    }
    EXPECT_GE(got, 0);
    pushAs(wl_, 2, 1000, 3000);
    EXPECT_EQ(popAs(wl_, 2), 2999);
  }

  /// Returns whether thread 0 gets something from thread 2 within so many pops.
  bool getsFromTheOther(int pops) {
    int got = -1;
    for (int i = 0; i < pops && got < 1000; ++i) {
      got = popAs(wl_, 0);
      popAs(wl_, 2);
    }
    return got >= 1000;
  }

  Receiver wl_;
};

TEST_F(StickyThief, ForgetsAThreadThatDoesNotAnswer) { EXPECT_TRUE(getsFromTheOther(1000)); }

TEST_F(StickyThief, ForgetsAThreadWithoutTasks) {
  while (popAs(wl_, 1) >= 0) {
  }
  EXPECT_TRUE(getsFromTheOther(20));
}

/// Threads 0 to 14 have tasks, whose numbers tell whose they are. Thread 15 asks for some.
class AmongSixteen : public PrivateDequesTest {
protected:
  static constexpr unsigned kThief = 15;

  void SetUp() override {
    setActiveThreads(kThief + 1);
    for (unsigned t = 0; t < kThief; ++t) {
      pushAs(wl_, t, 1000 * static_cast<int>(t), 1000 * static_cast<int>(t) + 100);
    }
    allPop();
  }

  /// Each thread with tasks pops one, and answers.
  void allPop() {
    for (unsigned t = 0; t < kThief; ++t) {
      EXPECT_GE(popAs(wl_, t), 0);
    }
  }

  /// Returns the thread that answers the thief's open request.
  int giver() {
    allPop();
    const int got = popAs(wl_, kThief);
    EXPECT_GE(got, 0);
    return got / 1000;
  }

  Receiver wl_;
};

TEST_F(AmongSixteen, AThiefReturnsToTheThreadThatGave) {
  std::set<int> givers;
  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ(popAs(wl_, kThief), -1);
    givers.insert(giver());
  }
  EXPECT_EQ(givers.size(), 1u);
  EXPECT_EQ(counter(wl_, "steals_refused"), 0);
}

TEST_F(AmongSixteen, AThiefForgetsAThreadThatRefused) {
  std::set<int> givers;
  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ(popAs(wl_, kThief), -1);
    setActiveThreads(kThief); // The thief does not take part in this loop.
    allPop();
    setActiveThreads(kThief + 1);
    EXPECT_EQ(popAs(wl_, kThief), -1); // It asks another one.
    givers.insert(giver());
  }
  EXPECT_GT(givers.size(), 1u);
  EXPECT_EQ(counter(wl_, "steals_refused"), 6);
}

TEST_F(PrivateDequesTest, AThiefStealsFromOneThreadUntilThatHasNothing) {
  setActiveThreads(16);
  ChaseLev wl;
  for (int t = 1; t < 16; ++t) {
    pushAs(wl, static_cast<unsigned>(t), 1000 * t, 1000 * t + 6); // Five of them can be stolen.
  }
  std::vector<int> from;
  for (int i = 0; i < 1000 && from.size() < std::size_t{15} * 5; ++i) {
    const int got = popAs(wl, 0);
    if (got >= 0) {
      from.push_back(got / 1000);
    }
  }
  ASSERT_EQ(from.size(), std::size_t{15} * 5);
  for (std::size_t i = 0; i < from.size(); ++i) {
    EXPECT_EQ(from[i], from[i - i % 5]) << i;
  }
  EXPECT_EQ(counter(wl, "steals_refused"), 0) << "no race was lost";
}

TEST_F(PrivateDequesTest, AThreadWithdrawsWhatItAnnouncedBeforeItWasAlone) {
  setActiveThreads(2);
  Receiver wl;
  pushAs(wl, 0, 0, 5);
  EXPECT_EQ(popAs(wl, 0), 4); // It announces the others.
  setActiveThreads(1);
  while (popAs(wl, 0) >= 0) {
  }
  setActiveThreads(2);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(popAs(wl, 0), -1);
    EXPECT_EQ(popAs(wl, 1), -1); // There is nobody to ask.
  }
  EXPECT_EQ(counter(wl, "steals_refused"), 0);
}

TEST_F(PrivateDequesTest, AThreadThatWasAloneIsNotIdleInTheNextLoop) {
  setActiveThreads(1);
  Receiver wl(64);
  EXPECT_EQ(popAs(wl, 0), -1);
  setActiveThreads(2);
  pushAs(wl, 1, 0, 32);
  const substrate::ActingAs part(1);
  int out[64];
  EXPECT_EQ(wl.pop_batch(out, 64), 32u);
}

/// A task that can run a function when it is moved, in the middle of a pop.
struct Interrupting {
  Interrupting() = default;
  Interrupting(const Interrupting&) = default;
  Interrupting& operator=(const Interrupting&) = default;
  Interrupting(Interrupting&&) noexcept { moved(); }
  Interrupting& operator=(Interrupting&&) noexcept {
    moved();
    return *this;
  }
  ~Interrupting() = default;
  static void moved() {
    if (interruption) {
      std::exchange(interruption, nullptr)();
    }
  }
  static inline std::function<void()> interruption;
};

TEST_F(PrivateDequesTest, AThreadWithoutTasksRefusesWhatItWasAsked) {
  setActiveThreads(2);
  SingleTasks<worklists::ReceiverInitiated, Interrupting> wl(4);
  const auto popsAs = [&wl](unsigned thread) {
    const substrate::ActingAs part(thread);
    return static_cast<bool>(wl.pop());
  };
  const substrate::ActingAs part(0);
  for (int i = 0; i < 3; ++i) {
    wl.push(Interrupting());
  }
  EXPECT_TRUE(wl.pop()); // It announces the other two.
  Interrupting out[4];
  Interrupting::interruption = [&] { EXPECT_FALSE(popsAs(1)); }; // Thread 1 asks for them.
  EXPECT_EQ(wl.pop_batch(out, 4), 2u);
  EXPECT_FALSE(Interrupting::interruption);
  EXPECT_FALSE(wl.pop());
  EXPECT_FALSE(popsAs(1));
  EXPECT_EQ(counter(wl, "steals_refused"), 1);
  EXPECT_EQ(counter(wl, "steals_withdrawn"), 0);
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
