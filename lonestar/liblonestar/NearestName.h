/** What somebody who mistyped a name probably meant. */
#ifndef GALOIS_LONESTAR_NEARESTNAME_H
#define GALOIS_LONESTAR_NEARESTNAME_H

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace lonestar {

/// Number of insertions, deletions, substitutions and swaps of neighbours that turn a into b.
/// O(|a| |b|) time and memory.
std::size_t editDistance(std::string_view a, std::string_view b);

/// The one of `names` that is nearest to `name` in edit distance, the first of equals, or "" when
/// none is near enough to be what was meant (more than half of its letters differ). Case counts
/// for nothing.
std::string nearestName(std::string_view name, const std::vector<std::string>& names);

} // namespace lonestar

#endif
