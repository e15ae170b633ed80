/**
 * How a thread searches the offers of the others for a chunk to steal. It probes near threads
 * before far ones, a window of threads at a time. Of the threads of a window, it steals from the
 * one with the most urgent offer.
 *
 * Probing a thread reads one word. A thread that has work probes few threads, and others the next
 * time. A thread without work probes many or all; it stops after the first window with an offer, so
 * it reads little when there are many offers. If another thief takes the chunk first, the window is
 * probed again, a few times.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "galois/substrate/ThreadPool.h"
#include "galois/worklists/parts/chunks/TaskChunk.h"
#include "galois/worklists/parts/common/WorklistCounters.h"
#include "galois/worklists/parts/stealing/ChunkOffers.h"
#include "galois/worklists/parts/stealing/NearestFirst.h"

namespace galois::worklists {

/// The searches of one thread. Owned by that thread; not thread-safe.
template <typename T>
class OfferSearch {
public:
  using Key = typename ChunkOffers<T>::Key;

  /// The result of a search.
  struct Stolen {
    Chunk<T>* chunk; ///< now owned by the caller; nullptr if nothing was stolen
    Key key;         ///< the key that the victim advertised
  };

  /// Number of threads per tier that a thread with work probes.
  static constexpr std::size_t kProbes = 2;
  /// Number of threads per window, among which the most urgent offer is chosen.
  static constexpr std::size_t kWindow = 8;

  /// Steals a chunk. O(probes) loads; O(threads) after the number of threads has changed.
  /// @param bound     largest advertised key (the least urgent offer) that is accepted
  /// @param probes    number of threads per tier to probe; `threads` for all of them
  /// @param threads   number of threads, the calling one included
  /// @param offersOf  returns the ChunkOffers<T>& of a thread number
  /// @throws std::bad_alloc if the number of threads has changed since the last call
  template <typename OffersOf>
  Stolen steal(Key bound, std::size_t probes, unsigned threads, WorklistCounters& counters,
               OffersOf&& offersOf) {
    if (victims_.threads() != threads) {
      victims_.build(substrate::ThreadPool::getTID(), threads);
    }
    ++counters.stealAttempts;
    const std::size_t turn = turn_++;
    for (std::size_t i = 0; i < NearestFirst::kTiers; ++i) {
      const auto tier = victims_.tier(i);
      const std::size_t most = std::min(probes, tier.size());
      const std::size_t from = most > 0 ? turn * most % tier.size() : 0;
      for (std::size_t n = 0; n < most; n += kWindow) {
        const Stolen stolen =
            stealFrom(tier, from + n, from + std::min(n + kWindow, most), bound, offersOf);
        if (stolen.chunk) {
          ++counters.stealSuccesses;
          counters.tasksStolen += stolen.chunk->size();
          return stolen;
        }
      }
    }
    return {nullptr, ChunkOffers<T>::kNothing};
  }

  /// Returns how many offers this thread tried to steal but another thread took first.
  std::uint64_t lost() const noexcept { return lost_; }

private:
  static constexpr unsigned kTries = 4; ///< most tries per window when other thieves are faster

  /// Steals from one of the threads [from, to) of a tier, modulo the size of the tier.
  template <typename OffersOf>
  Stolen stealFrom(const NearestFirst::Tier& tier, std::size_t from, std::size_t to, Key bound,
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
