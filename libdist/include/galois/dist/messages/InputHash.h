/** A hash of what ranks read, by which they find out whether they have read the same. */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace galois::dist {

/// A hash of bytes that come in pieces. The last piece alone may have another length than a multiple
/// of 8. It is no protection against forged files.
class InputHash {
public:
  /// Adds bytes.
  void add(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      std::uint64_t word = 0;
      const std::size_t length = std::min(bytes.size(), sizeof(word));
      std::memcpy(&word, bytes.data(), length);
      bytes = bytes.subspan(length);
      add(word);
    }
  }
  /// Adds a number.
  void add(std::uint64_t word) {
    constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15; // so the product loses no bit of the sum
    hash_ = (hash_ ^ word) * kOdd;
    hash_ ^= hash_ >> 32;
  }
  std::uint64_t value() const { return hash_; } ///< of what was added so far

private:
  std::uint64_t hash_ = 0xcbf29ce484222325;
};

} // namespace galois::dist
