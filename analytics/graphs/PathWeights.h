/** Which weights shortest paths can use: finite numbers of at least 0. */
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

#include <fmt/format.h>

namespace lonestar {

/// Returns whether shortest paths can use an edge of this weight.
/// @tparam Number  floating point, or an integer with a sign
template <typename Number>
bool isPathWeight(Number weight) {
  if constexpr (std::is_floating_point_v<Number>) {
    // Written so that NaN is refused as well.
    return weight >= 0 && weight <= std::numeric_limits<Number>::max();
  } else {
    return weight >= 0;
  }
}

/// Returns one line that names the first edge of `node` that isPathWeight() refuses. There is one.
/// @param value   returns the number that a weight of the graph stands for
/// @param number  returns the number of a node in the whole graph
template <typename Rows, typename Value, typename Number>
std::string refusedWeight(const Rows& rows, std::uint32_t node, const Value& value,
                          const Number& number) {
  const auto row = rows.edges(node);
  const auto edge = std::find_if(row.begin(), row.end(), [&](const auto& candidate) {
    return !isPathWeight(value(candidate.weight));
  });
  return fmt::format("the edge from node {} to node {} (nodes counted from 0) weighs {}; shortest "
                     "paths need weights that are numbers and at least 0",
                     number(node), number(edge->dst), value(edge->weight));
}

/// Does the same for a graph that is whole.
template <typename Rows, typename Value>
std::string refusedWeight(const Rows& rows, std::uint32_t node, const Value& value) {
  return refusedWeight(rows, node, value, [](std::uint32_t same) { return same; });
}

} // namespace lonestar
