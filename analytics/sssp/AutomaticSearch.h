/** The algorithm that SsspPlan::kAuto stands for. */
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

#include <fmt/format.h>

#include "SequentialBuckets.h"
#include "analytics/graphs/Leaves.h"
#include "analytics/scheduler/Runs.h"
#include "galois/analytics/Graph.h"
#include "galois/analytics/Sssp.h"

namespace sssp {

/// An algorithm and why it was chosen.
struct ChosenSearch {
  galois::analytics::SsspPlan::Algorithm algorithm;
  std::string reason;      ///< for people, such as "for 2 threads"
  bool beginsThin = false; ///< it is preceded by searchWhileThin()
};

/// From this many edges per node on, without leaves, a radix heap is faster than buckets: a search there spends its
/// time on edges, and a bucket relaxes those of some nodes twice
/// (docs/experiments/2026-11-27-default-choices.md).
inline constexpr double kEdgesForRadixHeap = 10;

/// Returns the algorithm that is fastest for a graph, where none is asked for.
/// @param threads  the number of threads of the search
template <typename Weight>
ChosenSearch chooseSearch(const galois::analytics::Graph<Weight>& graph, unsigned threads) {
  using galois::analytics::SsspPlan;
  if (!lonestar::prefersOneThread(threads)) {
    return {SsspPlan::kWorklist, lonestar::forThreads(threads), !lonestar::kSimulatedMachine};
  }
  if (graph.size() == 0 || bucketShape(graph.rows(), graph.weights()).buckets == 0) {
    return {SsspPlan::kRadixHeap, "for one thread and weights of very different sizes"};
  }
  // A search schedules no leaves (analytics/graphs/Leaves.h).
  const std::size_t nodes = std::max<std::size_t>(graph.size() - graph.leaves().count(), 1);
  const double degree = static_cast<double>(graph.sizeEdges()) / static_cast<double>(nodes);
  const bool many = degree >= kEdgesForRadixHeap;
  return {many ? SsspPlan::kRadixHeap : SsspPlan::kBuckets,
          fmt::format("for one thread and {:.1f} edges per node that is no leaf, {} {}", degree,
                      many ? "at least" : "fewer than", kEdgesForRadixHeap)};
}

} // namespace sssp
