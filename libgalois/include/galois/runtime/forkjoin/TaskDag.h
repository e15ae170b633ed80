/**
 * Tasks with dependences: each task starts when the last of its predecessors is done, on the worker
 * that ran that predecessor, as in the model of computation of [PD].
 *
 *     galois::runtime::TaskDag dag;
 *     const auto read = dag.add([&] { ... });
 *     const auto sort = dag.add([&] { ... });
 *     dag.precede(read, sort);
 *     dag.run();
 *
 * Each task counts the predecessors that it waits for. Who lowers the count to 0 has made the task
 * ready. If a task makes one other ready, its worker goes on with that one. If it makes several
 * ready, the worker forks them, and other workers can take some.
 *
 * Invariant: the count of a task that has not started is the number of its predecessors that are not
 * done. So exactly one worker lowers it to 0.
 *
 * A fork nests the calls of what it runs. So the stack grows along a path with each task that makes
 * several others ready. From kDeepest such tasks on, a worker runs what is ready in rounds, each of
 * which forks one task per branch and ends when all are done.
 */
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "galois/runtime/forkjoin/TaskRegion.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/Cancellation.h"

namespace galois::runtime {

/// The graph, over an atomics policy. It is built by one thread, and does not change while it runs.
template <typename Atomics = substrate::DefaultAtomics>
class BasicTaskDag {
public:
  /// The number of a task: 0, 1, 2, ... in the order of add().
  using Node = std::size_t;

  /// Adds a task without predecessors. It may fork. @throws std::bad_alloc
  Node add(std::function<void()> fn) {
    tasks_.emplace_back(std::move(fn));
    return tasks_.size() - 1;
  }

  /// Lets `after` start only when `before` is done. Both were returned by add(). A pair may be given
  /// more than once. @throws std::bad_alloc
  void precede(Node before, Node after) {
    tasks_[before].successors.push_back(after);
    ++tasks_[after].predecessors;
  }

  /// Returns the number of tasks.
  std::size_t size() const noexcept { return tasks_.size(); }

  /// Runs each task once, in tasks of the caller's region or of a new one. It can be called again.
  /// If tasks throw, one of the exceptions is rethrown, and what has not begun by then does not run.
  /// @throws std::logic_error  if tasks wait for each other in a cycle; all others have run then
  /// @throws substrate::Cancelled  if the computation was cancelled before all had begun
  void run() {
    TaskRegion::enter("task dag", [this](auto& context) { this->run(context); });
  }

  /// Does the same in the region of `context`, which may be that of any scheduler.
  template <typename Context>
  void run(Context& context) {
    std::vector<Node> ready;
    for (Node node = 0; node < tasks_.size(); ++node) {
      // relaxed: what follows is ordered by forks and by the counts
      tasks_[node].waits.store(tasks_[node].predecessors, substrate::order::relaxed);
      if (tasks_[node].predecessors == 0) {
        ready.push_back(node);
      }
    }
    done_.store(0, substrate::order::relaxed);
    failed_.store(false, substrate::order::relaxed);
    if (!ready.empty()) {
      forkEach(context, ready, 0, ready.size(),
               [this](auto& here, Node node) { this->runFrom(here, node, 0); });
    }
    if (done_.load(substrate::order::relaxed) != tasks_.size()) {
      throw std::logic_error("tasks wait for each other in a cycle; remove one of the dependences");
    }
  }

private:
  struct Task {
    explicit Task(std::function<void()>&& f) : fn(std::move(f)) {}
    std::function<void()> fn;
    std::vector<Node> successors;
    std::size_t predecessors = 0;
    /// Number of predecessors that are not done.
    typename Atomics::template Atomic<std::size_t> waits{0};
  };

  /// The number of nested calls from which on tasks run in rounds. A deque holds as many frames.
  static constexpr unsigned kDeepest = 256;

  /// Calls fn(context, node) for each node of a part of `ready`, which is not empty.
  template <typename Context, typename Fn>
  static void forkEach(Context& context, const std::vector<Node>& ready, std::size_t first,
                       std::size_t last, const Fn& fn) {
    if (last - first == 1) {
      fn(context, ready[first]);
      return;
    }
    const std::size_t middle = first + (last - first) / 2;
    context.invoke([&](auto& here) { forkEach(here, ready, first, middle, fn); },
                   [&](auto& here) { forkEach(here, ready, middle, last, fn); });
  }

  /// Runs a task, and what it and its successors make ready.
  /// @param depth  number of calls of this function around this one
  template <typename Context>
  void runFrom(Context& context, Node node, unsigned depth) {
    std::vector<Node> ready{node};
    while (ready.size() == 1) {
      node = ready.front();
      ready.clear();
      runOne(node, ready);
    }
    if (depth < kDeepest && !ready.empty()) {
      forkEach(context, ready, 0, ready.size(),
               [this, depth](auto& here, Node next) { this->runFrom(here, next, depth + 1); });
      return;
    }
    while (!ready.empty()) {
      ready = runRound(context, ready, 0, ready.size());
    }
  }

  /// Runs a part of `ready`, which is not empty. @return what that makes ready
  template <typename Context>
  std::vector<Node> runRound(Context& context, const std::vector<Node>& ready, std::size_t first,
                             std::size_t last) {
    std::vector<Node> next;
    if (last - first == 1) {
      runOne(ready[first], next);
      return next;
    }
    const std::size_t middle = first + (last - first) / 2;
    std::vector<Node> more;
    context.invoke([&](auto& here) { next = this->runRound(here, ready, first, middle); },
                   [&](auto& here) { more = this->runRound(here, ready, middle, last); });
    next.insert(next.end(), more.begin(), more.end());
    return next;
  }

  /// Runs a task, and adds to `ready` what it makes ready. Does nothing if another one has failed.
  void runOne(Node node, std::vector<Node>& ready) {
    // relaxed: the flag carries no data
    if (failed_.load(substrate::order::relaxed)) {
      return;
    }
    try {
      substrate::Cancellation::throwIfRequested();
      tasks_[node].fn();
      done_.fetch_add(1, substrate::order::relaxed);
      for (const Node after : tasks_[node].successors) {
        // (1) acq_rel: releases what this task wrote to the worker that lowers the count to 0. That
        // worker acquires here what all predecessors wrote.
        if (tasks_[after].waits.fetch_sub(1, substrate::order::acq_rel) == 1) {
          ready.push_back(after);
        }
      }
    } catch (...) {
      failed_.store(true, substrate::order::relaxed);
      throw;
    }
  }

  std::deque<Task> tasks_;
  typename Atomics::template Atomic<std::size_t> done_{0};
  typename Atomics::template Atomic<bool> failed_{false}; ///< whether a task has thrown
};

/// The graph of this build's policy.
using TaskDag = BasicTaskDag<>;

} // namespace galois::runtime
