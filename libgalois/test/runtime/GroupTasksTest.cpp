#include "galois/runtime/GroupTasks.h"

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace galois::runtime {
namespace {

/// A worker of one thread, whose deque holds the frame of a group or is full. The test takes tasks
/// through the frame as another worker would.
struct FakeWorker {
  using Frame = TaskFrame;

  bool pushGroup(Frame& frame) {
    deque = full ? nullptr : &frame;
    return !full;
  }
  void removeGroup(Frame& frame) {
    EXPECT_EQ(deque, &frame);
    deque = nullptr;
  }
  void poll() {}
  static void waitFor(Frame& frame) { EXPECT_TRUE(frame.done()); }

  Frame* deque = nullptr;
  bool full = false;
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
  tasks.announce(worker);
  EXPECT_TRUE(tasks.shared());
  TaskFrame& task = take();
  worker.full = true;
  tasks.announce(worker);
  EXPECT_FALSE(tasks.announced());
  EXPECT_TRUE(tasks.shared()); // another worker has a task
  task.run(nullptr);
  tasks.finish(&worker);
  EXPECT_FALSE(tasks.shared());
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
