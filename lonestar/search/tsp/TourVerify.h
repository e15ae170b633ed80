/**
 * Checks tours by adding up their distances, and the shortest tour through few cities by dynamic
 * programming over sets of cities (Bellman 1962). It shares nothing with the search.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace lonestar::search {

/// Returns "" when the tour visits every city once and has this length, otherwise what is wrong.
inline std::string tourFault(const std::vector<std::vector<std::int64_t>>& distances,
                             const std::vector<std::uint32_t>& tour, std::int64_t length) {
  std::vector<bool> seen(distances.size(), false);
  for (const std::uint32_t city : tour) {
    if (city >= seen.size() || seen[city]) {
      return fmt::format("city {} does not exist or is visited twice", city + 1);
    }
    seen[city] = true;
  }
  if (tour.size() != seen.size()) {
    return fmt::format("{} of {} cities are visited", tour.size(), seen.size());
  }
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < tour.size(); ++i) {
    sum += distances[tour[i]][tour[(i + 1) % tour.size()]];
  }
  return sum == length ? "" : fmt::format("the tour has length {}, not {}", sum, length);
}

/// The largest number of cities for shortestBySets().
inline constexpr std::size_t kFewCities = 17;

/// Returns the length of the shortest tour through at most kFewCities cities.
inline std::int64_t shortestBySets(const std::vector<std::vector<std::int64_t>>& distances) {
  const std::size_t others = distances.size() - 1; // city i + 1 is bit i
  if (others == 0) {
    return 0;
  }
  constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max() / 2;
  const std::size_t sets = std::size_t{1} << others;
  // best[set * others + i]: the shortest way from city 0 through the set that ends in bit i
  std::vector<std::int64_t> best(sets * others, kNone);
  for (std::size_t set = 1; set < sets; ++set) {
    for (std::size_t i = 0; i < others; ++i) {
      if ((set >> i & 1) == 0) {
        continue;
      }
      const std::size_t before = set & ~(std::size_t{1} << i);
      std::int64_t& here = best[set * others + i];
      if (before == 0) {
        here = distances[0][i + 1];
      }
      for (std::size_t j = 0; j < others; ++j) {
        if ((before >> j & 1) != 0) {
          here = std::min(here, best[before * others + j] + distances[j + 1][i + 1]);
        }
      }
    }
  }
  std::int64_t shortest = kNone;
  for (std::size_t i = 0; i < others; ++i) {
    shortest = std::min(shortest, best[(sets - 1) * others + i] + distances[i + 1][0]);
  }
  return shortest;
}

} // namespace lonestar::search
