/**
 * Boruvka's algorithm in whatever order the worklist gives: a task stands for a component; running
 * it finds the lightest edge that leaves the component and joins it to the one at the other end.
 * Few edges are urgent: the priority is the degree.
 *
 * Invariant: every component that may have edges leaving it has exactly one task, in the worklist
 * or running, and is joined to another by that task alone. The task is over when it has joined its
 * component to another, whose task stands for both from then on, or has found that no edge leaves.
 * Joining needs both locks (Components.h).
 *
 * Right under any interleaving: of all edges that leave a component the lightest is in the least
 * forest, whatever becomes of the rest of the graph, and a component does not change while it is
 * locked. So each edge taken belongs to the forest, and since edges are totally ordered
 * (MstProblem.h) there is one such forest. Joining cannot close a circle: the two components are
 * locked, alive and different.
 *
 * No deadlock: locks are taken in the order of components' numbers. A thread waits with no lock
 * held, or with one lock for that of a component of higher number, never with two. So whoever holds
 * the lock of highest number is not waiting, and every lock is given back.
 *
 * No livelock and no starvation: a task looks again only because `there`, or a part of `here`, has
 * been joined meanwhile, and a task is pushed again only because its component has doubled since
 * its priority was taken. Both happen a finite number of times in a run, so the tasks of a run take
 * locks a finite number of times in all: whoever waits gets its lock, if only as the last one, and
 * whatever the worklist does with a task, it is executed at most 32 times in vain.
 */
#ifndef GALOIS_LONESTAR_MST_MSTOPERATOR_H
#define GALOIS_LONESTAR_MST_MSTOPERATOR_H

#include <cstdint>
#include <mutex>

#include "Components.h"
#include "galois/Galois.h"
#include "galois/LargeArray.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/PerThreadStorage.h"
#include "liblonestar/LoopRun.h"

namespace mst {

/// Eight bytes; read as one little-endian word, its order is the priority's.
struct Task {
  Node component;
  std::uint32_t degree;
};

struct DegreeOf {
  std::uint32_t operator()(const Task& task) const { return task.degree; }
};

namespace internal {

/// How many components are closed: joined to others, or complete. Each thread counts its own.
class Closed {
public:
  void add(std::uint64_t more) {
    // Relaxed: written by this thread alone, and nothing else is read because of it.
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
  // Edges dropped before a look at whether all others are closed: then dropping the rest is idle.
  constexpr unsigned kDropsAtOnce = 64;
  // A component is as urgent as its task says until it has this many times the edges. Sending it
  // back for every edge it gains costs half a task a node, for an order that is hardly better.
  constexpr std::uint32_t kGrowth = 2;
  internal::Closed closed;
  lonestar::StaleTasks stale;

  galois::LargeArray<Task> tasks;
  tasks.allocateBlocked(components.size());
  galois::do_all(galois::iterate(std::size_t{0}, tasks.size()), [&](std::size_t node) {
    const auto component = static_cast<Node>(node);
    tasks[node] = {component, components.degree(component)};
  });

  // Whether an edge leaves the component, which is locked.
  auto open = [&](Node here) {
    Search search = components.lightest(here, kDropsAtOnce);
    while (search == Search::Limit && closed.total() + 1 < components.size()) {
      search = components.lightest(here, kDropsAtOnce);
    }
    return search == Search::Found;
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

#endif
