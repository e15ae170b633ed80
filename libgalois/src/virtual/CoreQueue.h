/**
 * The cores of the simulated machine that can run, in the order of their keys.
 *
 * It is a tournament tree with one leaf per core: each inner node has the least key below it.
 *
 * Invariant: the root is the least key of all leaves. A leaf is kNever if its core has nothing to
 * run. The leaf of the core that runs has the key with which it was chosen, until it is set again.
 */
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "OwnMemory.h"

namespace galois::substrate::virt {

/// The queue. Keys of different cores differ. Not thread-safe. set() and leastBut() take
/// O(log cores), without branches that depend on keys.
class CoreQueue {
public:
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

  /// @param cores  at least 1
  explicit CoreQueue(std::size_t cores)
      : leaves_(std::bit_ceil(cores)), nodes_(2 * leaves_, kNever) {}

  void set(std::size_t core, std::uint64_t key) noexcept {
    std::size_t node = leaves_ + core;
    nodes_[node] = key;
    for (; node > 1; node /= 2) {
      key = std::min(key, nodes_[node ^ 1]);
      nodes_[node / 2] = key;
    }
  }

  std::uint64_t key(std::size_t core) const noexcept { return nodes_[leaves_ + core]; }

  /// Returns the least key, or kNever if no core can run.
  std::uint64_t least() const noexcept { return nodes_[1]; }

  /// Returns the least key of the other cores, or kNever.
  std::uint64_t leastBut(std::size_t core) const noexcept {
    std::uint64_t least = kNever;
    for (std::size_t node = leaves_ + core; node > 1; node /= 2) {
      least = std::min(least, nodes_[node ^ 1]);
    }
    return least;
  }

private:
  std::size_t leaves_;
  /// 1 is the root; the children of i are 2 i and 2 i + 1
  std::vector<std::uint64_t, OwnMemory<std::uint64_t>> nodes_;
};

} // namespace galois::substrate::virt
