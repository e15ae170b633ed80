/**
 * Maximal matching by rounds over prefixes of the edges (forkjoin/graphs/PrefixRounds.h). An edge
 * reserves both of its ends with its position in the order, and the smallest position wins. An edge
 * that holds both ends is matched.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "forkjoin/graphs/PrefixRounds.h"
#include "galois/substrate/Atomics.h"

namespace matching {

/// An edge between two nodes.
struct Edge {
  std::uint32_t u, v;
  friend bool operator==(const Edge&, const Edge&) = default;
};

inline constexpr std::uint32_t kUnmatched = std::numeric_limits<std::uint32_t>::max();

/// The matching, and the memory that computing it needs.
class Matcher {
public:
  /// @param edges  in the order of the greedy algorithm, fewer than 2^32 - 1, without loops. They
  ///               outlive the object.
  Matcher(std::size_t nodes, std::span<const Edge> edges)
      : edges_(edges), matched_(nodes), held_(nodes) {
    reset();
  }

  /// Forgets the matching.
  void reset() {
    matched_.assign(matched_.size(), kUnmatched);
    held_.assign(held_.size(), kUnmatched);
  }

  /// Computes the matching that the greedy algorithm finds in the order of the edges. Call reset()
  /// between two calls.
  template <typename Context>
  forkjoin::RoundCounts run(Context& context, std::size_t prefix, std::size_t grain) {
    return forkjoin::prefixRounds(
        context, edges_.size(), prefix, grain, room_, [this](std::uint32_t at) { reserve(at); },
        [this](std::uint32_t at) { return commit(at); });
  }

  /// Returns the position of the edge at which each node is matched, or kUnmatched.
  std::span<const std::uint32_t> matched() const { return matched_; }

private:
  using Ref = galois::AtomicRef<std::uint32_t>;

  // All accesses are relaxed: the end of a loop orders what one phase writes and the next one reads.
  // Within a phase, a commit that misses a match made at the same time leaves its edge to the next
  // round, and does not change the matching.
  bool isFree(std::uint32_t node) {
    return Ref(matched_[node]).load(galois::order::relaxed) == kUnmatched;
  }

  void hold(std::uint32_t node, std::uint32_t at) {
    Ref held(held_[node]);
    std::uint32_t before = held.load(galois::order::relaxed);
    while (at < before && !held.compare_exchange_weak(before, at, galois::order::relaxed)) {
    }
  }

  void reserve(std::uint32_t at) {
    const Edge edge = edges_[at];
    if (isFree(edge.u) && isFree(edge.v)) {
      hold(edge.u, at);
      hold(edge.v, at);
    }
  }

  bool commit(std::uint32_t at) {
    const Edge edge = edges_[at];
    Ref u(held_[edge.u]), v(held_[edge.v]);
    const bool holdsU = u.load(galois::order::relaxed) == at;
    const bool holdsV = v.load(galois::order::relaxed) == at;
    if (holdsU && holdsV) {
      Ref(matched_[edge.u]).store(at, galois::order::relaxed);
      Ref(matched_[edge.v]).store(at, galois::order::relaxed);
      return false;
    }
    // The edge may be dropped later, so it must not keep others from the end that it holds.
    if (holdsU) {
      u.store(kUnmatched, galois::order::relaxed);
    }
    if (holdsV) {
      v.store(kUnmatched, galois::order::relaxed);
    }
    return isFree(edge.u) && isFree(edge.v);
  }

  std::span<const Edge> edges_;
  std::vector<std::uint32_t> matched_, held_;
  std::vector<std::uint32_t> room_;
};

} // namespace matching
