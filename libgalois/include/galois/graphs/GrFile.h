/** A `.gr` file that is open for reading, and whose header has been checked. */
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "galois/graphs/GrFormat.h"
#include "galois/graphs/MappedMemory.h"

namespace galois::graphs::internal {

/// Owns the open file. Several threads may read and map it concurrently.
class GrFile {
public:
  /// Opens a file, and checks that it has the format and the size that its header says.
  /// @throws GraphError with a message that says what is wrong with the file
  explicit GrFile(const std::string& path);
  GrFile(const GrFile&) = delete;
  GrFile& operator=(const GrFile&) = delete;
  ~GrFile();

  /// Returns the quoted name of the file, for messages.
  std::string name() const { return "'" + path_ + "'"; }
  /// Returns where the sections of the file are.
  const GrLayout& layout() const noexcept { return layout_; }
  /// Checks that the file has this many nodes and edges. @throws GraphError that says how many it has
  void checkSize(std::uint64_t nodes, std::uint64_t edges) const;
  /// Maps a part of the file. @throws GraphError if the system refuses
  MappedMemory map(std::uint64_t offset, std::uint64_t length) const {
    return MappedMemory::ofFile(path_, fd_, offset, length);
  }
  /// Reads up to `length` bytes, and fewer only at the end of the file. Returns how many.
  /// @throws GraphError if the system cannot read
  std::size_t read(void* to, std::size_t length, std::uint64_t offset) const;

private:
  void inspect();

  std::string path_;
  int fd_;
  GrLayout layout_;
};

} // namespace galois::graphs::internal
