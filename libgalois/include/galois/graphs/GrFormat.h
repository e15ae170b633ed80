/**
 * The binary `.gr` format, versions 1 and 2: the positions of its sections, and a check whether a
 * file has this format.
 *
 * All integers are little-endian. A file is
 *
 *     u64 version; u64 edgeSize; u64 numNodes; u64 numEdges;     32 bytes
 *     u64 edgeEnd[numNodes]          index one past the last edge of each node
 *     u32 (v1) or u64 (v2) dst[numEdges]
 *     one more dst-sized word of padding if numEdges is odd
 *     edgeData[numEdges]             edgeSize bytes each, raw
 *
 * In version 1, ids of the nodes may follow at the next multiple of 8 bytes: a mark of 8 bytes,
 * then one u64 per node (inputs/formats/GrIds.h). Notes may end the file (GrNotes.h). The code here
 * ignores both.
 *
 * Version 2 needs no padding to align the edge data, and programs disagree about it, so files of
 * both kinds exist. We write the padding, because Galois' reader skips it. We read both kinds and
 * distinguish them by the size of the file. Files of version 1 without edge data may also lack the
 * padding.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace galois::graphs {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
              ".gr files are little-endian and are used in place, without byte swapping");

/// The first 32 bytes of a `.gr` file.
struct GrHeader {
  std::uint64_t version = 1;  ///< 1: 32-bit destinations; 2: 64-bit destinations
  std::uint64_t edgeSize = 0; ///< bytes of data per edge; 0: none
  std::uint64_t numNodes = 0; ///< number of nodes
  std::uint64_t numEdges = 0; ///< number of edges
};
static_assert(sizeof(GrHeader) == 32);

/// The byte offsets of the sections of a `.gr` file from its start.
struct GrLayout {
  GrHeader header;                                 ///< the header
  std::uint64_t edgeEndOffset = sizeof(GrHeader);  ///< offset of the edge index
  std::uint64_t dstOffset = sizeof(GrHeader);      ///< offset of the destinations
  std::uint64_t edgeDataOffset = sizeof(GrHeader); ///< offset of the edge data
  std::uint64_t fileSize = sizeof(GrHeader);       ///< offset after the last byte of edge data

  /// Returns the bytes per destination: 4 or 8.
  std::uint64_t dstSize() const noexcept { return header.version == 1 ? 4 : 8; }
};

/// Returns the layout of a graph with this header, with or without the padding after an odd number
/// of destinations. Returns nothing if the version is unknown, or if an offset does not fit into 63
/// bits, which no file can have.
std::optional<GrLayout> layoutOf(const GrHeader& header, bool padded = true) noexcept;

/// Determines the layout of a `.gr` file from its first bytes and its size, or that it has another
/// format.
/// @param path      only for messages
/// @param first     the first bytes of the file
/// @param got       number of bytes at `first`: min(fileSize, 32) or more
/// @param fileSize  size of the file in bytes, without notes (GrNotes.h)
/// @throws GraphError if the file is empty, compressed, text, of an unknown version, or shorter or
///         longer than its header says. At the end, up to 7 bytes of alignment and data of the size
///         of node ids are accepted
GrLayout identifyGrFile(const std::string& path, const void* first, std::size_t got,
                        std::uint64_t fileSize);

} // namespace galois::graphs
