/**
 * How an idle thread draws the thread it asks for work, and a sender the thread it deals to:
 *  - random: any other thread, each with the same probability [PD, section 2];
 *  - nearest: threads of its own NUMA node first, then those of its own socket, then any;
 *  - sticky: the thread that the last success was with, until it fails; then random.
 *
 * With one thread there is nobody to draw, where the published listings would draw for ever.
 */
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>

#include "galois/worklists/parts/stealing/NearestFirst.h"
#include "galois/worklists/parts/stealing/QueueSampler.h"

namespace galois::worklists {

/// Which threads are drawn.
enum class Victims {
  kRandom,  ///< uniformly
  kNearest, ///< near ones first
  kSticky   ///< the last successful one first
};

/// Draws the other thread of an attempt. Owned by one thread; not thread-safe.
class VictimDraw {
public:
  /// The result of a draw if there is no other thread.
  static constexpr std::uint32_t kNobody = ~0u;

  explicit VictimDraw(Victims victims = Victims::kRandom) noexcept : victims_(victims) {}

  /// Draws a thread. O(1), except that under kNearest the first draw after the number of threads
  /// changed is O(threads).
  /// @param self     the drawing thread, below `threads`, always the same
  /// @param threads  number of threads, 1 or more
  /// @param random   the thread's own generator, with `below(n)`
  /// @return a thread other than `self`, or kNobody if there is only one
  /// @throws std::bad_alloc, under kNearest
  template <typename Random>
  std::uint32_t draw(std::uint32_t self, std::uint32_t threads, Random& random) {
    assert(self < threads);
    if (threads == 1) {
      return kNobody;
    }
    if (victims_ == Victims::kNearest) {
      return drawNear(self, threads, random);
    }
    if (victims_ == Victims::kSticky && last_ < threads) {
      return last_;
    }
    return UniformSampler::victim(self, threads, random);
  }

  /// Tells whether the attempt with `victim` brought work.
  void tell(std::uint32_t victim, bool success) noexcept {
    last_ = success ? victim : kNobody;
    failures_ = success ? 0 : failures_ + 1;
  }

private:
  /// Draws from the nearest group until it has had as many failures in a row as it has members,
  /// then from the next larger group, and at last from all.
  template <typename Random>
  std::uint32_t drawNear(std::uint32_t self, std::uint32_t threads, Random& random) {
    if (order_.threads() != threads) {
      order_.build(self, threads);
    }
    std::size_t members = 0;
    std::size_t begin = 0; // failures before this group is used
    for (std::size_t i = 0; i < NearestFirst::kTiers; ++i) {
      members += order_.tier(i).size();
      if (failures_ < begin + members) { // not while there are no members
        break;
      }
      begin += members;
    }
    // The tiers follow each other in one array.
    return order_.tier(0).first[random.below(static_cast<std::uint32_t>(members))];
  }

  Victims victims_;
  std::uint32_t last_ = kNobody;
  std::size_t failures_ = 0; ///< in a row
  NearestFirst order_;
};

} // namespace galois::worklists
