#include "galois/worklists/parts/skiplist/SkipList.h"

#include <atomic>
#include <functional>
#include <map>
#include <utility>

#include <gtest/gtest.h>

#include "galois/substrate/Random.h"
#include "galois/worklists/parts/common/Indexer.h"
#include "support/SimpleTask.h"

namespace galois::worklists {
namespace {

using Task = test::SimpleTask;
using List = SkipList<Task, IndexLess<test::PriorityOf>>;

/// Random numbers for walks that make as many steps as they may.
struct Farthest {
  std::uint32_t below(std::uint32_t n) { return n - 1; }
};

struct SkipListTest : ::testing::Test {
  List::Memory memory;
  List::Thread me{memory};
  List list;
  substrate::Random random{5, 0};

  void push(std::uint32_t number, std::uint32_t priority) {
    list.insert(me, {number, priority}, List::randomHeight(random));
  }
};

TEST(SkipNode, AreSmall) {
  using Node = SkipNode<std::uint64_t, substrate::RealAtomics>;
  EXPECT_EQ(Node::bytes(1), 16u);
  EXPECT_EQ(Node::bytes(2), 32u);
  EXPECT_EQ(Node::bytes(3), 32u);
}

TEST_F(SkipListTest, EmptyListGivesNothing) {
  Task task;
  EXPECT_TRUE(list.seemsEmpty());
  EXPECT_FALSE(list.peekFront(me, task));
  EXPECT_EQ(list.popFront(me, &task, 1, {}), 0u);
  EXPECT_FALSE(list.popNear(me, task, {2, 3, 1}, random));
  list.clean(me, 10);
}

TEST_F(SkipListTest, EachHeightIsAQuarterAsFrequentAsTheOneBelow) {
  unsigned higher[List::kMaxHeight + 1] = {};
  constexpr unsigned kDraws = 1u << 18;
  for (unsigned i = 0; i < kDraws; ++i) {
    const unsigned height = List::randomHeight(random);
    ASSERT_GE(height, 1u);
    ASSERT_LE(height, List::kMaxHeight);
    for (unsigned h = 1; h <= height; ++h) {
      ++higher[h];
    }
  }
  for (unsigned h = 2; h < 6; ++h) {
    EXPECT_NEAR(static_cast<double>(higher[h]) / higher[h - 1], 0.25, 0.03) << h;
  }
}

TEST_F(SkipListTest, BehavesAsAMultimapThatTakesTheYoungestOfEquals) {
  for (const std::uint32_t priorities : {1u, 7u, 1000u}) {
    // The map is ordered by priority, then youngest first.
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> model;
    for (std::uint32_t i = 0; i < 20000; ++i) {
      Task top;
      switch (random.below(8)) {
      case 0:
        ASSERT_EQ(list.peekFront(me, top), !model.empty());
        if (!model.empty()) {
          ASSERT_EQ(top.id, model.begin()->second);
        }
        break;
      case 1: {
        Task out[5];
        const std::uint32_t most = 1 + random.below(5);
        const std::uint32_t count =
            list.popFront(me, out, most, {random.below(20), random.below(3)});
        ASSERT_EQ(count, std::min<std::size_t>(most, model.size()));
        for (std::uint32_t k = 0; k < count; ++k) {
          ASSERT_EQ(out[k].id, model.begin()->second);
          model.erase(model.begin());
        }
        break;
      }
      case 2:
        if (list.popNear(me, top, {random.below(3), random.below(4), 1 + random.below(2)},
                         random)) {
          ASSERT_EQ(model.erase({top.priority, ~top.id}), 1u);
        }
        break;
      case 3:
        list.clean(me, random.below(10));
        break;
      default: {
        const std::uint32_t priority = random.below(priorities);
        push(i, priority);
        model.emplace(std::pair(priority, ~i), i);
      }
      }
    }
    Task top;
    while (list.popFront(me, &top, 1, {}) == 1) {
      ASSERT_EQ(top.id, model.begin()->second);
      model.erase(model.begin());
    }
    EXPECT_TRUE(model.empty());
    EXPECT_TRUE(list.seemsEmpty()) << "a pop that finds no task cleans up";
  }
}

TEST_F(SkipListTest, PeekReturnsTheProbableNextTask) {
  push(0, 1);
  push(1, 2);
  Task out, next;
  bool hasNext = false;
  EXPECT_EQ(list.popFront(me, &out, 1, {}, &next, &hasNext), 1u);
  EXPECT_TRUE(hasNext);
  EXPECT_EQ(next.id, 1u);
  EXPECT_EQ(list.popFront(me, &out, 1, {}, &next, &hasNext), 1u);
  EXPECT_FALSE(hasNext);
}

TEST_F(SkipListTest, CleansAtTheGivenNumberOfClaimedNodes) {
  for (const std::uint32_t enough : {1u, 2u}) {
    push(0, 1);
    push(1, 2);
    Task out;
    EXPECT_EQ(list.popFront(me, &out, 1, {enough}), 1u);
    EXPECT_EQ(list.popFront(me, &out, 1, {enough}), 1u); // The search visits one claimed node.
    EXPECT_EQ(list.seemsEmpty(), enough == 1);
  }
}

TEST_F(SkipListTest, AWalkTakesTheTaskThatItReaches) {
  for (std::uint32_t i = 1; i <= 5; ++i) {
    list.insert(me, {i, i}, i % 2 == 0 ? 2 : 1);
  }
  const auto take = [this](const SkipListSpray& spray) {
    Farthest farthest;
    Task out{0, 0};
    return list.popNear(me, out, spray, farthest) ? out.id : 0u;
  };
  EXPECT_EQ(take({/*level=*/1, /*jump=*/1, /*descent=*/1}), 3u) << "by way of 2";
  EXPECT_EQ(take({0, 5, 1}), 5u);
  EXPECT_EQ(take({0, 2, 1}), 2u);
  EXPECT_EQ(take({0, 2, 1}), 4u) << "the next one that is left";
  EXPECT_EQ(take({0, 0, 1}), 1u);
}

TEST_F(SkipListTest, CleaningEndsAfterThatManyNodesThatStay) {
  for (std::uint32_t i = 1; i <= 6; ++i) {
    list.insert(me, {i, i}, 1);
  }
  Farthest farthest;
  Task out;
  EXPECT_EQ(list.popFront(me, &out, 1, {}), 1u);
  EXPECT_TRUE(list.popNear(me, out, {/*level=*/0, /*jump=*/6, /*descent=*/1}, farthest));
  EXPECT_EQ(out.id, 6u);
  list.clean(me, 1);
  EXPECT_EQ(me.waiting(), 1u) << "6 is out of reach";
  list.clean(me, 10);
  EXPECT_EQ(me.waiting(), 2u);
}

TEST_F(SkipListTest, NodesAreUsedAgain) {
  const auto work = [&](std::uint32_t rounds) {
    for (std::uint32_t i = 0; i < rounds; ++i) {
      push(i, random.below(100));
      Task out;
      list.popFront(me, &out, 1, {});
    }
  };
  work(3000);
  const std::size_t before = me.bytes();
  work(300000);
  EXPECT_EQ(me.bytes(), before);
  EXPECT_LT(me.waiting(), 5 * 64u + 64);
}

TEST_F(SkipListTest, ATaskOfEightBytesTakesLessThanThreeTimesThat) {
  constexpr std::uint32_t kTasks = 200000;
  for (std::uint32_t i = 0; i < kTasks; ++i) {
    push(i, random.below(1u << 30));
  }
  EXPECT_GE(me.bytes(), 16 * kTasks);
  EXPECT_LT(me.bytes(), 3 * 8 * kTasks + (1u << 20));
}

TEST_F(SkipListTest, AThreadThatHasLeftTheListHoldsNoNodesBack) {
  List::Thread reader(memory);
  Task out;
  push(0, 1);
  EXPECT_TRUE(list.peekFront(reader, out));
  for (std::uint32_t i = 0; i < 3000; ++i) {
    push(i, i);
    list.popFront(me, &out, 1, {});
  }
  EXPECT_LT(me.waiting(), 5 * 64u + 64);
}

/// Nodes that wait to be used again, because a thread that was inside the list could read them.
struct SkipListWaiting : SkipListTest {
  static constexpr std::uint32_t kNodes = 3000;
  List::Thread reader{memory};

  SkipListWaiting() {
    const List::Thread::Inside inside(reader);
    for (std::uint32_t i = 0; i < kNodes; ++i) {
      Task out;
      push(i, i);
      list.popFront(me, &out, 1, {});
    }
    EXPECT_GT(me.waiting(), kNodes - 100);
  }
};

TEST_F(SkipListWaiting, AreCollected) {
  me.collect();
  EXPECT_EQ(me.waiting(), 0u);
  const std::size_t before = me.bytes();
  for (std::uint32_t i = 0; i < kNodes / 2; ++i) {
    push(i, i);
  }
  EXPECT_EQ(me.bytes(), before) << "the nodes are used again";
}

TEST_F(SkipListWaiting, AreUsedBeforeMemoryIsAllocated) {
  const std::size_t before = me.bytes();
  for (std::uint32_t i = 0; i < kNodes / 2; ++i) {
    push(i, i);
  }
  EXPECT_EQ(me.bytes(), before);
}

TEST_F(SkipListTest, NodesThatOneThreadFreesServeAnother) {
  List::Thread other(memory);
  const auto work = [&](std::uint32_t rounds) {
    for (std::uint32_t i = 0; i < rounds; ++i) {
      push(i, random.below(100));
      Task out;
      list.popFront(other, &out, 1, {});
    }
  };
  work(300000);
  EXPECT_LT(me.bytes(), 1u << 18)
      << "the other thread keeps nodes, but not those that it has freed";
  EXPECT_EQ(other.bytes(), 0u);
}

TEST_F(SkipListTest, SeveralListsShareTheirMemory) {
  List second;
  push(0, 1);
  second.insert(me, {1, 0}, 3);
  Task out;
  EXPECT_EQ(list.popFront(me, &out, 1, {}), 1u);
  EXPECT_EQ(out.id, 0u);
  EXPECT_EQ(second.popFront(me, &out, 1, {}), 1u);
  EXPECT_EQ(out.id, 1u);
}

/// Atomic words with two hooks. One is between two steps of a cleaner: it runs after a link was
/// frozen and before the node is removed. The other one is between two steps of an insertion.
struct Interruptible {
  static inline std::function<void()> frozen;
  static inline std::function<void()> exchanged; ///< runs once: after the next compare-exchange

  template <typename T>
  class Atomic : public std::atomic<T> {
  public:
    using std::atomic<T>::atomic;
    T fetch_or(T bits, std::memory_order order) {
      constexpr T kClaim = 1; // fetch_or is also used for this bit.
      const T old = std::atomic<T>::fetch_or(bits, order);
      if (bits != kClaim) {
        frozen();
      }
      return old;
    }
    bool compare_exchange_strong(T& expected, T value, std::memory_order success,
                                 std::memory_order failure) {
      const bool done = std::atomic<T>::compare_exchange_strong(expected, value, success, failure);
      if (const auto hook = std::exchange(exchanged, nullptr)) {
        hook();
      }
      return done;
    }
  };
  template <typename T>
  using Plain = T;
  static void pause() noexcept {}
};

/// Tasks are numbered from 1; a free node holds 0.
struct Living {
  int operator()(int task) const {
    EXPECT_NE(task, 0) << "a search reached a free node";
    return task;
  }
};

struct SkipListInterrupted : ::testing::Test {
  using Interrupted = SkipList<int, IndexLess<Living>, Interruptible>;
  Interrupted::Memory memory;
  Interrupted::Thread cleaner{memory, /*advanceEvery=*/1}, other{memory, /*advanceEvery=*/1};
  Interrupted list;

  /// Takes the first task behind `steps` nodes and leaves cleaning to other threads.
  static int takeBehind(Interrupted& list, Interrupted::Thread& me, std::uint32_t steps) {
    Farthest farthest;
    int task = 0;
    list.popNear(me, task, {/*level=*/0, /*jump=*/steps, /*descent=*/1}, farthest);
    return task;
  }
};

TEST_F(SkipListInterrupted, AllGroupsOfFrozenNodesAreTakenOutBeforeTheNextLevel) {
  constexpr std::uint32_t kReach = 3; // No node on level 1 is reached.
  list.insert(cleaner, 6, 2);
  EXPECT_EQ(takeBehind(list, cleaner, 1), 6);
  int freezes = 0;
  Interruptible::frozen = [&] {
    switch (++freezes) {
    case 1: // 6 is frozen: insert a second node that will be removed, and one between them that
            // stays.
      list.insert(other, 4, 2);
      list.insert(other, 2, 2);
      EXPECT_EQ(takeBehind(list, other, 1), 2);
      break;
    case 2: // 2 is frozen: the cleaner is too late once more.
      list.insert(other, 1, 2);
      break;
    default:
      break;
    }
  };
  list.clean(cleaner, kReach);
  EXPECT_GE(freezes, 4);
  Interruptible::frozen = [] {};
  // Clean until the nodes of 2 and 6 are free. This uses another list, because in this one the next
  // cleaning might finish what the first one left.
  Interrupted elsewhere;
  for (int task = 7; task < 15; ++task) {
    elsewhere.insert(cleaner, task, 1);
    EXPECT_EQ(takeBehind(elsewhere, cleaner, 1), task);
    elsewhere.clean(cleaner, kReach);
  }
  list.insert(other, 5, 2);
  for (const int task : {1, 4, 5}) {
    int out = 0;
    EXPECT_EQ(list.popFront(other, &out, 1, {}), 1u);
    EXPECT_EQ(out, task);
  }
}

TEST_F(SkipListInterrupted, ANodeThatIsStillBeingLinkedIsNotTakenOut) {
  // Its memory may be that of a node that was taken out, whose upper links were frozen.
  Interruptible::frozen = [] {};
  int interrupted = 0;
  for (int task = 1; task <= 100; ++task) {
    Interruptible::exchanged = [&] { // The node is on level 0, and not on level 1 yet.
      int out = 0;
      if (list.popFront(other, &out, 1, {}) == 1) {
        list.clean(other, 0);
        EXPECT_FALSE(list.seemsEmpty());
        ++interrupted;
      }
    };
    list.insert(cleaner, task, 2);
    list.clean(cleaner, 0);
    EXPECT_TRUE(list.seemsEmpty());
  }
  Interruptible::exchanged = nullptr;
  EXPECT_GT(interrupted, 90);
}

} // namespace
} // namespace galois::worklists
