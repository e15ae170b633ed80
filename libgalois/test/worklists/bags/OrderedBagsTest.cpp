#include "galois/worklists/parts/bags/OrderedBags.h"

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <utility>

#include <gtest/gtest.h>

#include "galois/Loops.h"
#include "galois/SharedMemSys.h"
#include "galois/Threads.h"
#include "galois/substrate/ActingAs.h"
#include "galois/substrate/Backoff.h"
#include "galois/substrate/Barrier.h"
#include "galois/worklists/Chunk.h"
#include "galois/worklists/parts/bags/FixedBins.h"
#include "worklists/PolicyCounters.h"

namespace galois::worklists {
namespace {

/// OBIM's binning with a hook: it can run a function when a search asks for the priorities of a
/// bag, which is between reading the hint and changing it.
class InterruptedBins : public FixedBins<int, false> {
public:
  static const Index& mostUrgentOf(const Key& key) {
    if (interruption && key == interruptedAt) {
      std::exchange(interruption, nullptr)();
    }
    return key;
  }

  static inline std::function<void()> interruption;
  static inline Key interruptedAt = 0;
};

struct Identity {
  int operator()(int task) const { return task; }
};
using Bags = OrderedBags<InterruptedBins, Identity, PerSocketChunkFIFO<2>, 0, true, int, false>;

/// Pushes in the role of the given thread.
template <typename AnyBags>
void push(AnyBags& bags, unsigned thread, int task, unsigned count) {
  const substrate::ActingAs part(thread);
  for (unsigned i = 0; i < count; ++i) {
    bags.forThisThread().push(task);
  }
}
template <typename AnyBags>
int pop(AnyBags& bags, unsigned thread) {
  const substrate::ActingAs part(thread);
  const auto task = bags.forThisThread().pop();
  return task ? *task : -1;
}

class OrderedBagsTest : public ::testing::TestWithParam<int> {
protected:
  void SetUp() override { setActiveThreads(3); }
  void TearDown() override { setActiveThreads(1); }

private:
  SharedMemSys system_;
};

/// Thread 0 has found bag 10 empty and is about to raise the hint past it to bag 20. Meanwhile
/// thread 1 offers tasks in the parameter's bag and reads a hint that is low enough.
TEST_P(OrderedBagsTest, NoBagIsPassedOverThatWasFilledWhileTheHintWasRaised) {
  Bags bags{Identity(), 2};
  push(bags, 1, 10, 4); // The hint is 10.
  push(bags, 1, 20, 8);
  for (int i = 0; i < 4; ++i) {
    ASSERT_EQ(pop(bags, 1), 10);
  }
  InterruptedBins::interruptedAt = 20;
  InterruptedBins::interruption = [&] { push(bags, 1, GetParam(), 8); };
  ASSERT_EQ(pop(bags, 0), 20);
  ASSERT_FALSE(InterruptedBins::interruption);
  EXPECT_EQ(pop(bags, 2), GetParam()); // A third thread begins its search at the hint.
}
// Bag 10 is one that thread 0 knows; bag 15 is created only then.
INSTANTIATE_TEST_SUITE_P(Bags, OrderedBagsTest, ::testing::Values(10, 15));

using Bins = FixedBins<int, false>;

class MoreBags : public ::testing::Test {
protected:
  void TearDown() override { setActiveThreads(1); }

private:
  SharedMemSys system_;
};

TEST_F(MoreBags, AThreadThatHasFoundNothingBeginsWithWhatItPushes) {
  setActiveThreads(2);
  OrderedBags<Bins, Identity, PerSocketChunkFIFO<2>, 0, true, int, false> bags{Identity(), 2};
  push(bags, 0, 5, 2);
  EXPECT_EQ(pop(bags, 0), 5);
  EXPECT_EQ(pop(bags, 0), 5);
  EXPECT_EQ(pop(bags, 0), -1);
  push(bags, 0, 9, 1);
  push(bags, 1, 5, 2);
  EXPECT_EQ(pop(bags, 0), 9); // It has left bag 5.
}

/// Thread 1 empties bag 1, and then has a bag to itself, which is the first with work.
TEST_F(MoreBags, AChunkIsSharedAfterASearchThatFoundNothing) {
  setActiveThreads(16);
  OrderedBags<Bins, Identity, PerSocketChunkFIFO<64>, 0, true, int, false> bags{Identity(), 64};
  push(bags, 1, 1, 64);
  for (int i = 0; i < 64; ++i) {
    EXPECT_EQ(pop(bags, 1), 1);
  }
  EXPECT_EQ(pop(bags, 1), -1);
  push(bags, 1, 5, 62);
  EXPECT_EQ(pop(bags, 1), 5);
  EXPECT_EQ(pop(bags, 2), 5); // half of the chunk
}

TEST_F(MoreBags, CountWhatIsDoneWithThem) {
  setActiveThreads(1);
  OrderedBags<Bins, Identity, PerSocketChunkFIFO<2>, 0, true, int, false> bags{Identity(), 2};
  auto mine = bags.forThisThread();
  for (const int task : {5, 5, 5, 7}) {
    mine.push(task);
  }
  EXPECT_EQ(test::counter(bags, "pushes"), 4);
  EXPECT_EQ(test::counter(bags, "bag_entries"), 2);
  EXPECT_EQ(test::counter(bags, "bags"), 1) << "no chunk of bag 7 is full";
  EXPECT_TRUE(mine.pop());
  EXPECT_EQ(test::counter(bags, "pops"), 1);
  int out[4];
  for (std::size_t left = 3; left > 0;) {
    const std::size_t count = mine.pop_batch(out, 4);
    ASSERT_GT(count, 0u);
    left -= count;
  }
  EXPECT_EQ(test::counter(bags, "pops"), 4);
  EXPECT_EQ(mine.pop_batch(out, 4), 0u);
  EXPECT_EQ(test::counter(bags, "pops"), 4);
  EXPECT_EQ(test::counter(bags, "bag_searches"), 2) << "for bag 7, and for no bag";
}

/// A task that refers to an object.
struct Referring {
  int priority = 0;
  std::shared_ptr<int> object;
};
struct PriorityOf {
  int operator()(const Referring& task) const { return task.priority; }
};

TEST_F(MoreBags, DestroyTheTasksThatWereNeverTaken) {
  const auto object = std::make_shared<int>(0);
  {
    OrderedBags<Bins, PriorityOf, PerSocketChunkFIFO<2>, 0, true, Referring, false> bags{
        PriorityOf(), 2};
    for (int i = 0; i < 5; ++i) { // Four of them are in shared lists.
      bags.forThisThread().push(Referring{i % 2, object});
    }
    EXPECT_TRUE(bags.forThisThread().pop());
    EXPECT_EQ(object.use_count(), 5);
  }
  EXPECT_EQ(object.use_count(), 1);
}

TEST_F(MoreBags, TheNextLevelIsThatOfAnyBagAlsoOfAThreadThatHasLeft) {
  OrderedBags<Bins, Identity, PerSocketChunkFIFO<2>, 0, true, int, true> bags{Identity(), 2};
  setActiveThreads(2);
  push(bags, 1, 20, 2);
  push(bags, 1, 10, 2);
  setActiveThreads(1);
  substrate::getBarrier(1);
  on_each([&](unsigned, unsigned) {
    EXPECT_FALSE(bags.empty());
    EXPECT_EQ(pop(bags, 0), 10);
    EXPECT_EQ(pop(bags, 0), 10);
    EXPECT_EQ(pop(bags, 0), -1); // Bag 20 is not open.
    EXPECT_FALSE(bags.empty());
    EXPECT_EQ(pop(bags, 0), 20);
    EXPECT_EQ(pop(bags, 0), 20);
    EXPECT_EQ(pop(bags, 0), -1);
    EXPECT_TRUE(bags.empty());
  });
  EXPECT_EQ(test::counter(bags, "empty_pops"), 2);
}

/// Bins whose order can hold thread 0 up when it compares a key 5 with a key 9.
class SlowBins : public Bins {
public:
  struct Before {
    bool operator()(const int& a, const int& b) const {
      if (a == 5 && b == 9 && substrate::ThreadPool::getTID() == 0 && delay) {
        std::exchange(delay, nullptr)();
      }
      return a < b; // `a` is read once more
    }
  };
  static inline std::function<void()> delay;
};

/// Thread 0 compares the proposals of both threads for the next level. Meanwhile thread 1 goes on,
/// and comes to the round after that one with another proposal. As under the executor, the threads
/// meet before each round.
TEST_F(MoreBags, NoThreadProposesALevelWhileAnotherComparesTheLastProposals) {
  setActiveThreads(2);
  substrate::Barrier& barrier = substrate::getBarrier(2);
  OrderedBags<SlowBins, Identity, PerSocketChunkFIFO<2>, 0, true, int, true> bags{Identity(), 2};
  std::atomic<bool> ahead{false};
  SlowBins::delay = [&] {
    for (substrate::Backoff wait; !ahead;) {
      wait();
    }
    substrate::Waits::sleep(20'000); // If there were no barrier, thread 1 would propose now.
  };
  on_each([&](unsigned tid, unsigned) {
    auto mine = bags.forThisThread();
    mine.push(tid == 0 ? 9 : 5);
    barrier.wait();
    EXPECT_FALSE(bags.empty());
    const auto task = mine.pop();
    EXPECT_EQ(static_cast<bool>(task), tid == 1) << "the level is 5";
    if (tid == 1) {
      mine.push(20);
      ahead = true;
    }
    barrier.wait();
    EXPECT_FALSE(bags.empty());
    EXPECT_EQ(static_cast<bool>(mine.pop()), tid == 0) << "the level is 9";
  });
  EXPECT_FALSE(SlowBins::delay);
}

} // namespace
} // namespace galois::worklists
