/**
 * Checks numbers of placements of queens by published values (OEIS A000170) and by a search of
 * permutations, and a placement by its definition. It shares nothing with the search.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace lonestar::search {

/// Returns whether the queen of the last row attacks one of the rows above.
inline bool lastQueenAttacks(const std::vector<int>& columns) {
  const int last = static_cast<int>(columns.size()) - 1;
  for (int row = 0; row < last; ++row) {
    const int across = columns[static_cast<std::size_t>(row)] - columns.back();
    if (across == 0 || across == last - row || across == row - last) {
      return true;
    }
  }
  return false;
}

/// Returns the number of placements that begin with these queens, by trying every column.
inline std::uint64_t placements(std::vector<int>& columns, int size) {
  if (static_cast<int>(columns.size()) == size) {
    return 1;
  }
  std::uint64_t count = 0;
  for (int column = 0; column < size; ++column) {
    columns.push_back(column);
    count += lastQueenAttacks(columns) ? 0 : placements(columns, size);
    columns.pop_back();
  }
  return count;
}

/// Returns "" when the number of placements is right, otherwise what is wrong. Numbers are known up
/// to 22 queens. @param fully  also counts those of up to 10 queens
inline std::string queensFault(unsigned size, std::uint64_t count, bool fully) {
  constexpr std::uint64_t kPublished[] = {1,
                                          1,
                                          0,
                                          0,
                                          2,
                                          10,
                                          4,
                                          40,
                                          92,
                                          352,
                                          724,
                                          2680,
                                          14200,
                                          73712,
                                          365596,
                                          2279184,
                                          14772512,
                                          95815104,
                                          666090624,
                                          4968057848,
                                          39029188884,
                                          314666222712,
                                          2691008701644};
  if (size < std::size(kPublished) && count != kPublished[size]) {
    return fmt::format("{} placements of {} queens, but there are {}", count, size,
                       kPublished[size]);
  }
  std::vector<int> none;
  if (fully && size <= 10 && count != placements(none, static_cast<int>(size))) {
    return fmt::format("{} placements of {} queens, which is not what trying all gives", count,
                       size);
  }
  return "";
}

/// Returns "" when no queen attacks another, otherwise what is wrong.
inline std::string placementFault(const std::vector<int>& columns, unsigned size) {
  std::vector<int> first;
  for (const int column : columns) {
    first.push_back(column);
    if (column < 0 || column >= static_cast<int>(size) || lastQueenAttacks(first)) {
      return fmt::format("the queen of row {} is attacked or not on the board", first.size());
    }
  }
  return "";
}

} // namespace lonestar::search
