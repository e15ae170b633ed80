/** What somebody who mistyped a name probably meant. */
#ifndef GALOIS_INPUTS_NEARESTNAME_H
#define GALOIS_INPUTS_NEARESTNAME_H

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace galois::inputs {

/// Number of insertions, deletions, substitutions and swaps of neighbours that turn a into b.
/// O(|a| |b|) time and memory.
std::size_t editDistance(std::string_view a, std::string_view b);

/// The one of `names` that is nearest to `name` in edit distance, the first of equals, or "" when
/// none is near enough to be what was meant. Case counts for nothing.
///
/// @param oneIn  at most one in so many letters differs
std::string nearestName(std::string_view name, const std::vector<std::string>& names,
                        std::size_t oneIn = 2);

} // namespace galois::inputs

#endif
