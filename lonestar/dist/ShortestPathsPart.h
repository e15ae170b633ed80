/**
 * A rank's share of shortest paths by relaxation: the distances of its nodes, and the operator. A
 * task is that of sssp-cpu (sssp/ssspOperator.h), and the operator is the same, except that an edge
 * to a ghost gives an update to its owner. Breadth-first search is the case without weights.
 *
 * A distance is one word, lowered by compare-exchange, both by the operator and by updates from
 * other ranks. Each success makes a task with the new value. So whatever the order in which tasks
 * run and messages arrive, the last task of each node relaxes its edges with the final distance.
 *
 * In a grid (NodeParts.h), a task of an own node also sends its distance to the node's copies, where
 * it makes tasks that relax the edges there.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "analytics/sssp/PathLength.h"
#include "analytics/sssp/ssspOperator.h"
#include "galois/LargeArray.h"
#include "galois/dist/PartitionedGraph.h"
#include "galois/dist/push/Aggregator.h"
#include "galois/dist/push/RankLoop.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/substrate/Prefetch.h"

namespace dist {

using galois::dist::PartitionedGraph;
using galois::dist::PushOptions;
using galois::dist::RankLoop;
using galois::dist::UpdateCounts;

/// The share of one rank. It meets the needs of galois/dist/PushRuns.h.
/// @tparam Weight, Distance  those of sssp::Problem
template <typename Weight, typename Distance>
class ShortestPathsPart {
public:
  using Graph = PartitionedGraph<Weight>;
  using Task = sssp::Task<Distance>;
  using Aggregator = galois::dist::Aggregator<galois::dist::LeastUpdate<Distance>>;

  /// @param graph  must outlive this
  /// @param scale  of floating-point distances (sssp::Problem)
  /// @param shift  distances are shifted right by so many bits to get the priorities of rounds and
  ///               buffers
  ShortestPathsPart(const Graph& graph, double scale, unsigned shift, const PushOptions& options)
      : graph_(graph), priority_{scale}, shift_(shift), loop_(options.tasksPerLook),
        aggregator_(graph.targets(), graph.ranks(), options.capacity) {
    distances_.allocateFloating(graph.rows());
    distances_.construct(sssp::kInfinity<Distance>);
  }

  /// Returns the graph of this rank.
  const Graph& graph() const { return graph_; }
  /// Returns the distances of the nodes that the rank owns.
  std::span<const Distance> distances() const {
    return std::span(distances_.data(), graph_.owned());
  }
  RankLoop<Task>& loop() { return loop_; }
  Aggregator& aggregator() { return aggregator_; }
  void begin(std::uint64_t /*round*/) {}

  /// Forgets all distances. The next run begins at this node, if the rank owns it.
  void reset(galois::dist::GlobalNode source) {
    std::fill(distances_.begin(), distances_.end(), sssp::kInfinity<Distance>);
    aggregator_.reset();
    source_ = graph_.ownedAt(source);
  }

  std::vector<std::pair<std::uint64_t, Task>> firstTasks() {
    if (!source_) {
      return {};
    }
    distances_[*source_] = 0;
    return {{0, {*source_, 0}}};
  }

  /// Applies updates of other ranks.
  void receive(std::span<const std::byte> body) {
    galois::dist::forEachUpdate<Distance>(body, [&](std::uint32_t node, Distance distance) {
      if (node >= distances_.size()) {
        throw galois::dist::BadBody("an update of a node that is not there");
      }
      if (lower(distances_[node], distance)) {
        loop_.receive({node, distance}, roundOf(distance));
      }
    });
  }

  /// The operator. Returns false if the task was stale.
  template <typename Context>
  bool relax(const Task& task, Context& ctx) {
    const bool current = !(known(task.node) < task.distance);
    if (current) {
      // Locals stay in registers. Members would be loaded again after every push.
      Distance* const all = distances_.data();
      const Distance distance = task.distance;
      const std::uint32_t owned = graph_.owned();
      std::uint64_t dropped = 0;
      for (const auto& edge : graph_.edges(task.node)) {
        const auto candidate = sssp::pathLength(distance, edge.weight);
        if (edge.dst >= owned) { // a ghost
          if (candidate < sssp::kInfinity<Distance>) {
            const auto update = static_cast<Distance>(candidate);
            if (aggregator_.drops(edge.dst - owned, update)) {
              ++dropped;
            } else {
              aggregator_.put(edge.dst - owned, update, roundOf(update));
            }
          }
        } else if (lower(all[edge.dst], candidate)) {
          const auto improved = static_cast<Distance>(candidate);
          graph_.prefetchRow(edge.dst);
          loop_.push({edge.dst, improved}, roundOf(improved), ctx);
        }
      }
      if (dropped > 0) {
        aggregator_.countDropped(dropped);
      }
      tellCopies(task);
    }
    loop_.after(roundOf(task.distance), ctx);
    return current;
  }

  /// Prefetches what a task of this node will need. Always inlined, as in PartitionedGraph. @{
  GALOIS_ATTRIBUTE_ALWAYS_INLINE void prefetchNode(const Task& task) const {
    galois::substrate::prefetchToRead(&distances_[task.node]);
    graph_.prefetchRow(task.node);
  }
  GALOIS_ATTRIBUTE_ALWAYS_INLINE void prefetchEdges(const Task& task) const {
    graph_.prefetchEdges(task.node);
  }
  /// @}

private:
  void tellCopies(const Task& task) {
    if (!graph_.isGhost(task.node)) {
      const auto [first, last] = graph_.copies(task.node);
      for (std::uint32_t copy = first; copy < last; ++copy) {
        aggregator_.put(copy, task.distance, roundOf(task.distance));
      }
    }
  }

  Distance known(std::uint32_t node) {
    return galois::AtomicRef<Distance>(distances_[node]).load(galois::order::relaxed);
  }

  /// Lowers a distance. Returns whether it was greater; sums that do not fit are never less.
  template <typename Sum>
  static bool lower(Distance& known, Sum candidate) {
    galois::AtomicRef<Distance> best(known);
    Distance old = best.load(galois::order::relaxed);
    while (candidate < old) {
      if (best.compare_exchange_weak(old, static_cast<Distance>(candidate),
                                     galois::order::relaxed)) {
        return true;
      }
    }
    return false;
  }

  std::uint64_t roundOf(Distance distance) const {
    return std::uint64_t{priority_({0, distance})} >> shift_;
  }

  const Graph& graph_;
  const sssp::DistanceOf<Distance> priority_;
  const unsigned shift_;
  RankLoop<Task> loop_;
  Aggregator aggregator_;
  galois::LargeArray<Distance> distances_; ///< of nodes that have edges here
  std::optional<std::uint32_t> source_;
};

} // namespace dist
