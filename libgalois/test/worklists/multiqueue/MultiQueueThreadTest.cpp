#include "galois/worklists/parts/multiqueue/MultiQueueThread.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/Backoff.h"
#include "galois/worklists/parts/multiqueue/LocalQueues.h"
#include "galois/worklists/parts/multiqueue/QueueAccess.h"
#include "galois/worklists/parts/stealing/QueueSampler.h"

namespace galois::worklists {
namespace {

/// Atomics for threads whose waits are counted.
struct CountedWaits : substrate::RealAtomics {
  static constexpr unsigned kPatience = 3; ///< the number of waits after which a back-off is spent
  static inline unsigned waits = 0;
  static inline std::function<void()> duringNext; ///< runs during the next wait
};

} // namespace
} // namespace galois::worklists

template <>
class galois::substrate::BasicBackoff<galois::worklists::CountedWaits> {
  using Counted = galois::worklists::CountedWaits;

public:
  void operator()() {
    ++waits_;
    ++Counted::waits;
    if (const auto during = std::exchange(Counted::duringNext, nullptr)) {
      during();
    }
  }
  void reset() noexcept { waits_ = 0; }
  bool spent() const noexcept { return waits_ >= Counted::kPatience; }

private:
  unsigned waits_ = 0;
};

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
    const T* peek() const { return tasks_.empty() ? nullptr : &tasks_.back(); }

  private:
    Common<Indexer, T>& common_;
    std::vector<T> tasks_; ///< The last one is the most urgent.
  };
};

template <typename Insert, typename Delete>
using ThreadOf = MultiQueueThread<MultiQueueShared<Self, int, FaultyQueues>, true, Insert, Delete,
                                  UniformSampler>;
using Batching = ThreadOf<TaskBatching, TaskBatching>;

/// Returns the counter `wanted` of a thread.
template <typename Thread>
std::uint64_t counter(const Thread& thread, const std::string& wanted) {
  std::uint64_t found = 0;
  const auto sink = [&](unsigned, const char* name, std::uint64_t value) {
    found += name == wanted ? value : 0;
  };
  thread.report(0, sink);
  return found;
}

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
  EXPECT_EQ(counter(thread_, "pushes"), 4U);
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

// --- which queues a thread draws, and how often -------------------------------------------------

/// Draws queues in an order that a test chooses, from the beginning again after the last one.
struct Script {
  static inline std::vector<std::uint32_t> order;
  static inline std::size_t drawn = 0;
  static void set(std::vector<std::uint32_t> numbers) {
    order = std::move(numbers);
    drawn = 0;
  }

  explicit Script(std::uint32_t /*numaWeight*/) {}
  template <typename Random>
  static std::uint32_t queue(std::uint32_t, std::uint32_t, std::uint32_t, Random&) {
    return order[drawn++ % order.size()];
  }
  template <typename Random>
  static std::uint32_t otherQueue(std::uint32_t, std::uint32_t self, std::uint32_t threads,
                                  std::uint32_t perThread, Random& random) {
    return queue(self, threads, perThread, random);
  }
  template <typename Sink>
  void report(unsigned, Sink&) const {}
};

/// Thread 0 of three, each of which has one queue. The test itself plays the other two.
template <typename Insert, typename Delete>
struct Scripted {
  using Shared = MultiQueueShared<Self, int, FaultyQueues, CountedWaits>;
  using Thread = MultiQueueThread<Shared, true, Insert, Delete, Script>;

  explicit Scripted(std::uint32_t stay = 1, std::uint32_t batch = 1)
      : shared(Self(), params(stay, batch)), thread(shared) {
    CountedWaits::waits = 0;
    CountedWaits::duringNext = nullptr;
    thread.join(3, 0);
  }
  static typename Shared::Params params(std::uint32_t stay, std::uint32_t batch) {
    typename Shared::Params made;
    made.queuesPerThread = 1;
    made.insert.stay = made.remove.stay = stay;
    made.insert.batch = made.remove.batch = batch;
    return made;
  }

  auto& queue(std::uint32_t number) { return shared.queues.at(number, shared.common); }
  void put(std::uint32_t number, std::initializer_list<int> tasks) {
    for (const int task : tasks) {
      queue(number).withoutLock().push(task);
    }
  }
  bool holdsTasks(std::uint32_t number) { return queue(number).urgency() != kNoUrgency; }
  /// Pops one by one, up to `most` tasks.
  std::vector<int> pop(std::size_t most) {
    std::vector<int> tasks;
    for (int task = 0; tasks.size() < most && thread.pop(&task, 1) == 1;) {
      tasks.push_back(task);
    }
    return tasks;
  }

  Shared shared;
  Thread thread;
};
using Tasks = std::vector<int>;

TEST_F(MultiQueueThreadTest, EveryQueueIsCheckedAfterFourDrawsWithoutATask) {
  Scripted<RandomQueues, RandomQueues> mq;
  Script::set({0, 1});
  EXPECT_EQ(mq.pop(1), Tasks());
  EXPECT_EQ(Script::drawn, 4 * 2U);
  mq.put(2, {7});
  EXPECT_EQ(mq.pop(9), Tasks{7}); // The second one of these pops is empty, too.
  EXPECT_EQ(Script::drawn, 12 * 2U);
  EXPECT_EQ(counter(mq.thread, "empty_pops"), 2U);
  EXPECT_EQ(counter(mq.thread, "pops"), 1U);
}

TEST_F(MultiQueueThreadTest, AStickyThreadDrawsAgainAfterItHasFoundNothing) {
  Scripted<RandomQueues, StickyBatching> mq(100);
  mq.put(2, {7});
  Script::set({0, 1, 2, 0});
  EXPECT_EQ(mq.pop(1), Tasks{7});
  EXPECT_EQ(Script::drawn, 2 * 2U) << "the second pair has the task";
}

TEST_F(MultiQueueThreadTest, AStickyThreadDrawsOncePerSoManyOperations) {
  Scripted<StickyBatching, StickyBatching> mq(3);
  Script::set({0});
  for (int task = 0; task < 6; ++task) {
    mq.thread.push(task);
  }
  EXPECT_EQ(Script::drawn, 2U);
  Script::set({0, 1});
  EXPECT_EQ(mq.pop(6), (Tasks{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(Script::drawn, 2 * 2U);
}

TEST_F(MultiQueueThreadTest, APushWaitsBeforeItDrawsAgain) {
  Scripted<RandomQueues, RandomQueues> mq;
  Script::set({1, 1, 2});
  const auto held = mq.queue(1).tryLock();
  ASSERT_TRUE(held);
  mq.thread.push(5);
  EXPECT_EQ(Script::drawn, 3U);
  EXPECT_EQ(CountedWaits::waits, 2U);
  EXPECT_TRUE(mq.holdsTasks(2));
}

TEST_F(MultiQueueThreadTest, ARangeIsInsertedIntoAsManyQueuesAsItsTasksOneByOne) {
  Scripted<TemporalLocality, RandomQueues> mq(2);
  const Tasks tasks(1000);
  Script::set({0});
  mq.thread.push(tasks.begin(), tasks.end());
  EXPECT_NEAR(static_cast<double>(Script::drawn), 500, 100);
  for (const int task : tasks) {
    mq.thread.push(task);
  }
  EXPECT_NEAR(static_cast<double>(Script::drawn), 1000, 200);
}

TEST_F(MultiQueueThreadTest, AStickyThreadDrawsAgainWhenTheNumberOfThreadsHasChanged) {
  Scripted<TemporalLocality, RandomQueues> mq(65536);
  Script::set({2});
  mq.thread.push(5);
  EXPECT_TRUE(mq.holdsTasks(2));
  mq.thread.join(1, 0);
  mq.thread.push(6);
  EXPECT_TRUE(mq.holdsTasks(0)) << "the only queue of an active thread";
}

TEST_F(MultiQueueThreadTest, AStickyThreadKeepsTheBetterOfTwoQueues) {
  Scripted<RandomQueues, TemporalLocality> mq(65536);
  mq.put(0, {1, 3});
  mq.put(1, {2, 4});
  Script::set({0, 1});
  EXPECT_EQ(mq.pop(9), (Tasks{1, 3, 2, 4}));
}

TEST_F(MultiQueueThreadTest, OneOfTwoThreadsPeeksAtTheQueueThatItTookFrom) {
  Scripted<RandomQueues, RandomQueues> mq;
  mq.thread.join(2, 0);
  mq.put(0, {1, 2});
  Script::set({0, 1});
  EXPECT_EQ(mq.pop(1), Tasks{1});
  ASSERT_NE(mq.thread.peek(), nullptr);
  EXPECT_EQ(*mq.thread.peek(), 2);
  EXPECT_EQ(counter(mq.thread, "lock_acquisitions"), 1U) << "it reports those of its draws";
}

// --- local dequeue -----------------------------------------------------------------------------

using LocalDequeue = Scripted<RandomQueues, OwnQueue>;

TEST_F(MultiQueueThreadTest, OwnTasksComeBeforeThoseOfThreadsThatLeft) {
  LocalDequeue mq;
  mq.put(0, {7});
  mq.put(1, {5});
  mq.thread.join(1, 0);
  EXPECT_EQ(mq.pop(9), (Tasks{7, 5}));
  EXPECT_EQ(CountedWaits::waits, 0U) << "there is no other owner to wait for";
  EXPECT_EQ(counter(mq.thread, "steal_attempts"), 0U);
}

TEST_F(MultiQueueThreadTest, OtherOwnersAreWaitedForBeforeTheirTasksAreTaken) {
  LocalDequeue mq;
  mq.put(1, {5});
  EXPECT_EQ(mq.pop(1), Tasks{5});
  EXPECT_EQ(CountedWaits::waits, 3U);
  EXPECT_EQ(counter(mq.thread, "steal_attempts"), 1U);
  EXPECT_EQ(counter(mq.thread, "steal_successes"), 1U);
  EXPECT_EQ(counter(mq.thread, "tasks_stolen"), 1U);
  mq.put(0, {7});
  mq.put(1, {6});
  EXPECT_EQ(mq.pop(1), Tasks{7});
  EXPECT_EQ(CountedWaits::waits, 3U);
  EXPECT_EQ(mq.pop(1), Tasks{6});
  EXPECT_EQ(CountedWaits::waits, 6U) << "the next wait is as long";
}

TEST_F(MultiQueueThreadTest, ATaskThatArrivesDuringAWaitEndsIt) {
  LocalDequeue mq;
  mq.put(1, {5});
  CountedWaits::duringNext = [&] { mq.put(0, {9}); };
  EXPECT_EQ(mq.pop(1), Tasks{9});
  EXPECT_EQ(CountedWaits::waits, 1U);
  EXPECT_EQ(counter(mq.thread, "steal_attempts"), 0U);
  EXPECT_EQ(mq.pop(1), Tasks{5});
  EXPECT_EQ(CountedWaits::waits, 4U) << "the next wait is as long";
}

TEST_F(MultiQueueThreadTest, TasksInAQueueThatAnotherThreadHoldsAreNotStolen) {
  LocalDequeue mq;
  mq.put(1, {5});
  {
    const auto held = mq.queue(1).tryLockStrong();
    EXPECT_EQ(mq.pop(1), Tasks());
  }
  EXPECT_EQ(counter(mq.thread, "steal_attempts"), 1U);
  EXPECT_EQ(counter(mq.thread, "steal_successes"), 0U);
  EXPECT_EQ(mq.pop(1), Tasks{5});
}

TEST_F(MultiQueueThreadTest, AThreadThatHoldsAQueueOfOneThatLeftIsNotWaitedFor) {
  LocalDequeue mq;
  mq.put(2, {5});
  mq.thread.join(2, 0);
  {
    const auto held = mq.queue(2).tryLockStrong();
    EXPECT_EQ(mq.pop(1), Tasks());
  }
  EXPECT_EQ(CountedWaits::waits, 0U);
  EXPECT_EQ(mq.pop(1), Tasks{5});
}

TEST_F(MultiQueueThreadTest, TheInsertBufferIsEmptiedWhenTheOwnQueueIsEmpty) {
  Scripted<TaskBatching, OwnQueue> mq(1, 4);
  Script::set({0});
  mq.thread.push(9);
  EXPECT_FALSE(mq.holdsTasks(0)) << "a batch has four tasks";
  EXPECT_EQ(mq.pop(9), Tasks{9});
}

} // namespace
} // namespace galois::worklists
