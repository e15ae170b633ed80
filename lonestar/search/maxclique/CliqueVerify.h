/**
 * Checks cliques by the edges of the input, and the size of the largest clique of a small graph by
 * the algorithm of Bron and Kerbosch (1973) with a pivot. It shares nothing with the search.
 */
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace lonestar::search {

/// Returns "" when the vertices are different and pairwise adjacent, otherwise what is wrong.
/// @param adjacency  the neighbours of each vertex in increasing order
inline std::string cliqueFault(const std::vector<std::vector<std::uint32_t>>& adjacency,
                               const std::vector<std::uint32_t>& clique) {
  for (std::size_t i = 0; i < clique.size(); ++i) {
    if (clique[i] >= adjacency.size()) {
      return fmt::format("vertex {} does not exist", clique[i] + 1);
    }
    for (std::size_t j = 0; j < i; ++j) {
      const auto& row = adjacency[clique[i]];
      if (!std::binary_search(row.begin(), row.end(), clique[j])) {
        return fmt::format("vertices {} and {} are not adjacent", clique[j] + 1, clique[i] + 1);
      }
    }
  }
  return "";
}

/// The largest number of vertices for largestCliqueOfSmall().
inline constexpr std::size_t kSmallGraph = 64;

namespace internal {

inline void bronKerbosch(const std::vector<std::uint64_t>& rows, unsigned size,
                         std::uint64_t candidates, std::uint64_t done, unsigned& largest) {
  if (candidates == 0 && done == 0) {
    largest = std::max(largest, size);
    return;
  }
  std::uint64_t covered = 0;
  for (std::uint64_t all = candidates | done; all != 0; all &= all - 1) {
    const std::uint64_t row = rows[static_cast<std::size_t>(std::countr_zero(all))] & candidates;
    covered = std::popcount(row) > std::popcount(covered) ? row : covered;
  }
  for (std::uint64_t left = candidates & ~covered; left != 0; left &= left - 1) {
    const std::uint64_t bit = left & (~left + 1);
    const std::uint64_t row = rows[static_cast<std::size_t>(std::countr_zero(left))];
    bronKerbosch(rows, size + 1, candidates & row, done & row, largest);
    candidates &= ~bit;
    done |= bit;
  }
}

} // namespace internal

/// Returns the size of the largest clique of a graph of at most kSmallGraph vertices.
inline unsigned largestCliqueOfSmall(const std::vector<std::vector<std::uint32_t>>& adjacency) {
  std::vector<std::uint64_t> rows(adjacency.size());
  std::uint64_t all = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    all |= std::uint64_t{1} << i;
    for (const std::uint32_t other : adjacency[i]) {
      rows[i] |= std::uint64_t{1} << other;
    }
  }
  unsigned largest = 0;
  internal::bronKerbosch(rows, 0, all, 0, largest);
  return largest;
}

} // namespace lonestar::search
