/**
 * A group of tasks that are awaited together: galois::task_group.
 *
 *     galois::task_group tasks;
 *     tasks.run([&] { ... });
 *     tasks.run([&] { ... });
 *     tasks.wait();
 *
 * The group belongs to the task that makes it, and only that task may use it. There, run() puts the
 * callable into the worker's deque, and wait() runs what no other worker has taken, the youngest
 * first. In a branch that the task has forked and runs itself, run() is a call. Outside a parallel
 * region, run() keeps the callable, and wait() opens a region.
 */
#ifndef GALOIS_RUNTIME_TASKGROUP_H
#define GALOIS_RUNTIME_TASKGROUP_H

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "galois/runtime/TaskFrame.h"
#include "galois/runtime/TaskRegion.h"

namespace galois::runtime {

/// The group. It must be a local variable of the function that makes it, or part of one. Not
/// thread-safe.
class TaskGroup {
public:
  /// Makes an empty group.
  TaskGroup() { enterScope(TaskRegion::here()); }
  TaskGroup(const TaskGroup&) = delete;
  TaskGroup& operator=(const TaskGroup&) = delete;

  /// Waits as wait() does, but drops exceptions. If it is called because of an exception, tasks that
  /// have not begun are dropped, too.
  ~TaskGroup() {
    drop_ = std::uncaught_exceptions() > unwinding_;
    try {
      wait();
    } catch (...) { // NOLINT(bugprone-empty-catch): a destructor must not throw
    }
  }

  /// Runs `fn(context)`, or `fn()`, at the latest in wait(). What it throws comes out of wait().
  /// @throws std::bad_alloc, or what copying `fn` throws
  template <typename F>
  void run(F&& fn) {
    tasks_.push_back(std::make_unique<TaskOf<std::decay_t<F>>>(std::forward<F>(fn)));
    if (TaskRegion::insideAny()) {
      start(*tasks_.back());
    }
  }

  /// Waits until all tasks are done. The group can then be used again.
  /// @throws the exception of the first task, in the order of run(), that has thrown one;
  ///         std::logic_error if it is called in a scope that the group does not belong to
  void wait();

private:
  using Context = TaskRegion::Context;

  struct Task : TaskFrame {
    Task() : TaskFrame(&runHere) {}
    virtual ~Task() = default;
    virtual void callIn(Context& context) = 0;
    virtual void callIn(SerialContext& context) = 0;

    template <typename AnyContext>
    void callHere(AnyContext& context) noexcept {
      try {
        callIn(context);
      } catch (...) {
        thrownHere = std::current_exception();
      }
    }
    static void runHere(TaskFrame& frame, void* worker) {
      auto& self = static_cast<Task&>(frame);
      self.callHere(*static_cast<Context*>(worker));
      self.finish();
    }

    std::exception_ptr thrownHere;
    bool started = false; ///< whether it ran, or was put into the deque
  };

  template <typename F>
  struct TaskOf final : Task {
    explicit TaskOf(F&& fn) : fn_(std::move(fn)) {}
    explicit TaskOf(const F& fn) : fn_(fn) {}
    void callIn(Context& context) override { context.call(fn_); }
    void callIn(SerialContext& context) override { context.call(fn_); }
    F fn_;
  };

  void enterScope(Context* worker) noexcept {
    worker_ = worker;
    depth_ = worker != nullptr ? worker->depth() : 0;
    running_ = worker != nullptr ? worker->running() : nullptr;
  }
  /// Returns whether the calling task is the one that the group belongs to, and the youngest frames
  /// in its deque are those of this group.
  bool inScope(const Context* worker) const noexcept {
    return worker != nullptr && worker == worker_ && worker->running() == running_ &&
           worker->depth() == depth_ + pending_.size();
  }
  void start(Task& task);
  void startAll();
  void finishAll(Context& worker);
  void throwFirst();

  Context* worker_ = nullptr;
  const RunningTask* running_ = nullptr;
  std::uint64_t depth_ = 0;
  std::vector<Task*> pending_; ///< those in the deque, or taken from there by other workers
  const int unwinding_ = std::uncaught_exceptions();
  bool drop_ = false;                        ///< whether tasks that have not begun are dropped
  std::vector<std::unique_ptr<Task>> tasks_; ///< in the order of run()
};

} // namespace galois::runtime

#endif
