/** The order in which the greedy algorithm looks at nodes: by number, or a random permutation. */
#pragma once

#include <cstddef>
#include <cstdint>

#include "galois/LargeArray.h"
#include "galois/analytics/Mis.h"
#include "galois/substrate/Random.h"

namespace mis {

/// An order of the nodes from 0 to size - 1.
class NodeOrder {
public:
  using Node = std::uint32_t;

  /// Makes the order of a plan, in O(size) time on one thread. A permutation takes 8 bytes per node.
  NodeOrder(std::size_t size, const galois::analytics::MisPlan& plan)
      : random_(plan.order == galois::analytics::MisPlan::kRandom) {
    if (!random_) {
      return;
    }
    nodes_.allocateInterleaved(size);
    positions_.allocateInterleaved(size);
    galois::substrate::Random random(plan.orderSeed);
    for (std::size_t n = 0; n < size; ++n) {
      const std::size_t other = random.below(static_cast<std::uint32_t>(n) + 1);
      nodes_[n] = nodes_[other];
      nodes_[other] = static_cast<Node>(n);
    }
    for (std::size_t at = 0; at < size; ++at) {
      positions_[nodes_[at]] = static_cast<std::uint32_t>(at);
    }
  }

  /// Returns the node at a position. O(1).
  Node node(std::size_t position) const {
    return random_ ? nodes_[position] : static_cast<Node>(position);
  }
  /// Returns the position of a node. O(1).
  std::uint32_t position(Node node) const { return random_ ? positions_[node] : node; }
  /// Returns whether `a` precedes `b`. O(1).
  bool precedes(Node a, Node b) const { return position(a) < position(b); }

private:
  const bool random_;
  galois::LargeArray<Node> nodes_;
  galois::LargeArray<std::uint32_t> positions_;
};

} // namespace mis
