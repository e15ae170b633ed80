/**
 * The beginning of a search on several threads: on one thread, as long as few tasks are at hand.
 *
 * A path, a maze or the search of a small graph never has tasks for two threads. There one thread
 * with buckets takes a third to two thirds of the time that two take under a worklist, because
 * nobody probes it and no cache line moves. So one thread searches until more than kFewEntries
 * tasks are at hand, and only these go to the worklist, where the search then stays
 * (docs/experiments/2026-11-30-thin-frontiers.md).
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "SequentialBuckets.h"
#include "SsspProblem.h"
#include "galois/Threads.h"

namespace sssp {

/// The goal of a search that ends when many entries are at hand, see WholeGraph.
struct FewEntries : WholeGraph {
  static constexpr std::uint64_t kFewEntries = 128;
  static constexpr bool endsAt(std::uint64_t entries) { return entries > kFewEntries; }
};

/// What searchWhileThin() has done, and what it leaves to do.
struct ThinSearch {
  DijkstraCounts counts;
  /// Each node once whose edges are to be relaxed, so ordered that the share of every thread, one of
  /// equal parts, has near nodes and far ones.
  std::vector<Node> frontier;
};

/// Searches from the sources on the calling thread while there are few tasks. The frontier is empty
/// if that was all.
/// @param problem  with leaves to skip or without
/// @param shape    of its graph, with buckets
/// @throws std::bad_alloc
/// @throws galois::substrate::Cancelled
template <typename Weight, typename Distance>
ThinSearch searchWhileThin(const Problem<Weight, Distance>& problem, const BucketShape& shape) {
  const Distance* const distances = problem.distances.data();
  BucketRing<Distance> ring;
  ThinSearch search;
  search.counts = sequentialBuckets(problem.graph, problem.sources, problem.distances.data(), shape,
                                    ring, problem.leaves, FewEntries{});
  std::vector<Node> nearest; // first
  ring.forEach([&](const DijkstraEntry<Distance>& entry) {
    if (entry.distance() == distances[entry.node()]) {
      nearest.push_back(entry.node());
    } else {
      ++search.counts.popped;
      ++search.counts.stale;
    }
  });
  std::sort(nearest.begin(), nearest.end(),
            [distances](Node a, Node b) { return distances[a] < distances[b]; });
  const unsigned threads = galois::getActiveThreads();
  for (unsigned thread = 0; thread < threads; ++thread) {
    for (std::size_t i = thread; i < nearest.size(); i += threads) {
      search.frontier.push_back(nearest[i]);
    }
  }
  return search;
}

} // namespace sssp
