/**
 * Disjoint sets of nodes as trees in an array of labels: entry n is the parent of n, and a root is
 * its own parent. A parent has a lower number than its children, so the root of a tree is its lowest
 * node, and flattened trees are the labels of components.
 *
 * All accesses by several threads are relaxed. galois/PathCompression.h says why links and shortened
 * paths create no cycle and lose no link; the end of a loop publishes what it has done.
 */
#pragma once

#include <cstdint>

#include "galois/PathCompression.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/Prefetch.h"

namespace components {

/// How many threads use the trees at a time.
enum class Access {
  kAlone, ///< one: an update is a store
  kShared ///< several: an update is a compare-exchange
};

template <Access kAccess>
class NodeTrees {
public:
  using Node = std::uint32_t;

  /// @param parents  one per node, which outlive this. Every node must be alone at first
  explicit NodeTrees(Node* parents) : parents_(parents) {}

  /// Returns the parent, or an older one.
  Node parent(Node node) const {
    if constexpr (kAccess == Access::kAlone) {
      return parents_[node];
    } else {
      return galois::AtomicRef<Node>(parents_[node]).load(galois::order::relaxed);
    }
  }

  /// Joins the trees of two nodes. Returns whether they were two.
  bool join(Node a, Node b) const { return galois::joinTrees(*this, a, b); }

  /// Makes the root of the node its parent, while no thread joins trees. Returns whether the node is
  /// the root.
  bool flatten(Node node) const { return galois::findAndFlatten(*this, node) == node; }

  GALOIS_ATTRIBUTE_ALWAYS_INLINE void prefetch(Node node) const {
    galois::substrate::prefetchToRead(parents_ + node);
  }

  /// For galois/PathCompression.h.
  bool moveUp(Node node, Node& parent, Node ancestor) const {
    if constexpr (kAccess == Access::kAlone) {
      parents_[node] = ancestor;
      return true;
    } else {
      // relaxed: see galois/PathCompression.h
      return galois::AtomicRef<Node>(parents_[node])
          .compare_exchange_strong(parent, ancestor, galois::order::relaxed);
    }
  }

private:
  Node* parents_;
};

} // namespace components
