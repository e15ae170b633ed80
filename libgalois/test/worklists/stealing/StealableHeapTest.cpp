// Tests what both local queues of the Stealing Multi-Queue promise, and what only the heap does.
#include "galois/worklists/parts/stealing/StealableHeap.h"

#include <cstdint>
#include <functional>
#include <map>
#include <new>
#include <set>
#include <utility>

#include <gtest/gtest.h>

#include "galois/substrate/Random.h"
#include "galois/worklists/parts/common/Indexer.h"
#include "galois/worklists/parts/stealing/StealableSkipList.h"
#include "support/CountedHeap.h"
#include "support/SimpleTask.h"

namespace galois::worklists {
namespace {

using Task = test::SimpleTask;
using Less = IndexLess<test::PriorityOf>;
using Heap = StealableHeap<Task, Less>;

template <typename QueueType>
struct StealableQueue : ::testing::Test {
  using Queue = QueueType;
  typename Queue::Shared shared;
  substrate::Random random{3, 0};
  Queue own{Less(), /*stealSize=*/4, /*ownBatch=*/8, shared};
  Queue other{Less(), /*stealSize=*/4, /*ownBatch=*/8, shared};

  void fill(Queue& queue, std::uint32_t from, std::uint32_t to) {
    for (std::uint32_t i = from; i < to; ++i) {
      queue.push({i, i}, random);
    }
  }
  static std::uint32_t next(Queue& queue) {
    Task task;
    return queue.pop(task, true) ? task.priority : ~0u;
  }
};
using Queues = ::testing::Types<Heap, StealableSkipList<Task, Less>>;
TYPED_TEST_SUITE(StealableQueue, Queues);

TYPED_TEST(StealableQueue, GivesItsOwnerTheMostUrgentTaskWhateverIsOnOffer) {
  std::multimap<std::uint32_t, int> model;
  for (std::uint32_t i = 0; i < 20000; ++i) {
    const bool offering = this->random.below(2) == 0;
    if (model.empty() || this->random.below(20) < 11) {
      const std::uint32_t priority = this->random.below(500);
      this->own.push({i, priority}, this->random);
      model.emplace(priority, 0);
    } else {
      Task task;
      ASSERT_TRUE(this->own.popSetAside(task) || this->own.pop(task, offering));
      ASSERT_EQ(task.priority, model.begin()->first);
      model.erase(model.begin());
    }
  }
}

TYPED_TEST(StealableQueue, WantsOnlyOffersMoreUrgentThanAllOwnTasks) {
  EXPECT_FALSE(this->own.wantsFrom(this->other)) << "there is no offer";
  this->fill(this->other, 10, 20);
  EXPECT_EQ(this->next(this->other), 10u); // A heap makes an offer when its next task is taken.
  EXPECT_TRUE(this->own.wantsFrom(this->other)) << "an empty queue wants any offer";
  this->fill(this->own, 5, 6);
  EXPECT_FALSE(this->own.wantsFrom(this->other));
  EXPECT_EQ(this->next(this->own), 5u);
  this->fill(this->own, 30, 40);
  EXPECT_TRUE(this->own.wantsFrom(this->other));
}

TYPED_TEST(StealableQueue, StolenTasksCompeteWithOnesOwn) {
  this->fill(this->other, 10, 30);
  EXPECT_EQ(this->next(this->other), 10u);
  this->fill(this->own, 0, 2);
  const std::uint32_t count = this->own.stealFrom(this->other, this->random);
  EXPECT_EQ(count, 4u);
  EXPECT_EQ(this->next(this->own), 0u);
  EXPECT_EQ(this->next(this->own), 1u);
  const std::uint32_t first = this->next(this->own);
  EXPECT_GE(first, 11u);
  this->fill(this->own, 3, 4);
  EXPECT_EQ(this->next(this->own), 3u) << "more urgent than what is left of the batch";
  EXPECT_EQ(this->next(this->own), first + 1);
}

TYPED_TEST(StealableQueue, StealingTwiceLosesNothing) {
  this->fill(this->other, 0, 60);
  std::uint32_t got = this->next(this->other) != ~0u;
  for (int i = 0; i < 3; ++i) {
    this->own.stealFrom(this->other, this->random);
    got += this->next(this->other) != ~0u;
  }
  while (this->next(this->own) != ~0u || this->next(this->other) != ~0u) {
    ++got;
  }
  EXPECT_EQ(got, 60u);
}

TYPED_TEST(StealableQueue, LosesNoTaskWhenMemoryRunsOut) {
  for (std::uint32_t round = 0; round < 40; ++round) {
    typename TypeParam::Shared memory;
    TypeParam queues[] = {{Less(), 4, 8, memory}, {Less(), 4, 8, memory}};
    std::set<std::uint32_t> inside;
    std::uint32_t number = 0;
    const auto push = [&](TypeParam& queue) {
      queue.push({number, this->random.below(1000)}, this->random);
      inside.insert(number++);
    };
    const auto take = [&](const Task& task) {
      ASSERT_EQ(inside.erase(task.id), 1u) << "delivered twice";
    };
    for (TypeParam& queue : queues) {
      for (std::uint32_t i = 0; i < 1000 + this->random.below(24); ++i) {
        push(queue); // These are nearly as many as there is room for at first.
      }
    }
    for (std::uint32_t step = 0; step < 200; ++step) {
      const std::uint32_t one = this->random.below(2);
      Task task{};
      bool popped = false;
      std::uint32_t pushed = 0;
      galois::test::CountedHeap::refuse(true);
      try {
        switch (this->random.below(4)) {
        case 0:
          popped = queues[one].pop(task, true);
          break;
        case 1:
          queues[one].stealFrom(queues[1 - one], this->random);
          break;
        default:
          queues[one].push({number, this->random.below(1000)}, this->random);
          pushed = 1;
        }
      } catch (const std::bad_alloc&) { // A failed allocation must not lose any task.
      }
      galois::test::CountedHeap::refuse(false);
      if (popped) {
        take(task);
      }
      if (pushed > 0) {
        inside.insert(number++);
      }
    }
    for (TypeParam& queue : queues) {
      for (Task task; queue.pop(task, true);) {
        take(task);
      }
    }
    ASSERT_TRUE(inside.empty()) << inside.size() << " tasks lost";
  }
}

TEST(StealableHeap, TakesItsOfferBackWhenThatComesFirst) {
  // As listing 4 is printed, offered tasks are not run while the heap is worked on.
  Heap::Shared shared;
  substrate::Random random(1, 0);
  Heap heap(Less(), 4, 8, shared);
  for (std::uint32_t i = 0; i < 64; ++i) {
    heap.push({i, i}, random);
  }
  Task task;
  for (std::uint32_t i = 0; i < 64; ++i) {
    ASSERT_TRUE(heap.pop(task, true));
    ASSERT_EQ(task.priority, i);
  }
  EXPECT_FALSE(heap.pop(task, true));
}

TEST(StealableHeap, ShowsTheTaskThatItTakesNext) {
  Heap::Shared shared;
  substrate::Random random(1, 0);
  Heap heap(Less(), 4, 8, shared), thief(Less(), 4, 8, shared);
  Task task;
  for (std::uint32_t i = 10; i < 22; ++i) {
    heap.push({i, i}, random);
  }
  for (std::uint32_t i = 10; i < 18; ++i) {
    ASSERT_TRUE(heap.pop(task, true));
    ASSERT_EQ(task.priority, i);
  }
  // Four tasks are left, all of them on offer.
  ASSERT_NE(heap.peek(), nullptr);
  EXPECT_EQ(heap.peek()->priority, 18u);
  heap.push({5, 5}, random);
  EXPECT_EQ(heap.peek()->priority, 5u) << "more urgent than the offer";
  ASSERT_TRUE(heap.pop(task, true));
  EXPECT_EQ(task.priority, 5u);
  EXPECT_EQ(thief.stealFrom(heap, random), 4u);
  EXPECT_EQ(heap.peek(), nullptr) << "the offer has been stolen";
}

/// An order of tasks that calls a function, once, when it compares.
struct Interrupted {
  std::function<void()>* once;
  bool operator()(const Task& a, const Task& b) const {
    if (*once) {
      std::exchange(*once, nullptr)();
    }
    return a.priority < b.priority;
  }
};

TEST(StealableHeap, LosesItsOfferWhileItComparesIt) {
  using Queue = StealableHeap<Task, Interrupted>;
  Queue::Shared shared;
  substrate::Random random(1, 0);
  std::function<void()> steal;
  Queue heap({&steal}, 4, 8, shared), thief({&steal}, 4, 8, shared);
  Task task;
  for (std::uint32_t i = 0; i < 20; ++i) {
    heap.push({i, i}, random);
  }
  for (std::uint32_t i = 0; i < 8; ++i) {
    ASSERT_TRUE(heap.pop(task, true));
    ASSERT_EQ(task.priority, i);
  }
  // The next four tasks are on offer. The heap compares them with its others, finds them more
  // urgent, and then cannot take them back.
  steal = [&] { EXPECT_EQ(thief.stealFrom(heap, random), 4u); };
  for (const std::uint32_t expected : {12u, 13u}) {
    ASSERT_TRUE(heap.pop(task, true));
    EXPECT_EQ(task.priority, expected);
  }
  for (std::uint32_t i = 8; i < 12; ++i) {
    ASSERT_TRUE(thief.pop(task, true));
    EXPECT_EQ(task.priority, i);
  }
}

} // namespace
} // namespace galois::worklists
