/**
 * A sequential queue of integer priorities with O(1) operations: a ring of buckets (BucketRing.h)
 * over a window of priorities. It is the local queue of `smq-bucket`, `mbq` and `wasp`.
 *
 * A bucket spans 2^shift priorities. Tasks of one bucket come oldest first, whatever their
 * priorities. In a bucket that is too wide, this wastes far less work than youngest first. Tasks
 * beyond the window are in a heap until the window moves there. A priority below the window moves
 * the window down. So the queue accepts every priority and always keeps the order of buckets. It is
 * fast when priorities rise, as in shortest paths.
 *
 * The bucket width adapts at run time: the queue measures the mean distance from a running task to
 * its children, the tasks that it pushes (ChildDistance.h), and BucketWidth.h chooses the width.
 *
 * Invariant: every task in the ring has a bucket number in [low_, low_ + buckets), and every task
 * in the heap has a greater one. No task is in the heap while the ring is empty. The last number of
 * the window is at most the greatest 64-bit number. So `number - low_ < buckets`, in unsigned
 * arithmetic, holds for the numbers in the window and for no others.
 */
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "galois/substrate/CompilerSpecific.h"
#include "galois/worklists/parts/chunks/TaskChunk.h"
#include "galois/worklists/parts/common/Indexer.h"
#include "galois/worklists/parts/queues/BucketRing.h"
#include "galois/worklists/parts/queues/BucketWidth.h"
#include "galois/worklists/parts/queues/ChildDistance.h"
#include "galois/worklists/parts/queues/DAryHeap.h"

namespace galois::worklists {

/// The parameters of a BucketQueue.
struct BucketQueueParams {
  static constexpr unsigned kAutoShift = 64;

  std::uint32_t buckets = 1024; ///< number of buckets of the ring: a power of two, 64 to 4096
  /// Log2 of the number of priorities per bucket, 0 to 63; or kAutoShift, which adapts it.
  unsigned shift = kAutoShift;
  /// Desired mean distance from a task to its children, in buckets, with kAutoShift: above 1/2.
  double aim = 1;
};

/// A bucket queue with a window of buckets and a heap for tasks beyond it.
/// @tparam T        task, trivially copyable
/// @tparam Indexer  maps a task to an integer of up to 64 bits, smaller is more urgent
///
/// Not thread-safe: one thread owns it, or a lock guards it. A push is O(1) within the window and
/// O(log n) beyond it.
template <typename T, typename Indexer>
class BucketQueue {
  static_assert(std::is_trivially_copyable<T>::value, "the queue moves tasks as bytes");

public:
  using Index = IndexOf<Indexer, T>;
  static_assert(std::is_integral<Index>::value && sizeof(Index) <= 8, "priorities are integers");
  /// Priorities as unsigned numbers in the same order.
  using Key = std::uint64_t;

  /// What topKey() returns for an empty queue; also the key of the least urgent priority.
  static constexpr Key kLeastUrgent = std::numeric_limits<Key>::max();

  /// @param pool  allocates and frees the chunks; must outlive the queue
  BucketQueue(Indexer indexer, ChunkPool<T>& pool, BucketQueueParams params = BucketQueueParams())
      : less_(std::move(indexer)), ring_(pool, params.buckets),
        shift_(params.shift == BucketQueueParams::kAutoShift ? 0 : params.shift),
        width_(params.aim),
        nextLook_(params.shift == BucketQueueParams::kAutoShift ? kFirstLook : kNever),
        far_(less_) {}
  BucketQueue(const BucketQueue&) = delete;
  BucketQueue& operator=(const BucketQueue&) = delete;

  bool empty() const noexcept { return ring_.empty(); }
  std::size_t size() const noexcept { return static_cast<std::size_t>(pushed_ - popped_); }
  std::uint64_t pushes() const noexcept { return pushed_; } ///< since construction
  unsigned shift() const noexcept { return shift_; }        ///< log2 of the current bucket width

  /// Returns the estimated distance from a running task to its nearest child, in priorities, 1 to
  /// 2^62. Tasks whose priorities differ by less are about equally urgent.
  Key stride() const noexcept { return stride_; }

  /// Returns the key of a task. Keys are ordered as priorities are. @throws what the indexer throws
  Key keyOf(const T& task) const {
    const Index index = less_.key(task);
    if constexpr (std::is_signed<Index>::value) {
      constexpr Key kFlip = Key{1} << 63; // negative numbers come before the others
      return static_cast<Key>(static_cast<std::int64_t>(index)) ^ kFlip;
    } else {
      return static_cast<Key>(index);
    }
  }

  /// Returns the smallest key of the bucket that `task` belongs to.
  Key boundOf(const T& task) const noexcept { return keyOf(task) >> shift_ << shift_; }

  /// Returns a lower bound of the keys of all tasks: the smallest key of the first bucket with
  /// tasks. O(1).
  Key topKey() const noexcept { return empty() ? kLeastUrgent : ring_.first() << shift_; }

  /// Returns whether the first bucket holds at least `count` tasks. O(count / chunk size).
  bool firstHolds(std::size_t count) const noexcept {
    return count == 0 || (!empty() && ring_.firstHolds(count));
  }

  /// Adds a task of any priority. Always inlined, because otherwise a tenth of all instructions is
  /// spent on calls.
  /// @throws std::bad_alloc, and the queue is unchanged or has dropped all its tasks
  /// @throws what the indexer throws, and the queue is unchanged
  GALOIS_ATTRIBUTE_ALWAYS_INLINE void push(const T& task) {
    const Key number = keyOf(task) >> shift_;
    if (number - low_ > ring_.mask()) {
      pushOutside(task);
      return;
    }
    ring_.put(number, task);
    children_.pushed(number);
    ++pushed_;
  }

  /// Takes up to `max` tasks of the first bucket.
  /// @return the number of tasks, 0 only if the queue is empty
  /// @throws std::bad_alloc, and all tasks are dropped; so may pop() and popChunk()
  std::size_t popBatch(T* out, std::size_t max) {
    if (empty()) {
      return 0;
    }
    enterFirst();
    const std::size_t count = ring_.popFront(out, max);
    popped_ += count;
    tasksTaken();
    return count;
  }

  /// Takes a task of the first bucket. The queue must not be empty. @throws as popBatch()
  T pop() {
    assert(!empty());
    enterFirst();
    const T task = ring_.popFront();
    ++popped_;
    tasksTaken();
    return task;
  }

  /// Takes a chunk of tasks out of the first bucket: the oldest, or the second if the oldest is not
  /// full any more. The caller later frees it to the pool, or by recycle() of any queue of that
  /// pool.
  /// @return nullptr if the queue is empty
  /// @throws as popBatch()
  Chunk<T>* popChunk() {
    if (empty()) {
      return nullptr;
    }
    enterFirst();
    Chunk<T>* const chunk = ring_.popChunk();
    popped_ += chunk->size();
    tasksTaken();
    return chunk;
  }

  /// Takes every second chunk, beginning with the second one of the first bucket: about half of the
  /// tasks, of all priorities. Tasks in the heap stay. O(chunks visited).
  /// @param most  largest number of chunks to take
  /// @return a list of the chunks, each of which holds tasks of one bucket; nullptr if there is
  ///         only one chunk; the caller passes it to add() of any queue of the same pool
  Chunk<T>* takeHalf(std::size_t most) noexcept {
    const auto [chunks, tasks] = ring_.takeHalf(low_, most);
    popped_ += tasks;
    return chunks;
  }

  /// Adds the tasks of a list of chunks.
  /// @param chunks  the result of takeHalf()
  /// @param shift   shift() of the queue that they were taken from, at that time
  /// @return the number of tasks
  /// @throws std::bad_alloc, and the tasks not yet added are dropped
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
      if (shift <= shift_ && number - low_ <= ring_.mask()) {
        pushed_ += chunk->size();
        ring_.append(number, chunk);
      } else {
        ring_.pour(chunk, [this](const T& task) { push(task); });
      }
      children_.skip(pushed_); // they are not children of a task that runs here
    }
    return pushed_ - before;
  }

  /// Takes back a chunk. Tasks that are still in it are dropped.
  void recycle(Chunk<T>* chunk) { ring_.recycle(chunk); }

private:
  using Less = IndexLess<Indexer>;

  static constexpr std::uint64_t kFirstLook = 64,
                                 kNever = std::numeric_limits<std::uint64_t>::max();

  /// Prepares for taking tasks of the first bucket. The tasks that are pushed next are their
  /// children.
  void enterFirst() noexcept {
    ring_.touchFirst();
    if (current_ != ring_.first()) {
      measure();
      current_ = ring_.first();
    }
  }

  /// Finds the next bucket if the first one has become empty, and adapts the width if it is time.
  void tasksTaken() {
    orDropAll([this] {
      if (ring_.passFirst()) {
        settle();
      }
      if (pushed_ >= nextLook_) {
        adapt();
      }
    });
  }

  /// Calls `change()`, which may need memory. If there is none, all tasks are dropped, because some
  /// may already be in no container any more. The loop ends with that exception, but until then
  /// other threads may still use a shared queue.
  template <typename Change>
  void orDropAll(Change&& change) {
    try {
      change();
    } catch (...) {
      ring_.clear();
      far_.clear();
      popped_ = pushed_;
      throw;
    }
  }

  /// Moves the window up to the first task, and moves the tasks that it then covers from the heap
  /// to the ring. A quarter of the window stays below the first bucket, for tasks that are slightly
  /// more urgent.
  void settle() {
    if (empty()) {
      if (far_.empty()) {
        far_.clear(); // frees its memory, which may be large although no task is left
        return;
      }
      measure();
      low_ = behind(keyOf(far_.top()) >> shift_);
    } else {
      low_ = std::max(low_, behind(ring_.first()));
    }
    while (!far_.empty() && (keyOf(far_.top()) >> shift_) - low_ <= ring_.mask()) {
      const T task = far_.pop();
      moved();
      ring_.put(keyOf(task) >> shift_, task);
    }
  }

  /// Counts a task moved between ring and heap like a push towards the next adapt(), because it
  /// costs as much.
  void moved() noexcept {
    if (nextLook_ != kNever && nextLook_ > 0) {
      --nextLook_;
    }
  }

  /// Returns the first number of a window whose first task is in bucket `number`.
  Key behind(Key number) const noexcept {
    const Key slack = (Key{ring_.mask()} + 1) / 4;
    return fitting(number < slack ? 0 : number - slack);
  }

  /// Returns `low`, or the last number before it at which a window can begin.
  Key fitting(Key low) const noexcept { return std::min(low, ~Key{ring_.mask()}); }

  /// Adds a task whose bucket is not in the window.
  void pushOutside(const T& task) {
    measure();
    const Key number = keyOf(task) >> shift_;
    if (popped_ > 0) {
      children_.add(number > current_ ? static_cast<double>(number - current_) : 0);
    }
    orDropAll([&] {
      if (empty()) {
        low_ = behind(number);
        ring_.put(number, task);
      } else if (number < low_) {
        lower(number);
        ring_.put(number, task);
      } else {
        far_.push(task);
      }
      ++pushed_;
      children_.skip(pushed_); // because add() has put it into the sample
      if (pushed_ >= nextLook_) {
        adapt();
      }
    });
  }

  /// Moves the window down so that it covers `number`, where the caller is about to put a task.
  /// Tasks that are then beyond its end go to the heap.
  void lower(Key number) {
    const Key low = behind(number);
    const Key first = ring_.first();
    // nextAfter() continues at the window's beginning if it finds nothing up to its end.
    for (Key n = ring_.nextAfter(std::max(first, low + ring_.mask() + 1));
         !empty() && n - low_ <= ring_.mask(); n = ring_.nextAfter(n)) {
      ring_.pour(ring_.detach(n).first, [this](const T& task) {
        moved();
        ++evicted_;
        far_.push(task);
      });
    }
    if (first - low > ring_.mask()) {
      ring_.forgetFirst();
    }
    low_ = low;
  }

  /// Adds the recent pushes to the sample of distances. Also called before the window jumps. Tasks
  /// that are pushed before any is taken are children of none.
  void measure() noexcept {
    if (popped_ > 0) {
      children_.measure(pushed_, low_, current_);
    } else {
      children_.skip(pushed_);
    }
  }

  /// Returns stride() for a distance to the nearest child. @param ahead  that distance in buckets
  Key strideOf(double ahead) const noexcept {
    const double stride = std::ldexp(std::max(ahead, 0.5), static_cast<int>(shift_));
    return static_cast<Key>(std::clamp(stride, 1.0, 0x1p62));
  }

  /// Decides the bucket width again, and changes it if necessary.
  void adapt() {
    measure();
    const double ahead = children_.mean(width_.aim());
    children_.reset();
    const std::uint64_t pushed = pushed_ - std::exchange(lookedPushes_, pushed_);
    const std::uint64_t popped = popped_ - std::exchange(lookedPops_, popped_);
    // If n children are spread evenly up to twice the mean distance, the nearest is at mean / n.
    const double children = static_cast<double>(std::max(pushed, popped)) /
                            static_cast<double>(std::max<std::uint64_t>(popped, 1));
    stride_ = strideOf(ahead / children);
    nextLook_ = pushed_ + std::min(std::max(pushed_, kFirstLook), BucketWidth::kLastPeriod);
    const unsigned shift = width_.decide(
        {shift_, ahead, size(), ring_.mask() + 1, std::exchange(evicted_, 0), pushed, popped});
    if (shift != shift_) {
      rebuild(shift);
    }
  }

  /// Sorts all tasks into buckets of another width.
  void rebuild(unsigned shift) {
    const Key from = (empty() ? low_ : ring_.first()) << shift_;
    current_ = (current_ << shift_) >> shift;
    shift_ = shift;
    if (empty()) { // then the heap is empty, too
      low_ = fitting(from >> shift_);
      return;
    }
    Chunk<T>* all = nullptr;
    Chunk<T>** end = &all;
    for (Key n = ring_.first(); !empty(); n = ring_.nextAfter(n)) {
      const auto [head, tail] = ring_.detach(n);
      *end = head;
      end = &tail->next;
    }
    ring_.forgetFirst();
    low_ = behind(from >> shift_);
    ring_.pour(all, [this](const T& task) {
      const Key number = keyOf(task) >> shift_;
      if (number - low_ <= ring_.mask()) {
        ring_.put(number, task);
      } else {
        far_.push(task); // beyond the window: no task is before the first bucket
      }
    });
    settle();
  }

  Less less_;
  BucketRing<T> ring_;
  Key low_ = 0; ///< the number of the window's first bucket
  unsigned shift_;
  BucketWidth width_;
  Key stride_ = strideOf(width_.aim()); ///< this value until it is measured
  std::uint64_t pushed_ = 0, popped_ = 0;

  Key current_ = 0; ///< bucket of the tasks taken last, which are the parents of the next pushes
  ChildDistance children_;
  std::uint64_t nextLook_;                          ///< number of pushes at the next adapt()
  std::uint64_t lookedPushes_ = 0, lookedPops_ = 0; ///< pushed_ and popped_ at the last adapt()
  std::uint64_t evicted_ = 0; ///< tasks moved from the ring to the heap since then
  DAryHeap<T, Less> far_;     ///< tasks beyond the window
};

} // namespace galois::worklists
