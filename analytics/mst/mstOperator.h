/**
 * Boruvka's algorithm in whatever order the worklist gives. A task stands for a component. Running
 * it finds the lightest edge that leaves the component and joins the component to the one at the
 * other end. The priority is the degree: components with few edges come first.
 *
 * Invariant: every component that may have edges leaving it has exactly one task, in the worklist
 * or running, and only that task joins it to another component. The task ends when it has joined
 * its component to another, whose task then stands for both, or has found that no edge leaves.
 * Joining needs both locks (Components.h).
 *
 * Correctness under any interleaving: of all edges that leave a component, the lightest is in the
 * least forest, whatever happens to the rest of the graph. A component does not change while it is
 * locked. So each edge taken belongs to the forest, and since edges are totally ordered
 * (MstProblem.h) there is one such forest. Joining cannot close a cycle: the two components are
 * locked, alive and different.
 *
 * No deadlock: a thread waits either with no lock held, or with one lock held for the lock of a
 * component of higher number. It never waits with two locks held. So the thread that holds the lock
 * of highest number is not waiting, and every lock is released.
 *
 * No livelock and no starvation: a task searches again only because `there`, or a part of `here`,
 * has been joined meanwhile. A task is pushed again only because its component has doubled since
 * its priority was computed. Both happen a finite number of times in a run, so the tasks of a run
 * take locks a finite number of times in all. So every waiting thread gets its lock at the latest
 * when all others are done. Whatever order the worklist gives, a task is executed at most 32 times
 * without joining.
 */
#pragma once

#include <cstdint>
#include <mutex>

#include "Components.h"
#include "analytics/scheduler/LoopRun.h"
#include "analytics/scheduler/OneThreadIfSmall.h"
#include "galois/Galois.h"
#include "galois/LargeArray.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/PerThreadStorage.h"

namespace mst {

/// A task of eight bytes. Tasks compare by priority when they are read as one little-endian word.
struct Task {
  Node component;
  std::uint32_t degree;

  std::uint32_t subject() const { return component; }
};

struct DegreeOf {
  std::uint32_t operator()(const Task& task) const { return task.degree; }
};

namespace internal {

/// Counts the components that are closed: joined to others, or complete. Each thread has its own
/// count.
class Closed {
public:
  void add(std::uint64_t more) {
    // Relaxed: only this thread writes the count, and no other data is published with it.
    auto& mine = *counts_.getLocal();
    mine.store(mine.load(galois::order::relaxed) + more, galois::order::relaxed);
  }
  std::uint64_t total() const {
    std::uint64_t sum = 0;
    for (unsigned t = 0; t < counts_.size(); ++t) {
      sum += counts_.getRemote(t)->load(galois::order::relaxed);
    }
    return sum;
  }

private:
  galois::substrate::PerThreadStorage<galois::Atomic<std::uint64_t>> counts_;
};

} // namespace internal

template <typename Policy>
lonestar::LoopRun runWorklist(Components& components, const lonestar::WorklistSettings& settings) {
  using Search = Components::Search;
  // After this many dropped edges, a task tests whether all other components are closed. If they
  // are, it need not drop the rest.
  constexpr unsigned kDropsAtOnce = 64;
  // A component keeps the priority of its task until its degree has grown by this factor. Pushing
  // the task again for every edge gained costs half a task per node and hardly improves the order.
  constexpr std::uint32_t kGrowth = 2;
  internal::Closed closed;
  lonestar::StaleTasks stale;

  galois::LargeArray<Task> tasks;
  tasks.allocateBlocked(components.size());
  {
    const lonestar::OneThreadIfSmall few(tasks.size());
    galois::do_all(galois::iterate(std::size_t{0}, tasks.size()), [&](std::size_t node) {
      const auto component = static_cast<Node>(node);
      tasks[node] = {component, components.degree(component)};
    });
  }

  // Returns whether an edge leaves the component, which is locked.
  auto open = [&](Node here) {
    Search search = components.lightest(here, kDropsAtOnce);
    while (search == Search::kLimit && closed.total() + 1 < components.size()) {
      search = components.lightest(here, kDropsAtOnce);
    }
    return search == Search::kFound;
  };
  auto contract = [&](const Task& task, auto& ctx) {
    const Node here = task.component;
    std::unique_lock own(components.lock(here));
    if (components.degree(here) / kGrowth > task.degree) {
      ++*stale.getLocal();
      ctx.push(Task{here, components.degree(here)});
      return;
    }
    while (open(here)) {
      const Node there = components.find(components.far(here));
      std::unique_lock other(components.lock(there), std::defer_lock);
      if (here < there) {
        other.lock();
      } else if (!other.try_lock()) {
        own.unlock();
        other.lock();
        own.lock();
        if (!open(here) || components.find(components.far(here)) != there) {
          continue;
        }
      }
      if (components.alive(there)) {
        components.join(here, there);
        break;
      }
    }
    closed.add(1);
  };
  auto touchComponent = [&](const Task& task) __attribute__((always_inline)) {
    components.prefetchState(task.component);
  };
  auto touchFar = [&](const Task& task) __attribute__((always_inline)) {
    components.prefetchFar(task.component);
  };
  return lonestar::runLoop<Policy>("MST", settings, DegreeOf(), tasks, contract, stale,
                                   galois::prefetch(touchComponent, touchFar));
}

} // namespace mst

#define LONESTAR_INSTANTIATE(Policy)                                                               \
  template lonestar::LoopRun mst::runWorklist<lonestar::worklists::Policy>(                        \
      mst::Components&, const lonestar::WorklistSettings&);
