/**
 * The other threads in the order in which a thread probes them for work: those of its own NUMA node
 * first, then those of its own socket, then the rest. These three groups are called tiers.
 *
 * Within a tier the order is circular and begins right after the thread itself. So threads that run
 * out of work together do not all begin with the same victim.
 */
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "galois/substrate/ThreadPool.h"

namespace galois::worklists {

/// The order in which one thread probes the others. Owned by that thread; not thread-safe.
class NearestFirst {
public:
  /// Threads at the same distance.
  struct Tier {
    const std::uint32_t* first;
    const std::uint32_t* last;

    std::uint32_t operator[](std::size_t i) const noexcept { return first[i]; }
    std::size_t size() const noexcept { return static_cast<std::size_t>(last - first); }
    const std::uint32_t* begin() const noexcept { return first; }
    const std::uint32_t* end() const noexcept { return last; }
  };
  static constexpr std::size_t kTiers = 3; ///< own node, own socket, the rest; some may be empty

  /// Returns the number of threads that the order is for, 0 before the first build().
  unsigned threads() const noexcept { return threads_; }

  /// Orders the threads [0, threads) except `self`. O(threads).
  /// @throws std::bad_alloc; the order is then the old one
  void build(unsigned self, unsigned threads) {
    assert(self < threads);
    const substrate::ThreadPool& pool = substrate::getThreadPool();
    // First, so that an exception leaves the old order.
    order_.reserve(threads - 1);
    order_.clear();
    for (std::size_t tier = 0; tier < kTiers; ++tier) {
      for (unsigned step = 1; step < threads; ++step) {
        const unsigned other = (self + step) % threads;
        const bool sameNode = pool.getNumaNode(other) == pool.getNumaNode(self);
        const bool sameSocket = pool.getSocket(other) == pool.getSocket(self);
        if ((sameNode ? 0u : sameSocket ? 1u : 2u) == tier) {
          order_.push_back(other);
        }
      }
      ends_[tier] = order_.size();
    }
    threads_ = threads;
  }

  /// Returns tier `i`. @param i  below kTiers, nearest first
  Tier tier(std::size_t i) const noexcept {
    return {order_.data() + (i == 0 ? 0 : ends_[i - 1]), order_.data() + ends_[i]};
  }

private:
  std::vector<std::uint32_t> order_;
  std::array<std::size_t, kTiers> ends_{};
  unsigned threads_ = 0;
};

} // namespace galois::worklists
