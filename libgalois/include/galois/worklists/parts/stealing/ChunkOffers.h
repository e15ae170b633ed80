/**
 * What a thread offers to others: chunks in a Chase-Lev deque, and the key of the most urgent one.
 *
 * Invariant: no task on offer is more urgent than the advertised key, and a key is advertised while
 * anything is on offer. The key is a hint, which thieves read with relaxed loads. If it is out of
 * date, a thief finds nothing, or gets a chunk that is less urgent than advertised. The deque
 * guarantees that no chunk is lost, and the owner finds all chunks that it offered.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/worklists/parts/chunks/TaskChunk.h"
#include "galois/worklists/parts/stealing/ChaseLevDeque.h"

namespace galois::worklists {

/// The offers of one thread. Each operation is O(1).
template <typename T>
class ChunkOffers {
public:
  using Key = std::uint64_t; ///< smaller is more urgent

  /// The key that means "nothing is on offer". Keys of offers are at most one less.
  static constexpr Key kNothing = std::numeric_limits<Key>::max();

  // --- for the owner alone -------------------------------------------------------------------

  /// Returns a lower bound of the keys of all tasks on offer; kNothing only if nothing is on offer.
  Key key() const noexcept { return key_; }

  /// Returns the number of chunks on offer, or more if thieves take some meanwhile.
  std::size_t size() const noexcept { return chunks_.size(); }

  /// Offers `chunk`, no task of which has a key below `key`.
  /// @throws std::bad_alloc, with the offers unchanged; never for less than 32 chunks
  void offer(Chunk<T>* chunk, Key key) {
    key = std::min(key, kNothing - 1);
    if (key < key_ || chunks_.seemsEmpty()) {
      advertise(key);
    }
    chunks_.push(chunk);
  }

  /// Takes the youngest offer back. @return nullptr if there is none any more
  Chunk<T>* takeBack() noexcept {
    Chunk<T>* chunk = nullptr;
    if (key_ != kNothing && !chunks_.pop(chunk)) {
      advertise(kNothing);
    }
    return chunk;
  }

  // --- for any thread ------------------------------------------------------------------------

  /// Returns the advertised key, kNothing if probably nothing is on offer.
  Key advertised() const noexcept {
    const Key key = advertised_.load(order::relaxed); // a hint, see above
    return key == kNothing || chunks_.seemsEmpty() ? kNothing : key;
  }

  /// Takes the oldest offer. For any thread but the owner.
  /// @return nullptr if there was none, or another thread was faster
  Chunk<T>* steal() noexcept {
    Chunk<T>* chunk = nullptr;
    chunks_.steal(chunk);
    return chunk;
  }

private:
  void advertise(Key key) noexcept {
    if (key != key_) {
      key_ = key;
      advertised_.store(key, order::relaxed);
    }
  }

  // Thieves that search for work read this line of every thread. They read no other line of a
  // thread that advertises nothing.
  alignas(substrate::kCacheLineSize) substrate::Atomic<Key> advertised_{kNothing};
  ChaseLevDeque<Chunk<T>*> chunks_;
  Key key_ = kNothing; ///< the owner's copy of advertised_
};

} // namespace galois::worklists
