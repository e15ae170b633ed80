/** The graph that programs which fork and join work on: compressed sparse rows without weights. */
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace forkjoin {

/// A view of a graph. An undirected edge is two arcs.
struct Rows {
  std::span<const std::uint64_t> offsets; ///< one more than there are nodes
  std::span<const std::uint32_t> heads;   ///< of the arcs, tail by tail

  std::size_t nodes() const { return offsets.size() - 1; } ///< returns the number of nodes
  /// Returns the heads of the arcs out of a node.
  std::span<const std::uint32_t> of(std::uint32_t node) const {
    return heads.subspan(offsets[node], offsets[node + std::size_t{1}] - offsets[node]);
  }
};

} // namespace forkjoin
