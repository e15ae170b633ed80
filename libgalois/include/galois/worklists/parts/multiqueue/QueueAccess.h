/**
 * How a thread chooses the queues of a Multi-Queue that it inserts into and takes from [SMQ,
 * section 2.1]: anew for each operation, or staying with what it drew (temporal locality), one task
 * an operation, or several (task batching). The lines of a queue that is used again are still in
 * the cache; what other queues hold waits that much longer.
 */
#ifndef GALOIS_WORKLISTS_PARTS_MULTIQUEUE_QUEUEACCESS_H
#define GALOIS_WORKLISTS_PARTS_MULTIQUEUE_QUEUEACCESS_H

#include <algorithm>
#include <cassert>
#include <cstdint>

namespace galois::worklists {

// Stickiness: an object a thread, asked before every operation but the first on what was drawn.

/// A new draw for every operation.
struct NeverSticky {
  static constexpr bool kSticky = false;
  /// @param run  of no meaning
  explicit NeverSticky(std::uint32_t /*run*/ = 1) {}
  template <typename Random>
  bool stays(Random& /*random*/) const noexcept {
    return false;
  }
  void drawn() const noexcept {}
};

/// Leaves with probability 1/run before each operation: `run` in a row on average.
class StickyByChance {
public:
  static constexpr bool kSticky = true;
  /// @param run  1 or more; 1 never stays
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
  std::uint32_t stay_; ///< chance in 2^32
};

/// Leaves after `run` operations.
class StickyByCount {
public:
  static constexpr bool kSticky = true;
  /// @param run  1 or more; 1 never stays
  explicit StickyByCount(std::uint32_t run = 1) noexcept : run_(run) { assert(run >= 1); }
  template <typename Random>
  bool stays(Random& /*random*/) noexcept {
    if (left_ == 0) {
      return false;
    }
    --left_;
    return true;
  }
  /// Something new was drawn, for an operation that counts.
  void drawn() noexcept { left_ = run_ - 1; }

private:
  std::uint32_t run_;
  std::uint32_t left_ = 0;
};

/// How a thread chooses the queues of its operations.
/// @tparam Stickiness  how long it stays
/// @tparam Batched     an operation moves several tasks, through a buffer of the thread's own
/// @tparam Pair        when taking: it stays with both queues that it drew, and compares them each
///                     time, instead of with the better one
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
using StickyBatching = QueueAccess<StickyByCount, true, true>; ///< both, as later Multi-Queues do

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

  std::uint32_t batch = 16; ///< tasks an operation where it is batched, 1 or more; or kAutoBatch
  std::uint32_t stay = 16;  ///< operations in a row where it is sticky, 1 or more

  /// The tasks of an operation when there are so many threads. What all threads together keep from
  /// the others should hardly grow with their number: kAutoBatch is 64 with up to 4, 8 from 32 on.
  std::uint32_t batchOf(unsigned threads) const noexcept {
    return batch == kAutoBatch ? std::clamp(256u / threads, 8u, 64u) : batch;
  }
};

} // namespace galois::worklists

#endif
