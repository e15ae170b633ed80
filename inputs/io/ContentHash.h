/** A hash of contents. */
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace galois::inputs {

/// BLAKE2b without a key (RFC 7693). Different contents have different hashes: nobody knows a way
/// to find two with the same one. Takes about 1.5 ns per byte.
class ContentHash {
public:
  /// A hash of nothing. @param bytes  of the hash, 1 to 64
  explicit ContentHash(unsigned bytes = 32);

  /// Adds bytes. Only their sequence counts, not how they are divided among calls.
  void add(std::string_view bytes);
  /// Adds all bytes of a file as they are stored, and their number. Reads the whole file, in
  /// O(size) time.
  /// @throws InputError when it cannot be read
  /// @throws UsageError when it is an output (FileRoles.h)
  void addFile(const std::string& path);

  /// Returns the hash of what was added, in hexadecimal digits.
  std::string hex() const;
  /// Returns the first eight bytes of the hash.
  std::uint64_t value() const;

private:
  static constexpr std::size_t kBlock = 128;
  using State = std::array<std::uint64_t, 8>;

  static void compress(State& state, const char* block, std::uint64_t length, bool last);
  State finished() const;

  State state_;
  unsigned bytes_;
  std::uint64_t length_ = 0;        ///< of all before `rest_`
  std::array<char, kBlock> rest_{}; ///< the last bytes, which may be the last block
  std::size_t restSize_ = 0;        ///< how many of them there are
};

} // namespace galois::inputs
