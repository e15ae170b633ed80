/**
 * The binary `.gr` format, versions 1 and 2: where its sections lie and whether a file can be one.
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
 * then a u64 for each node (inputs/formats/GrIds.h). Nothing here looks at them.
 *
 * Version 2 needs no padding to keep the edge data aligned and programs disagree about it, so files
 * of both kinds exist. We write it, because Galois' own reader skips it; we read both kinds, since
 * the file's size tells them apart. Version 1 without edge data is accepted without its padding
 * too.
 */
#ifndef GALOIS_GRAPHS_GRFORMAT_H
#define GALOIS_GRAPHS_GRFORMAT_H

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace galois::graphs {

static_assert(std::endian::native == std::endian::little,
              ".gr files are little-endian and are used in place, without byte swapping");

/// The first 32 bytes of a `.gr` file.
struct GrHeader {
  std::uint64_t version = 1;  ///< 1: 32-bit destinations; 2: 64-bit destinations
  std::uint64_t edgeSize = 0; ///< bytes of data an edge carries; 0: none
  std::uint64_t numNodes = 0;
  std::uint64_t numEdges = 0;
};
static_assert(sizeof(GrHeader) == 32);

/// Byte offsets of the sections of a `.gr` file, from its start.
struct GrLayout {
  GrHeader header;
  std::uint64_t edgeEndOffset = sizeof(GrHeader);
  std::uint64_t dstOffset = sizeof(GrHeader);
  std::uint64_t edgeDataOffset = sizeof(GrHeader);
  std::uint64_t fileSize = sizeof(GrHeader); ///< one past the last byte of edge data

  /// Bytes of one destination: 4 or 8.
  std::uint64_t dstSize() const noexcept { return header.version == 1 ? 4 : 8; }
};

/// Where the sections of a graph with this header lie, with or without the padding after an odd
/// number of destinations. Empty if the version is unknown or some offset does not fit 63 bits,
/// which no file can hold.
std::optional<GrLayout> layoutOf(const GrHeader& header, bool padded = true) noexcept;

/// Decides whether a file can be a `.gr` file, from its first bytes and its size, and how it is
/// laid out.
/// @param path      only for messages
/// @param first     the file's first bytes
/// @param got       how many of them are at `first`: min(fileSize, 32) or more
/// @param fileSize  the file's size in bytes
/// @throws GraphError if the file is empty, compressed, text, of an unknown version, or shorter or
///         longer than its header says (up to 7 bytes of final alignment are let pass, and
///         what has the size of ids)
GrLayout identifyGrFile(const std::string& path, const void* first, std::size_t got,
                        std::uint64_t fileSize);

} // namespace galois::graphs

#endif
