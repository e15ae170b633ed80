/**
 * What the ranks know of each other's priorities, and when a rank holds its own tasks.
 *
 * A task whose priority is much worse than those of another rank is probably wasted: that rank will
 * send an update that makes it stale. So a rank whose next task is more than `slack` worse than the
 * best priority that it knows *holds*: it runs no task, and handles messages until a better task
 * arrives or the other ranks have caught up.
 *
 * A rank's priority is the least of the tasks that it has run or received since it last told it.
 * Updates under way count, too, because nobody has a task for them yet: until their receiver has
 * said that it has them, their sender takes their priority for one of the receiver, and tells the
 * other ranks a priority that is no worse.
 *
 * Each message of updates carries its sender's priority and the number of messages of updates that
 * the sender has received from this rank. A rank to which no update goes is told by a message of its
 * own (Kind::kPriority) when the priority has changed by half of the slack, and so is one whose
 * messages have arrived, as soon as any rank tells its priority in such a message.
 *
 * Ranks do not wait for each other for ever: before a rank waits, because it holds or because it has
 * no task, it tells all others its exact priority (kNone without tasks), and what it has received.
 * So once all ranks wait and their messages have arrived, all priorities are exact, nothing is under
 * way, and the rank of the least priority does not hold.
 *
 * Invariant: `to.told` is what a rank knows once all messages to it have arrived. For this, all
 * state is under one lock, and messages are sent under it.
 */
#ifndef GALOIS_DIST_RANKPRIORITIES_H
#define GALOIS_DIST_RANKPRIORITIES_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "galois/dist/Archive.h"
#include "galois/dist/Endpoint.h"
#include "galois/dist/Transport.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/PaddedLock.h"

namespace galois::dist {

/// The view of one rank. It owns the messages Kind::kPriority of the endpoint. Any thread may call
/// its functions.
template <Transport T>
class RankPriorities {
public:
  /// The priority of a rank without tasks, and a slack with which no rank holds.
  static constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();

  /// @param endpoint  outlives this. All messages of updates have arrived before this ends
  /// @param slack     a rank holds when it is worse by more than that; the same on all ranks
  RankPriorities(Endpoint<T>& endpoint, std::uint64_t slack)
      : endpoint_(endpoint), slack_(slack), step_(std::max<std::uint64_t>(slack / 2, 1)),
        peers_(endpoint.ranks()) {
    endpoint_.handle(Kind::kPriority, [this](const Message& message) {
      const substrate::LockGuard guard(lock_);
      read(message.from, message.body);
      asked_ = true;
    });
  }
  RankPriorities(const RankPriorities&) = delete;
  RankPriorities& operator=(const RankPriorities&) = delete;
  ~RankPriorities() { endpoint_.handle(Kind::kPriority, {}); }

  /// Notes the priority of a task that this rank has run or received.
  void has(std::uint64_t priority) {
    std::uint64_t least = least_.load(order::relaxed);
    while (priority < least && !least_.compare_exchange_weak(least, priority, order::relaxed)) {
    }
  }

  /// Sets this rank's priority, before it begins to run received tasks, or to kNone after the last.
  void setTo(std::uint64_t priority) {
    least_.store(kNone, order::relaxed);
    const substrate::LockGuard guard(lock_);
    own_ = priority;
  }

  /// Tells the ranks what differs by at least half of the slack from what they know.
  void tell() { tellAll(step_, false); }

  /// Tells all ranks what differs at all. Call it again and again while the rank waits.
  void tellExactly() { tellAll(1, true); }

  /// Sends a message of updates. @param best  the least priority of the updates
  void send(Rank to, std::span<const std::byte> body, std::uint64_t best) {
    std::vector<std::byte> bytes(body.size() + sizeof(Known));
    std::copy(body.begin(), body.end(), bytes.begin());
    const substrate::LockGuard guard(lock_);
    Peer& peer = peers_[to];
    takeLeast();
    peer.told = {std::min(own_, leastUnderWay(to)), peer.received};
    std::memcpy(bytes.data() + body.size(), &peer.told, sizeof(Known));
    if (slack_ != kNone) {
      ++peer.sent;
      // What is not better than a later message does not matter: both are under way until that one
      // has arrived.
      while (!peer.underWay.empty() && peer.underWay.back().best >= best) {
        peer.underWay.pop_back();
      }
      peer.underWay.push_back({peer.sent, best});
      setLimit();
    }
    endpoint_.send(to, Kind::kUpdates, bytes);
  }

  /// Returns the updates of a message that send() has sent.
  /// @throws BadBody  if the message is too short
  static std::span<const std::byte> updates(const Message& message) {
    if (message.body.size() < sizeof(Known)) {
      throw BadBody("a message of updates without a priority");
    }
    return std::span(message.body).first(message.body.size() - sizeof(Known));
  }

  /// Takes note of a message of updates after its tasks were made.
  /// @param least  the least priority of its tasks, or kNone
  void received(const Message& message, std::uint64_t least) {
    const substrate::LockGuard guard(lock_);
    has(least);
    ++peers_[message.from].received;
    read(message.from, std::span(message.body).last(sizeof(Known)));
  }

  /// Returns the greatest priority of tasks that this rank does not hold.
  std::uint64_t limit() const { return limit_.load(order::relaxed); }

private:
  /// What a rank tells another.
  struct Known {
    std::uint64_t priority = kNone;
    std::uint64_t received = 0; ///< messages of updates from the other rank
  };
  /// A message of updates that its receiver may not have yet.
  struct Sent {
    std::uint64_t number;
    std::uint64_t best; ///< priority
  };
  struct Peer {
    Known told;                 ///< what it was told last
    Known heard;                ///< what it has said last
    std::uint64_t sent = 0;     ///< messages of updates to it
    std::uint64_t received = 0; ///< messages of updates from it
    std::deque<Sent> underWay;  ///< ascending in both numbers
  };

  /// Under the lock, like all that follows.
  void takeLeast() {
    const std::uint64_t least = least_.exchange(kNone, order::relaxed);
    own_ = least != kNone ? least : own_;
  }

  /// Returns the least priority of updates under way to other ranks than this one.
  std::uint64_t leastUnderWay(Rank but) const {
    std::uint64_t least = kNone;
    for (Rank to = 0; to < peers_.size(); ++to) {
      if (to != but && !peers_[to].underWay.empty()) {
        least = std::min(least, peers_[to].underWay.front().best);
      }
    }
    return least;
  }

  /// @param step   tell a rank that knows another priority by at least this
  /// @param waits  also tell those whose messages have arrived
  void tellAll(std::uint64_t step, bool waits) {
    if (slack_ == kNone) {
      return;
    }
    const substrate::LockGuard guard(lock_);
    takeLeast();
    const bool answers = waits || std::exchange(asked_, false);
    for (Rank to = 0; to < peers_.size(); ++to) {
      if (to == endpoint_.rank()) {
        continue;
      }
      Peer& peer = peers_[to];
      const Known now{std::min(own_, leastUnderWay(to)), peer.received};
      const std::uint64_t change = now.priority < peer.told.priority
                                       ? peer.told.priority - now.priority
                                       : now.priority - peer.told.priority;
      if (change >= step || (answers && now.received != peer.told.received)) {
        peer.told = now;
        endpoint_.send(to, Kind::kPriority, std::as_bytes(std::span(&now, 1)));
      }
    }
  }

  void read(Rank from, std::span<const std::byte> body) {
    Reader reader(body);
    Peer& peer = peers_[from];
    peer.heard = reader.get<Known>();
    reader.finish();
    while (!peer.underWay.empty() && peer.underWay.front().number <= peer.heard.received) {
      peer.underWay.pop_front();
    }
    setLimit();
  }

  void setLimit() {
    std::uint64_t best = leastUnderWay(endpoint_.rank());
    for (const Peer& peer : peers_) {
      best = std::min(best, peer.heard.priority);
    }
    limit_.store(best < kNone - slack_ ? best + slack_ : kNone, order::relaxed);
  }

  Endpoint<T>& endpoint_;
  const std::uint64_t slack_;
  const std::uint64_t step_;
  Atomic<std::uint64_t> least_{kNone}; ///< what has() has noted since takeLeast()
  Atomic<std::uint64_t> limit_{kNone};
  substrate::PaddedLock<true> lock_; ///< protects what follows
  std::uint64_t own_ = kNone;
  bool asked_ = false; ///< whether any rank has told its priority since the last answers
  std::vector<Peer> peers_;
};

} // namespace galois::dist

#endif
