/** Finds the name that a mistyped one probably stands for. */
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace galois::inputs {

/// Returns the number of insertions, deletions, substitutions and swaps of neighbours that turn a
/// into b. Takes O(|a| |b|) time and memory.
std::size_t editDistance(std::string_view a, std::string_view b);

/// Returns the one of `names` with the least edit distance to `name`, the first among equals.
/// Returns "" when none is near enough to be meant. Case is ignored.
///
/// @param oneIn  at most one in this many letters differs
std::string nearestName(std::string_view name, const std::vector<std::string>& names,
                        std::size_t oneIn = 2);

} // namespace galois::inputs
