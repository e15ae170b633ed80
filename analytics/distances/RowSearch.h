/**
 * Searches from one source after the other by one thread, in memory that it keeps. A search resets
 * the distances of the nodes that it has reached, so it costs what it visits.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "BoundedGoal.h"
#include "WantedNodes.h"
#include "analytics/graphs/Leaves.h"
#include "analytics/sssp/AutomaticSearch.h"
#include "analytics/sssp/PathLength.h"
#include "analytics/sssp/SequentialBuckets.h"
#include "analytics/sssp/SequentialRadixHeap.h"
#include "galois/LargeArray.h"
#include "galois/analytics/Graph.h"
#include "galois/runtime/report/TaskProgress.h"

namespace distances {

/// What the searches of a table have in common.
template <typename W, typename D>
struct SearchFacts {
  const typename galois::analytics::Graph<W>::Rows& rows;
  sssp::BucketShape shape;        ///< without buckets: a radix heap is used
  const lonestar::Leaves* leaves; ///< not scheduled; null: every node is
  D limit;                        ///< kInfinity: there is none
  const WantedNodes& wanted;
  bool predecessors; ///< whether to keep them
  bool mayOverflow;  ///< whether a path may be longer than a D can hold
};

/// Finds the facts of a graph with weights, and refuses weights that are none of paths.
/// @param searches  how many there will be
/// @throws galois::analytics::InvalidGraph
/// @throws std::bad_alloc
template <typename W, typename D>
SearchFacts<W, D> factsOf(const galois::analytics::Graph<W>& graph, D limit,
                          const WantedNodes& wanted, bool predecessors, std::size_t searches) {
  constexpr std::size_t kSearchesForLeaves =
      8; // from here on, finding leaves takes less than they save
  const auto& rows = graph.rows();
  SearchFacts<W, D> facts{.rows = rows,
                          .shape = {},
                          .leaves = searches >= kSearchesForLeaves ? &graph.leaves() : nullptr,
                          .limit = limit,
                          .wanted = wanted,
                          .predecessors = predecessors,
                          .mayOverflow = false};
  if constexpr (std::is_void_v<W>) {
    facts.shape.buckets = 4; // for levels: the current one and the next
  } else {
    const auto& weights = graph.weights();
    const auto nodes = static_cast<double>(rows.size());
    if (static_cast<double>(rows.sizeEdges()) < sssp::kEdgesForRadixHeap * nodes) {
      facts.shape = sssp::bucketShape(rows, weights);
    }
    facts.mayOverflow =
        limit == sssp::kInfinity<D> &&
        nodes * static_cast<double>(weights.greatest) >= static_cast<double>(sssp::kInfinity<D>);
  }
  return facts;
}

/// The searches of one thread.
template <typename W, typename D>
class RowSearch {
public:
  /// @param facts  must outlive this
  /// @throws std::bad_alloc
  explicit RowSearch(const SearchFacts<W, D>& facts)
      : facts_(facts), goal_(facts.rows.size(), facts.limit, facts.wanted, facts.predecessors) {
    own_.allocateFloating(facts.rows.size());
  }

  /// Searches from a node, and counts.
  /// @param distances  receives those of the nodes that it reaches; all are kInfinity before. null:
  ///                   memory of this, where they stay until forget()
  /// @throws galois::substrate::Cancelled
  /// @throws std::bad_alloc
  void search(Node source, D* distances) {
    using galois::runtime::TaskProgress;
    if (distances == nullptr) {
      if (!cleared_) {
        std::fill(own_.begin(), own_.end(), sssp::kInfinity<D>);
        cleared_ = true;
      }
      distances = own_.data();
    }
    distances_ = distances;
    goal_.begin();
    const sssp::DijkstraCounts counts = run(std::span(&source, 1));
    if (counts.popped < TaskProgress::kSteps) { // the search itself has counted longer ones
      TaskProgress::countOrThrow(counts.popped);
    }
    counts_.popped += counts.popped;
    counts_.pushed += counts.pushed;
    counts_.stale += counts.stale;
    reached_ += goal_.reached().size();
  }

  /// Resets the distances of the last search, if they lie here.
  void forget() {
    for (const Node node : goal_.reached()) {
      own_[node] = sssp::kInfinity<D>;
    }
  }

  /// What the last search has found. Distances are those of wanted nodes; others may be too long.
  /// @{
  const D* distances() const { return distances_; }
  std::span<Node> reached() { return goal_.reached(); }
  Node predecessor(Node node) const { return goal_.predecessor(node); }
  /// @}

  /// Returns a wanted node that a path leads to whose length a D cannot hold, if there is one.
  std::optional<Node> overflown() {
    if (!facts_.mayOverflow || goal_.reachedAll()) {
      return {};
    }
    std::vector<Node> found; // beyond edges that do not fit
    for (const Node node : goal_.reached()) {
      for (const auto& edge : facts_.rows.edges(node)) {
        if (distances_[edge.dst] == sssp::kInfinity<D> &&
            sssp::pathLength(distances_[node], edge.weight) >= sssp::kInfinity<D>) {
          found.push_back(edge.dst);
        }
      }
    }
    std::vector<bool> seen(found.empty() ? 0 : facts_.rows.size());
    for (std::size_t at = 0; at < found.size(); ++at) {
      const Node node = found[at];
      if (facts_.wanted.all() || facts_.wanted.has(node)) {
        return node;
      }
      for (const auto& edge : facts_.rows.edges(node)) {
        if (distances_[edge.dst] == sssp::kInfinity<D> && !seen[edge.dst]) {
          seen[edge.dst] = true;
          found.push_back(edge.dst);
        }
      }
    }
    return {};
  }

  /// Of all searches. @{
  const sssp::DijkstraCounts& counts() const { return counts_; }
  std::uint64_t reachedNodes() const { return reached_; }
  /// @}

private:
  sssp::DijkstraCounts run(std::span<const Node> source) {
    if constexpr (!std::is_void_v<W>) {
      if (facts_.shape.buckets == 0) {
        return sssp::sequentialRadixHeap(facts_.rows, source, distances_, heap_, facts_.leaves,
                                         goal_);
      }
    }
    return sssp::sequentialBuckets(facts_.rows, source, distances_, facts_.shape, ring_,
                                   facts_.leaves, goal_);
  }

  const SearchFacts<W, D>& facts_;
  BoundedGoal<D> goal_;
  galois::LargeArray<D> own_;
  bool cleared_ = false; ///< whether own_ is kInfinity between searches
  D* distances_ = nullptr;
  sssp::BucketRing<D> ring_;
  sssp::RadixHeap<D> heap_;
  sssp::DijkstraCounts counts_;
  std::uint64_t reached_ = 0;
};

} // namespace distances
