/**
 * How a thread looks through the others' offers for a chunk to steal: near threads before far ones
 * and, of those that it looks at together, the one with the most urgent offer first.
 *
 * A look reads one word of each thread. A thread that has work looks at a few, and at others the
 * next time; one that has none looks at all or many, a window at a time, so that it reads little
 * where there is plenty. Losing a race for a chunk to another thief means to look again, a few
 * times.
 */
#ifndef GALOIS_WORKLISTS_PARTS_STEALING_OFFERSEARCH_H
#define GALOIS_WORKLISTS_PARTS_STEALING_OFFERSEARCH_H

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "galois/substrate/ThreadPool.h"
#include "galois/worklists/parts/chunks/TaskChunk.h"
#include "galois/worklists/parts/common/WorklistCounters.h"
#include "galois/worklists/parts/stealing/ChunkOffers.h"
#include "galois/worklists/parts/stealing/NearestFirst.h"

namespace galois::worklists {

/// One thread's searches. Owned by that thread.
template <typename T>
class OfferSearch {
public:
  using Key = typename ChunkOffers<T>::Key;

  struct Loot {
    Chunk<T>* chunk; ///< the caller's now; nullptr when nothing was stolen
    Key key;         ///< what was advertised for it
  };

  /// Threads of each tier that a thread with work looks at.
  static constexpr std::size_t kGlances = 2;
  /// Threads among which the most urgent offer is chosen.
  static constexpr std::size_t kWindow = 8;

  /// Steals a chunk. O(glances) loads, O(threads) the first time with another number of threads.
  /// @param bound     only what is advertised as no less urgent than this
  /// @param glances   how many threads of a tier to look at; `threads` for all of them
  /// @param threads   number of threads, the calling one included
  /// @param offersOf  thread number -> ChunkOffers<T>&
  /// @throws std::bad_alloc, with another number of threads than last time
  template <typename OffersOf>
  Loot steal(Key bound, std::size_t glances, unsigned threads, WorklistCounters& counters,
             OffersOf&& offersOf) {
    if (victims_.threads() != threads) {
      victims_.build(substrate::ThreadPool::getTID(), threads);
    }
    ++counters.stealAttempts;
    const std::size_t turn = turn_++;
    for (std::size_t i = 0; i < NearestFirst::kTiers; ++i) {
      const auto tier = victims_.tier(i);
      const std::size_t most = std::min(glances, tier.size());
      const std::size_t from = most > 0 ? turn * most % tier.size() : 0;
      for (std::size_t n = 0; n < most; n += kWindow) {
        const Loot loot =
            stealFrom(tier, from + n, from + std::min(n + kWindow, most), bound, offersOf);
        if (loot.chunk) {
          ++counters.stealSuccesses;
          counters.tasksStolen += loot.chunk->size();
          return loot;
        }
      }
    }
    return {nullptr, ChunkOffers<T>::kNothing};
  }

  /// Offers that were seen but could not be had, because another thread was faster.
  std::uint64_t lost() const noexcept { return lost_; }

private:
  static constexpr unsigned kTries = 4; ///< looks at a window where others were faster

  /// Steals from one of the threads [from, to) of a tier, counted around it.
  template <typename OffersOf>
  Loot stealFrom(const NearestFirst::Tier& tier, std::size_t from, std::size_t to, Key bound,
                 OffersOf& offersOf) {
    for (unsigned tries = 0; tries < kTries; ++tries) {
      ChunkOffers<T>* victim = nullptr;
      Key best = ChunkOffers<T>::kNothing;
      for (std::size_t n = from; n < to; ++n) {
        ChunkOffers<T>& offers = offersOf(tier[n % tier.size()]);
        const Key key = offers.advertised();
        if (key <= bound && key < best) {
          best = key;
          victim = &offers;
        }
      }
      if (!victim) {
        break;
      }
      if (Chunk<T>* const chunk = victim->steal()) {
        return {chunk, best};
      }
      ++lost_;
    }
    return {nullptr, ChunkOffers<T>::kNothing};
  }

  NearestFirst victims_;
  std::size_t turn_ = 0; ///< searches so far
  std::uint64_t lost_ = 0;
};

} // namespace galois::worklists

#endif
