/**
 * Code that the graph types share: the tag by which readGraph selects how to fill a graph, and
 * sorting a row of edges.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <boost/container/small_vector.hpp>

#include "galois/LazyObject.h"

namespace galois::graphs {

/// The read_tag of graphs that readGraph fills by allocateFrom and then constructFrom on each
/// thread.
struct read_default_graph_tag {};

/// An edge of a row that is being sorted, as passed to the comparison of sortEdges.
template <typename GraphNode, typename EdgeTy>
struct EdgeSortValue {
  GraphNode dst; ///< the edge's destination
  EdgeTy data;
  /// Returns the edge's data.
  const EdgeTy& get() const noexcept { return data; }
};

/// An edge without data: only its destination can be compared.
template <typename GraphNode>
struct EdgeSortValue<GraphNode, void> {
  GraphNode dst;
};

namespace internal {

/// An edge in a list of a program's own graph: where it leads, and its data, which construct() makes
/// and destroy() ends.
template <typename GraphNode, typename EdgeTy>
struct EdgeInfoBase : galois::LazyObject<EdgeTy> {
  GraphNode dst{}; ///< where the edge leads
};

template <typename T>
inline constexpr std::size_t kSizeOrZero = sizeof(T);
template <>
inline constexpr std::size_t kSizeOrZero<void> = 0;

/// Sorts the `count` edges at dst[0..] and data[0..] together. It copies the row to a plain array
/// and back, because rows are short and sorting a plain array is faster than sorting two arrays
/// through proxy iterators. O(count log count) time, O(count) additional memory.
/// @param data  ignored if EdgeTy is void
/// @param comp  strict weak order on EdgeSortValue<GraphNode, EdgeTy>
template <typename GraphNode, typename EdgeTy, typename DstWord, typename Comp>
void sortEdgeRow(DstWord* dst, [[maybe_unused]] EdgeTy* data, std::size_t count, Comp comp) {
  if (count < 2) {
    return;
  }
  using Value = EdgeSortValue<GraphNode, EdgeTy>;
  boost::container::small_vector<Value, 32> row;
  row.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    if constexpr (std::is_void_v<EdgeTy>) {
      row.push_back(Value{static_cast<GraphNode>(dst[i])});
    } else {
      row.push_back(Value{static_cast<GraphNode>(dst[i]), std::move(data[i])});
    }
  }
  std::sort(row.begin(), row.end(), comp);
  for (std::size_t i = 0; i < count; ++i) {
    dst[i] = static_cast<DstWord>(row[i].dst);
    if constexpr (!std::is_void_v<EdgeTy>) {
      data[i] = std::move(row[i].data);
    }
  }
}

} // namespace internal
} // namespace galois::graphs
