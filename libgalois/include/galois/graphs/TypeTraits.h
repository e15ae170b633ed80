/** Compile-time properties of graph types. */
#ifndef GALOIS_GRAPHS_TYPETRAITS_H
#define GALOIS_GRAPHS_TYPETRAITS_H

#include <type_traits>

namespace galois::graphs {

namespace internal {
template <typename GraphTy>
concept NamesSegmented = requires {
  typename GraphTy::is_segmented;
};

template <typename GraphTy>
constexpr bool segmented() {
  if constexpr (NamesSegmented<GraphTy>) {
    return GraphTy::is_segmented::value;
  } else {
    return false;
  }
}
} // namespace internal

/// Is true for graphs that load their edges in segments, one after the other. Such a graph defines
/// a member type `is_segmented` whose `value` is true.
template <typename GraphTy>
struct is_segmented : std::bool_constant<internal::segmented<GraphTy>()> {};

} // namespace galois::graphs

#endif
