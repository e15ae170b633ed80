/**
 * The least colour that no neighbour has: what every greedy step asks for.
 *
 * A row of fewer than 64 ends needs no colour beyond 63, so a word serves as the set of those
 * taken. Longer rows mark an array. No mark is ever wiped out: it says in which call it was made.
 */
#ifndef GALOIS_LONESTAR_COLOR_LEASTFREE_H
#define GALOIS_LONESTAR_COLOR_LEASTFREE_H

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ColorProblem.h"

namespace color {

/// For one thread.
class LeastFree {
public:
  /// @param longestRow  of all that will be asked about
  explicit LeastFree(std::uint64_t longestRow)
      : takenIn_(longestRow < kBits ? 0 : longestRow + 2) {}

  /// The least colour that `colorOf(node)` returns for none of `row`'s ends; it may return
  /// kUncolored. At most the length of the row, which takes O(length).
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
  /// Rows up to this length are padded with their last end: a branch less to guess wrong a row.
  static constexpr std::size_t kPadded = 4;

  /// The set of colours below kBits that a row has.
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

  std::vector<std::uint32_t> takenIn_; ///< the last call in which a colour was taken
  std::uint32_t call_ = 0;
};

/// All of the node's neighbours before it, and perhaps some after it: these have no colours yet
/// when nodes are coloured in order, so that it is a waste to look at many of them, and in a short
/// row to look where they begin. O(log degree).
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

#endif
