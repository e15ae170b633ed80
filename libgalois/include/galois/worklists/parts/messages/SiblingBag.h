/**
 * Bags of tasks of one priority [HD-CPS, section III-B and algorithm 1], which travel and wait in
 * priority queues as one item, and the two ways in which they travel.
 *
 * Pull: the payload stays where the thread that made the bag has put it, and only the metadata
 * travels; whoever takes the tasks out reads them from there. Push: the tasks themselves travel (as
 * a group through a ReceiveQueue), and the receiver makes the bag, in its own memory.
 *
 * A payload belongs to whoever holds the metadata: to its maker until the metadata is handed over,
 * with release and acquire, by a receive queue; to the receiver from then on. Who takes the last
 * task out gives the payload back to the pool, to its own free list; a payload that is never
 * emptied, because its worklist dies first, is freed with the pool.
 *
 * Which tasks make a bag: those that one task pushed and that have the same priority, from `least`
 * to `bound` - 1 of them. Where the paper leaves a choice, or contradicts itself:
 *  - Section III-B speaks of equal priorities and of approximate ones. Here they are equal under
 *    the indexer; one that drops low bits makes them approximate.
 *  - Larger groups would bind a core to one priority, and algorithm 1 sends them as single tasks,
 *    instead of as several bags. `Oversize` selects; single tasks are the default.
 *  - Pushes are grouped within windows of kWindow, so that a task with a million children does not
 *    keep them all from the others until it ends.
 */
#ifndef GALOIS_WORKLISTS_PARTS_MESSAGES_SIBLINGBAG_H
#define GALOIS_WORKLISTS_PARTS_MESSAGES_SIBLINGBAG_H

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "galois/substrate/CompilerSpecific.h"
#include "galois/worklists/parts/chunks/TaskChunk.h"
#include "galois/worklists/parts/common/Indexer.h"

namespace galois::worklists {

/// How a bag gets to another thread.
enum class BagTransport {
  Pull, ///< metadata travels, the payload stays
  Push  ///< everything travels
};

/// What becomes of a group of `bound` tasks or more.
enum class Oversize {
  Single, ///< single tasks
  Split   ///< several bags of about the same size
};

/// The defaults are the paper's.
struct BagParams {
  std::uint32_t least = 3; ///< tasks of one priority that make a bag, 1 or more
  std::uint32_t bound =
      10; ///< so many are too many, 2 or more; with least or less there are no bags
  Oversize oversize = Oversize::Single;
  BagTransport transport = BagTransport::Pull;
};

/// A bag: the metadata, which travels and is queued. Copies stand for the same bag.
template <typename T, typename Index>
struct Bag {
  Index priority;
  Chunk<T>* payload;
};

/// Where payloads come from. Thread-safe; a single bag belongs to one thread at a time.
template <typename T, typename Index>
class BagPool {
  static_assert(std::is_trivially_copyable<T>::value,
                "tasks in payloads that are never emptied are not destroyed");

public:
  /// @param capacity  tasks a bag holds at most, 1 or more
  explicit BagPool(std::uint32_t capacity) : chunks_(capacity) {}

  std::uint32_t capacity() const noexcept { return chunks_.capacity(); }

  /// A new bag. O(count). @param count  1 to capacity() @throws std::bad_alloc
  Bag<T, Index> pack(Index priority, const T* tasks, std::uint32_t count) {
    assert(count >= 1 && count <= capacity());
    Chunk<T>* payload = chunks_.allocate();
    for (std::uint32_t i = 0; i < count; ++i) {
      payload->pushBack(tasks[i]);
    }
    return {priority, payload};
  }

  /// Takes a task out of a bag that is not empty. O(1).
  /// @param[out] last  whether the bag is empty now; its payload is then gone
  T take(const Bag<T, Index>& bag, bool& last) {
    const T task = bag.payload->popFront();
    last = bag.payload->empty();
    if (last) {
      chunks_.free(bag.payload);
    }
    return task;
  }

private:
  ChunkPool<T> chunks_;
};

/// Collects what one task pushes, and tells bags from single tasks. Owned by one thread.
/// @tparam T        task, trivially copyable
/// @tparam Indexer  task -> integer priority
template <typename T, typename Indexer>
class SiblingGroups {
public:
  /// Tasks looked at together.
  static constexpr std::uint32_t kWindow = 256;

  SiblingGroups(IndexLess<Indexer> less, const BagParams& params)
      : less_(std::move(less)), params_(params) {
    assert(params.least >= 1 && params.bound >= 2);
  }

  bool empty() const noexcept { return count_ == 0; }
  bool full() const noexcept { return count_ == kWindow; }

  /// Adds a task; there must be room.
  void add(const T& task) noexcept {
    assert(!full());
    tasks_[count_++] = task;
  }

  /// Ends the group of siblings. Calls `single(task)` for each task that travels alone, and
  /// `bag(tasks, count)` for each group that makes a bag.
  /// O(n) when no priority comes often enough, else O(n log n) for n tasks.
  /// @throws what `single` and `bag` throw; the tasks of that call and those that are not yet
  /// through stay here
  template <typename Single, typename MakeBag>
  void flush(Single&& single, MakeBag&& bag) {
    const std::uint32_t count = count_;
    T* const begin = tasks_.data();
    T* const end = begin + count;
    if (count < params_.least || !mayHaveBags(count)) {
      const T* next = begin;
      try {
        for (; next != end; ++next) {
          single(*next);
        }
      } catch (...) {
        keepFrom(next);
        throw;
      }
      count_ = 0;
      return;
    }
    if (!std::is_sorted(begin, end, less_)) { // all of one priority are sorted already
      std::sort(begin, end, less_);
    }
    const T* next = begin;
    try {
      while (next != end) {
        const T* to = next + 1;
        while (to != end && !less_(*next, *to)) {
          ++to;
        }
        emit(next, static_cast<std::uint32_t>(to - next), single, bag);
      }
    } catch (...) {
      keepFrom(next);
      throw;
    }
    count_ = 0;
  }

private:
  static constexpr unsigned kTableBits = 8;

  static std::size_t place(std::uint64_t key) noexcept {
    return static_cast<std::size_t>(key * 0x9e3779b97f4a7c15ull >> (64 - kTableBits));
  }

  /// False when surely no priority comes `least` times: counts them in a small table, in which
  /// some share a place. Tasks of road maps have few siblings, others many of different priorities;
  /// neither should pay for sorting.
  bool mayHaveBags(std::uint32_t count) noexcept {
    bool may = false;
    for (std::uint32_t i = 0; i < count; ++i) {
      may |= ++seen_[place(static_cast<std::uint64_t>(less_.key(tasks_[i])))] >= params_.least;
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      seen_[place(static_cast<std::uint64_t>(less_.key(tasks_[i])))] = 0;
    }
    return may;
  }

  /// `count` tasks of one priority, from `next` on; moves `next` behind those that are through.
  template <typename Single, typename MakeBag>
  void emit(const T*& next, std::uint32_t count, Single& single, MakeBag& bag) {
    const bool oversize = count >= params_.bound;
    if (oversize && params_.oversize == Oversize::Split) {
      const std::uint32_t most = params_.bound - 1;
      for (std::uint32_t pieces = (count + most - 1) / most; pieces > 0; --pieces) {
        const std::uint32_t piece = count / pieces;
        emit(next, piece, single, bag);
        count -= piece;
      }
    } else if (oversize || count < params_.least) {
      for (; count > 0; --count) {
        single(*next);
        ++next;
      }
    } else {
      bag(next, count);
      next += count;
    }
  }

  /// Drops the tasks before `next`.
  GALOIS_ATTRIBUTE_NOINLINE void keepFrom(const T* next) noexcept {
    T* const begin = tasks_.data();
    count_ = static_cast<std::uint32_t>(
        std::copy(next, static_cast<const T*>(begin + count_), begin) - begin);
  }

  IndexLess<Indexer> less_;
  BagParams params_;
  std::uint32_t count_ = 0;
  std::array<T, kWindow> tasks_;
  std::array<std::uint16_t, std::size_t{1} << kTableBits> seen_{}; ///< all 0 between calls
};

} // namespace galois::worklists

#endif
