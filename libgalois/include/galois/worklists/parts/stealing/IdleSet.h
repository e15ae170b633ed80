/**
 * The threads that wait for work, as a set from which a sender draws one (WorkDealing.h). The senders
 * of [PD, figure 3] draw among all threads, and most draws hit a busy one while few are idle. The set
 * is ours; the paper has none.
 *
 * Invariant. A thread alone adds and removes itself, with a read-modify-write of the word that has its
 * bit. So its bit says at any time what it did last, whatever other threads do to the same word.
 *
 * All accesses are relaxed, since the set is a hint. Who has drawn a thread looks at its cell, and the
 * exchange of that cell synchronizes the two (WorkDealing.h).
 */
#pragma once

#include <cassert>
#include <cstdint>
#include <memory>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/worklists/parts/stealing/VictimDraw.h"

namespace galois::worklists {

/// Among whom a thread with tasks draws the one that it gives some to.
enum class DealTargets {
  kAll,    ///< all others, as Victims says: [PD, figure 3]
  kIdleSet ///< those that wait for work; Victims has no effect
};

/// The set. All functions are thread-safe; add() and remove() are for the thread `self` alone.
/// @tparam Atomics  see galois/substrate/Atomics.h
template <typename Atomics = substrate::DefaultAtomics>
class IdleSet {
public:
  /// @param threads  number of threads, 1 or more @throws std::bad_alloc
  explicit IdleSet(unsigned threads)
      : words_((threads + kBits - 1) / kBits), bits_(new Word[words_]) {
    assert(threads >= 1);
    for (unsigned i = 0; i < words_; ++i) {
      bits_[i].word.store(0, order::relaxed); // no other thread can access it yet
    }
  }
  IdleSet(const IdleSet&) = delete;
  IdleSet& operator=(const IdleSet&) = delete;

  /// Adds the calling thread. O(1).
  void add(unsigned self) noexcept {
    bits_[self / kBits].word.fetch_or(bitOf(self), order::relaxed);
  }
  /// Removes the calling thread. O(1).
  void remove(unsigned self) noexcept {
    bits_[self / kBits].word.fetch_and(~bitOf(self), order::relaxed);
  }

  /// Draws a member other than `self`, each with the same probability as long as the set does not
  /// change meanwhile. O(threads / 64).
  /// @param threads  only members below this number are drawn, 1 or more, at most that of the
  ///                 constructor
  /// @param random   the thread's own generator, with `below(n)`
  /// @return VictimDraw::kNobody if no other member was seen
  template <typename Random>
  std::uint32_t draw(unsigned self, unsigned threads, Random& random) const {
    assert(threads >= 1 && (threads - 1) / kBits < words_);
    // A word replaces the one chosen before with the share that its members have of all seen so far.
    std::uint64_t chosen = 0;
    unsigned first = 0;
    std::uint32_t seen = 0;
    for (unsigned i = 0; i * kBits < threads; ++i) {
      std::uint64_t word = bits_[i].word.load(order::relaxed);
      if (i == self / kBits) {
        word &= ~bitOf(self);
      }
      if (i == (threads - 1) / kBits) {
        word &= ~std::uint64_t{0} >> (kBits - 1 - (threads - 1) % kBits);
      }
      const auto members = static_cast<std::uint32_t>(__builtin_popcountll(word));
      seen += members;
      if (members != 0 && random.below(seen) < members) {
        chosen = word;
        first = i * kBits;
      }
    }
    if (seen == 0) {
      return VictimDraw::kNobody;
    }
    std::uint32_t behind = random.below(static_cast<std::uint32_t>(__builtin_popcountll(chosen)));
    for (; behind != 0; --behind) {
      chosen &= chosen - 1;
    }
    return first + static_cast<std::uint32_t>(__builtin_ctzll(chosen));
  }

private:
  static constexpr unsigned kBits = 64;
  static constexpr std::uint64_t bitOf(unsigned thread) noexcept {
    return std::uint64_t{1} << (thread % kBits);
  }

  struct alignas(substrate::kCacheLineSize) Word {
    typename Atomics::template Atomic<std::uint64_t> word;
  };

  unsigned words_;
  std::unique_ptr<Word[]> bits_;
};

} // namespace galois::worklists
