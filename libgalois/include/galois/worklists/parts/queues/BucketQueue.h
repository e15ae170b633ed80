/**
 * A sequential queue of integer priorities that costs O(1) an operation: a ring of buckets
 * (BucketRing.h) over a window of priorities. The local queue of `smq-bucket`, `mbq` and `wasp`.
 *
 * Tasks of one bucket come oldest first, whatever their priorities: in a bucket that is too wide,
 * that wastes far less work than youngest first does. A bucket spans 2^shift priorities. What lies
 * beyond the window waits in a heap until the window slides there, and a priority below the window
 * moves the window down, so that no priority is refused and none can corrupt the order of buckets:
 * the queue is fast when priorities rise, as in shortest paths, and right always.
 *
 * The bucket width finds itself: the queue measures how far ahead of the running task its children
 * lie (ChildDistance.h), and BucketWidth.h decides.
 *
 * Invariant: every task in the ring has a bucket number in [low_, low_ + buckets), every task in
 * the heap one beyond; no task is in the heap while the ring is empty. The last number of the
 * window is at most the greatest 64-bit number. So `number - low_ < buckets`, in unsigned
 * arithmetic, is true of the numbers in the window and of no others.
 */
#ifndef GALOIS_WORKLISTS_PARTS_QUEUES_BUCKETQUEUE_H
#define GALOIS_WORKLISTS_PARTS_QUEUES_BUCKETQUEUE_H

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

/// How a BucketQueue is laid out.
struct BucketQueueParams {
  static constexpr unsigned kAutoShift = 64;

  std::uint32_t buckets = 1024; ///< size of the ring: a power of two, 64 to 4096
  /// Log2 of the priorities that share a bucket, 0 to 63; or kAutoShift.
  unsigned shift = kAutoShift;
  /// How far ahead of a task its children are to lie, in buckets, under kAutoShift: above 1/2.
  double aim = 1;
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
      : less_(std::move(indexer)), ring_(pool, params.buckets),
        shift_(params.shift == BucketQueueParams::kAutoShift ? 0 : params.shift),
        width_(params.aim),
        nextLook_(params.shift == BucketQueueParams::kAutoShift ? kFirstLook : kNever),
        far_(less_) {}
  BucketQueue(const BucketQueue&) = delete;
  BucketQueue& operator=(const BucketQueue&) = delete;

  bool empty() const noexcept { return ring_.empty(); }
  std::size_t size() const noexcept { return static_cast<std::size_t>(pushed_ - popped_); }
  std::uint64_t pushes() const noexcept { return pushed_; } ///< since the queue was made
  unsigned shift() const noexcept { return shift_; } ///< log2 of the bucket width as it is now

  /// How far ahead of the running task its nearest child lies, in priorities, as far as the queue
  /// knows: what is less far away than that is hardly less urgent. 1 to 2^62.
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
  Key topKey() const noexcept { return empty() ? kLeastUrgent : ring_.first() << shift_; }

  /// Whether the first bucket holds at least `count` tasks. O(count / chunk size).
  bool firstHolds(std::size_t count) const noexcept {
    return count == 0 || (!empty() && ring_.firstHolds(count));
  }

  /// Adds a task of any priority. Inlined in any case, or a tenth of all instructions goes into
  /// calls. @throws std::bad_alloc, and the queue is as it was or has lost all its tasks
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

  /// Takes up to `max` tasks of the first bucket. @return how many, 0 only if the queue is empty
  /// @throws std::bad_alloc, and all tasks are dropped, as pop() and popChunk() may, too
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

  /// Takes a task of the first bucket; the queue must not be empty.
  T pop() {
    assert(!empty());
    enterFirst();
    const T task = ring_.popFront();
    ++popped_;
    tasksTaken();
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
    Chunk<T>* const chunk = ring_.popChunk();
    popped_ += chunk->size();
    tasksTaken();
    return chunk;
  }

  /// Takes every other chunk, beginning with the second of the first bucket: about half of the
  /// tasks, of all priorities. What waits in the heap stays. O(chunks passed).
  /// @param most  chunks to take at most
  /// @return a list of them, in which each chunk holds tasks of one bucket; nullptr if there is but
  ///         one chunk. Its owner gives it to add() of any queue of the same pool.
  Chunk<T>* takeHalf(std::size_t most) noexcept {
    const auto [chunks, tasks] = ring_.takeHalf(low_, most);
    popped_ += tasks;
    return chunks;
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
      if (shift <= shift_ && number - low_ <= ring_.mask()) {
        pushed_ += chunk->size();
        ring_.append(number, chunk);
      } else {
        ring_.pour(chunk, [this](const T& task) { push(task); });
      }
      children_.skip(pushed_); // they are nobody's children here
    }
    return pushed_ - before;
  }

  /// Takes back a chunk; tasks still in it are dropped.
  void recycle(Chunk<T>* chunk) { ring_.recycle(chunk); }

private:
  using Less = IndexLess<Indexer>;

  static constexpr std::uint64_t kFirstLook = 64,
                                 kNever = std::numeric_limits<std::uint64_t>::max();

  /// Tasks of the first bucket are about to be taken: what is pushed next are their children.
  void enterFirst() noexcept {
    ring_.touchFirst();
    if (current_ != ring_.first()) {
      measure();
      current_ = ring_.first();
    }
  }

  /// Finds the next bucket if the first has just lost its last task.
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

  /// Does what needs memory. If there is none all tasks are dropped, some of which may be nowhere
  /// any more: the loop ends with that exception, but others may yet look into a queue that they
  /// share.
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

  /// Slides the window up to the first task, and takes in what it then covers. A quarter of the
  /// window stays behind the first bucket, for tasks that fall back a little.
  void settle() {
    if (empty()) {
      if (far_.empty()) {
        far_.clear(); // its memory may be that of many tasks, and none is left
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

  /// Moving a task between ring and heap is work like a push: it brings the next look nearer.
  void moved() noexcept {
    if (nextLook_ != kNever && nextLook_ > 0) {
      --nextLook_;
    }
  }

  /// Where a window begins whose first task is in bucket `number`.
  Key behind(Key number) const noexcept {
    const Key slack = (Key{ring_.mask()} + 1) / 4;
    return fitting(number < slack ? 0 : number - slack);
  }

  /// `low`, or the last number before it at which a window can begin.
  Key fitting(Key low) const noexcept { return std::min(low, ~Key{ring_.mask()}); }

  /// A task whose bucket is not in the window.
  void pushOutside(const T& task) {
    measure();
    const Key number = keyOf(task) >> shift_;
    children_.add(number > current_ ? static_cast<double>(number - current_) : 0);
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
      children_.skip(pushed_); // it is in the sample
      if (pushed_ >= nextLook_) {
        adapt();
      }
    });
  }

  /// Moves the window down so that it covers `number`, which the caller is about to put there; what
  /// drops out at its far end goes to the heap.
  void lower(Key number) {
    const Key low = behind(number);
    const Key first = ring_.first();
    // A search that finds nothing up to the window's end goes on at its beginning.
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

  /// To be called before the window jumps, too.
  void measure() noexcept { children_.measure(pushed_, low_, current_); }

  /// @param ahead  in buckets
  Key strideOf(double ahead) const noexcept {
    const double stride = std::ldexp(std::max(ahead, 0.5), static_cast<int>(shift_));
    return static_cast<Key>(std::clamp(stride, 1.0, 0x1p62));
  }

  /// Looks at the width again.
  void adapt() {
    measure();
    const double ahead = children_.mean(width_.aim());
    children_.reset();
    const std::uint64_t pushed = pushed_ - std::exchange(lookedPushes_, pushed_);
    const std::uint64_t popped = popped_ - std::exchange(lookedPops_, popped_);
    // Of n children that lie anywhere up to twice the mean, the nearest lies at about mean / n.
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

  /// Files all tasks again under another width.
  void rebuild(unsigned shift) {
    const Key from = (empty() ? low_ : ring_.first()) << shift_;
    current_ = (current_ << shift_) >> shift;
    shift_ = shift;
    if (empty()) { // and so is the heap
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
        far_.push(task); // beyond: nothing is before the first bucket
      }
    });
    settle();
  }

  Less less_;
  BucketRing<T> ring_;
  Key low_ = 0; ///< the window's first bucket
  unsigned shift_;
  BucketWidth width_;
  Key stride_ = strideOf(width_.aim()); ///< until it is known
  std::uint64_t pushed_ = 0, popped_ = 0;

  Key current_ = 0; ///< bucket of the tasks that were taken last, the parents
  ChildDistance children_;
  std::uint64_t nextLook_;                          ///< when to look at the width again, in pushes
  std::uint64_t lookedPushes_ = 0, lookedPops_ = 0; ///< those at the last look
  std::uint64_t evicted_ = 0;                       ///< tasks dropped from the ring since then
  DAryHeap<T, Less> far_;                           ///< tasks beyond the window
};

} // namespace galois::worklists

#endif
