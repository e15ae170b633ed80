/**
 * Bags of tasks of one priority [HD-CPS, section III-B and algorithm 1]. A bag is one message, and
 * one item in a priority queue. There are two ways to send it.
 *
 * Pull: only the metadata is sent. The payload stays where the thread that created the bag has put
 * it, and the thread that takes the tasks reads them from there. Push: the tasks themselves are
 * sent, as a group through a ReceiveQueue, and the receiver creates the bag in its own memory.
 *
 * A payload belongs to the thread that holds the metadata. This is its creator until a receive
 * queue passes the metadata on, with release and acquire, and the receiver from then on. The thread
 * that takes the last task frees the payload to the pool, into its own free list. A payload that is
 * never emptied, because its worklist is destroyed first, is freed with the pool.
 *
 * A bag consists of tasks that one task has pushed and that have the same priority, `least` to
 * `bound` - 1 of them. Choices where the paper leaves one, or contradicts itself:
 *  - Section III-B speaks both of equal and of approximately equal priorities. Here they are equal
 *    under the indexer. With an indexer that drops low bits, they are approximately equal.
 *  - Larger groups would keep a core busy with one priority for long. Algorithm 1 sends them as
 *    single tasks instead of as several bags. `Oversize` selects; single tasks are the default.
 *  - Pushes are grouped within windows of kWindow tasks. So a task with a million children does not
 *    keep all of them from the other threads until it ends.
 */
#pragma once

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
#include "galois/worklists/parts/common/Parameter.h"

namespace galois::worklists {

/// How a bag is sent to another thread.
enum class BagTransport {
  kPull, ///< the metadata is sent, the payload stays
  kPush  ///< the tasks are sent
};

/// How a group of `bound` tasks or more is sent.
enum class Oversize {
  kSingle, ///< as single tasks
  kSplit   ///< as several bags of about the same size
};

namespace parameters {
/// Fields of BagParams.
/// @{
inline constexpr Parameter kHdcpsBagMin = Parameter::number(
    "hdcps-bag-min", {1, 256}, "least number of siblings of equal priority that make a bag");
inline constexpr Parameter kHdcpsBagMax = Parameter::number(
    "hdcps-bag-max", {2, 257}, "number of siblings of equal priority that is too large for a bag");
inline constexpr Parameter kHdcpsOversize = Parameter::word(
    "hdcps-oversize", {"single", "split"}, "what happens to siblings that are too many for a bag");
inline constexpr Parameter kHdcpsTransport = Parameter::word(
    "hdcps-transport", {"pull", "push"}, "what is sent of a bag: its metadata, or the whole bag");
/// @}
} // namespace parameters

/// Parameters of bags. The defaults are the paper's.
struct BagParams {
  std::uint32_t least = 3; ///< smallest number of tasks per bag, 1 or more
  /// A bag has fewer than this number of tasks; 2 or more. If it is at most `least`, there are no
  /// bags.
  std::uint32_t bound = 10;
  Oversize oversize = Oversize::kSingle;
  BagTransport transport = BagTransport::kPull;

  /// Calls `visit(parameter, field)` for each, see parts/common/Parameter.h.
  template <typename Self, typename Visit>
  static void visitParameters(Self& self, Visit&& visit) {
    visit(parameters::kHdcpsBagMin, self.least);
    visit(parameters::kHdcpsBagMax, self.bound);
    visit(parameters::kHdcpsOversize, self.oversize);
    visit(parameters::kHdcpsTransport, self.transport);
  }
};

/// The metadata of a bag, which is sent and queued. Copies refer to the same bag.
template <typename T, typename Index>
struct Bag {
  Index priority;
  Chunk<T>* payload;
};

/// The allocator of payloads. Thread-safe, but each bag belongs to one thread at a time.
template <typename T, typename Index>
class BagPool {
  static_assert(std::is_trivially_copyable<T>::value,
                "tasks in payloads that are never emptied are not destroyed");

public:
  /// @param capacity  largest number of tasks per bag, 1 or more
  explicit BagPool(std::uint32_t capacity) : chunks_(capacity) {}

  std::uint32_t capacity() const noexcept { return chunks_.capacity(); }

  /// Creates a bag. O(count).
  /// @param count  number of tasks, 1 to capacity()
  /// @throws std::bad_alloc
  Bag<T, Index> pack(Index priority, const T* tasks, std::uint32_t count) {
    assert(count >= 1 && count <= capacity());
    Chunk<T>* payload = chunks_.allocate();
    for (std::uint32_t i = 0; i < count; ++i) {
      payload->pushBack(tasks[i]);
    }
    return {priority, payload};
  }

  /// Takes a task out of a bag, which must not be empty. O(1).
  /// @param[out] last  whether the bag is now empty; its payload has then been freed
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

/// Collects the tasks that one task pushes, and groups them into bags and single tasks. Owned by
/// one thread.
/// @tparam T        task, trivially copyable
/// @tparam Indexer  maps a task to an integer priority
template <typename T, typename Indexer>
class SiblingGroups {
public:
  /// Largest number of tasks that are grouped together.
  static constexpr std::uint32_t kWindow = 256;

  SiblingGroups(IndexLess<Indexer> less, const BagParams& params)
      : less_(std::move(less)), params_(params) {
    assert(params.least >= 1 && params.bound >= 2);
  }

  bool empty() const noexcept { return count_ == 0; }
  bool full() const noexcept { return count_ == kWindow; }

  /// Adds a task. There must be room.
  void add(const T& task) noexcept {
    assert(!full());
    tasks_[count_++] = task;
  }

  /// Groups the collected tasks. Calls `single(task)` for each task that is sent alone, and
  /// `bag(tasks, count)` for each group that forms a bag. For n tasks, O(n) if no priority is
  /// frequent enough for a bag, else O(n log n).
  /// @throws what `single` and `bag` throw; the tasks of that call and of later calls stay here
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
    if (!std::is_sorted(begin, end, less_)) { // tasks of a single priority are already sorted
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

  /// Returns false if certainly no priority occurs `least` times. Counts the priorities in a small
  /// table, in which several may share a place. This avoids sorting on road networks, where tasks
  /// have few siblings, and for many siblings of different priorities.
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

  /// Sends `count` tasks of one priority, from `next` on, and moves `next` past those that were
  /// sent.
  template <typename Single, typename MakeBag>
  void emit(const T*& next, std::uint32_t count, Single& single, MakeBag& bag) {
    const bool oversize = count >= params_.bound;
    if (oversize && params_.oversize == Oversize::kSplit) {
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

  /// Removes the tasks before `next`.
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
