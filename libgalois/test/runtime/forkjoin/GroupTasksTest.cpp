#include "galois/runtime/forkjoin/GroupTasks.h"

#include <algorithm>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "galois/substrate/Cancellation.h"

namespace galois::runtime {
namespace {

/// A worker of one thread, whose deque holds the frame of a group or is full. The test takes tasks
/// through the frame as another worker would.
struct FakeWorker {
  using Frame = TaskFrame;

  bool pushGroup(Frame& frame) {
    EXPECT_EQ(deque, nullptr);
    if (full) {
      return false;
    }
    deque = &frame;
    if (onPush) {
      onPush();
    }
    return true;
  }
  void removeGroup(Frame& frame) {
    EXPECT_EQ(deque, &frame);
    deque = nullptr;
  }
  void poll() { ++polls; }
  static void waitFor(Frame& frame) { EXPECT_TRUE(frame.done()); }

  Frame* deque = nullptr;
  bool full = false;
  unsigned polls = 0;
  std::function<void()> onPush;
};

using Tasks = GroupTasks<FakeWorker>;

struct Call : Tasks::Task {
  explicit Call(std::function<void()> f) : fn(std::move(f)) {}
  void call(FakeWorker*) override { fn(); }
  std::function<void()> fn;
};

class GroupTasksTest : public testing::Test {
protected:
  void add(std::function<void()> fn) { tasks.add(std::make_unique<Call>(std::move(fn))); }
  /// Takes the oldest task for another worker.
  TaskFrame& take() {
    EXPECT_TRUE(worker.deque->canSplit());
    TaskFrame* const part = worker.deque->split();
    part->take(1, taskId(0, ++taken));
    return *part;
  }
  int failure() {
    try {
      std::rethrow_exception(tasks.takeFailure());
    } catch (const int thrown) {
      return thrown;
    }
  }

  FakeWorker worker;
  Tasks tasks;
  unsigned taken = 0;
};

TEST_F(GroupTasksTest, AGroupIsSharedWhileOthersCanTakeOrHaveTasks) {
  EXPECT_FALSE(tasks.shared());
  add([] {});
  EXPECT_FALSE(tasks.shared());
  worker.onPush = [&] { EXPECT_TRUE(tasks.announced()); }; // another worker may look at once
  tasks.announce(worker);
  EXPECT_TRUE(tasks.announced());
  EXPECT_TRUE(tasks.shared());
  EXPECT_EQ(tasks.waiting(), 1u);
  TaskFrame& task = take();
  EXPECT_EQ(tasks.waiting(), 0u);
  tasks.announce(worker); // has a new position
  worker.full = true;
  tasks.announce(worker);
  EXPECT_FALSE(tasks.announced());
  EXPECT_TRUE(tasks.shared()); // another worker has a task
  task.run(nullptr);
  tasks.finish(&worker);
  EXPECT_FALSE(tasks.shared());
  EXPECT_EQ(worker.deque, nullptr);
}

TEST_F(GroupTasksTest, TheOwnerPollsAfterEachTask) {
  const auto addThree = [&] {
    for (unsigned i = 0; i < 3; ++i) {
      add([] {});
    }
  };
  addThree();
  tasks.runDownTo(1, &worker);
  EXPECT_EQ(worker.polls, 2u);
  EXPECT_EQ(tasks.waiting(), 1u);
  tasks.announce(worker);
  tasks.finish(&worker);
  EXPECT_EQ(worker.polls, 3u);
  EXPECT_EQ(worker.deque, nullptr);
  addThree();
  tasks.runDownTo(1, nullptr);
  tasks.finish(nullptr);
  EXPECT_EQ(tasks.waiting(), 0u);
}

TEST_F(GroupTasksTest, AtMostEightCallsRunTasksInsideEachOther) {
  unsigned inside = 0;
  unsigned most = 0;
  unsigned calls = 0;
  std::function<void()> chain = [&] {
    most = std::max(most, ++inside);
    if (++calls % 100 != 0) {
      add(chain);
      tasks.runDownTo(0, &worker);
    }
    --inside;
  };
  for (const unsigned round : {1U, 2U}) {
    add(chain);
    tasks.runDownTo(0, &worker);
    EXPECT_EQ(calls, 100 * round);
    EXPECT_EQ(tasks.waiting(), 0u);
    EXPECT_EQ(most, 8u);
  }
}

TEST_F(GroupTasksTest, NothingBeginsAfterACancellationOrADrop) {
  bool called = false;
  add([&] { called = true; });
  substrate::Cancellation::request();
  tasks.finish(&worker);
  substrate::Cancellation::reset();
  EXPECT_THROW(std::rethrow_exception(tasks.takeFailure()), substrate::Cancelled);
  add([&] { called = true; });
  tasks.drop();
  EXPECT_TRUE(tasks.failed());
  tasks.finish(&worker);
  EXPECT_EQ(tasks.takeFailure(), nullptr);
  EXPECT_FALSE(called);
}

TEST_F(GroupTasksTest, TasksThatOthersHaveFinishedAreFreedFromSixteenOn) {
  const auto token = std::make_shared<int>(0);
  std::vector<TaskFrame*> all;
  const auto addAndTake = [&](unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
      add([token] {});
      if (!tasks.announced()) {
        tasks.announce(worker);
      }
      all.push_back(&take());
    }
  };
  addAndTake(15);
  for (TaskFrame* const task : all) {
    task->run(nullptr);
  }
  tasks.freeDone();
  EXPECT_EQ(token.use_count(), 16);
  addAndTake(1);
  tasks.freeDone();
  EXPECT_EQ(token.use_count(), 2) << "the last one is not done";
  const auto runFrom = [&](std::size_t first) {
    for (std::size_t i = first; i < all.size(); ++i) {
      all[i]->run(nullptr);
    }
  };
  addAndTake(16);
  runFrom(15);
  tasks.freeDone();
  EXPECT_EQ(token.use_count(), 18) << "fewer than twice as many and sixteen";
  addAndTake(1);
  runFrom(32);
  tasks.freeDone();
  EXPECT_EQ(token.use_count(), 1);
  tasks.finish(&worker);
}

TEST_F(GroupTasksTest, AGroupForgetsTheFailureThatWasTaken) {
  for (const int round : {1, 2}) {
    add([&] { throw round; });
    tasks.finish(&worker);
    EXPECT_TRUE(tasks.failed());
    EXPECT_EQ(failure(), round);
    EXPECT_FALSE(tasks.failed());
  }
}

TEST_F(GroupTasksTest, NothingIsTakenWhenNothingWaitsOrATaskHasFailed) {
  std::vector<int> calls;
  add([&] { calls.push_back(1); });
  tasks.announce(worker);
  TaskFrame& first = take();
  EXPECT_FALSE(worker.deque->canSplit());
  add([&] { calls.push_back(2); });
  EXPECT_TRUE(worker.deque->canSplit());
  first.run(nullptr);
  add([] { throw 3; });
  add([&] { calls.push_back(4); });
  tasks.runOldest(&worker);
  EXPECT_TRUE(worker.deque->canSplit());
  tasks.runOldest(&worker);
  EXPECT_TRUE(tasks.failed());
  EXPECT_FALSE(worker.deque->canSplit());
  tasks.finish(&worker);
  EXPECT_EQ(calls, (std::vector{1, 2}));
  EXPECT_EQ(failure(), 3);
}

TEST_F(GroupTasksTest, ALaterFailureLetsNoTaskBeginThatAnEarlierOneHasDropped) {
  TaskFrame* earliest = nullptr;
  bool called = false;
  add([] { throw 1; });
  add([&] { called = true; });
  add([&] { // begins before the first task has failed, and fails after it
    earliest->run(nullptr);
    throw 3;
  });
  tasks.announce(worker);
  earliest = &take();
  TaskFrame& middle = take();
  take().run(nullptr);
  middle.run(nullptr);
  tasks.finish(&worker);
  EXPECT_FALSE(called);
  EXPECT_EQ(failure(), 1);
}

} // namespace
} // namespace galois::runtime
