/**
 * Notes behind the graph in a `.gr` file: what the program that wrote the file wants to know of it
 * later. They begin at the next multiple of 8 bytes, and end with the file:
 *
 *     u64 mark;                      kGrNotesMark, the bytes "GrNotes" and a zero
 *     anything
 *     u64 size; u64 mark             GrNotesEnd
 *
 * Readers of the graph ignore them.
 */
#pragma once

#include <cstdint>

namespace galois::graphs {

/// The eight bytes that mark notes.
inline constexpr std::uint64_t kGrNotesMark = 0x007365746f4e7247; // "GrNotes\0"

/// The last 16 bytes of a file with notes.
struct GrNotesEnd {
  std::uint64_t size = 0;            ///< bytes from the end of the graph to that of the file
  std::uint64_t mark = kGrNotesMark; ///< kGrNotesMark
};

/// Returns the size of a file without its notes, or `fileSize` if it has none.
/// @param end  the last 16 bytes of the file
constexpr std::uint64_t sizeWithoutNotes(std::uint64_t fileSize, const GrNotesEnd& end) noexcept {
  const bool notes = end.mark == kGrNotesMark && fileSize % 8 == 0 &&
                     end.size >= sizeof(kGrNotesMark) + sizeof(end) && end.size <= fileSize;
  return notes ? fileSize - end.size : fileSize;
}

} // namespace galois::graphs
