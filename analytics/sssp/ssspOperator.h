/**
 * Single-source shortest paths by relaxation, in whatever order the worklist gives.
 *
 * A task says that `node` can be reached at `distance`. If a shorter distance is known by now, the
 * task is stale and does nothing. Otherwise it relaxes the node's edges and pushes a task for each
 * neighbour whose distance it improves. The order decides how much work is wasted, never the
 * answer: distances only fall, and the last task of each node relaxes all its edges. A task of a
 * high-degree node relaxes only one tile of its edges and pushes one task per remaining tile
 * (EdgeTiles.h). Other threads can then run those tasks, and a tile whose task becomes stale is
 * never relaxed.
 *
 * Leaves (Problem::leaves) get a distance and no task.
 *
 * No order between threads is needed: a distance is one word, lowered by compare-exchange, and each
 * success pushes a task that carries the new value. The end of the loop publishes everything.
 *
 * Sums that do not fit the type never improve a distance, see distancesOverflow() in ssspVerify.h.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "SsspProblem.h"
#include "analytics/scheduler/LoopRun.h"
#include "galois/Galois.h"
#include "galois/substrate/Charge.h"
#include "galois/substrate/Prefetch.h"
#include "galois/substrate/ThreadPool.h"

namespace sssp {

/// A task. With 32-bit distances it has eight bytes, and tasks compare by priority when they are
/// read as one little-endian word.
template <typename Distance>
struct Task {
  Node node;
  Distance distance;

  std::uint32_t subject() const { return node; }
};

/// Maps a task to an integer priority. An integer distance is its own priority.
template <typename Distance>
struct DistanceOf {
  explicit DistanceOf(double /*scale*/) {}
  Distance operator()(const Task<Distance>& task) const { return task.distance; }
};

/// Maps a task to an integer priority when distances are floating point.
template <>
struct DistanceOf<double> {
  double scale;
  std::uint64_t operator()(const Task<double>& task) const {
    return static_cast<std::uint64_t>(task.distance * scale);
  }
};

/// Returns the edge range that this task relaxes, for a high-degree node that is split into tiles
/// or for one of its tiles. For the node itself it also pushes one task per remaining tile. The
/// function is out of line, and `later` keeps the tasks until the operator returns. So the operator
/// has a single push, which the compiler then inlines into the loop.
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

/// The number of edges per task whose ends are prefetched before the task runs.
inline constexpr std::size_t kMostEnds = 8;

/// Returns whether the distances at the ends of a task's edges are prefetched for writing before
/// the task runs. That pays where many cores write the same distances and nearly every second edge
/// improves one, as on road networks. It costs more than it saves with few cores, where cache lines
/// seldom move between cores, and where an edge seldom improves a distance. It also costs more with
/// very many cores, which take prefetched lines from each other before they are used
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

  // Values that every task or edge needs are captured by value, which saves one load.
  auto relax = [distances, nodes, most = tiles.most(), leaves = problem.leaves, &graph, &tiles,
                &stale, &parts](const Task<Distance>& task, auto& ctx) {
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
    graph.chargeRow(node, edges.data(), edges.data() + edges.size());
    // Locals stay in registers. Captured values would be loaded again after every push.
    Distance* const all = distances;
    const Distance distance = task.distance;
    for (const auto& edge : edges) {
      const auto candidate = pathLength(distance, edge.weight);
      galois::AtomicRef<Distance> best(all[edge.dst]);
      Distance old = best.load(std::memory_order_relaxed);
      while (candidate < old) {
        const auto improved = static_cast<Distance>(candidate);
        if (best.compare_exchange_weak(old, improved, std::memory_order_relaxed)) {
          if (leaves != nullptr && leaves->has(edge.dst)) {
            break;
          }
          graph.prefetchRow(edge.dst); // the new task will need it, often soon
          ctx.push(Task<Distance>{edge.dst, improved});
          break;
        }
      }
    }
  };
  // Prefetching an invalid row is harmless and cheaper than testing whether the task is a tile.
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

  std::vector<Task<Distance>> first;
  for (const Node source : problem.sources) {
    if (!problem.begun) {
      distances[source] = 0;
    }
    first.push_back({source, distances[source]});
  }
  auto run = lonestar::runLoop<Policy>(
      problem.name, settings, DistanceOf<Distance>{problem.scale}, first, relax, stale,
      galois::prefetch(touchNode, touchEdges, touchEnds, writesEnds(graph)));
  lonestar::leaveOut(parts, run);
  return run;
}

} // namespace sssp

/// Compiles the operator for one policy and one pair of weight and distance types.
#define LONESTAR_SSSP_INSTANTIATE(Policy, Weight, Distance)                                        \
  template lonestar::LoopRun sssp::runWorklist<lonestar::worklists::Policy>(                       \
      const sssp::Problem<Weight, Distance>&, const sssp::Tiles<Weight>&,                          \
      const lonestar::WorklistSettings&);
