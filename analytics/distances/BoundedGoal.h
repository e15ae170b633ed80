/**
 * The goal of a search that ends early, for sequentialBuckets() and sequentialRadixHeap(): at a
 * limit, or when the last target is settled. It lists the nodes that were reached, so that they can
 * be reset one by one, and keeps their predecessors if they are wanted.
 *
 * Distances only fall. So once every target has been reached, the greatest of the distances that
 * they have by then bounds what they will have, and no longer path is of interest.
 *
 * The predecessors of a search form a tree at any time, also with weights of 0. Assume that lowering
 * v, to which an edge leads from u, closed a cycle. Each node of the path from v to u is at least as
 * far as the one before it, as its distance was a sum when it was set and those before it have only
 * fallen since. So the sum at v would not be below the distance that v has, and v would not be
 * lowered.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "WantedNodes.h"
#include "analytics/sssp/PathLength.h"
#include "galois/LargeArray.h"

namespace distances {

/// The goal of one search after the other, by one thread. See sssp::WholeGraph for the functions
/// that a search calls.
/// @tparam Distance  std::uint32_t, std::uint64_t or double
template <typename Distance>
class BoundedGoal {
public:
  /// @param nodes         of the graph
  /// @param limit         the greatest distance of interest; kInfinity: there is no limit
  /// @param wanted        the targets; must outlive this
  /// @param predecessors  whether to keep them
  /// @throws std::bad_alloc
  BoundedGoal(std::size_t nodes, Distance limit, const WantedNodes& wanted, bool predecessors)
      : wanted_(wanted), limit_(limit) {
    reached_.allocateFloating(nodes);
    if (predecessors) {
      predecessors_.allocateFloating(nodes);
    }
  }

  /// Begins the next search, whose distances are all kInfinity.
  void begin() {
    count_ = 0;
    bound_ = limit_;
    left_ = wanted_.all() ? std::numeric_limits<std::size_t>::max() : wanted_.count();
  }

  template <typename Candidate>
  bool admits(Candidate distance) const {
    return distance <= bound_;
  }

  void lower(Distance* distances, Node node, Node from, Distance to) {
    const Distance before = distances[node];
    distances[node] = to;
    if (!predecessors_.empty()) {
      predecessors_[node] = from;
    }
    if (before == sssp::kInfinity<Distance>) {
      reached_[count_++] = node;
      if (!wanted_.all() && wanted_.has(node) && --left_ == 0) {
        Distance farthest = 0;
        for (const Node target : wanted_.list()) {
          farthest = std::max(farthest, distances[target]);
        }
        bound_ = std::min(bound_, farthest);
      }
    }
  }

  bool endsBefore(Distance distance) const { return left_ == 0 && distance > bound_; }
  template <typename Ring>
  bool endsBefore(const Ring& ring, std::uint64_t bucket) const {
    return left_ == 0 && bucket > ring.indexOf(bound_);
  }
  static constexpr bool endsAt(std::uint64_t /*entries*/) { return false; }

  /// Returns the nodes that the last search has reached, in the order in which it reached them.
  std::span<Node> reached() { return {reached_.data(), count_}; }
  /// Returns whether it has reached all targets or, without any, all nodes.
  bool reachedAll() const { return wanted_.all() ? count_ == reached_.size() : left_ == 0; }
  /// Returns the predecessor of a node that it has reached, if they are kept.
  Node predecessor(Node node) const { return predecessors_[node]; }

private:
  const WantedNodes& wanted_;
  const Distance limit_;
  Distance bound_ = 0;    ///< the greatest distance that is still of interest
  std::size_t left_ = 0;  ///< how many targets have not been reached
  std::size_t count_ = 0; ///< how many nodes have
  galois::LargeArray<Node> reached_;
  galois::LargeArray<Node> predecessors_; ///< empty if they are not kept
};

} // namespace distances
