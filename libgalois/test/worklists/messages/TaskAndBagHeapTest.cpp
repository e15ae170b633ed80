#include "galois/worklists/parts/messages/TaskAndBagHeap.h"

#include <cstdint>
#include <new>
#include <vector>

#include <gtest/gtest.h>

#include "galois/SharedMemSys.h"
#include "support/CountedHeap.h"
#include "support/SimpleTask.h"

namespace galois::test {
namespace {

using Task = SimpleTask;
template <bool HasBags>
using HeapOf = worklists::TaskAndBagHeap<Task, PriorityOf, std::uint32_t, HasBags>;

class TaskAndBagHeapTest : public ::testing::Test {
protected:
  using Heap = HeapOf<true>;

  /// Takes the next task; its id.
  std::uint32_t next() {
    const Task* const expected = heap_.peek();
    const std::uint32_t id = expected ? expected->id : ~0u;
    Task task{};
    EXPECT_EQ(heap_.pop(task), expected != nullptr);
    if (expected) {
      EXPECT_EQ(task.id, id) << "peek() told another one";
    }
    return id;
  }
  void pushBag(const std::vector<Task>& tasks) {
    heap_.push(heap_.pack(tasks.data(), static_cast<std::uint32_t>(tasks.size())));
  }

  SharedMemSys system_;
  Heap::Pool pool_{8};
  Heap heap_{Heap::Less(PriorityOf()), pool_};
};

TEST_F(TaskAndBagHeapTest, TasksAndBagsComeInOneOrder) {
  EXPECT_TRUE(heap_.empty());
  heap_.push(Task{1, 10});
  heap_.push(Task{2, 30});
  pushBag({{3, 20}, {4, 20}});
  EXPECT_EQ(next(), 1u);
  EXPECT_EQ(next(), 3u);
  EXPECT_EQ(next(), 4u);
  EXPECT_EQ(next(), 2u);
  EXPECT_TRUE(heap_.empty());
  EXPECT_EQ(next(), ~0u);
}

TEST_F(TaskAndBagHeapTest, AMoreUrgentTaskOvertakesTheRestOfABag) {
  pushBag({{3, 20}, {4, 20}});
  EXPECT_EQ(next(), 3u);
  heap_.push(Task{5, 19});
  EXPECT_EQ(next(), 5u);
  EXPECT_EQ(next(), 4u);
}

TEST_F(TaskAndBagHeapTest, OfEqualPrioritiesTheBagComesFirst) {
  heap_.push(Task{1, 20});
  pushBag({{3, 20}, {4, 20}});
  EXPECT_EQ(next(), 3u);
  EXPECT_EQ(next(), 4u);
  EXPECT_EQ(next(), 1u);
}

TEST_F(TaskAndBagHeapTest, AGroupBecomesABagWhenItsLastTaskIsThere) {
  heap_.pushGrouped({1, 20}, true);
  heap_.pushGrouped({2, 20}, true);
  EXPECT_TRUE(heap_.empty());
  heap_.pushGrouped({3, 20}, false);
  heap_.push(Task{4, 20});
  EXPECT_EQ(next(), 1u);
  EXPECT_EQ(next(), 2u);
  EXPECT_EQ(next(), 3u);
  EXPECT_EQ(next(), 4u);
}

TEST_F(TaskAndBagHeapTest, AGroupOfOneIsASingleTask) {
  heap_.pushGrouped({1, 20}, false);
  pushBag({{2, 20}, {3, 20}});
  EXPECT_EQ(next(), 2u) << "a bag, which comes before a single task";
  EXPECT_EQ(next(), 3u);
  EXPECT_EQ(next(), 1u);
}

TEST_F(TaskAndBagHeapTest, BagsComeInTheOrderOfTheirPriorities) {
  pushBag({{1, 30}, {2, 30}});
  pushBag({{3, 10}, {4, 10}});
  pushBag({{5, 20}, {6, 20}});
  for (const std::uint32_t id : {3u, 4u, 5u, 6u, 1u, 2u}) {
    EXPECT_EQ(next(), id);
  }
}

TEST_F(TaskAndBagHeapTest, GroupsDoNotMix) {
  heap_.pushGrouped({1, 20}, true);
  heap_.pushGrouped({2, 20}, false);
  heap_.pushGrouped({3, 10}, true);
  heap_.pushGrouped({4, 10}, false);
  for (const std::uint32_t id : {3u, 4u, 1u, 2u, ~0u}) {
    EXPECT_EQ(next(), id);
  }
}

TEST_F(TaskAndBagHeapTest, ATaskThatFoundNoMemoryMayBePassedAgain) {
  for (std::uint32_t id = 1; id <= 5; ++id) { // The memory for a group grows for the fifth task.
    heap_.pushGrouped({id, 20}, true);
  }
  CountedHeap::refuse(true);
  bool refused = false;
  try {
    heap_.pushGrouped({6, 20}, false);
  } catch (const std::bad_alloc&) {
    refused = true;
  }
  CountedHeap::refuse(false);
  EXPECT_TRUE(refused);
  heap_.pushGrouped({6, 20}, false);
  for (const std::uint32_t id : {1u, 2u, 3u, 4u, 5u, 6u, ~0u}) {
    EXPECT_EQ(next(), id);
  }
}

TEST_F(TaskAndBagHeapTest, WhatWasReservedNeedsNoMemory) {
  heap_.reserveTask();
  const Heap::TaskBag bag = heap_.pack(std::vector<Task>{{2, 10}, {3, 10}}.data(), 2);
  CountedHeap::refuse(true);
  bool refused = false;
  try {
    heap_.push(Task{1, 20});
    heap_.push(bag);
  } catch (const std::bad_alloc&) {
    refused = true;
  }
  CountedHeap::refuse(false);
  EXPECT_FALSE(refused);
  for (const std::uint32_t id : {2u, 3u, 1u, ~0u}) {
    EXPECT_EQ(next(), id);
  }
}

TEST_F(TaskAndBagHeapTest, WithoutBagsThereAreTasks) {
  HeapOf<false>::Pool pool{8};
  HeapOf<false> heap{HeapOf<false>::Less(PriorityOf()), pool};
  heap.push(Task{1, 10});
  EXPECT_FALSE(heap.empty());
  Task task{};
  EXPECT_TRUE(heap.pop(task));
  EXPECT_TRUE(heap.empty());
  EXPECT_FALSE(heap.pop(task));
}

} // namespace
} // namespace galois::test
