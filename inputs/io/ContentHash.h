#ifndef GALOIS_INPUTS_IO_CONTENTHASH_H
#define GALOIS_INPUTS_IO_CONTENTHASH_H

#include <cstdint>
#include <string>
#include <string_view>

namespace galois::inputs {

/// Tells contents apart: CRC-64 of all bytes, as liblzma computes it (with carry-less
/// multiplication where the processor has it). Equal contents have equal hashes; different ones
/// differ but for one chance in 2^64, unless somebody makes them agree on purpose.
class ContentHash {
public:
  /// Adds a few bytes.
  void add(std::string_view bytes);
  /// Adds all bytes of a file as they are stored, and how many. O(size); reads it whole. Throws
  /// InputError when it cannot be read, UsageError when it is an output (FileRoles.h).
  void addFile(const std::string& path);

  uint64_t value() const { return value_; }

private:
  uint64_t value_ = 0;
};

} // namespace galois::inputs

#endif
