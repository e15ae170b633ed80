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
 * The stack grows along a path with the number of its tasks that make more than one other ready.
 */
#ifndef GALOIS_RUNTIME_TASKDAG_H
#define GALOIS_RUNTIME_TASKDAG_H

#include <cstddef>
#include <deque>
#include <functional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "galois/runtime/TaskRegion.h"
#include "galois/substrate/Atomics.h"

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
  /// If tasks throw, one of the exceptions is rethrown, and successors of what has failed do not run.
  /// @throws std::logic_error  if tasks wait for each other in a cycle; all others have run then
  void run() {
    TaskRegion::enter("task dag", [this](auto& context) { run(context); });
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
    if (!ready.empty()) {
      runAll(context, ready, 0, ready.size());
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

  template <typename Context>
  void runAll(Context& context, const std::vector<Node>& ready, std::size_t first,
              std::size_t last) {
    if (last - first == 1) {
      runFrom(context, ready[first]);
      return;
    }
    const std::size_t middle = first + (last - first) / 2;
    context.invoke([&](auto& here) { runAll(here, ready, first, middle); },
                   [&](auto& here) { runAll(here, ready, middle, last); });
  }

  /// Runs a task, and what it and its successors make ready.
  template <typename Context>
  void runFrom(Context& context, Node node) {
    for (;;) {
      tasks_[node].fn();
      done_.fetch_add(1, substrate::order::relaxed);
      std::vector<Node> ready;
      for (const Node after : tasks_[node].successors) {
        // (1) acq_rel: releases what this task wrote to the worker that lowers the count to 0. That
        // worker acquires here what all predecessors wrote.
        if (tasks_[after].waits.fetch_sub(1, substrate::order::acq_rel) == 1) {
          ready.push_back(after);
        }
      }
      if (ready.empty()) {
        return;
      }
      if (ready.size() > 1) {
        runAll(context, ready, 0, ready.size());
        return;
      }
      node = ready.front();
    }
  }

  std::deque<Task> tasks_;
  typename Atomics::template Atomic<std::size_t> done_{0};
};

/// The graph of this build's policy.
using TaskDag = BasicTaskDag<>;

} // namespace galois::runtime

#endif
