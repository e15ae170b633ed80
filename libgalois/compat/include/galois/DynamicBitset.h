/** A bit set whose size is chosen at run time and whose bits all threads may set concurrently. */
#pragma once

#include <cstddef>
#include <cstdint>
#include <iostream>
#include <stdexcept>
#include <vector>

#include "galois/AtomicWrapper.h"
#include "galois/SharedMemSys.h"
#include "galois/substrate/Atomics.h"

namespace galois {

/**
 * A set of the bits [0, size()). All threads may call test(), set(i) and reset(i) concurrently;
 * each takes constant time. These accesses are relaxed, so a bit orders no other data. All other
 * operations need exclusive access. Those on several sets throw std::logic_error unless all have
 * the same size. Bits past the end of the last word are always 0.
 */
class DynamicBitSet {
public:
  DynamicBitSet() = default;
  explicit DynamicBitSet(std::size_t bits) { resize(bits); } ///< `bits` bits, all 0

  /// Changes the number of bits. New bits are 0, the others keep their values.
  void resize(std::size_t bits) {
    words_.resize((bits + kWordBits - 1) / kWordBits);
    size_ = bits;
    if (bits % kWordBits != 0) {
      words_.back() = words_.back() & ((std::uint64_t{1} << (bits % kWordBits)) - 1);
    }
  }
  /// Reserves memory, so that growing to at most `bits` bits allocates nothing.
  void reserve(std::size_t bits) { words_.reserve((bits + kWordBits - 1) / kWordBits); }
  std::size_t size() const { return size_; } ///< returns the number of bits

  /// Sets all bits to 0.
  void reset() {
    for (auto& word : words_) {
      word.store(0, substrate::order::relaxed);
    }
  }
  /// Sets the bits from `begin` to `end`, both included, to 0. Not thread-safe.
  void reset(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i <= end && i < size_; ++i) {
      reset(i);
    }
  }

  /// Returns bit `index` (< size()).
  bool test(std::size_t index) const {
    return (word(index).load(substrate::order::relaxed) & mask(index)) != 0;
  }
  /// Sets bit `index` (< size()) to 1 and returns its old value.
  bool set(std::size_t index) {
    substrate::Atomic<std::uint64_t>& w = word(index);
    // Reading before writing keeps the cache line shared if the bit is already set.
    if ((w.load(substrate::order::relaxed) & mask(index)) != 0) {
      return true;
    }
    return (w.fetch_or(mask(index), substrate::order::relaxed) & mask(index)) != 0;
  }
  /// Sets bit `index` (< size()) to 0 and returns its old value.
  bool reset(std::size_t index) {
    return (word(index).fetch_and(~mask(index), substrate::order::relaxed) & mask(index)) != 0;
  }

  /// Sets every bit that is set in `other`, which has the same size.
  void bitwise_or(const DynamicBitSet& other) {
    combine(*this, other, [](std::uint64_t a, std::uint64_t b) { return a | b; });
  }
  /// Clears every bit that is not set in `other`, which has the same size.
  void bitwise_and(const DynamicBitSet& other) {
    combine(*this, other, [](std::uint64_t a, std::uint64_t b) { return a & b; });
  }
  /// Makes this the intersection of `a` and `b`. All three have the same size.
  void bitwise_and(const DynamicBitSet& a, const DynamicBitSet& b) {
    combine(a, b, [](std::uint64_t x, std::uint64_t y) { return x & y; });
  }
  /// Inverts every bit that is set in `other`, which has the same size.
  void bitwise_xor(const DynamicBitSet& other) {
    combine(*this, other, [](std::uint64_t a, std::uint64_t b) { return a ^ b; });
  }
  /// Makes this the symmetric difference of `a` and `b`. All three have the same size.
  void bitwise_xor(const DynamicBitSet& a, const DynamicBitSet& b) {
    combine(a, b, [](std::uint64_t x, std::uint64_t y) { return x ^ y; });
  }

  /// Returns the number of bits that are 1. O(size / 64).
  std::uint64_t count() const {
    std::uint64_t total = 0;
    for (const auto& word : words_) {
      total += static_cast<unsigned>(__builtin_popcountll(word.load(substrate::order::relaxed)));
    }
    return total;
  }

  /// Returns the indices of the bits that are 1, in ascending order.
  template <typename Integer = std::uint32_t>
  std::vector<Integer> getOffsets() const {
    std::vector<Integer> offsets;
    offsets.reserve(count());
    for (std::size_t w = 0; w < words_.size(); ++w) {
      for (std::uint64_t rest = words_[w].load(substrate::order::relaxed); rest != 0;
           rest &= rest - 1) {
        offsets.push_back(
            static_cast<Integer>(w * kWordBits + static_cast<unsigned>(__builtin_ctzll(rest))));
      }
    }
    return offsets;
  }

  /// Returns the words. Bit i is bit i % 64 of word i / 64.
  const std::vector<CopyableAtomic<std::uint64_t>>& get_vec() const { return words_; }

private:
  static constexpr std::size_t kWordBits = 64;

  static std::uint64_t mask(std::size_t index) { return std::uint64_t{1} << (index % kWordBits); }
  substrate::Atomic<std::uint64_t>& word(std::size_t index) { return words_[index / kWordBits]; }
  const substrate::Atomic<std::uint64_t>& word(std::size_t index) const {
    return words_[index / kWordBits];
  }

  template <typename Op>
  void combine(const DynamicBitSet& a, const DynamicBitSet& b, Op op) {
    if (a.size_ != size_ || b.size_ != size_) {
      throw std::logic_error("bit sets must have the same size");
    }
    for (std::size_t i = 0; i < words_.size(); ++i) {
      words_[i].store(op(a.words_[i].load(substrate::order::relaxed),
                         b.words_[i].load(substrate::order::relaxed)),
                      substrate::order::relaxed);
    }
  }

  std::vector<CopyableAtomic<std::uint64_t>> words_;
  std::size_t size_ = 0;
};

} // namespace galois
