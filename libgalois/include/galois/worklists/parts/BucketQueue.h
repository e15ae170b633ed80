/**
 * A sequential queue of integer priorities that costs O(1) an operation: a ring of buckets, each a
 * list of chunks of tasks, found through a two-level bitmap. The local queue of `smq-bucket`,
 * `mbq` and `wasp`.
 *
 * Tasks of one bucket come oldest first, whatever their priorities: in a bucket that is too wide,
 * that wastes far less work than youngest first does. A bucket spans 2^shift priorities. The ring
 * covers a window of buckets. What lies beyond it waits in a heap until the window slides there,
 * and a priority below the window moves the window down, so that no priority is refused and none
 * can corrupt the order of buckets: the queue is fast when priorities rise, as in shortest paths,
 * and right always.
 *
 * The bucket width finds itself: the queue measures how far ahead of the running task its children
 * lie, and BucketWidth.h decides.
 *
 * Invariant: every task in the ring has a bucket number in [low_, low_ + buckets), every task in
 * the heap one beyond; a slot's bit is set exactly if its bucket holds tasks; first_ is the least
 * number with tasks in the ring if there are any, and no task is in the heap while the ring is
 * empty.
 */
#ifndef GALOIS_WORKLISTS_PARTS_BUCKETQUEUE_H
#define GALOIS_WORKLISTS_PARTS_BUCKETQUEUE_H

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>

#include "galois/substrate/Charge.h"
#include "galois/worklists/Indexer.h"
#include "galois/worklists/parts/BucketWidth.h"
#include "galois/worklists/parts/Chunk.h"
#include "galois/worklists/parts/DAryHeap.h"

namespace galois::worklists {

/// How a BucketQueue is laid out.
struct BucketQueueParams {
  static constexpr unsigned kAutoShift = 64;

  std::uint32_t buckets = 1024; ///< size of the ring: a power of two, 64 to 4096
  /// Log2 of the priorities that share a bucket, 0 to 63; or kAutoShift.
  unsigned shift = kAutoShift;
};

/// @tparam T        task, trivially copyable
/// @tparam Indexer  task -> integer of up to 64 bits, smaller is more urgent
///
/// Not thread-safe: owned by a thread, or guarded. Push O(1) within the window, O(log n) beyond it.
template <typename T, typename Indexer>
class BucketQueue {
  static_assert(std::is_trivially_copyable<T>::value, "the queue moves tasks as bytes");

public:
  using Index = IndexOf<Indexer, T>;
  static_assert(std::is_integral<Index>::value && sizeof(Index) <= 8, "priorities are integers");
  /// Priorities as unsigned numbers in the same order.
  using Key = std::uint64_t;

  /// What topKey() says of an empty queue; also the key of the least urgent priority.
  static constexpr Key kLeastUrgent = std::numeric_limits<Key>::max();

  /// @param pool  where chunks come from and go to; must outlive the queue
  BucketQueue(Indexer indexer, ChunkPool<T>& pool, BucketQueueParams params = BucketQueueParams())
      : less_(std::move(indexer)), pool_(&pool), mask_(params.buckets - 1),
        ring_(new Bucket[params.buckets]), words_(new std::uint64_t[params.buckets / 64]()),
        shift_(params.shift == BucketQueueParams::kAutoShift ? 0 : params.shift),
        nextLook_(params.shift == BucketQueueParams::kAutoShift ? kFirstLook : kNever),
        far_(less_) {
    assert(params.buckets >= 64 && params.buckets <= 4096 &&
           (params.buckets & (params.buckets - 1)) == 0);
    for (std::uint32_t slot = 0; slot <= mask_; ++slot) {
      ring_[slot].tail = &none_;
    }
  }
  BucketQueue(const BucketQueue&) = delete;
  BucketQueue& operator=(const BucketQueue&) = delete;
  ~BucketQueue() {
    for (std::uint32_t slot = 0; slot <= mask_; ++slot) {
      freeAll(ring_[slot].head);
    }
    freeAll(spare_);
  }

  bool empty() const noexcept { return summary_ == 0; }
  std::size_t size() const noexcept { return static_cast<std::size_t>(pushed_ - popped_); }
  std::uint64_t pushes() const noexcept { return pushed_; } ///< since the queue was made
  unsigned shift() const noexcept { return shift_; } ///< log2 of the bucket width as it is now

  /// How far ahead of the running task its children lie, in priorities, as far as the queue knows:
  /// what is less far away than that is hardly less urgent. 1 to 2^62.
  Key stride() const noexcept { return stride_; }

  /// The key of a task: ordered as priorities are.
  Key keyOf(const T& task) const noexcept {
    const Index index = less_.key(task);
    if constexpr (std::is_signed<Index>::value) {
      constexpr Key kFlip = Key{1} << 63; // negative numbers come before the others
      return static_cast<Key>(static_cast<std::int64_t>(index)) ^ kFlip;
    } else {
      return static_cast<Key>(index);
    }
  }

  /// Where the bucket of such a task begins.
  Key boundOf(const T& task) const noexcept { return keyOf(task) >> shift_ << shift_; }

  /// A lower bound of all tasks' keys: where the first bucket with tasks begins. O(1).
  Key topKey() const noexcept { return empty() ? kLeastUrgent : first_ << shift_; }

  /// Whether the first bucket holds at least `count` tasks. O(count / chunk size).
  bool firstHolds(std::size_t count) const noexcept {
    std::size_t found = 0;
    if (!empty()) {
      for (const Chunk<T>* c = ring_[slotOf(first_)].head; c && found < count; c = c->next) {
        found += c->size();
      }
    }
    return found >= count;
  }

  /// Adds a task of any priority. @throws std::bad_alloc, and the queue is as it was or has lost
  /// all its tasks
  void push(const T& task) {
    const Key number = keyOf(task) >> shift_;
    const Key ahead = number - low_;
    if (ahead > mask_) {
      pushOutside(task);
      return;
    }
    put(number, task);
    ahead_ += ahead;
    ++pushed_;
  }

  /// Takes up to `max` tasks of the first bucket. @return how many, 0 only if the queue is empty
  /// @throws std::bad_alloc, and all tasks are dropped, as pop() and popChunk() may, too
  std::size_t popBatch(T* out, std::size_t max) {
    if (empty()) {
      return 0;
    }
    enterFirst();
    Bucket& bucket = ring_[slotOf(first_)];
    std::size_t count = 0;
    do {
      count += bucket.head->popFront(out + count, max - count);
      if (!bucket.head->empty()) {
        break;
      }
      dropHead(bucket);
    } while (bucket.head && count < max);
    popped_ += count;
    leaveIfEmpty(bucket);
    return count;
  }

  /// Takes a task of the first bucket; the queue must not be empty.
  T pop() {
    assert(!empty());
    enterFirst();
    Bucket& bucket = ring_[slotOf(first_)];
    const T task = bucket.head->popFront();
    ++popped_;
    if (bucket.head->empty()) {
      dropHead(bucket);
      leaveIfEmpty(bucket);
    }
    return task;
  }

  /// Takes a chunk of tasks out of the first bucket: the oldest, or the second if that one is
  /// partly used up. Its owner gives it to the pool, or to recycle() of any queue of that pool.
  /// @return nullptr if the queue is empty
  Chunk<T>* popChunk() {
    if (empty()) {
      return nullptr;
    }
    enterFirst();
    Bucket& bucket = ring_[slotOf(first_)];
    Chunk<T>* chunk = bucket.head;
    Chunk<T>* const second = chunk->next;
    if (second && chunk->size() < pool_->capacity()) {
      chunk->next = std::exchange(second->next, nullptr);
      if (bucket.tail == second) {
        bucket.tail = chunk;
      }
      chunk = second;
    } else {
      unlinkHead(bucket);
    }
    popped_ += chunk->size();
    leaveIfEmpty(bucket);
    return chunk;
  }

  /// Takes every other chunk, beginning with the second of the first bucket: about half of the
  /// tasks, of all priorities. What waits in the heap stays. O(chunks passed).
  /// @param most  chunks to take at most
  /// @return a list of them, in which each chunk holds tasks of one bucket; nullptr if there is but
  ///         one chunk. Its owner gives it to add() of any queue of the same pool.
  Chunk<T>* takeHalf(std::size_t most) noexcept {
    Chunk<T>* taken = nullptr;
    Chunk<T>** end = &taken;
    bool keep = true;
    for (Key n = first_; !empty() && n - low_ <= mask_ && most > 0; n = nextAfter(n + 1)) {
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
        popped_ += chunk->size();
        *end = chunk;
        end = &chunk->next;
        --most;
      }
      bucket.tail = last ? last : &none_;
      if (!last) {
        clearBit(slotOf(n));
      }
    }
    return taken;
  }

  /// Adds the tasks of a list of chunks.
  /// @param chunks  as takeHalf() gave them
  /// @param shift   that of the queue which they are from, when they were taken
  /// @return number of tasks. @throws std::bad_alloc, and the tasks not yet added are dropped
  std::size_t add(Chunk<T>* chunks, unsigned shift) {
    measure();
    const std::uint64_t before = pushed_;
    while (chunks) {
      Chunk<T>* const chunk = std::exchange(chunks, chunks->next);
      chunk->next = nullptr;
      const Key number = keyOf(chunk->front()) >> shift_;
      if (empty()) {
        low_ = behind(number);
      }
      if (shift <= shift_ && number - low_ <= mask_) {
        pushed_ += chunk->size();
        append(number, chunk);
      } else {
        pour(chunk, [this](const T& task) { push(task); });
      }
      mark_ = pushed_; // they are nobody's children here
      ahead_ = 0;
    }
    return pushed_ - before;
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

private:
  using Less = IndexLess<Indexer>;

  /// The chunks of a slot, oldest first; pushes go to the last.
  struct Bucket {
    Chunk<T>* head = nullptr; ///< nullptr: the bucket is empty
    Chunk<T>* tail = nullptr; ///< then none_
  };

  static constexpr Key kNoBucket = std::numeric_limits<Key>::max();
  static constexpr std::uint32_t kSpares = 16;
  static constexpr std::uint64_t kFirstLook = 64,
                                 kNever = std::numeric_limits<std::uint64_t>::max();

  std::uint32_t slotOf(Key number) const noexcept {
    return static_cast<std::uint32_t>(number) & mask_;
  }

  /// Adds a task to its bucket, which is in the window.
  void put(Key number, const T& task) {
    substrate::chargeMemory(&ring_[slotOf(number)], sizeof(Bucket));
    Chunk<T>* tail = ring_[slotOf(number)].tail;
    if (tail->full()) {
      tail = open(number);
    }
    tail->pushBack(task);
  }

  /// Gives a bucket a fresh chunk; it may be the bucket's first.
  Chunk<T>* open(Key number) {
    Chunk<T>* const chunk = fresh();
    append(number, chunk);
    return chunk;
  }

  /// Makes a chunk the last one of a bucket.
  void append(Key number, Chunk<T>* chunk) noexcept {
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

  /// Tasks of the first bucket are about to be taken: what is pushed next are their children.
  void enterFirst() noexcept {
    substrate::chargeMemory(&ring_[slotOf(first_)], sizeof(Bucket));
    if (current_ != first_) {
      measure();
      current_ = first_;
    }
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

  /// Takes all chunks out of a slot. @return the first
  Chunk<T>* detach(std::uint32_t slot) noexcept {
    Bucket& bucket = ring_[slot];
    clearBit(slot);
    bucket.tail = &none_;
    return std::exchange(bucket.head, nullptr);
  }

  /// Finds the next bucket if the first has just lost its last task.
  void leaveIfEmpty(const Bucket& bucket) {
    try {
      if (!bucket.head) {
        clearBit(slotOf(first_));
        first_ = nextAfter(first_);
        settle();
      }
      if (pushed_ >= nextLook_) {
        adapt();
      }
    } catch (...) {
      dropAll(); // the loop ends with this; others may yet look into a queue that they share
      throw;
    }
  }

  /// Forgets all tasks, some of which may be nowhere any more.
  void dropAll() noexcept {
    for (std::uint32_t slot = 0; slot <= mask_; ++slot) {
      if (ring_[slot].head) {
        freeAll(detach(slot));
      }
    }
    far_.clear();
    popped_ = pushed_;
    first_ = kNoBucket;
  }

  void clearBit(std::uint32_t slot) noexcept {
    std::uint64_t& word = words_[slot / 64];
    word &= ~(std::uint64_t{1} << (slot % 64));
    if (word == 0) {
      summary_ &= ~(std::uint64_t{1} << (slot / 64));
    }
  }

  /// The least bucket with tasks from `number` on; beyond the window's end, the search begins again
  /// at the start of the window, and what it finds there comes back as if it lay behind the end.
  Key nextAfter(Key number) const noexcept {
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

  /// Slides the window up to the first task, and takes in what it then covers. A quarter of the
  /// window stays behind the first bucket, for tasks that fall back a little.
  void settle() {
    if (empty()) {
      if (far_.empty()) {
        far_.clear(); // its memory may be that of many tasks, and none is left
        return;
      }
      low_ = behind(keyOf(far_.top()) >> shift_);
    } else {
      low_ = std::max(low_, behind(first_));
    }
    while (!far_.empty() && (keyOf(far_.top()) >> shift_) - low_ <= mask_) {
      const T task = far_.pop();
      moved();
      put(keyOf(task) >> shift_, task);
    }
  }

  /// Moving a task between ring and heap is work like a push: it brings the next look nearer.
  void moved() noexcept {
    if (nextLook_ != kNever && nextLook_ > 0) {
      --nextLook_;
    }
  }

  Key behind(Key number) const noexcept {
    const Key slack = (Key{mask_} + 1) / 4;
    return number < slack ? 0 : number - slack;
  }

  /// A task whose bucket is not in the window.
  void pushOutside(const T& task) {
    measure();
    const Key number = keyOf(task) >> shift_;
    // Clipped, so that one odd task does not decide.
    sample_ += number > current_ ? std::min(static_cast<double>(number - current_), kClip) : 0;
    ++samples_;
    try {
      if (empty()) {
        low_ = behind(number);
        put(number, task);
      } else if (number < low_) {
        lower(number);
        put(number, task);
      } else {
        far_.push(task);
      }
      ++pushed_;
      mark_ = pushed_; // counted already
      if (pushed_ >= nextLook_) {
        adapt();
      }
    } catch (...) {
      dropAll();
      throw;
    }
  }

  /// Moves the window down so that it covers `number`; what drops out at its far end goes to the
  /// heap.
  void lower(Key number) {
    const Key low = behind(number);
    // A search that finds nothing up to the window's end goes on at its beginning.
    for (Key n = nextAfter(std::max(first_, low + mask_ + 1)); !empty() && n - low_ <= mask_;
         n = nextAfter(n)) {
      pour(detach(slotOf(n)), [this](const T& task) {
        moved();
        ++evicted_;
        far_.push(task);
      });
    }
    if (first_ - low > mask_) {
      first_ = kNoBucket; // the caller is about to put a more urgent task in
    }
    low_ = low;
  }

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

  /// Adds what was pushed since the last call to the sample of distances from parent to child.
  void measure() noexcept {
    const auto count = static_cast<double>(pushed_ - mark_);
    const auto parent = static_cast<double>(static_cast<std::int64_t>(current_ - low_));
    sample_ += static_cast<double>(ahead_) - count * parent;
    samples_ += pushed_ - mark_;
    mark_ = pushed_;
    ahead_ = 0;
  }

  /// @param ahead  in buckets
  Key strideOf(double ahead) const noexcept {
    const double stride = std::ldexp(std::max(ahead, 0.5), static_cast<int>(shift_));
    return static_cast<Key>(std::clamp(stride, 1.0, 0x1p62));
  }

  /// Looks at the width again.
  void adapt() {
    measure();
    const double ahead = samples_ ? sample_ / static_cast<double>(samples_) : BucketWidth::kAim;
    stride_ = strideOf(ahead);
    nextLook_ = pushed_ + std::min(std::max(pushed_, kFirstLook), BucketWidth::kLastPeriod);
    sample_ = 0;
    samples_ = 0;
    const unsigned shift =
        width_.decide({shift_, ahead, size(), mask_ + 1, std::exchange(evicted_, 0),
                       pushed_ - std::exchange(looked_, pushed_)});
    if (shift != shift_) {
      rebuild(shift);
    }
  }

  /// Files all tasks again under another width.
  void rebuild(unsigned shift) {
    if (empty()) { // and so is the heap
      current_ = (current_ << shift_) >> shift;
      low_ = (low_ << shift_) >> shift;
      shift_ = shift;
      return;
    }
    Chunk<T>* all = nullptr;
    Chunk<T>** end = &all;
    for (Key n = first_; !empty(); n = nextAfter(n)) {
      Chunk<T>* const last = ring_[slotOf(n)].tail;
      *end = detach(slotOf(n));
      end = &last->next;
    }
    const Key from = first_ << shift_;
    current_ = (current_ << shift_) >> shift;
    shift_ = shift;
    first_ = kNoBucket;
    low_ = behind(from >> shift_);
    pour(all, [this](const T& task) {
      const Key number = keyOf(task) >> shift_;
      if (number - low_ <= mask_) {
        put(number, task);
      } else {
        far_.push(task); // beyond: nothing is before the first bucket
      }
    });
    settle();
  }

  void freeAll(Chunk<T>* chunk) {
    while (chunk) {
      pool_->free(std::exchange(chunk, chunk->next));
    }
  }

  static constexpr double kClip = 1e9;

  Less less_;
  ChunkPool<T>* pool_;
  Chunk<T> none_{0}; ///< stands for the chunk of an empty bucket: full, so that pushes open one
  const std::uint32_t mask_;
  const std::unique_ptr<Bucket[]> ring_;
  const std::unique_ptr<std::uint64_t[]> words_; ///< a bit a slot
  std::uint64_t summary_ = 0;                    ///< a bit a word
  Key low_ = 0;                                  ///< the window's first bucket
  Key first_ = kNoBucket;                        ///< the first bucket with tasks, if any
  unsigned shift_;
  Key stride_ = strideOf(BucketWidth::kAim); ///< until it is known
  std::uint64_t pushed_ = 0, popped_ = 0;
  Key ahead_ = 0; ///< sum of (bucket - low_) of what was pushed since mark_

  Chunk<T>* spare_ = nullptr; ///< a few empty chunks, so that the pool is asked less often
  std::uint32_t spares_ = 0;
  Key current_ = 0;        ///< bucket of the tasks that were taken last, the parents
  std::uint64_t mark_ = 0; ///< pushes that the sample knows of
  std::uint64_t nextLook_; ///< when to look at the width again, in pushes
  std::uint64_t looked_ = 0, evicted_ = 0; ///< pushes at the last look; tasks dropped from the ring
  BucketWidth width_;
  double sample_ = 0; ///< sum of buckets between parent and child
  std::uint64_t samples_ = 0;
  DAryHeap<T, Less> far_; ///< tasks beyond the window
};

} // namespace galois::worklists

#endif
