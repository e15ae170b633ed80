/**
 * A range of the nodes of a graph. Generators that can make the arcs of any node without those of
 * other nodes make the rows of a range, so that several processes make one graph together.
 */
#pragma once

#include <algorithm>
#include <cstdint>

namespace galois::inputs {

/// The nodes from `first` to `last` - 1; by default all nodes of a graph.
///
/// The graph of such rows has the node `first` as its node 0, and so on. Its arcs lead to the nodes'
/// numbers in the whole graph.
struct NodeRange {
  std::uint64_t first = 0;         ///< the first node
  std::uint64_t last = UINT64_MAX; ///< the node after the last one

  /// Returns how many nodes there are in the range.
  std::uint64_t size() const { return last - first; }
  /// Returns those that a graph of so many nodes has.
  NodeRange within(std::uint64_t nodes) const {
    return {std::min(first, nodes), std::min(std::max(first, last), nodes)};
  }
};

} // namespace galois::inputs
