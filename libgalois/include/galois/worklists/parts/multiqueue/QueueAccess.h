/**
 * How a thread chooses the queues of a Multi-Queue that it inserts into and takes from [SMQ,
 * section 2.1]. It draws a queue for each operation, or it keeps using a queue for several
 * operations (temporal locality). An operation moves one task, or several (task batching). The
 * cache lines of a queue that is used again are still in the cache. In return, the tasks of other
 * queues wait longer.
 */
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>

namespace galois::worklists {

// The stickiness classes: how long a thread keeps using the queues that it has drawn. There is one
// object per thread. The thread calls stays() before each operation except the first one after a
// draw, and drawn() after a draw.

/// Draws for every operation.
struct NeverSticky {
  static constexpr bool kSticky = false;
  /// @param run  ignored
  explicit NeverSticky(std::uint32_t /*run*/ = 1) {}
  template <typename Random>
  bool stays(Random& /*random*/) const noexcept {
    return false;
  }
  void drawn() const noexcept {}
};

/// Draws again with probability 1/run before each operation. So the mean number of operations per
/// draw is `run`.
class StickyByChance {
public:
  static constexpr bool kSticky = true;
  /// @param run  mean number of operations per draw, 1 or more
  explicit StickyByChance(std::uint32_t run = 1) noexcept : stay_(kAlways - kAlways / run) {
    assert(run >= 1);
  }
  template <typename Random>
  bool stays(Random& random) const noexcept {
    return random.chance(stay_);
  }
  void drawn() const noexcept {}

private:
  static constexpr std::uint32_t kAlways = 0xffffffffu;
  std::uint32_t stay_; ///< probability to stay, in units of 2^-32
};

/// Draws again after `run` operations.
class StickyByCount {
public:
  static constexpr bool kSticky = true;
  /// @param run  number of operations per draw, 1 or more
  explicit StickyByCount(std::uint32_t run = 1) noexcept : run_(run) { assert(run >= 1); }
  template <typename Random>
  bool stays(Random& /*random*/) noexcept {
    if (left_ == 0) {
      return false;
    }
    --left_;
    return true;
  }
  /// Starts counting after a draw. The operation of the draw is the first one.
  void drawn() noexcept { left_ = run_ - 1; }

private:
  std::uint32_t run_;
  std::uint32_t left_ = 0;
};

/// How a thread chooses the queues of its operations.
/// @tparam Stickiness  how long it keeps using a queue, one of the classes above
/// @tparam Batched     whether an operation moves several tasks, through a buffer of the thread
/// @tparam Pair        when taking: whether it keeps both queues that it drew, and compares them
///                     each time, instead of keeping only the better one
template <typename Stickiness, bool Batched, bool Pair = false>
struct QueueAccess {
  using Sticky = Stickiness;
  static constexpr bool kBatched = Batched;
  static constexpr bool kPair = Pair;
  static constexpr bool kOwn = false;
};

using RandomQueues = QueueAccess<NeverSticky, false>;          ///< [SMQ, listing 1]
using TaskBatching = QueueAccess<NeverSticky, true>;           ///< [SMQ, optimization 1]
using TemporalLocality = QueueAccess<StickyByChance, false>;   ///< [SMQ, optimization 2]
using StickyBatching = QueueAccess<StickyByCount, true, true>; ///< both, as in later Multi-Queues

/// Taking from the thread's own queue [PMOD, section 2.2: local dequeue].
struct OwnQueue {
  using Sticky = NeverSticky;
  static constexpr bool kBatched = false;
  static constexpr bool kPair = false;
  static constexpr bool kOwn = true;
};

/// Run-time parameters of one kind of operation.
struct QueueAccessParams {
  static constexpr std::uint32_t kAutoBatch = 0;

  std::uint32_t batch = 16; ///< tasks per operation if it is batched, 1 or more; or kAutoBatch
  std::uint32_t stay = 16;  ///< operations per draw if it is sticky, 1 or more

  /// Returns the number of tasks per operation for that number of threads. The tasks in the buffers
  /// of all threads together should hardly grow with the number of threads. So kAutoBatch means 64
  /// for up to 4 threads and 8 from 32 threads on.
  std::uint32_t batchOf(unsigned threads) const noexcept {
    return batch == kAutoBatch ? std::clamp(256u / threads, 8u, 64u) : batch;
  }
};

/// The parameters of a way of access by default.
template <typename Access>
struct UsualAccess : QueueAccessParams {};
/// Batches that stay with a pair of queues follow the number of threads.
template <>
struct UsualAccess<StickyBatching> : QueueAccessParams {
  UsualAccess() : QueueAccessParams{kAutoBatch, 8} {}
};

} // namespace galois::worklists
