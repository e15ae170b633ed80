/** What the graph types share: how readGraph tells them apart, and how a row of edges is sorted. */
#ifndef GALOIS_GRAPHS_DETAILS_H
#define GALOIS_GRAPHS_DETAILS_H

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <boost/container/small_vector.hpp>

namespace galois::graphs {

/// read_tag of graphs that readGraph fills with allocateFrom, then constructFrom on each thread.
struct read_default_graph_tag {};

/// An edge while its row is being sorted: what the comparisons of sortEdges see.
template <typename GraphNode, typename EdgeTy>
struct EdgeSortValue {
  GraphNode dst; ///< where the edge leads
  EdgeTy data;
  /// The edge's data.
  const EdgeTy& get() const noexcept { return data; }
};

/// Without edge data there is only a destination to compare.
template <typename GraphNode>
struct EdgeSortValue<GraphNode, void> {
  GraphNode dst;
};

namespace internal {

/// What a reference to node or edge data becomes where there is none.
struct NoData {};

template <typename T>
using ReferenceOrNoData =
    std::add_lvalue_reference_t<std::conditional_t<std::is_void_v<T>, NoData, T>>;

template <typename T>
inline constexpr std::size_t kSizeOrZero = sizeof(T);
template <>
inline constexpr std::size_t kSizeOrZero<void> = 0;

/// Sorts the `count` edges at dst[0..] and data[0..] together. Rows are copied out and back: rows
/// are short, and a plain array sorts faster than a pair of arrays behind proxy iterators.
/// @param data  ignored if EdgeTy is void
/// @param comp  strict weak order on EdgeSortValue<GraphNode, EdgeTy>
/// O(count log count) time, O(count) extra space.
template <typename GraphNode, typename EdgeTy, typename DstWord, typename Comp>
void sortEdgeRow(DstWord* dst, [[maybe_unused]] EdgeTy* data, std::size_t count, Comp comp) {
  if (count < 2) return;
  using Value = EdgeSortValue<GraphNode, EdgeTy>;
  boost::container::small_vector<Value, 32> row;
  row.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    if constexpr (std::is_void_v<EdgeTy>)
      row.push_back(Value{static_cast<GraphNode>(dst[i])});
    else
      row.push_back(Value{static_cast<GraphNode>(dst[i]), std::move(data[i])});
  }
  std::sort(row.begin(), row.end(), comp);
  for (std::size_t i = 0; i < count; ++i) {
    dst[i] = static_cast<DstWord>(row[i].dst);
    if constexpr (!std::is_void_v<EdgeTy>) data[i] = std::move(row[i].data);
  }
}

} // namespace internal
} // namespace galois::graphs

#endif
