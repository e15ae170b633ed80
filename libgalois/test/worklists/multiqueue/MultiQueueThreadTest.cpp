#include "galois/worklists/parts/multiqueue/MultiQueueThread.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <new>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/worklists/parts/multiqueue/LocalQueues.h"
#include "galois/worklists/parts/multiqueue/QueueAccess.h"
#include "galois/worklists/parts/stealing/QueueSampler.h"

namespace galois::worklists {
namespace {

struct Self {
  int operator()(int task) const { return task; }
};

/// Queues that can be made to throw, and that then do not change.
struct FaultyQueues {
  struct Params {};

  template <typename Indexer, typename T>
  struct Common {
    Common(const Indexer&, const Params&) {}
    static constexpr int kNever = -1;
    int untilPushFails = kNever; ///< the number of pushes that still succeed
    bool popFails = false;
  };

  template <typename Indexer, typename T>
  class Queue {
  public:
    explicit Queue(Common<Indexer, T>& common) : common_(common) {}

    void push(const T& task) {
      if (common_.untilPushFails >= 0 && common_.untilPushFails-- == 0) {
        throw std::bad_alloc();
      }
      tasks_.push_back(task);
      std::sort(tasks_.begin(), tasks_.end(), std::greater<T>());
    }
    std::size_t popMany(T* out, std::size_t max) {
      if (common_.popFails) {
        throw std::bad_alloc();
      }
      std::size_t count = 0;
      for (; count < max && !tasks_.empty(); tasks_.pop_back()) {
        out[count++] = tasks_.back();
      }
      return count;
    }
    std::uint64_t urgency() const {
      return tasks_.empty() ? kNoUrgency : static_cast<std::uint64_t>(tasks_.back());
    }
    std::uint64_t urgencyAfterPush(std::uint64_t, const T&) const { return urgency(); }
    const T* peek() const { return nullptr; }

  private:
    Common<Indexer, T>& common_;
    std::vector<T> tasks_; ///< The last one is the most urgent.
  };
};

template <typename Insert, typename Delete>
using ThreadOf = MultiQueueThread<Self, int, true, FaultyQueues, Insert, Delete, UniformSampler>;
using Batching = ThreadOf<TaskBatching, TaskBatching>;

class MultiQueueThreadTest : public ::testing::Test {
protected:
  void SetUp() override {
    setActiveThreads(1);
    thread_.follow();
  }
  void push(std::initializer_list<int> tasks) {
    for (const int task : tasks) {
      thread_.push(task);
    }
  }
  std::vector<int> popOneByOne(std::size_t most) {
    std::vector<int> tasks;
    for (int task = 0; tasks.size() < most && thread_.pop(&task, 1) == 1;) {
      tasks.push_back(task);
    }
    return tasks;
  }
  static MultiQueueParams<FaultyQueues::Params> params() {
    MultiQueueParams<FaultyQueues::Params> made;
    made.queuesPerThread = 1;
    made.insert.batch = made.remove.batch = 4;
    return made;
  }

  static constexpr int kNever = Batching::Shared::Common::kNever;
  SharedMemSys system_;
  Batching::Shared shared_{Self(), params()};
  Batching thread_{shared_};
};

TEST_F(MultiQueueThreadTest, ABatchIsNotDeliveredAgainAfterAnException) {
  push({1, 2, 3, 4, 5, 6, 7, 8});
  EXPECT_EQ(popOneByOne(4), (std::vector<int>{1, 2, 3, 4})); // The batch goes through the buffer.
  shared_.common.popFails = true;
  int task = 0;
  EXPECT_THROW(thread_.pop(&task, 1), std::bad_alloc);
  EXPECT_EQ(thread_.peek(), nullptr);
  shared_.common.popFails = false;
  EXPECT_EQ(popOneByOne(9), (std::vector<int>{5, 6, 7, 8}));
}

TEST_F(MultiQueueThreadTest, APushThatThrowsAddsNoTaskAndKeepsTheOthers) {
  push({1, 2, 3});
  for (int i = 0; i < 3; ++i) {
    shared_.common.untilPushFails = 0;
    EXPECT_THROW(thread_.push(4), std::bad_alloc);
  }
  shared_.common.untilPushFails = kNever;
  push({5});
  EXPECT_EQ(popOneByOne(9), (std::vector<int>{1, 2, 3, 5}));
}

TEST_F(MultiQueueThreadTest, TasksAfterAnExceptionInAFlushStayInTheBuffer) {
  push({1, 2, 3});
  shared_.common.untilPushFails = 2; // two of the four
  EXPECT_THROW(thread_.push(4), std::bad_alloc);
  shared_.common.untilPushFails = kNever;
  std::vector<int> tasks = popOneByOne(9);
  std::sort(tasks.begin(), tasks.end());
  EXPECT_EQ(tasks, (std::vector<int>{1, 2, 3, 4}));
}

TEST_F(MultiQueueThreadTest, APopThatCannotEmptyTheInsertBufferKeepsIt) {
  push({1, 2, 3});
  shared_.common.untilPushFails = 1;
  int task = 0;
  EXPECT_THROW(thread_.pop(&task, 1), std::bad_alloc);
  shared_.common.untilPushFails = kNever;
  std::vector<int> tasks = popOneByOne(9);
  std::sort(tasks.begin(), tasks.end());
  EXPECT_EQ(tasks, (std::vector<int>{1, 2, 3}));
}

} // namespace
} // namespace galois::worklists
