/**
 * A group of tasks that are awaited together: galois::task_group.
 *
 *     galois::task_group tasks;
 *     tasks.run([&] { ... });
 *     tasks.run([&] { ... });
 *     tasks.wait();
 *
 * The group belongs to the task that makes it. There, run() keeps the callable, and wait() runs what
 * no other worker has taken, the oldest first. A task may wait for its groups in any order, also in a
 * branch that it has forked and runs itself. In any other task, run() is a call, and if such calls
 * nest deeper than 64 in one task, the deeper ones are made at the end of the outermost, also if that
 * throws. Outside a parallel region, wait() opens one.
 */
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <type_traits>
#include <utility>

#include "galois/runtime/forkjoin/GroupTasks.h"
#include "galois/runtime/forkjoin/TaskFrame.h"
#include "galois/runtime/forkjoin/TaskRegion.h"

namespace galois::runtime {

/// The group. It must end before the task or branch in which it was made. Not thread-safe.
class TaskGroup {
public:
  /// The number of tasks that a group keeps inside a region. With more, run() runs the oldest. So do
  /// not hold a lock that tasks take while you add more of them. Outside a region, all are kept, and
  /// so are those that are added by tasks which eight calls of run() run inside each other.
  static constexpr std::uint64_t kMostWaiting = 65536;

  /// Makes an empty group.
  TaskGroup() { bind(TaskRegion::here(), TaskRegion::insideAny()); }
  TaskGroup(const TaskGroup&) = delete;
  TaskGroup& operator=(const TaskGroup&) = delete;

  /// Waits as wait() does, but drops exceptions. If it is called because of an exception, tasks that
  /// have not begun are dropped, too. Ends the program with a message in a task that the group does
  /// not belong to, if others have tasks of it.
  ~TaskGroup();

  /// Runs `fn(context)`, or `fn()`, at the latest in wait(). What it throws comes out of wait().
  /// If a task has failed since the last wait(), does nothing. Frees tasks that are done.
  /// @throws std::bad_alloc, or what copying `fn` throws; in a task that the group does not belong
  ///         to, what `fn` throws
  template <typename F>
  void run(F&& fn) {
    using Callable = std::decay_t<F>;
    Worker* const here = TaskRegion::here();
    if (!isMine(here)) {
      if (nestsTooDeep(here)) {
        callLater(std::make_unique<TaskOf<Callable>>(std::forward<F>(fn)), here);
      } else {
        TaskOf<Callable> task(std::forward<F>(fn));
        callNow(task, here);
      }
    } else if (!tasks_.failed()) {
      add(std::make_unique<TaskOf<Callable>>(std::forward<F>(fn)), here);
    }
  }

  /// Waits until all tasks are done. The group is empty afterwards, and can be used again. If a task
  /// throws, those after it, in the order of run(), are dropped unless they have begun.
  /// @throws what calling the tasks in the order of run() would have thrown;
  ///         substrate::Cancelled if the computation was cancelled before all had begun;
  ///         std::logic_error in a task that the group does not belong to, if others have tasks of it;
  ///         outside a region, what opening one throws
  void wait();

private:
  using Worker = TaskRegion::Context;
  using Tasks = GroupTasks<Worker>;

  template <typename F>
  static void callIn(Worker* worker, F& fn) {
    if (worker != nullptr) {
      worker->call(fn);
    } else {
      SerialContext serial;
      serial.call(fn);
    }
  }

  template <typename F>
  struct TaskOf final : Tasks::Task {
    explicit TaskOf(F&& fn) : fn_(std::move(fn)) {}
    explicit TaskOf(const F& fn) : fn_(fn) {}
    void call(Worker* worker) override { callIn(worker, fn_); }
    F fn_;
  };

  void bind(Worker* worker, bool inside) noexcept {
    worker_ = worker;
    inside_ = inside;
    depth_ = worker != nullptr ? worker->depth() : 0;
    running_ = worker != nullptr ? worker->running() : nullptr;
  }
  /// Returns whether the group belongs to the calling task, whose worker is `here`.
  bool isMine(const Worker* here) const noexcept {
    return here == worker_ && inside_ == TaskRegion::insideAny() &&
           (here == nullptr || here->running() == running_);
  }
  void add(std::unique_ptr<Tasks::Task> task, Worker* here);

  /// The calls of run() inside each other in one task of a worker.
  struct NestedCalls;
  static constexpr unsigned kMostNested = 64;
  static NestedCalls* nestedIn(Worker* here) noexcept;
  static bool nestsTooDeep(Worker* here) noexcept;
  static void callNow(Tasks::Task& task, Worker* here);
  static void callLater(std::unique_ptr<Tasks::Task> task, Worker* here);
  /// @return what the serial program would have thrown
  std::exception_ptr finish(Worker* here);
  std::exception_ptr finishInRegion() noexcept;

  Worker* worker_ = nullptr;             ///< of the task that the group belongs to
  const RunningTask* running_ = nullptr; ///< what that worker runs
  std::uint64_t depth_ = 0;              ///< its open forks when the group was made
  bool inside_ = false;                  ///< whether the group was made inside a parallel loop
  const int unwinding_ = std::uncaught_exceptions();
  Tasks tasks_;
};

} // namespace galois::runtime
