/** Reads a column of numbers whose length a header has said, which may be wrong. */
#pragma once

#include "inputs/Error.h"
#include "inputs/io/InputFile.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace galois::inputs::detail {

/// Appends up to `count` items to a column. The column grows as data arrives, so that an absurd count
/// in a header is reported as "cut short" and not as "out of memory".
/// @param source            has readFully(char*, size_t): an InputFile or a ZipReader
/// @param count             count * sizeof(T) must fit into 64 bits
/// @param countIsCredible   whether the source has so many items as far as is known, so that the
///                          memory is taken at once
/// @return the number of bytes read, which is smaller than those of `count` items only at the end of
///         the source
template <typename Source, typename T>
std::uint64_t readColumn(Source& source, std::vector<T>& column, std::uint64_t count,
                         bool countIsCredible = false) {
  constexpr std::uint64_t kStep = 1 << 20;
  if (countIsCredible) {
    column.reserve(column.size() + count);
  }
  std::uint64_t bytes = 0;
  while (bytes < count * sizeof(T)) {
    const std::uint64_t step = std::min(count - bytes / sizeof(T), kStep);
    const std::size_t before = column.size();
    column.resize(before + step);
    const std::size_t got =
        source.readFully(reinterpret_cast<char*>(column.data() + before), step * sizeof(T));
    bytes += got;
    if (got < step * sizeof(T)) {
      column.resize(before + got / sizeof(T));
      break;
    }
  }
  return bytes;
}

/// Appends exactly `count` items to a column, as above. @throws InputError when the file is cut short
template <typename Item>
void readItems(InputFile& file, std::vector<Item>& items, std::uint64_t count) {
  if (readColumn(file, items, count) != count * sizeof(Item)) {
    fail("{} is cut short: its header says {} values of {} bytes here", file.name(), count,
         sizeof(Item));
  }
}

/// Reads to the end of the file. Returns the number of bytes.
inline std::uint64_t bytesLeft(InputFile& file) {
  std::vector<char> block(1 << 16);
  std::uint64_t bytes = 0;
  for (std::size_t got = 1; got > 0; bytes += got) {
    got = file.read(block.data(), block.size());
  }
  return bytes;
}

} // namespace galois::inputs::detail
