/**
 * Caches of limited size: a private one per core, and one per socket that its cores share. Without
 * them a core keeps each line until another core writes it (Directory.h).
 *
 * A private cache stands for all levels that a core has for itself. The shared one takes what private
 * ones evict and what comes from memory; it does not have to hold what they hold. Both are divided
 * into sets, and in a set the line that was not used for the longest time leaves.
 *
 * An array of the program stands for one that is `array-scale` times as long: its lines may use only
 * that part of the sets. All other lines may use all sets, so the two compete. In this way a small
 * graph misses as often as a large one, while queues keep their size.
 *
 * A line's set follows from its number, which the directory gives out in the order of first accesses.
 * So misses do not depend on addresses. A line may be in a private cache although its core has lost its
 * copy, or under a number that it no longer has; who evicts it has to look.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "OwnMemory.h"

namespace galois::substrate::virt {

/// One cache. Not thread-safe. Calls take O(ways).
class Cache {
public:
  static constexpr std::size_t kWays = 16;

  /// @param lines       capacity, rounded down to whole sets, at least one
  /// @param arrayScale  the part of the sets that lines of arrays may use, as a divisor
  Cache(std::size_t lines, double arrayScale);

  /// Makes the line the one of its set that was used last, and adds it if it is not there.
  /// @param number  of the line, the same in all calls @param ofArray  as well
  /// @return the line that had to leave, or null
  void* use(void* line, std::uint32_t number, bool ofArray) noexcept;
  bool contains(const void* line, std::uint32_t number, bool ofArray) const noexcept;
  void remove(const void* line, std::uint32_t number, bool ofArray) noexcept;
  /// Returns whether lines of these numbers belong into the same set.
  bool shareASet(std::uint32_t a, bool aOfArray, std::uint32_t b, bool bOfArray) const noexcept {
    return firstOf(a, aOfArray) == firstOf(b, bOfArray);
  }

private:
  using Lines = std::vector<void*, OwnMemory<void*>>;

  std::size_t firstOf(std::uint32_t number, bool ofArray) const noexcept {
    // The multiplication spreads lines that are used together.
    const std::uint64_t spread = (number * 0x9e3779b97f4a7c15ull) >> 32;
    return ((spread * (ofArray ? arraySets_ : sets_)) >> 32) * kWays;
  }

  std::uint64_t sets_, arraySets_;
  Lines lines_; ///< set after set, each in the order of its latest uses; null: none
};

} // namespace galois::substrate::virt
