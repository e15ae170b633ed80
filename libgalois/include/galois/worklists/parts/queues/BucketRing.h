/**
 * A ring of buckets of tasks, each a list of chunks, the first of them found through a two-level
 * bitmap: what a BucketQueue stores its tasks in.
 *
 * A bucket goes by a number. The ring has room for a window of as many consecutive numbers as it
 * has slots. Its owner sees to it that all numbers lie in one window, which does not reach past the
 * greatest number. Tasks of a bucket come oldest first.
 *
 * Invariant: a slot's bit is set exactly if its bucket holds chunks, and every chunk there holds a
 * task (but for the moment between popFront() and passFirst(), see there); first() is the least
 * number with tasks, if there are any.
 */
#ifndef GALOIS_WORKLISTS_PARTS_QUEUES_BUCKETRING_H
#define GALOIS_WORKLISTS_PARTS_QUEUES_BUCKETRING_H

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

/// @tparam T  task, trivially copyable
///
/// Not thread-safe: owned by a thread, or guarded. O(1) but where it says otherwise.
template <typename T>
class BucketRing {
public:
  using Number = std::uint64_t;

  /// What first() says of an empty ring. The bucket of this number holds tasks like any other.
  static constexpr Number kNoBucket = std::numeric_limits<Number>::max();

  /// @param pool     where chunks come from and go to; must outlive the ring
  /// @param buckets  slots: a power of two, 64 to 4096
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
  Number first() const noexcept { return first_; }      ///< kNoBucket when there is none
  std::uint32_t mask() const noexcept { return mask_; } ///< number of slots, less one

  /// The least bucket with tasks from `number` on; beyond the window's end, the search begins again
  /// at the start of the window, and what it finds there comes back as if it lay behind the end.
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

  /// Adds a task to a bucket. Inlined as BucketQueue::push() is. @throws std::bad_alloc, and the
  /// ring is as it was
  GALOIS_ATTRIBUTE_ALWAYS_INLINE void put(Number number, const T& task) {
    substrate::chargeMemory(&ring_[slotOf(number)], sizeof(Bucket));
    Chunk<T>* tail = ring_[slotOf(number)].tail;
    if (tail->full()) {
      tail = open(number);
    }
    tail->pushBack(task);
  }

  /// Makes a chunk, which holds tasks, the last one of a bucket.
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

  /// Says that the first bucket's tasks are about to be taken: to be called before those functions.
  void touchFirst() const noexcept {
    substrate::chargeMemory(&ring_[slotOf(first_)], sizeof(Bucket));
  }

  /// Whether the first bucket, of a ring with tasks, holds at least `count` of them. O(count /
  /// chunk size).
  bool firstHolds(std::size_t count) const noexcept {
    std::size_t found = 0;
    for (const Chunk<T>* c = ring_[slotOf(first_)].head; c && found < count; c = c->next) {
      found += c->size();
    }
    return found >= count;
  }

  /// Takes the oldest task of the first bucket, of a ring with tasks; see passFirst().
  T popFront() {
    Bucket& bucket = ring_[slotOf(first_)];
    const T task = bucket.head->popFront();
    if (bucket.head->empty()) {
      dropHead(bucket);
    }
    return task;
  }

  /// Takes up to `max`, 1 or more, of the oldest tasks of the first bucket; see passFirst().
  /// @return how many
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

  /// Takes a chunk of the first bucket: the oldest, or the second if that one is partly used up;
  /// see passFirst().
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

  /// Goes on to the next bucket if the last task of the first one was taken: to be called after
  /// each taking. @return whether it did
  bool passFirst() noexcept {
    if (ring_[slotOf(first_)].head) {
      return false;
    }
    clearBit(slotOf(first_));
    first_ = nextAfter(first_);
    return true;
  }

  /// Takes every other chunk, beginning with the second of the first bucket. O(chunks passed).
  /// @param low   where the window begins
  /// @param most  chunks to take at most
  /// @return a list of them, and the number of tasks
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

  /// Takes all chunks out of a bucket, which may be the first: the owner then sets first() right,
  /// by forgetFirst(). @return the first and the last of them
  std::pair<Chunk<T>*, Chunk<T>*> detach(Number number) noexcept {
    Bucket& bucket = ring_[slotOf(number)];
    clearBit(slotOf(number));
    return {std::exchange(bucket.head, nullptr), std::exchange(bucket.tail, &none_)};
  }

  /// Says that no bucket holds tasks, or that the owner is about to put() one that comes before
  /// all.
  void forgetFirst() noexcept { first_ = kNoBucket; }

  /// Gives all tasks of a list of chunks to `take`, and the chunks back.
  template <typename Take>
  void pour(Chunk<T>* chunk, Take&& take) {
    while (chunk) {
      while (!chunk->empty()) {
        take(chunk->popFront());
      }
      recycle(std::exchange(chunk, chunk->next));
    }
  }

  /// Takes back a chunk; tasks still in it are dropped.
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
  /// The chunks of a slot, oldest first; tasks are put into the last.
  struct Bucket {
    Chunk<T>* head = nullptr; ///< nullptr: the bucket is empty
    Chunk<T>* tail = nullptr; ///< then none_
  };

  static constexpr std::uint32_t kSpares = 16;

  std::uint32_t slotOf(Number number) const noexcept {
    return static_cast<std::uint32_t>(number) & mask_;
  }

  /// Gives a bucket a fresh chunk; it may be the bucket's first.
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
  Chunk<T> none_{0}; ///< stands for the chunk of an empty bucket: full, so that tasks open one
  const std::uint32_t mask_;
  const std::unique_ptr<Bucket[]> ring_;
  const std::unique_ptr<std::uint64_t[]> words_; ///< a bit a slot
  std::uint64_t summary_ = 0;                    ///< a bit a word
  Number first_ = kNoBucket;

  Chunk<T>* spare_ = nullptr; ///< a few empty chunks, so that the pool is asked less often
  std::uint32_t spares_ = 0;
};

} // namespace galois::worklists

#endif
