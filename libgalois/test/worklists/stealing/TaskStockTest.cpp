#include "galois/worklists/parts/stealing/TaskStock.h"

#include <memory>
#include <new>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/worklists/parts/stealing/ChaseLevDeque.h"
#include "galois/worklists/parts/stealing/PrivateDeque.h"

namespace galois::worklists {
namespace {

using Stock = TaskStock<int, PrivateDeque<Chunk<int>*>>;
using SharedStock = TaskStock<int, ChaseLevDeque<Chunk<int>*>>;

/// A deque that has no memory while a test says so.
template <typename Item>
struct FullDeque : PrivateDeque<Item> {
  bool push(const Item& item) {
    if (full) {
      throw std::bad_alloc();
    }
    return PrivateDeque<Item>::push(item);
  }
  bool full = false;
};

class TaskStockTest : public ::testing::Test {
protected:
  SharedMemSys system_;
  ChunkPool<int> pool_{3};
};

template <typename S>
void push(S& stock, int begin, int end) {
  for (int task = begin; task < end; ++task) {
    stock.push(task);
  }
}

template <typename S>
std::vector<int> takeAll(S& stock) {
  std::vector<int> tasks;
  while (stock.provide()) {
    tasks.push_back(stock.template take<int>());
  }
  return tasks;
}

std::vector<int> tasksOf(Chunk<int>* parcel) {
  std::vector<int> tasks;
  for (; parcel != nullptr; parcel = parcel->next) {
    while (!parcel->empty()) {
      tasks.push_back(parcel->popFront());
    }
  }
  return tasks;
}

TEST_F(TaskStockTest, BeginsEmpty) {
  Stock stock(pool_);
  EXPECT_TRUE(stock.empty());
  EXPECT_EQ(stock.loose(), 0u);
  EXPECT_FALSE(stock.canGive());
  EXPECT_FALSE(stock.provide());
  EXPECT_EQ(stock.give(true), nullptr);
  EXPECT_FALSE(stock.share());
}

TEST_F(TaskStockTest, TheYoungestFullChunkIsFirstAndItsOldestTask) {
  Stock stock(pool_);
  push(stock, 0, 8);
  EXPECT_FALSE(stock.empty());
  EXPECT_EQ(takeAll(stock), (std::vector<int>{3, 4, 5, 0, 1, 2, 6, 7}));
  EXPECT_TRUE(stock.empty());
  push(stock, 0, 6);
  int out[4];
  EXPECT_TRUE(stock.provide());
  EXPECT_EQ(stock.take(out, 4), 3u); // of one chunk
  EXPECT_EQ(out[0], 3);
  EXPECT_EQ(takeAll(stock), (std::vector<int>{0, 1, 2}));
}

TEST_F(TaskStockTest, TheOldestChunksAreGiven) {
  Stock stock(pool_);
  push(stock, 0, 16); // five full chunks and one task
  EXPECT_TRUE(stock.canGive());
  EXPECT_EQ(tasksOf(stock.give(false)), (std::vector<int>{0, 1, 2}));
  EXPECT_EQ(tasksOf(stock.give(true)), (std::vector<int>{3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(takeAll(stock), (std::vector<int>{12, 13, 14, 9, 10, 11, 15}));
}

TEST_F(TaskStockTest, AFullChunkOutsideTheDequeCountsInWhatIsHalved) {
  Stock stock(pool_);
  push(stock, 0, 9);
  EXPECT_EQ(stock.deque().size(), 2u);
  EXPECT_EQ(tasksOf(stock.give(true)), (std::vector<int>{0, 1, 2, 3, 4, 5}));
}

TEST_F(TaskStockTest, FewTasksAreSplit) {
  Stock stock(pool_);
  push(stock, 0, 3);
  EXPECT_EQ(tasksOf(stock.give(true)), std::vector<int>{0}); // half of three, rounded down
  EXPECT_TRUE(stock.canGive());
  EXPECT_EQ(tasksOf(stock.give(true)), std::vector<int>{1});
  EXPECT_FALSE(stock.canGive());
  EXPECT_EQ(stock.give(true), nullptr); // The owner keeps the last one.
  EXPECT_EQ(takeAll(stock), std::vector<int>{2});

  push(stock, 0, 2);
  EXPECT_TRUE(stock.provide());
  push(stock, 2, 4); // While one chunk is emptied another is filled, and that is given.
  EXPECT_EQ(tasksOf(stock.give(true)), (std::vector<int>{2, 3}));
  EXPECT_EQ(takeAll(stock), (std::vector<int>{0, 1}));
}

TEST_F(TaskStockTest, TheLastTaskStaysWhereverItIs) {
  ChunkPool<int> single(1);
  Stock stock(single);
  stock.push(7);
  EXPECT_EQ(stock.give(false), nullptr);
  EXPECT_EQ(stock.give(true), nullptr);
  EXPECT_EQ(takeAll(stock), std::vector<int>{7});
}

TEST_F(TaskStockTest, AParcelIsReceivedWhole) {
  Stock giver(pool_), taker(pool_);
  push(giver, 0, 12);
  taker.receive(giver.give(true));
  EXPECT_FALSE(taker.empty());
  EXPECT_EQ(taker.loose(), 3u); // One chunk is emptied next,
  EXPECT_EQ(taker.deque().size(), 1u);
  EXPECT_EQ(takeAll(taker), (std::vector<int>{0, 1, 2, 3, 4, 5}));
  taker.push(20);
  EXPECT_TRUE(taker.provide());
  taker.receive(giver.give(false)); // unless one is being emptied already.
  EXPECT_EQ(takeAll(taker), (std::vector<int>{20, 6, 7, 8}));
}

TEST_F(TaskStockTest, AChunkOfAParcelIsGivenOnAlone) {
  Stock giver(pool_), taker(pool_);
  push(giver, 0, 18);
  taker.receive(giver.give(true)); // three chunks
  EXPECT_EQ(tasksOf(taker.give(false)), (std::vector<int>{3, 4, 5}));
  EXPECT_EQ(takeAll(taker), (std::vector<int>{0, 1, 2, 6, 7, 8}));
}

TEST_F(TaskStockTest, AChunkThatIsUsedAgainIsNotLinkedToItsParcel) {
  Stock giver(pool_), taker(pool_);
  push(giver, 0, 12);
  taker.receive(giver.give(true)); // two chunks, linked
  EXPECT_EQ(tasksOf(taker.give(false)), (std::vector<int>{3, 4, 5}));
  EXPECT_EQ(takeAll(taker), (std::vector<int>{0, 1, 2}));
  taker.push(10);
  EXPECT_TRUE(taker.provide());
  taker.push(11); // goes into the first chunk of that parcel
  Chunk<int>* const parcel = taker.give(false);
  ASSERT_NE(parcel, nullptr);
  EXPECT_EQ(parcel->next, nullptr);
  EXPECT_EQ(tasksOf(parcel), std::vector<int>{11});
}

TEST_F(TaskStockTest, ChunksThatAreEmptyAreUsedAgain) {
  Stock stock(pool_);
  std::set<const Chunk<int>*> chunks;
  for (int round = 0; round < 100; ++round) {
    push(stock, 0, 4);
    EXPECT_EQ(takeAll(stock).size(), 4u);
    Chunk<int>* const chunk = pool_.allocate();
    chunks.insert(chunk);
    pool_.free(chunk);
  }
  EXPECT_LE(chunks.size(), 4u);
}

TEST_F(TaskStockTest, WithoutMemoryForTheDequeNoTaskIsLost) {
  using Full = TaskStock<int, FullDeque<Chunk<int>*>>;
  Full stock(pool_);
  push(stock, 0, 3);
  stock.deque().full = true;
  Chunk<int>* const next = pool_.allocate();
  pool_.free(next);
  EXPECT_THROW(stock.push(3), std::bad_alloc);
  Chunk<int>* const again = pool_.allocate();
  EXPECT_EQ(again, next) << "the chunk for the task is given back";
  pool_.free(again);

  stock.deque().full = false;
  EXPECT_TRUE(stock.provide());
  Stock giver(pool_);
  push(giver, 10, 34);
  stock.deque().full = true;
  EXPECT_THROW(stock.receive(giver.give(true)), std::bad_alloc); // four chunks
  EXPECT_THROW(stock.receive(giver.give(false)), std::bad_alloc);
  EXPECT_TRUE(stock.canGive());
  EXPECT_FALSE(stock.empty());
  stock.deque().full = false;
  EXPECT_EQ(takeAll(stock), (std::vector<int>{0, 1, 2, 22, 23, 24, 19, 20, 21, 16, 17, 18, 13, 14,
                                              15, 10, 11, 12}));
}

TEST_F(TaskStockTest, OnDemandTasksAreSharedThroughTheDeque) {
  SharedStock stock(pool_);
  Chunk<int>* chunk = nullptr;
  push(stock, 0, 2);
  EXPECT_TRUE(stock.provide());
  EXPECT_EQ(stock.deque().steal(chunk), Steal::kEmpty);
  EXPECT_TRUE(stock.share());
  EXPECT_FALSE(stock.share()); // There is something already.
  EXPECT_EQ(stock.deque().steal(chunk), Steal::kGot);
  EXPECT_EQ(chunk->size(), 1u);
  EXPECT_EQ(chunk->front(), 0);
  EXPECT_FALSE(stock.share()); // The last task stays.
  SharedStock thief(pool_);
  chunk->next = nullptr;
  thief.receive(chunk);
  EXPECT_TRUE(thief.deque().seemsEmpty()); // No other thief can have what was just stolen.
  EXPECT_EQ(takeAll(thief), std::vector<int>{0});
  EXPECT_EQ(takeAll(stock), std::vector<int>{1});
}

TEST_F(TaskStockTest, AStockSharesHalfOfTheChunkThatItFills) {
  SharedStock stock(pool_);
  Chunk<int>* chunk = nullptr;
  push(stock, 0, 2);
  EXPECT_TRUE(stock.share());
  EXPECT_EQ(stock.loose(), 1u);
  EXPECT_EQ(stock.deque().steal(chunk), Steal::kGot);
  EXPECT_EQ(chunk->size(), 1u);
}

TEST_F(TaskStockTest, TasksAreDestroyedWithTheStock) {
  const auto object = std::make_shared<int>(0);
  using Task = std::shared_ptr<int>;
  ChunkPool<Task> pool(2);
  {
    TaskStock<Task, PrivateDeque<Chunk<Task>*>> stock(pool);
    for (int i = 0; i < 7; ++i) {
      stock.push(object);
    }
    EXPECT_TRUE(stock.provide());
    EXPECT_EQ(stock.take<Task>(), object);
    EXPECT_EQ(object.use_count(), 7);
  }
  EXPECT_EQ(object.use_count(), 1);
  {
    TaskStock<Task, FullDeque<Chunk<Task>*>> stock(pool);
    stock.push(object);
    EXPECT_TRUE(stock.provide());
    Chunk<Task>* const parcel = pool.allocate();
    parcel->pushBack(object);
    stock.deque().full = true;
    EXPECT_THROW(stock.receive(parcel), std::bad_alloc); // It waits outside the deque.
    EXPECT_EQ(object.use_count(), 3);
  }
  EXPECT_EQ(object.use_count(), 1);
}

} // namespace
} // namespace galois::worklists
