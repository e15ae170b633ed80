/** Limits on what a file may claim. */
#pragma once

#include "inputs/io/InputFile.h"

#include <cstdint>

namespace galois::inputs {

/// The heaviest weight that is read. It has the same meaning as a signed and as an unsigned 64-bit
/// integer.
inline constexpr std::uint64_t kMaxWeight = INT64_MAX;

/// Throws InputError when a text claims over a million nodes but has less than one arc per 64
/// nodes. A damaged header, or ids that are not numbers of nodes, would otherwise take gigabytes
/// unnoticed.
void checkNodesPlausible(const InputFile& file, std::uint64_t nodes, std::uint64_t arcs);

/// Throws InputError unless there are as many lines of a kind ("arcs") as the header announces.
void checkAnnounced(const InputFile& file, const char* what, std::uint64_t announced,
                    std::uint64_t there);

/// Throws InputError when a text of this size cannot hold as many lines as its header claims.
/// Compressed text may unpack to at most 2000 times its size.
/// @param what  the kind of the lines ("nodes")
void checkLinesPlausible(const InputFile& file, std::uint64_t lines, std::uint64_t bytesPerLine,
                         const char* what);

} // namespace galois::inputs
