/**
 * Collects updates of nodes that other ranks own, and sends many updates in one message.
 *
 * There is one buffer per rank. A node is in its buffer at most once, however often it is updated
 * before the buffer is sent. Updates of a node are combined, to their least value (shortest paths)
 * or to their sum (residuals of PageRank). A least value is remembered after it was sent, and later
 * updates that are no better are dropped.
 *
 * put() sends a buffer that is full. A least value is sent soon, because other ranks waste work
 * without it: its buffer is full when it fills a message. A sum waits, because each further update
 * of its node saves one: its buffer is full when it holds half of the ghosts of its rank, and is sent
 * in several messages. The caller sends the other buffers: by flushBetter() when they hold updates
 * that are more urgent than its own work, and by flushAll() when it has no other work.
 *
 * Invariant, under the lock of a destination: a ghost is marked if and only if it is in the
 * buffer, and a ghost that is not marked has nothing to send.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "galois/LargeArray.h"
#include "galois/dist/messages/Archive.h"
#include "galois/dist/push/NodeParts.h"
#include "galois/dist/transport/Transport.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/substrate/PaddedLock.h"
#include "galois/substrate/PerThreadStorage.h"

namespace galois::dist {

/// Combines updates to the least one.
template <typename V>
struct LeastUpdate {
  using Value = V;                      ///< type of an update
  static constexpr bool kWaits = false; ///< whether updates wait for more than a message
  /// The first value of a node, which is no better than any update.
  static constexpr Value kNone = std::numeric_limits<Value>::has_infinity
                                     ? std::numeric_limits<Value>::infinity()
                                     : std::numeric_limits<Value>::max();
  /// Returns whether the update changes nothing.
  static bool isIdle(Value kept, Value update) { return !(update < kept); }
  /// Returns both combined.
  static Value combine(Value kept, Value update) { return std::min(kept, update); }
  /// Returns what is kept once a value was sent.
  static Value afterSending(Value sent) { return sent; }
};

/// Combines updates to their sum.
template <typename V>
struct SumOfUpdates {
  using Value = V;                     ///< type of an update
  static constexpr bool kWaits = true; ///< whether updates wait for more than a message
  static constexpr Value kNone = 0;    ///< what a node begins with
  /// Returns whether the update changes nothing.
  static bool isIdle(Value /*kept*/, Value update) { return update == 0; }
  /// Returns both combined.
  static Value combine(Value kept, Value update) { return kept + update; }
  /// Returns what is kept once a value was sent.
  static Value afterSending(Value /*sent*/) { return 0; }
};

/// How many updates were dropped, combined and sent, and why messages were sent.
struct UpdateCounts {
  std::uint64_t dropped = 0;  ///< updates that were no better than the known value
  std::uint64_t combined = 0; ///< updates of a node that was in its buffer already
  std::uint64_t sent = 0;     ///< values sent
  std::uint64_t full = 0;     ///< messages sent because a buffer was full
  std::uint64_t urgent = 0;   ///< messages sent because a value was urgent
  std::uint64_t starving = 0; ///< messages sent because there was nothing else to do

  /// Adds the counts of another object.
  UpdateCounts& operator+=(const UpdateCounts& other) {
    dropped += other.dropped;
    combined += other.combined;
    sent += other.sent;
    full += other.full;
    urgent += other.urgent;
    starving += other.starving;
    return *this;
  }
};

/// Reads the body of a message of an Aggregator: calls `visit(node, value)` for each update, with
/// the receiver's number of the node.
/// @throws BadBody  if the body is not that of such a message
template <typename Value, typename Visit>
void forEachUpdate(std::span<const std::byte> body, Visit&& visit) {
  constexpr std::size_t kBytes = sizeof(std::uint32_t) + sizeof(Value);
  if (body.size() % kBytes != 0) {
    throw BadBody("a message of " + std::to_string(body.size()) + " bytes holds no updates of " +
                  std::to_string(kBytes));
  }
  const std::size_t count = body.size() / kBytes;
  const std::byte* const values = body.data() + count * sizeof(std::uint32_t);
  for (std::size_t i = 0; i < count; ++i) {
    std::uint32_t node;
    Value value;
    std::memcpy(&node, body.data() + i * sizeof(node), sizeof(node));
    std::memcpy(&value, values + i * sizeof(value), sizeof(value));
    visit(node, value);
  }
}

/// The buffers of one rank. All threads may use it concurrently.
/// @tparam Combine  LeastUpdate or SumOfUpdates
template <typename Combine>
class Aggregator {
public:
  using Value = typename Combine::Value; ///< type of an update
  /// Sends a body to a rank. Several threads call it, without a lock. `best` is the least priority
  /// of the updates in the body.
  using Send = std::function<void(Rank to, std::span<const std::byte> body, std::uint64_t best)>;

  /// @param homes     of the ghosts; must outlive this
  /// @param capacity  most nodes in a message, at least 1
  Aggregator(std::span<const Home> homes, Rank ranks, std::size_t capacity)
      : homes_(homes), capacity_(std::max<std::size_t>(capacity, 1)), to_(ranks),
        marked_(homes.size(), 0) {
    if (Combine::kWaits) {
      for (const Home& home : homes) {
        ++to_[home.rank].full;
      }
    }
    for (Destination& to : to_) {
      to.full = std::max(to.full / 2, capacity_);
    }
    values_.allocateFloating(homes.size());
    values_.construct(Combine::kNone);
  }

  /// Sets the function that sends messages. Must not be called while threads use this object.
  void sendBy(Send send) { send_ = std::move(send); }

  /// Returns whether put() would drop the update. An operator with many such updates calls this
  /// first, which costs one load, and reports their number by countDropped() once per task.
  bool drops(std::uint32_t ghost, Value update) {
    // Relaxed: an old value is only less strict, and put() repeats the test under the lock.
    return Combine::isIdle(AtomicRef<Value>(values_[ghost]).load(order::relaxed), update);
  }
  /// Counts updates that the caller has not put because drops() was true.
  void countDropped(std::uint64_t updates) { *dropped_.getLocal() += updates; }

  /// Adds an update of a ghost, and sends the buffer of its owner if it is full.
  /// @param ghost     index in `homes`
  /// @param priority  of the update; less is more urgent
  void put(std::uint32_t ghost, Value update, std::uint64_t priority) {
    if (drops(ghost, update)) {
      countDropped(1);
      return;
    }
    AtomicRef<Value> kept(values_[ghost]);
    const Rank rank = homes_[ghost].rank;
    Destination& to = to_[rank];
    {
      const substrate::LockGuard guard(to.lock);
      const Value old = kept.load(order::relaxed);
      if (Combine::isIdle(old, update)) {
        countDropped(1);
        return;
      }
      kept.store(Combine::combine(old, update), order::relaxed);
      AtomicRef<std::uint64_t> best(to.best);
      best.store(std::min({best.load(order::relaxed), priority, kNever - 1}), order::relaxed);
      if (marked_[ghost] != 0) {
        ++to.counts.combined;
        return;
      }
      marked_[ghost] = 1;
      to.ghosts.push_back(ghost);
      if (to.ghosts.size() < to.full) {
        return;
      }
    }
    flush(rank, &UpdateCounts::full);
  }

  /// Sends all buffers with a value that is more urgent than this priority.
  void flushBetter(std::uint64_t priority) {
    flushIf([priority](std::uint64_t best) { return best < priority; }, &UpdateCounts::urgent);
  }

  /// Sends all buffers that are not empty.
  void flushAll() {
    flushIf([](std::uint64_t best) { return best != kNever; }, &UpdateCounts::starving);
  }

  /// Resets all values and counts. Must not be called while threads use this object.
  void reset() {
    std::fill(values_.begin(), values_.end(), Combine::kNone);
    std::fill(marked_.begin(), marked_.end(), 0);
    for (Destination& to : to_) {
      to.ghosts.clear();
      to.best = kNever;
      to.counts = {};
    }
    for (unsigned thread = 0; thread < dropped_.size(); ++thread) {
      *dropped_.getRemote(thread) = 0;
    }
  }

  /// Returns the counts. They are exact while no thread uses this object.
  UpdateCounts counts() const {
    UpdateCounts all;
    for (const Destination& to : to_) {
      all += to.counts;
    }
    for (unsigned thread = 0; thread < dropped_.size(); ++thread) {
      all.dropped += *dropped_.getRemote(thread);
    }
    return all;
  }

private:
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

  /// The buffer for one rank.
  struct alignas(substrate::kCacheLineSize) Destination {
    substrate::PaddedLock<true> lock;  ///< protects what follows
    std::vector<std::uint32_t> ghosts; ///< in the buffer
    std::size_t full = 0;              ///< number of ghosts at which it is sent
    std::uint64_t best = kNever;       ///< least priority in it; also read without the lock
    UpdateCounts counts;
  };

  /// Takes the last nodes of a buffer, under its lock. Returns the body of a message: all nodes, then
  /// all values.
  std::vector<std::byte> takeBody(Destination& to) {
    constexpr std::size_t kNodeBytes = sizeof(std::uint32_t);
    const std::size_t count = std::min(to.ghosts.size(), capacity_);
    const std::uint32_t* const ghosts = to.ghosts.data() + (to.ghosts.size() - count);
    std::vector<std::byte> body(count * (kNodeBytes + sizeof(Value)));
    std::byte* const values = body.data() + count * kNodeBytes;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t ghost = ghosts[i];
      AtomicRef<Value> kept(values_[ghost]);
      const Value value = kept.load(order::relaxed);
      kept.store(Combine::afterSending(value), order::relaxed);
      marked_[ghost] = 0;
      std::memcpy(body.data() + i * kNodeBytes, &homes_[ghost].node, kNodeBytes);
      std::memcpy(values + i * sizeof(value), &value, sizeof(value));
    }
    to.counts.sent += count;
    to.ghosts.resize(to.ghosts.size() - count);
    if (to.ghosts.empty()) {
      AtomicRef<std::uint64_t>(to.best).store(kNever, order::relaxed);
    }
    return body;
  }

  template <typename Wanted>
  void flushIf(const Wanted& wanted, std::uint64_t UpdateCounts::*cause) {
    for (Rank rank = 0; rank < to_.size(); ++rank) {
      Destination& to = to_[rank];
      // Relaxed: another thread's update that is not seen here waits for its own thread's flush.
      if (!wanted(AtomicRef<std::uint64_t>(to.best).load(order::relaxed))) {
        continue;
      }
      flush(rank, cause);
    }
  }

  /// Sends a buffer, in as many messages as it fills now: what threads add meanwhile may wait.
  void flush(Rank rank, std::uint64_t UpdateCounts::*cause) {
    Destination& to = to_[rank];
    std::size_t left = 1;
    for (bool first = true; left > 0; first = false) {
      std::vector<std::byte> body;
      std::uint64_t best = kNever;
      {
        const substrate::LockGuard guard(to.lock);
        if (to.ghosts.empty()) {
          return;
        }
        left = first ? (to.ghosts.size() - 1) / capacity_ : left - 1;
        ++(to.counts.*cause);
        best = to.best;
        body = takeBody(to);
      }
      send_(rank, body, best);
    }
  }

  const std::span<const Home> homes_;
  const std::size_t capacity_;
  std::vector<Destination> to_;
  LargeArray<Value> values_;         ///< per ghost: combined, and for least values also sent
  std::vector<std::uint8_t> marked_; ///< per ghost
  substrate::PerThreadStorage<std::uint64_t> dropped_;
  Send send_;
};

} // namespace galois::dist
