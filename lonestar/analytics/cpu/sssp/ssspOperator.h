/**
 * Single-source shortest paths by relaxation in whatever order the worklist gives: a task says that
 * `node` can be reached at `distance`. Running it is useful if that is still the best that is
 * known; then each neighbour that gets closer becomes a task. The order decides how much work is
 * wasted, never the answer: distances only fall, and the last task of each node relaxes all its
 * edges. Of a node with very many of them it relaxes a part, and makes tasks of the others
 * (EdgeTiles.h): that others may help, and that what is outdated meanwhile is not done to its end.
 *
 * No order between threads is needed: a distance is one word, lowered by compare-exchange, and each
 * success pushes a task that carries the new value. The end of the loop publishes everything.
 *
 * Sums that do not fit never improve anything, see distancesOverflow() in ssspVerify.h.
 */
#ifndef GALOIS_LONESTAR_SSSP_SSSPOPERATOR_H
#define GALOIS_LONESTAR_SSSP_SSSPOPERATOR_H

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "SsspProblem.h"
#include "galois/Galois.h"
#include "galois/substrate/Charge.h"
#include "galois/substrate/Prefetch.h"
#include "galois/substrate/ThreadPool.h"
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

/// What a task about a node that is cut, or about one of its tiles, is to relax; makes tasks of the
/// others. Out of line, and `later` keeps them until the operator returns, so that there is one
/// push in the operator: then the compiler makes it part of the loop.
template <typename Weight, typename Distance>
[[gnu::noinline]] auto takePart(const Tiles<Weight>& tiles, const Task<Distance>& task,
                                galois::UserContext<Task<Distance>>& later,
                                lonestar::TaskParts& parts) {
  for (const Node other : tiles.others(task.node)) {
    later.push(Task<Distance>{other, task.distance});
    parts.countPushed();
  }
  return tiles.edges(task.node);
}

/// Edges of a task whose ends are asked for ahead.
inline constexpr std::size_t kMostEnds = 8;

/// Whether tasks shall ask for the distances at the ends of their edges before they run, as what
/// they are about to write: where many cores take turns at writing them and nearly every second
/// edge shortens a path, as on roads. Else it costs more than it saves: with few cores, where lines
/// seldom change hands; where an edge seldom shortens anything; and with very many cores, which
/// take lines from each other that are yet to be read
/// (docs/experiments/2026-11-22-prefetching-distances.md).
template <typename Weight>
bool writesEnds(const Graph<Weight>& graph) {
  constexpr unsigned kFewCores = 4, kManyCores = 96;
  constexpr std::size_t kFewEdges = 4;
  const unsigned cores = std::min(galois::getActiveThreads(),
                                  galois::substrate::getThreadPool().getMaxUsableThreads());
  return cores >= kFewCores && cores <= kManyCores && graph.sizeEdges() <= kFewEdges * graph.size();
}

template <typename Policy, typename Weight, typename Distance>
lonestar::LoopRun runWorklist(const Problem<Weight, Distance>& problem, const Tiles<Weight>& tiles,
                              const lonestar::WorklistSettings& settings) {
  const Graph<Weight>& graph = problem.graph;
  Distance* const distances = problem.distances.data();
  const auto nodes = static_cast<Node>(graph.size());
  lonestar::StaleTasks stale;
  lonestar::TaskParts parts;

  // By value, what is wanted for every task and edge: one load less.
  auto relax = [distances, nodes, most = tiles.most(), &graph, &tiles, &stale,
                &parts](const Task<Distance>& task, auto& ctx) {
    Node node = task.node;
    if (node >= nodes) [[unlikely]] {
      node = tiles.owner(node);
      parts.countExecuted();
    }
    galois::AtomicRef<Distance> known(distances[node]);
    if (known.load(std::memory_order_relaxed) < task.distance) {
      ++*stale.getLocal();
      if (task.node >= nodes) [[unlikely]] {
        parts.countStale();
      }
      return;
    }
    std::span edges(graph.rowBegin(node), graph.rowEnd(node));
    if (edges.size() > most) [[unlikely]] {
      edges = takePart(tiles, task, ctx, parts);
    }
    galois::substrate::charge(galois::substrate::Work::kEdge, edges.size());
    // Locals stay in registers; what is captured would be read again after every push.
    Distance* const all = distances;
    const Distance distance = task.distance;
    for (const auto& edge : edges) {
      const auto candidate = pathLength(distance, edge.weight);
      galois::AtomicRef<Distance> best(all[edge.dst]);
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
  // To ask for what is not there, which has no effect, is cheaper than to see that this is a tile.
  auto touchNode =
      [ distances, &graph ](const Task<Distance>& task) __attribute__((always_inline)) {
    galois::substrate::prefetchToRead(&distances[task.node]);
    graph.prefetchRow(task.node);
  };
  auto touchEdges = [ nodes, &graph ](const Task<Distance>& task) __attribute__((always_inline)) {
    if (task.node < nodes) {
      graph.prefetchEdges(task.node);
    }
  };
  auto touchEnds =
      [ distances, nodes, &graph ](const Task<Distance>& task) __attribute__((always_inline)) {
    if (task.node < nodes) {
      const std::span edges(graph.rowBegin(task.node), graph.rowEnd(task.node));
      for (const auto& edge : edges.first(std::min(edges.size(), kMostEnds))) {
        galois::substrate::prefetchToWrite(&distances[edge.dst]);
      }
    }
  };

  distances[problem.source] = 0;
  const std::array<Task<Distance>, 1> first{{{problem.source, 0}}};
  auto run = lonestar::runLoop<Policy>(
      problem.name, settings, DistanceOf<Distance>{problem.scale}, first, relax, stale,
      galois::prefetch(touchNode, touchEdges, touchEnds, writesEnds(graph)));
  lonestar::leaveOut(parts, run);
  return run;
}

} // namespace sssp

/// Compiles the operator for a policy and types of weights and distances.
#define LONESTAR_SSSP_INSTANTIATE(Policy, Weight, Distance)                                        \
  template lonestar::LoopRun sssp::runWorklist<lonestar::worklists::Policy>(                       \
      const sssp::Problem<Weight, Distance>&, const sssp::Tiles<Weight>&,                          \
      const lonestar::WorklistSettings&);

#endif
