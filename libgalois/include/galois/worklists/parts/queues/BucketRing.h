/**
 * A ring of buckets, in which a BucketQueue stores its tasks. A bucket is a list of chunks. A
 * two-level bitmap finds the first bucket with tasks.
 *
 * Each bucket has a number. The ring has room for a window of as many consecutive numbers as it has
 * slots. Its owner makes sure that all numbers are in one window, which does not extend past the
 * greatest number. Tasks of a bucket are taken oldest first.
 *
 * Invariant: a slot's bit is set exactly if its bucket holds chunks, and each of these chunks holds
 * a task. first() is the smallest number of a bucket with tasks, if there are any. Between
 * popFront() or popChunk() and passFirst(), the first bucket may be empty.
 */
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>

#include "galois/substrate/Charge.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/worklists/parts/chunks/TaskChunk.h"

namespace galois::worklists {

/// The buckets of a BucketQueue.
/// @tparam T  task, trivially copyable
///
/// Not thread-safe: one thread owns it, or a lock guards it. Functions are O(1) unless stated
/// otherwise.
template <typename T>
class BucketRing {
public:
  using Number = std::uint64_t;

  /// What first() returns for an empty ring. The bucket of this number may hold tasks, too.
  static constexpr Number kNoBucket = std::numeric_limits<Number>::max();

  /// @param pool     allocates and frees the chunks; must outlive the ring
  /// @param buckets  number of slots: a power of two, 64 to 4096
  BucketRing(ChunkPool<T>& pool, std::uint32_t buckets)
      : pool_(&pool), mask_(buckets - 1), ring_(new Bucket[buckets]),
        words_(new std::uint64_t[buckets / 64]()) {
    assert(buckets >= 64 && buckets <= 4096 && (buckets & (buckets - 1)) == 0);
    for (std::uint32_t slot = 0; slot <= mask_; ++slot) {
      ring_[slot].tail = &none_;
    }
  }
  BucketRing(const BucketRing&) = delete;
  BucketRing& operator=(const BucketRing&) = delete;
  ~BucketRing() {
    for (std::uint32_t slot = 0; slot <= mask_; ++slot) {
      freeAll(ring_[slot].head);
    }
    freeAll(spare_);
  }

  bool empty() const noexcept { return summary_ == 0; }
  Number first() const noexcept { return first_; }      ///< kNoBucket if there is none
  std::uint32_t mask() const noexcept { return mask_; } ///< number of slots, less one

  /// Returns the smallest number of a bucket with tasks from `number` on. At the window's end the
  /// search continues at the start of the window; a bucket found there is returned as if it were
  /// after the end.
  Number nextAfter(Number number) const noexcept {
    if (empty()) {
      return kNoBucket;
    }
    const std::uint32_t from = slotOf(number);
    std::uint32_t word = from / 64;
    std::uint64_t bits = words_[word] & (~std::uint64_t{0} << (from % 64));
    if (bits == 0) {
      const std::uint64_t later = word == 63 ? 0 : summary_ & (~std::uint64_t{0} << (word + 1));
      // Past the end of the ring the search wraps around.
      word = static_cast<std::uint32_t>(__builtin_ctzll(later ? later : summary_));
      bits = words_[word];
    }
    const std::uint32_t slot = word * 64 + static_cast<std::uint32_t>(__builtin_ctzll(bits));
    return number + ((slot - from) & mask_);
  }

  /// Adds a task to a bucket. Inlined because BucketQueue::push() is.
  /// @throws std::bad_alloc, and the ring is unchanged
  GALOIS_ATTRIBUTE_ALWAYS_INLINE void put(Number number, const T& task) {
    substrate::chargeMemory(&ring_[slotOf(number)], sizeof(Bucket));
    Chunk<T>* tail = ring_[slotOf(number)].tail;
    if (tail->full()) {
      tail = open(number);
    }
    tail->pushBack(task);
  }

  /// Adds a chunk, which must hold tasks, at the end of a bucket.
  void append(Number number, Chunk<T>* chunk) noexcept {
    const std::uint32_t slot = slotOf(number);
    Bucket& bucket = ring_[slot];
    if (bucket.head) {
      bucket.tail->next = chunk;
    } else {
      bucket.head = chunk;
      words_[slot / 64] |= std::uint64_t{1} << (slot % 64);
      summary_ |= std::uint64_t{1} << (slot / 64);
      first_ = std::min(first_, number);
    }
    bucket.tail = chunk;
  }

  /// Accounts for reading the first bucket on the simulated machine. Call it before the functions
  /// that take tasks of the first bucket.
  void touchFirst() const noexcept {
    substrate::chargeMemory(&ring_[slotOf(first_)], sizeof(Bucket));
  }

  /// Returns whether the first bucket holds at least `count` tasks. The ring must not be empty.
  /// O(count / chunk size).
  bool firstHolds(std::size_t count) const noexcept {
    std::size_t found = 0;
    for (const Chunk<T>* c = ring_[slotOf(first_)].head; c && found < count; c = c->next) {
      found += c->size();
    }
    return found >= count;
  }

  /// Takes the oldest task of the first bucket. The ring must not be empty. Call passFirst()
  /// afterwards.
  T popFront() {
    Bucket& bucket = ring_[slotOf(first_)];
    const T task = bucket.head->popFront();
    if (bucket.head->empty()) {
      dropHead(bucket);
    }
    return task;
  }

  /// Takes up to `max` (1 or more) of the oldest tasks of the first bucket. The ring must not be
  /// empty. Call passFirst() afterwards.
  /// @return the number of tasks
  std::size_t popFront(T* out, std::size_t max) {
    Bucket& bucket = ring_[slotOf(first_)];
    std::size_t count = 0;
    do {
      count += bucket.head->popFront(out + count, max - count);
      if (!bucket.head->empty()) {
        break;
      }
      dropHead(bucket);
    } while (bucket.head && count < max);
    return count;
  }

  /// Takes a chunk of the first bucket: the oldest, or the second if the oldest is not full any
  /// more. The ring must not be empty. Call passFirst() afterwards.
  Chunk<T>* popChunk() noexcept {
    Bucket& bucket = ring_[slotOf(first_)];
    Chunk<T>* const chunk = bucket.head;
    Chunk<T>* const second = chunk->next;
    if (second && chunk->size() < pool_->capacity()) {
      chunk->next = std::exchange(second->next, nullptr);
      if (bucket.tail == second) {
        bucket.tail = chunk;
      }
      return second;
    }
    unlinkHead(bucket);
    return chunk;
  }

  /// Moves first() to the next bucket if the first one has become empty. Call it each time after
  /// taking tasks. @return whether it moved
  bool passFirst() noexcept {
    if (ring_[slotOf(first_)].head) {
      return false;
    }
    clearBit(slotOf(first_));
    first_ = nextAfter(first_);
    return true;
  }

  /// Takes every second chunk, beginning with the second one of the first bucket. O(chunks
  /// visited).
  /// @param low   the first number of the window
  /// @param most  largest number of chunks to take
  /// @return a list of the chunks, and the number of tasks in them
  std::pair<Chunk<T>*, std::size_t> takeHalf(Number low, std::size_t most) noexcept {
    Chunk<T>* taken = nullptr;
    Chunk<T>** end = &taken;
    std::size_t tasks = 0;
    bool keep = true;
    for (Number n = first_; !empty() && n - low <= mask_ && most > 0; n = nextAfter(n + 1)) {
      Bucket& bucket = ring_[slotOf(n)];
      substrate::chargeMemory(&bucket, sizeof(Bucket));
      Chunk<T>* last = nullptr;
      for (Chunk<T>** link = &bucket.head; *link; keep = !keep) {
        Chunk<T>* const chunk = *link;
        if (keep || most == 0) {
          last = chunk;
          link = &chunk->next;
          continue;
        }
        *link = std::exchange(chunk->next, nullptr);
        tasks += chunk->size();
        *end = chunk;
        end = &chunk->next;
        --most;
      }
      bucket.tail = last ? last : &none_;
      if (!last) {
        clearBit(slotOf(n));
      }
    }
    return {taken, tasks};
  }

  /// Takes all chunks out of a bucket. If it is the first one, the owner must then correct first()
  /// with forgetFirst(). @return the first and the last of the chunks
  std::pair<Chunk<T>*, Chunk<T>*> detach(Number number) noexcept {
    Bucket& bucket = ring_[slotOf(number)];
    clearBit(slotOf(number));
    return {std::exchange(bucket.head, nullptr), std::exchange(bucket.tail, &none_)};
  }

  /// Resets first() to kNoBucket: either no bucket holds tasks, or the owner is about to put() a
  /// task that comes before all others.
  void forgetFirst() noexcept { first_ = kNoBucket; }

  /// Passes all tasks of a list of chunks to `take(task)`, and recycles the chunks.
  template <typename Take>
  void pour(Chunk<T>* chunk, Take&& take) {
    while (chunk) {
      while (!chunk->empty()) {
        take(chunk->popFront());
      }
      recycle(std::exchange(chunk, chunk->next));
    }
  }

  /// Takes back a chunk. Tasks that are still in it are dropped.
  void recycle(Chunk<T>* chunk) {
    if (spares_ >= kSpares) {
      pool_->free(chunk);
      return;
    }
    chunk->clear();
    chunk->next = spare_;
    spare_ = chunk;
    ++spares_;
  }

  /// Drops all tasks. O(slots).
  void clear() noexcept {
    for (std::uint32_t slot = 0; slot <= mask_; ++slot) {
      if (ring_[slot].head) {
        freeAll(detach(slot).first);
      }
    }
    forgetFirst();
  }

private:
  /// The chunks of a slot, oldest first. Tasks are added to the last one.
  struct Bucket {
    Chunk<T>* head = nullptr; ///< nullptr if the bucket is empty
    Chunk<T>* tail = nullptr; ///< &none_ if the bucket is empty
  };

  static constexpr std::uint32_t kSpares = 16;

  std::uint32_t slotOf(Number number) const noexcept {
    return static_cast<std::uint32_t>(number) & mask_;
  }

  /// Adds an empty chunk at the end of a bucket, for a task that the caller adds at once.
  Chunk<T>* open(Number number) {
    Chunk<T>* const chunk = fresh();
    append(number, chunk);
    return chunk;
  }

  Chunk<T>* fresh() {
    if (!spare_) {
      return pool_->allocate();
    }
    Chunk<T>* const chunk = spare_;
    spare_ = chunk->next;
    --spares_;
    chunk->next = nullptr;
    return chunk;
  }

  void unlinkHead(Bucket& bucket) noexcept {
    bucket.head = std::exchange(bucket.head->next, nullptr);
    if (!bucket.head) {
      bucket.tail = &none_;
    }
  }

  void dropHead(Bucket& bucket) {
    Chunk<T>* const emptied = bucket.head;
    unlinkHead(bucket);
    recycle(emptied);
  }

  void clearBit(std::uint32_t slot) noexcept {
    std::uint64_t& word = words_[slot / 64];
    word &= ~(std::uint64_t{1} << (slot % 64));
    if (word == 0) {
      summary_ &= ~(std::uint64_t{1} << (slot / 64));
    }
  }

  void freeAll(Chunk<T>* chunk) {
    while (chunk) {
      pool_->free(std::exchange(chunk, chunk->next));
    }
  }

  ChunkPool<T>* pool_;
  Chunk<T> none_{0}; ///< the tail of empty buckets; it is full, so that put() adds a chunk
  const std::uint32_t mask_;
  const std::unique_ptr<Bucket[]> ring_;
  const std::unique_ptr<std::uint64_t[]> words_; ///< one bit per slot
  std::uint64_t summary_ = 0;                    ///< one bit per word
  Number first_ = kNoBucket;

  Chunk<T>* spare_ = nullptr; ///< a few empty chunks, so that the pool is used less often
  std::uint32_t spares_ = 0;
};

} // namespace galois::worklists
