/**
 * The ids of nodes in a binary .gr file of version 1. They follow the edge data, at the next
 * multiple of 8 bytes:
 *
 *     u64 mark;                      kGrIdsMark, the bytes "NodeIds" and a zero
 *     u64 id[numNodes]               the id of each node; all differ
 *
 * Galois' own programs ignore what follows the edge data, and use the numbers of the nodes.
 */
#pragma once

#include "galois/graphs/GrFormat.h"

#include <cstdint>
#include <string>
#include <vector>

namespace galois::inputs {

/// The eight bytes that mark a table of ids.
inline constexpr std::uint64_t kGrIdsMark = 0x0073644965646f4e; // "NodeIds\0"

/// Returns the offset of the mark in a file with this layout.
inline std::uint64_t grIdsOffset(const graphs::GrLayout& layout) {
  return (layout.fileSize + 7) / 8 * 8;
}

/// Returns the ids in a .gr file, by node. Returns none for a file without ids and for a file that
/// is not a plain .gr. @throws InputError when the file cannot be read
/// @param first, last  returns the ids of the nodes from `first` to `last` - 1 alone, and reads no
///                     others; by default those of all nodes
std::vector<std::uint64_t> readGrIds(const std::string& path, std::uint64_t first = 0,
                                     std::uint64_t last = UINT64_MAX);

} // namespace galois::inputs
