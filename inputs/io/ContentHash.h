/** A hash of contents. */
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace galois::inputs {

/// Distinguishes contents by CRC-64 of all bytes, as liblzma computes it (with carry-less
/// multiplication where the processor has it). Equal contents have equal hashes. Different contents
/// have different hashes except with probability 2^-64, unless somebody constructs a collision on
/// purpose.
class ContentHash {
public:
  /// Adds bytes.
  void add(std::string_view bytes);
  /// Adds all bytes of a file as they are stored, and their number. Reads the whole file, in
  /// O(size) time.
  /// @throws InputError when it cannot be read
  /// @throws UsageError when it is an output (FileRoles.h)
  void addFile(const std::string& path);

  /// Returns the hash of what was added.
  std::uint64_t value() const { return value_; }

private:
  std::uint64_t value_ = 0;
};

} // namespace galois::inputs
