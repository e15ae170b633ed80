#include "galois/worklists/SprayList.h"

#include <atomic>
#include <set>
#include <thread>

#include "support/OnThread.h"
#include "support/SharedMemTest.h"
#include "worklists/PolicyCounters.h"
#include "worklists/PolicyRanges.h"
#include "worklists/PolicySuite.h"

namespace galois::test {
namespace {

using SprayCase = ExactCase<worklists::SprayList<TaskPriority>>;
GALOIS_POLICY_SUITES(Spray, SprayCase);

using Task8 = Task<8>;
using Spray = worklists::SprayList<TaskPriority, Task8>;

using SprayListTest = SharedMemTest;

TEST_F(SprayListTest, WalksGrowWithTheThreads) {
  constexpr auto two = worklists::sprayFor(2);
  static_assert(two.level == 1 && two.jump == 2 && two.descent == 1);
  constexpr auto sixteen = worklists::sprayFor(16);
  static_assert(sixteen.level == 2 && sixteen.jump == 5 && sixteen.descent == 1);
  constexpr auto many = worklists::sprayFor(256);
  static_assert(many.level == 4 && many.jump == 9);
  volatile std::uint32_t threads = 16; // computed when the test runs
  EXPECT_EQ(worklists::sprayFor(threads).level, sixteen.level);
  EXPECT_EQ(worklists::sprayFor(threads).jump, sixteen.jump);
}

TEST_F(SprayListTest, OneThreadDoesNotSpray) {
  setActiveThreads(1);
  Spray wl;
  pushTasks(wl, 1000, [](std::uint32_t i) { return i * 7 % 1000; });
  for (std::uint32_t i = 0; i < 1000; ++i) {
    EXPECT_EQ(wl.pop()->priority, i);
  }
  EXPECT_EQ(counter(wl, "sprays"), 0);
  EXPECT_EQ(counterNames(wl), commonCountersAnd({"sprays", "sprays_off_the_end", "node_bytes"}));
}

TEST_F(SprayListTest, SpraysStayNearTheFrontAndMissNothing) {
  setActiveThreads(4);
  Spray wl;
  constexpr std::uint32_t kTasks = 4000;
  pushTasks(wl, kTasks);
  // Four threads begin on level 1, where nodes are about four tasks apart, and jump over at most 3
  // of them. This is far less than 200.
  std::set<std::uint32_t> left;
  for (std::uint32_t i = 0; i < kTasks; ++i) {
    left.insert(i);
  }
  std::uint32_t apart = 0;
  for (std::uint32_t i = 0; i < kTasks; ++i) {
    const auto got = wl.pop();
    ASSERT_TRUE(got);
    ASSERT_LT(std::distance(left.begin(), left.find(got->priority)), 200);
    apart += got->priority != *left.begin();
    ASSERT_EQ(left.erase(got->priority), 1u);
  }
  EXPECT_FALSE(wl.pop());
  EXPECT_GT(counter(wl, "sprays"), kTasks / 2);
  EXPECT_GT(apart, kTasks / 4) << "threads that spray do not all want the first task";
}

TEST_F(SprayListTest, ASprayPastTheEndFindsTheOnlyTask) {
  setActiveThreads(16);
  Spray wl;
  for (std::uint32_t i = 0; i < 2000; ++i) {
    EXPECT_FALSE(wl.pop());
    wl.push(Task8(i, i % 5));
    const auto got = wl.pop();
    ASSERT_TRUE(got);
    EXPECT_EQ(got->id, i);
  }
  EXPECT_EQ(counter(wl, "pushes"), 2000);
  EXPECT_EQ(counter(wl, "pops"), 2000);
  EXPECT_EQ(counter(wl, "empty_pops"), 2000);
  EXPECT_GT(counter(wl, "sprays_off_the_end"), 0) << "claimed nodes lie in front of the task";
  EXPECT_LT(counter(wl, "sprays_off_the_end"), counter(wl, "sprays"));
}

TEST_F(SprayListTest, APopThatFindsNothingKnowsOfNoNextTask) {
  setActiveThreads(1);
  Spray wl;
  wl.push(Task8(0, 0));
  wl.push(Task8(1, 1));
  EXPECT_TRUE(wl.pop());
  ASSERT_TRUE(wl.peek());
  EXPECT_EQ(wl.peek()->id, 1u);
  setActiveThreads(2);
  onThread(1, [&] {
    while (wl.pop()) {
    }
  });
  onThread(0, [&] {
    EXPECT_FALSE(wl.pop());
    EXPECT_FALSE(wl.peek());
  });
}

/// A priority at which a thread stops within an insertion, until it may go on.
struct StoppingPriority {
  static constexpr std::uint32_t kStop = 0xffffffff;
  static inline std::atomic<bool> stopped{false}, goOn{false};
  std::uint32_t operator()(const Task8& task) const {
    if (task.id == kStop) {
      stopped = true;
      while (!goOn) {
        std::this_thread::yield();
      }
    }
    return task.priority;
  }
};

TEST_F(SprayListTest, AThreadWithoutTasksLeavesItsNodesToOthers) {
  setActiveThreads(2);
  worklists::SprayList<StoppingPriority, Task8> wl;
  const auto fill = [&] { pushTasks(wl, 20000); };
  on_each([&](unsigned tid, unsigned) {
    if (tid == 1) {
      wl.push(Task8(StoppingPriority::kStop, 0));
      return;
    }
    while (!StoppingPriority::stopped) {
      std::this_thread::yield();
    }
    // While the other thread is within its insertion, no node can be used again.
    fill();
    while (wl.pop()) {
    }
    StoppingPriority::goOn = true;
  });
  onThread(0, [&] {
    while (wl.pop()) {
    }
    EXPECT_FALSE(wl.pop());
  });
  const double before = counter(wl, "node_bytes");
  onThread(1, fill);
  EXPECT_LT(counter(wl, "node_bytes"), 1.5 * before);
}

TEST_F(SprayListTest, MemoryDoesNotGrowInSteadyState) {
  // The test uses one thread only. With several, a thread that the system suspends inside an
  // operation delays the reclamation of what the others retire.
  setActiveThreads(1);
  Spray wl;
  substrate::Random random(11, 0);
  const auto work = [&](std::uint32_t rounds) {
    for (std::uint32_t i = 0; i < 100; ++i) {
      wl.push(Task8(i, random.below(1000)));
    }
    for (std::uint32_t i = 0; i < rounds; ++i) {
      wl.push(Task8(i, random.below(1000)));
      wl.pop();
    }
    while (wl.pop()) {
    }
  };
  work(20000);
  const double before = counter(wl, "node_bytes");
  EXPECT_GT(before, 0);
  work(400000);
  EXPECT_EQ(counter(wl, "node_bytes"), before);
}

} // namespace
} // namespace galois::test
