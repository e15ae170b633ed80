/** A file that is read at any offset. */
#pragma once

#include <cstdint>
#include <string>

namespace galois::inputs {

/// A file that is open for reading at any offset, as it is stored.
class RandomAccess {
public:
  /// Opens a file. @throws InputError
  explicit RandomAccess(const std::string& path);
  ~RandomAccess();
  RandomAccess(const RandomAccess&) = delete;
  RandomAccess& operator=(const RandomAccess&) = delete;

  /// Reads `size` bytes from `offset`. Returns false if the file does not have them.
  /// @throws InputError
  bool read(void* to, std::uint64_t size, std::uint64_t offset) const;

private:
  std::string path_;
  int fd_;
};

} // namespace galois::inputs
