/**
 * Single-source shortest paths by relaxation in whatever order the worklist gives: a task says that
 * `node` can be reached at `distance`. Running it is useful if that is still the best that is
 * known; then each neighbour that gets closer becomes a task. The order decides how much work is
 * wasted, never the answer: distances only fall, and the last task of each node relaxes all its
 * edges.
 *
 * No order between threads is needed: a distance is one word, lowered by compare-exchange, and each
 * success pushes a task that carries the new value. The end of the loop publishes everything.
 *
 * Sums that do not fit never improve anything, see distancesOverflow() in ssspVerify.h.
 */
#ifndef GALOIS_LONESTAR_SSSP_SSSPOPERATOR_H
#define GALOIS_LONESTAR_SSSP_SSSPOPERATOR_H

#include <array>
#include <cstdint>

#include "SsspProblem.h"
#include "galois/Galois.h"
#include "liblonestar/LoopRun.h"

namespace sssp {

/// Eight bytes with 32-bit distances; read as one little-endian word, its order is the priority's.
template <typename Distance>
struct Task {
  Node node;
  Distance distance;
};

/// Task -> priority. Whole numbers are their own.
template <typename Distance>
struct DistanceOf {
  explicit DistanceOf(double /*scale*/) {}
  Distance operator()(const Task<Distance>& task) const { return task.distance; }
};

/// Task -> priority, for distances that are none.
template <>
struct DistanceOf<double> {
  double scale;
  std::uint64_t operator()(const Task<double>& task) const {
    return static_cast<std::uint64_t>(task.distance * scale);
  }
};

template <typename Policy, typename Weight, typename Distance>
lonestar::LoopRun runWorklist(const Problem<Weight, Distance>& problem,
                              const lonestar::WorklistSettings& settings) {
  const Graph<Weight>& graph = problem.graph;
  Distance* const distances = problem.distances.data();
  lonestar::StaleTasks stale;

  auto relax = [&](const Task<Distance>& task, auto& ctx) {
    galois::AtomicRef<Distance> known(distances[task.node]);
    if (known.load(std::memory_order_relaxed) < task.distance) {
      ++*stale.getLocal();
      return;
    }
    for (const auto& edge : graph.edges(task.node)) {
      const auto candidate = pathLength(task.distance, edge.weight);
      galois::AtomicRef<Distance> best(distances[edge.dst]);
      Distance old = best.load(std::memory_order_relaxed);
      while (candidate < old) {
        const auto improved = static_cast<Distance>(candidate);
        if (best.compare_exchange_weak(old, improved, std::memory_order_relaxed)) {
          graph.prefetchRow(edge.dst); // wanted when the task comes up, often soon
          ctx.push(Task<Distance>{edge.dst, improved});
          break;
        }
      }
    }
  };
  auto touchNode = [&](const Task<Distance>& task) __attribute__((always_inline)) {
    __builtin_prefetch(&distances[task.node]);
    graph.prefetchRow(task.node);
  };
  auto touchEdges = [&](const Task<Distance>& task) __attribute__((always_inline)) {
    graph.prefetchEdges(task.node);
  };

  distances[problem.source] = 0;
  const std::array<Task<Distance>, 1> first{{{problem.source, 0}}};
  return lonestar::runLoop<Policy>(problem.name, settings, DistanceOf<Distance>{problem.scale},
                                   first, relax, stale, galois::prefetch(touchNode, touchEdges));
}

} // namespace sssp

/// Compiles the operator for a policy and types of weights and distances.
#define LONESTAR_SSSP_INSTANTIATE(Policy, Weight, Distance)                                        \
  template lonestar::LoopRun sssp::runWorklist<lonestar::worklists::Policy>(                       \
      const sssp::Problem<Weight, Distance>&, const lonestar::WorklistSettings&);

#endif
