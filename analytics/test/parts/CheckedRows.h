/** Graphs of a few nodes for model checks, written as rows of edges. */
#pragma once

#include <cstddef>
#include <vector>

namespace galois::test {

/// An edge without more.
struct PlainEdge {
  unsigned dst;
};

/// Rows of edges, as a graph with the accessors that the protocols use. It refers to the rows.
template <typename Edge = PlainEdge>
struct CheckedRows {
  using Rows = std::vector<std::vector<Edge>>; ///< one per node

  const Rows& rows;
  std::size_t degree(unsigned node) const { return rows[node].size(); }
  const std::vector<Edge>& row(unsigned node) const { return rows[node]; }
};

} // namespace galois::test
