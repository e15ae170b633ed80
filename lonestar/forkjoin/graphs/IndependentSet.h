/**
 * Maximal independent set by rounds over prefixes of the nodes (forkjoin/graphs/PrefixRounds.h). A
 * node joins the set when all neighbours before it in the order are out, and is out when one of
 * them is in the set.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "forkjoin/graphs/PrefixRounds.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/Charge.h"
#include "inputs/Graph.h"

namespace independentset {

/// What is known about a node.
enum State : std::uint8_t { kUndecided, kIn, kOut };

/// The set, and the memory that computing it needs.
class SetFinder {
public:
  /// @param graph  undirected, without loops; it outlives the object
  /// @param order  the nodes in the order of the greedy algorithm; it outlives the object
  SetFinder(const galois::inputs::Graph& graph, std::span<const std::uint32_t> order)
      : graph_(graph), order_(order), rank_(order.size()), states_(order.size()) {
    for (std::size_t i = 0; i < order.size(); ++i) {
      rank_[order[i]] = static_cast<std::uint32_t>(i);
    }
  }

  /// Forgets the set.
  void reset() { states_.assign(states_.size(), kUndecided); }

  /// Computes the set that the greedy algorithm finds in the order of the nodes. Call reset()
  /// between two calls.
  template <typename Context>
  forkjoin::RoundCounts run(Context& context, std::size_t prefix, std::size_t grain) {
    return forkjoin::prefixRounds(
        context, order_.size(), prefix, grain, room_, [](std::uint32_t) {},
        [this](std::uint32_t at) { return decide(at); });
  }

  /// Returns the state of each node.
  std::span<const std::uint8_t> states() const { return states_; }

private:
  using Ref = galois::AtomicRef<std::uint8_t>;

  /// Returns whether the node at this position stays undecided. The accesses are relaxed, because a
  /// state is all that a node tells others. A state changes once, so one that is read too early
  /// only delays the decision.
  bool decide(std::uint32_t at) {
    const std::uint32_t node = order_[at];
    bool waits = false;
    galois::substrate::charge(galois::substrate::Work::kEdge, graph_.heads(node).size());
    for (const std::uint32_t neighbour : graph_.heads(node)) {
      if (rank_[neighbour] < at) {
        const std::uint8_t state = Ref(states_[neighbour]).load(galois::order::relaxed);
        if (state == kIn) {
          Ref(states_[node]).store(kOut, galois::order::relaxed);
          return false;
        }
        waits = waits || state == kUndecided;
      }
    }
    if (!waits) {
      Ref(states_[node]).store(kIn, galois::order::relaxed);
    }
    return waits;
  }

  const galois::inputs::Graph& graph_;
  std::span<const std::uint32_t> order_;
  std::vector<std::uint32_t> rank_; // of each node in the order
  std::vector<std::uint8_t> states_;
  std::vector<std::uint32_t> room_;
};

} // namespace independentset
