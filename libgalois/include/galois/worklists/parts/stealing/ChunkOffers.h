/**
 * What a thread offers to others: chunks in a Chase-Lev deque, and how urgent they are.
 *
 * Invariant: no task on offer is more urgent than what is advertised, and something is advertised
 * while anything is on offer. The advertisement is a hint for thieves, who read it without order:
 * one that is out of date costs a look, or a chunk that is less urgent than hoped. Losing nothing
 * is the deque's affair, and the owner finds all that it offered.
 */
#ifndef GALOIS_WORKLISTS_PARTS_STEALING_CHUNKOFFERS_H
#define GALOIS_WORKLISTS_PARTS_STEALING_CHUNKOFFERS_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/worklists/parts/chunks/TaskChunk.h"
#include "galois/worklists/parts/stealing/ChaseLevDeque.h"

namespace galois::worklists {

/// One thread's offers. Each operation O(1).
template <typename T>
class ChunkOffers {
public:
  using Key = std::uint64_t; ///< smaller is more urgent

  /// The key of nothing. Keys of offers are clipped to the one before it.
  static constexpr Key kNothing = std::numeric_limits<Key>::max();

  // --- for the owner alone -------------------------------------------------------------------

  /// No task on offer has a key below this; kNothing only if nothing is.
  Key key() const noexcept { return key_; }

  /// Number of chunks, or more if thieves are at work.
  std::size_t size() const noexcept { return chunks_.size(); }

  /// Offers `chunk`, no task of which has a key below `key`. @throws std::bad_alloc, with the
  /// offers as they were, but never for less than 32 chunks
  void offer(Chunk<T>* chunk, Key key) {
    key = std::min(key, kNothing - 1);
    if (key < key_ || chunks_.seemsEmpty()) {
      advertise(key);
    }
    chunks_.push(chunk);
  }

  /// Takes the youngest offer back. @return nullptr when there is none any more
  Chunk<T>* takeBack() noexcept {
    Chunk<T>* chunk = nullptr;
    if (key_ != kNothing && !chunks_.pop(chunk)) {
      advertise(kNothing);
    }
    return chunk;
  }

  // --- for any thread ------------------------------------------------------------------------

  /// The key of what is probably on offer, kNothing if nothing is.
  Key advertised() const noexcept {
    const Key key = advertised_.load(order::relaxed); // a hint, see above
    return key == kNothing || chunks_.seemsEmpty() ? kNothing : key;
  }

  /// Takes the oldest offer. Any thread but the owner.
  /// @return nullptr when there was none, or another thread was faster
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

  // Thieves in search of work read this line of every thread, and no other while it says nothing.
  alignas(substrate::kCacheLineSize) substrate::Atomic<Key> advertised_{kNothing};
  ChaseLevDeque<Chunk<T>*> chunks_;
  Key key_ = kNothing; ///< what is advertised
};

} // namespace galois::worklists

#endif
