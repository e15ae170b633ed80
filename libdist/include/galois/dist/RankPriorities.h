/**
 * What the ranks know of each other's priorities, and when a rank holds its own tasks. "Rank"
 * always means an MPI rank here, and a lower priority is better.
 *
 * A task whose priority is much worse than the priorities of another rank is probably wasted: that
 * rank will send an update that makes the task stale. So a rank *holds* if its next task is worse
 * by more than `slack` than the best priority that it knows. While it holds, it runs no task and
 * handles messages, until a better task arrives or the other ranks have caught up.
 *
 * The priority of a rank is the least priority of the tasks that it has run or received since it
 * last told its priority. Updates under way count, too, because no rank has a task for them yet.
 * Until the receiver confirms an update, its sender treats the priority of the update as a priority
 * of the receiver. It also tells all other ranks a priority that is no worse than that of the
 * update.
 *
 * Each message of updates carries the priority of its sender, and the number of messages of updates
 * that the sender has received from the receiver. That number confirms updates. A rank to which no
 * update goes gets a message of its own (Kind::kPriority) when the priority has changed by half of
 * the slack. Such a message from any rank also makes this rank confirm, by such messages, all
 * updates that it has received and not confirmed.
 *
 * Ranks do not wait for each other for ever. A rank waits because it holds or because it has no
 * task. Before it waits, it tells all other ranks its exact priority (kNone without tasks), and how
 * many messages it has received. So when all ranks wait and their messages have arrived, all
 * priorities are exact and no update is under way. The rank with the least priority then does not
 * hold.
 *
 * Invariant: when all messages to a rank have arrived, the rank knows what `told` of its Peer
 * holds. For this, one lock protects all state, and messages are sent under this lock.
 */
#pragma once

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

/// The view of one rank. It handles the messages Kind::kPriority of the endpoint. Any thread may
/// call its functions.
template <Transport T>
class RankPriorities {
public:
  /// The priority of a rank without tasks. As a slack, it means that no rank ever holds.
  static constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();

  /// @param endpoint  outlives this object. All messages of updates have arrived when this object
  ///                  is destroyed
  /// @param slack     a rank holds when its next task is worse by more than this; the same on all
  ///                  ranks
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

  /// Sets this rank's priority: before it begins to run tasks that it has received, to the least of
  /// their priorities, and after the last task to kNone.
  void setTo(std::uint64_t priority) {
    least_.store(kNone, order::relaxed);
    const substrate::LockGuard guard(lock_);
    own_ = priority;
  }

  /// Tells this rank's priority to the ranks that know a priority that differs from it by at least
  /// half of the slack.
  void tell() { tellAll(step_, false); }

  /// Tells this rank's exact priority, and how many messages it has received, to all ranks that do
  /// not know it. Call it again and again while the rank waits.
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
      // An earlier message that is no better than this one can be forgotten: until this message has
      // arrived, its priority counts for both.
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

  /// Notes that a message of updates has arrived and that its tasks were made.
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
  /// What one rank tells another.
  struct Known {
    std::uint64_t priority = kNone;
    std::uint64_t received = 0; ///< messages of updates that it has received from the other rank
  };
  /// A message of updates that its receiver may not have yet.
  struct Sent {
    std::uint64_t number;
    std::uint64_t best; ///< the least priority of its updates
  };
  struct Peer {
    Known told;                 ///< what this rank has told the peer last
    Known heard;                ///< what the peer has told this rank last
    std::uint64_t sent = 0;     ///< messages of updates to the peer
    std::uint64_t received = 0; ///< messages of updates from the peer
    std::deque<Sent> underWay;  ///< ascending in both numbers
  };

  /// Makes the least priority that has() noted this rank's priority. The caller holds the lock,
  /// also in the functions that follow.
  void takeLeast() {
    const std::uint64_t least = least_.exchange(kNone, order::relaxed);
    own_ = least != kNone ? least : own_;
  }

  /// Returns the least priority of updates that are under way to other ranks than `but`.
  std::uint64_t leastUnderWay(Rank but) const {
    std::uint64_t least = kNone;
    for (Rank to = 0; to < peers_.size(); ++to) {
      if (to != but && !peers_[to].underWay.empty()) {
        least = std::min(least, peers_[to].underWay.front().best);
      }
    }
    return least;
  }

  /// @param step   tells the ranks that know a priority that differs by at least this
  /// @param waits  also tells the ranks that do not know that their messages have arrived
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
  bool asked_ = false; ///< whether a Kind::kPriority has arrived since the last confirmations
  std::vector<Peer> peers_;
};

} // namespace galois::dist
