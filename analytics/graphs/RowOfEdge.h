/** Finds the node to which an edge of compressed sparse rows belongs. */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <boost/iterator/counting_iterator.hpp>

namespace lonestar {

/// Returns the node whose row has edge `place`, counted over all rows. O(log nodes). Thread-safe.
template <typename Rows>
std::uint32_t rowOfEdge(const Rows& rows, std::size_t place) {
  using Node = boost::counting_iterator<std::size_t>;
  const auto* const first = rows.edges().begin();
  return static_cast<std::uint32_t>(
      *std::partition_point(Node(0), Node(rows.size()), [&](std::size_t node) {
        return static_cast<std::size_t>(rows.rowEnd(static_cast<std::uint32_t>(node)) - first) <=
               place;
      }));
}

} // namespace lonestar
