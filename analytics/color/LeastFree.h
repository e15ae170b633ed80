/**
 * The least colour that no neighbour has, which every greedy step needs.
 *
 * A row of fewer than 64 ends needs no colour beyond 63, so one word holds the set of colours
 * taken. For longer rows an array holds a mark per colour. Marks are never cleared: a mark is the
 * number of the call that made it.
 */
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ColorProblem.h"

namespace color {

/// Finds the least free colour. Each thread has its own object.
class LeastFree {
public:
  /// @param longestRow  length of the longest row that a call will be given
  explicit LeastFree(std::uint64_t longestRow)
      : takenIn_(longestRow < kBits ? 0 : longestRow + 2) {}

  /// Returns the least colour that `colorOf(node)` returns for none of the row's ends. It is at
  /// most the length of the row. `colorOf` may return kUncolored. Takes time linear in the row's
  /// length.
  template <typename Row, typename ColorOf>
  Color operator()(const Row& row, const ColorOf& colorOf) {
    if (row.size() < kBits) {
      return static_cast<Color>(std::countr_one(takenIn(row, colorOf)));
    }
    if (++call_ == 0) {
      std::ranges::fill(takenIn_, 0);
      call_ = 1;
    }
    for (const auto& edge : row) {
      takenIn_[std::min<std::size_t>(colorOf(edge.dst), row.size() + 1)] = call_;
    }
    Color color = 0;
    while (takenIn_[color] == call_) {
      ++color;
    }
    return color;
  }

private:
  static constexpr Color kBits = 64;
  /// Rows up to this length are padded with their last end, which saves a mispredicted branch per
  /// row.
  static constexpr std::size_t kPadded = 4;

  /// Returns the set of colours below kBits that the row's ends have, as a bit mask.
  template <typename Row, typename ColorOf>
  static std::uint64_t takenIn(const Row& row, const ColorOf& colorOf) {
    std::uint64_t taken = 0;
    const auto take = [&](const auto& edge) {
      const Color color = colorOf(edge.dst);
      taken |= std::uint64_t{color < kBits} << color % kBits;
    };
    if (row.empty()) {
      return 0;
    }
    if (row.size() <= kPadded) {
#pragma GCC unroll 4
      for (std::size_t i = 0; i < kPadded; ++i) {
        take(row[std::min(i, row.size() - 1)]);
      }
    } else {
#pragma GCC unroll 4
      for (const auto& edge : row) {
        take(edge);
      }
    }
    return taken;
  }

  std::vector<std::uint32_t> takenIn_; ///< per colour, the last call that found it taken
  std::uint32_t call_ = 0;
};

/// Returns all of the node's neighbours before it, and perhaps some after it, in O(log degree)
/// time. When nodes are coloured in order, later neighbours have no colours yet, so visiting many
/// of them is wasted. In a short row, searching for the first of them costs more than visiting
/// them.
inline std::span<const Graph::Edge> rowBefore(const Graph& graph, Node node) {
  constexpr std::size_t kShort = 8;
  const std::span<const Graph::Edge> row = graph.row(node);
  if (row.size() <= kShort) {
    return row;
  }
  const auto end = std::ranges::lower_bound(row, node, {}, &Graph::Edge::dst);
  return row.first(static_cast<std::size_t>(end - row.begin()));
}

} // namespace color
