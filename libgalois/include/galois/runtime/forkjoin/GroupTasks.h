/**
 * The tasks of a galois::task_group: which of them wait, which other workers have taken, and which
 * have failed.
 *
 * A task waits in a list of the group until it begins, and the oldest begins first. The owner of the
 * group begins them in finish(). Another worker takes them through one frame of the group in the
 * owner's deque: to the deque, the group is a loop whose parts are its tasks (TaskFrame::Loop). So a
 * group needs one slot of the deque, however many tasks it has.
 *
 * Invariants:
 *  - (G1) Only the owner accesses the lists. A task is in one of them, `waiting_` or `taken_`, until
 *    the owner removes it. The owner frees a task of `taken_` only when its frame is done.
 *  - (G2) The group's frame has a position in the owner's deque if and only if `announced_` is true.
 *    A frame that has left the deque as the oldest keeps its position (FrameStack.h).
 *  - (G3) Tasks begin in the order of add(). So all tasks before one that has failed have begun, and
 *    the first failure is that of the serial program.
 *  - (G4) At most kMostNested calls of runDownTo() run tasks inside each other. So the stack of the
 *    owner does not grow with the number of tasks that add tasks.
 *  - (G5) Callables, their destructors and exceptions are foreign code, which may fork, poll or use
 *    the group again. It runs only while G1 and G2 hold.
 */
#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <utility>

#include "galois/runtime/forkjoin/TaskFrame.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/Cancellation.h"

namespace galois::runtime {

/// The tasks. Member functions are for the owner, on its thread.
/// @tparam Worker  has pushGroup(), removeGroup(), waitFor() and poll() as TaskWorker has
template <typename Worker, typename Atomics = substrate::DefaultAtomics>
class GroupTasks {
public:
  /// The frame of these tasks.
  using Frame = BasicTaskFrame<Atomics>;

  /// A task. A derived class adds the callable.
  class Task : public Frame {
  public:
    Task() : Frame(&runHere) {}
    virtual ~Task() = default;
    /// Calls the callable on a worker of the region, or on null elsewhere. May throw.
    virtual void call(Worker* worker) = 0;

  private:
    friend GroupTasks;
    static void runHere(Frame& frame, void* worker) {
      auto& self = static_cast<Task&>(frame);
      std::exception_ptr thrown = self.group_->attempt(self, static_cast<Worker*>(worker));
      if (thrown) {
        self.fail(std::move(thrown));
      } else {
        self.finish();
      }
    }

    GroupTasks* group_ = nullptr;
    Task* next_ = nullptr;
    std::uint64_t order_ = 0; ///< from 1, in the order of add()
  };

  GroupTasks() : frame_(*this) {}
  GroupTasks(const GroupTasks&) = delete;
  GroupTasks& operator=(const GroupTasks&) = delete;

  /// Adds a task. O(1).
  void add(std::unique_ptr<Task> task) noexcept {
    task->group_ = this;
    task->order_ = ++added_;
    waiting_.append(task.release());
  }

  /// Returns the number of tasks that have not begun.
  std::uint64_t waiting() const noexcept { return waiting_.size; }

  /// Returns whether the group's frame is in the deque of its owner, or other workers have tasks.
  bool shared() const noexcept { return announced_ || taken_.first != nullptr; }

  /// Returns whether a task has failed, or drop() was called, since takeFailure().
  bool failed() const noexcept {
    // relaxed, everywhere: it carries no data. The frame of a task does.
    return firstFailed_.load(substrate::order::relaxed) != kNone;
  }

  /// Lets no task begin any more.
  void drop() noexcept { firstFailed_.store(0, substrate::order::relaxed); }

  /// Lets other workers take tasks, unless the deque is full. Call it in the scope of the group,
  /// when the first task was added and the group's frame may have left the deque.
  void announce(Worker& worker) {
    retract(worker);
    announced_ = true; // the worker may use it at once
    announced_ = worker.pushGroup(frame_);
  }
  /// Returns whether the group's frame has a position in the deque.
  bool announced() const noexcept { return announced_; }

  /// Runs the oldest task that waits, unless a task has failed. There must be one.
  void runOldest(Worker* worker) {
    const std::unique_ptr<Task> task(waiting_.takeFirst());
    record(*task, attempt(*task, worker));
  }

  /// Runs the oldest tasks until at most `most` wait. A task that it runs may add some and call this
  /// again. In the innermost of kMostNested such calls it does nothing: the ones around it go on.
  void runDownTo(std::uint64_t most, Worker* worker) {
    if (nested_ == kMostNested) {
      return;
    }
    ++nested_;
    while (waiting_.size > most) {
      runOldest(worker);
      if (worker != nullptr) {
        worker->poll();
      }
    }
    --nested_;
  }

  /// Frees tasks that other workers have finished. O(1) per task, amortized over the calls.
  void freeDone() {
    if (taken_.size < freeAt_) {
      return;
    }
    List all = std::exchange(taken_, {}), done;
    while (Task* const task = all.takeFirst()) {
      (task->done() ? done : taken_).append(task);
    }
    freeAt_ = 2 * taken_.size + kFreeAt;
    while (Task* const task = done.takeFirst()) {
      free(task);
    }
  }

  /// Runs what waits, awaits what others have taken, and frees all. The worker is null if the group
  /// is not shared().
  void finish(Worker* worker) {
    for (;;) {
      if (waiting_.first != nullptr) {
        runOldest(worker);
        if (worker != nullptr) {
          worker->poll();
        }
      } else if (taken_.first != nullptr) {
        Task* const task = taken_.takeFirst();
        worker->waitFor(*task);
        free(task);
      } else {
        break;
      }
    }
    if (worker != nullptr) {
      retract(*worker);
    }
  }

  /// Returns what the first task that has failed has thrown, or null, and forgets it. Call it after
  /// finish().
  std::exception_ptr takeFailure() noexcept {
    firstFailed_.store(kNone, substrate::order::relaxed);
    recorded_ = kNone;
    return std::exchange(failure_, nullptr);
  }

private:
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};
  static constexpr unsigned kMostNested = 8;   ///< calls of runDownTo() inside each other
  static constexpr std::uint64_t kFreeAt = 16; ///< tasks for which freeDone() does not look

  /// Tasks in the order of append(). Nothing here is foreign code.
  struct List {
    Task* first = nullptr;
    Task* last = nullptr; ///< meaningless while the list is empty
    std::uint64_t size = 0;

    void append(Task* task) noexcept {
      task->next_ = nullptr;
      (first == nullptr ? first : last->next_) = task;
      last = task;
      ++size;
    }
    /// Returns null if there is none.
    Task* takeFirst() noexcept {
      Task* const task = first;
      if (task != nullptr) {
        first = task->next_;
        --size;
      }
      return task;
    }
  };

  /// The frame in the deque. Its functions are called on the owner's thread, also in the handler of
  /// an interrupt, which comes only while foreign code runs.
  class GroupFrame : public Frame {
  public:
    explicit GroupFrame(GroupTasks& tasks) : Frame(kLoop), tasks_(tasks) {}

  private:
    static bool canSplitHere(const Frame& frame) noexcept {
      const GroupTasks& tasks = static_cast<const GroupFrame&>(frame).tasks_;
      return tasks.waiting_.first != nullptr && !tasks.failed();
    }
    static void prepareHere(Frame&, unsigned) noexcept {} // tasks are allocated already
    static Frame* splitHere(Frame& frame) noexcept {
      GroupTasks& tasks = static_cast<GroupFrame&>(frame).tasks_;
      Task* const task = tasks.waiting_.takeFirst();
      if (task != nullptr) {
        tasks.taken_.append(task);
      }
      return task;
    }
    static constexpr
        typename Frame::Loop kLoop{&canSplitHere, &prepareHere, &canSplitHere, &splitHere};
    GroupTasks& tasks_;
  };

  /// Calls a task unless an earlier one has failed. Any worker calls this, for a task that it has.
  /// @return what it has thrown
  std::exception_ptr attempt(Task& task, Worker* worker) noexcept {
    std::uint64_t failed = firstFailed_.load(substrate::order::relaxed);
    if (task.order_ > failed) {
      return nullptr;
    }
    try {
      substrate::Cancellation::throwIfRequested();
      task.call(worker);
    } catch (...) { // if `failed` is out of date, the exchange fails and reads it
      while (task.order_ < failed &&
             !firstFailed_.compare_exchange_weak(failed, task.order_, substrate::order::relaxed,
                                                 substrate::order::relaxed)) {
      }
      return std::current_exception();
    }
    return nullptr;
  }

  void record(const Task& task, std::exception_ptr&& thrown) noexcept {
    if (thrown && task.order_ < recorded_) {
      recorded_ = task.order_;
      std::swap(failure_, thrown); // the caller destroys the other one
    }
  }

  void free(Task* task) {
    const std::unique_ptr<Task> owned(task);
    record(*task, task->thrown());
  }

  void retract(Worker& worker) noexcept {
    if (std::exchange(announced_, false)) {
      worker.removeGroup(frame_);
    }
  }

  GroupFrame frame_;
  bool announced_ = false;
  List waiting_;
  List taken_; ///< by other workers
  std::uint64_t freeAt_ = kFreeAt;
  std::uint64_t added_ = 0;
  unsigned nested_ = 0; ///< calls of runDownTo() that run tasks
  /// The first task that has failed; 0 after drop().
  typename Atomics::template Atomic<std::uint64_t> firstFailed_{kNone};
  std::uint64_t recorded_ = kNone; ///< whose failure is stored
  std::exception_ptr failure_;
};

} // namespace galois::runtime
