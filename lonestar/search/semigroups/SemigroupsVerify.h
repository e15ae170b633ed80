/**
 * Checks the numbers of numerical semigroups by published values (OEIS A007323), and those of small
 * genus also by the definition: it builds every set of gaps level by level, and tests sums of
 * elements. It shares nothing with the search.
 */
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace lonestar::search {

/// Returns the number of semigroups of a genus, 1 to 20, by the definition. A set of gaps is a word
/// whose bit x says that x is a gap; all gaps are below twice the genus.
inline std::uint64_t semigroupsByDefinition(unsigned genus) {
  std::vector<std::uint64_t> sets{0};
  for (unsigned level = 1; level <= genus; ++level) {
    std::vector<std::uint64_t> next;
    for (const std::uint64_t gaps : sets) {
      const unsigned first = gaps == 0 ? 1 : 64 - static_cast<unsigned>(__builtin_clzll(gaps));
      // The new gap is above the others, and no sum of two elements.
      for (unsigned x = first; x < 2 * level; ++x) {
        bool sum = false;
        for (unsigned y = 1; 2 * y <= x; ++y) {
          sum = sum || (((gaps >> y) | (gaps >> (x - y))) & 1) == 0;
        }
        if (!sum) {
          next.push_back(gaps | std::uint64_t{1} << x);
        }
      }
    }
    sets = std::move(next);
  }
  return sets.size();
}

/// Returns "" when the counts of genus 0, 1, ... are right, otherwise what is wrong.
/// @param fully  also counts those up to genus 16 by the definition
inline std::string semigroupsFault(const std::vector<std::uint64_t>& counts, bool fully) {
  constexpr std::array<std::uint64_t, 48> kPublished{
      1,          1,          2,          4,          7,           12,         23,
      39,         67,         118,        204,        343,         592,        1001,
      1693,       2857,       4806,       8045,       13467,       22464,      37396,
      62194,      103246,     170963,     282828,     467224,      770832,     1270267,
      2091030,    3437839,    5646773,    9266788,    15195070,    24896206,   40761087,
      66687201,   109032500,  178158289,  290939807,  474851445,   774614284,  1262992840,
      2058356522, 3353191846, 5460401576, 8888486816, 14463633648, 23527845502};
  for (std::size_t genus = 0; genus < counts.size(); ++genus) {
    if (genus < kPublished.size() && counts[genus] != kPublished[genus]) {
      return fmt::format("{} semigroups of genus {}, but there are {}", counts[genus], genus,
                         kPublished[genus]);
    }
    constexpr unsigned kSmall = 16;
    const auto small = static_cast<unsigned>(genus);
    if (fully && small <= kSmall && counts[genus] != semigroupsByDefinition(small)) {
      return fmt::format("{} semigroups of genus {}, and {} by the definition", counts[genus],
                         genus, semigroupsByDefinition(small));
    }
  }
  return "";
}

} // namespace lonestar::search
