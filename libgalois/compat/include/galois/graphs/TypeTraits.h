/** Compile-time properties of graph types. */
#pragma once

#include <type_traits>

namespace galois::graphs {

/// Is true for graphs that load their edges in segments, one after the other. Such a graph defines
/// a member type `is_segmented` whose `value` is true.
template <typename GraphTy, typename = void>
struct is_segmented : std::false_type {};
/// The same for a graph that has this member type.
template <typename GraphTy>
struct is_segmented<GraphTy, std::void_t<typename GraphTy::is_segmented>>
    : std::bool_constant<GraphTy::is_segmented::value> {};

} // namespace galois::graphs
