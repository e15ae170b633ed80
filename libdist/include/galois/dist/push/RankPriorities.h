/**
 * What the ranks know of each other's priorities, and when a rank holds its own tasks. "Rank"
 * always means an MPI rank here, and a lower priority is better.
 *
 * A task whose priority is much worse than the priorities of another rank is probably wasted: that
 * rank will send an update that makes the task stale. So a rank *holds* if its next task is worse
 * by more than `slack` than the best priority that it knows of other ranks. While it holds, it runs
 * no task and handles messages, until a better task arrives or the other ranks have caught up.
 *
 * The priority of a rank is the least priority of the tasks that it has run or received since it
 * last said its priority. Updates under way count, too, because no rank has a task for them yet.
 * Until the receiver confirms an update, its sender treats the priority of the update as a priority
 * of the receiver. So each rank *says* a set: its own priority, and the priorities of its updates
 * under way, which belong to their receivers. It says another set when these priorities have
 * changed by half of the slack, and when it waits, after any change. Of any set, two entries suffice
 * (LeastPriorities.h).
 *
 * The sets travel along a binomial tree. A rank tells each of its neighbours there, its parent and
 * its children, what it says itself and what its other neighbours have told it. So it tells a
 * neighbour about all ranks on its own side of the edge between them, and hears about all ranks on
 * the other side. It tells a neighbour again when what it has told is no longer true. Everything
 * that has arrived since then goes into one message. So each call of tell() sends at most one
 * message per neighbour, however many ranks have said something, and a rank has at most
 * log2(ranks) neighbours, rounded up. A call without news takes constant time.
 *
 * Each message of updates, and each message to a neighbour, also carries the number of messages of
 * updates that the sender has received from the receiver. That number confirms updates. A rank also
 * sends this number alone, to all ranks whose updates it has not confirmed, when it waits, and when
 * it hears that an update to itself is the least entry of the others, because a rank may then hold
 * for it. An update that is less urgent keeps nobody waiting and is confirmed later. There are
 * never more confirmations than messages of updates.
 *
 * Invariant, under the lock: `told` of a neighbour holds the least entries of what this rank has said
 * last and of what its other neighbours have told it last, or `news_` is set. When all messages to
 * the neighbour have arrived, it knows what `told` holds. From this follow:
 * - How old is what a rank knows: another rank said it some time ago, when it was less than half of
 *   the slack from the truth. Since then it has waited on each rank of the path between the two, at
 *   most 2 log2(ranks) of them, until that rank called poll() and tell().
 * - Nothing is remembered for ever. Each message replaces all that this neighbour has told before.
 *   What goes to a neighbour never contains what has come from it, and a tree has no circles, so no
 *   priority can be kept alive by two ranks that tell it to each other. A priority that no rank says
 *   any more is gone when all messages have arrived. So priorities may rise as well as fall.
 * - Why a run ends. A rank waits because it holds or because it has no task. While it waits, it
 *   says its exact priority (kNone without tasks), passes on what it hears, and confirms what it
 *   has received. When all ranks wait and their messages have arrived, no update is under way, and
 *   each rank knows the least priority of the others exactly. The rank with the least priority of
 *   all then does not hold.
 *
 * Answers do not depend on any of this, because a rank that knows too little only runs tasks that it
 * might have held. One lock protects all state, and messages are sent under this lock.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include <boost/container/deque.hpp>

#include "galois/dist/messages/Archive.h"
#include "galois/dist/messages/BinomialTree.h"
#include "galois/dist/messages/Endpoint.h"
#include "galois/dist/push/LeastPriorities.h"
#include "galois/dist/transport/Transport.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/PaddedLock.h"

namespace galois::dist {

/// The view of one rank. It handles the messages Kind::kPriority of the endpoint. Any thread may
/// call its functions.
template <Transport T>
class RankPriorities {
public:
  /// The priority of a rank without tasks. As a slack, it means that no rank ever holds.
  static constexpr std::uint64_t kNone = LeastPriorities::kNone;

  /// @param endpoint  outlives this object. All messages of updates have arrived when this object
  ///                  is destroyed
  /// @param slack     a rank holds when its next task is worse by more than this; the same on all
  ///                  ranks
  RankPriorities(Endpoint<T>& endpoint, std::uint64_t slack)
      : endpoint_(endpoint), slack_(slack), step_(std::max<std::uint64_t>(slack / 2, 1)),
        peers_(endpoint.ranks()) {
    const BinomialTree tree(endpoint.rank(), endpoint.ranks());
    if (tree.parent != endpoint.rank()) {
      neighbours_.push_back({tree.parent, {}, {}});
    }
    for (const Rank child : tree.children) {
      neighbours_.push_back({child, {}, {}});
    }
    endpoint_.handle(Kind::kPriority, [this](const Message& message) {
      const substrate::LockGuard guard(lock_);
      read(message.from, message.body);
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

  /// Says this rank's priority if it differs by at least half of the slack from what this rank said
  /// last, and passes on what other ranks have said. Call it after each poll().
  void tell() { tellNeighbours(step_, false); }

  /// Says this rank's exact priority, passes on what other ranks have said, and confirms all updates
  /// that have arrived. Call it again and again while the rank waits.
  void tellExactly() { tellNeighbours(1, true); }

  /// Sends a message of updates. O(log ranks) time besides. @param best  the least priority of the
  /// updates
  void send(Rank to, std::span<const std::byte> body, std::uint64_t best) {
    std::vector<std::byte> bytes(body.size() + sizeof(std::uint64_t));
    std::copy(body.begin(), body.end(), bytes.begin());
    const substrate::LockGuard guard(lock_);
    Peer& peer = peers_[to];
    peer.confirmed = peer.received;
    std::memcpy(bytes.data() + body.size(), &peer.confirmed, sizeof(std::uint64_t));
    if (slack_ != kNone) {
      ++peer.sent;
      changeUnderWay(to, [&](Sents& underWay) {
        // An earlier message that is no better than this one can be forgotten: until this message
        // has arrived, its priority counts for both.
        while (!underWay.empty() && underWay.back().best >= best) {
          underWay.pop_back();
        }
        underWay.push_back({peer.sent, best});
      });
    }
    endpoint_.send(to, Kind::kUpdates, bytes);
  }

  /// Returns the updates of a message that send() has sent.
  /// @throws BadBody  if the message is too short
  static std::span<const std::byte> updates(const Message& message) {
    if (message.body.size() < sizeof(std::uint64_t)) {
      throw BadBody("a message of updates that confirms nothing");
    }
    return std::span(message.body).first(message.body.size() - sizeof(std::uint64_t));
  }

  /// Notes that a message of updates has arrived and that its tasks were made.
  /// @param least  the least priority of its tasks, or kNone
  void received(const Message& message, std::uint64_t least) {
    const substrate::LockGuard guard(lock_);
    has(least);
    Peer& peer = peers_[message.from];
    ++peer.received;
    if (!std::exchange(peer.listed, true)) {
      unconfirmed_.push_back(message.from);
    }
    read(message.from, std::span(message.body).last(sizeof(std::uint64_t)));
  }

  /// Returns the greatest priority of tasks that this rank does not hold.
  std::uint64_t limit() const { return limit_.load(order::relaxed); }

private:
  /// A message of updates that its receiver may not have yet.
  struct Sent {
    std::uint64_t number;
    std::uint64_t best; ///< the least priority of its updates
  };
  /// Takes no memory while it is empty, as those of most peers are.
  using Sents = boost::container::deque<Sent>;
  struct Peer {
    std::uint64_t sent = 0;      ///< messages of updates to the peer
    std::uint64_t received = 0;  ///< messages of updates from the peer
    std::uint64_t confirmed = 0; ///< those of which the peer has been told
    bool listed = false;         ///< whether it is in unconfirmed_
    Sents underWay;              ///< ascending in both numbers
  };
  /// A neighbour in the tree.
  struct Neighbour {
    Rank rank;
    LeastPriorities told;  ///< what this rank has told it last
    LeastPriorities heard; ///< what it has told this rank last
  };

  /// Makes the least priority that has() noted this rank's priority. The caller holds the lock,
  /// also in the functions that follow.
  void takeLeast() {
    const std::uint64_t least = least_.exchange(kNone, order::relaxed);
    own_ = least != kNone ? least : own_;
  }

  /// Changes the list of messages under way to a rank.
  template <typename Change>
  void changeUnderWay(Rank to, const Change& change) {
    Sents& underWay = peers_[to].underWay;
    if (!underWay.empty()) {
      underWay_.erase({underWay.front().best, to});
    }
    change(underWay);
    if (!underWay.empty()) {
      underWay_.insert({underWay.front().best, to});
    }
    setLimit();
  }

  /// Returns what this rank would say now.
  LeastPriorities ofThisRank() const {
    LeastPriorities least;
    least.add(own_, LeastPriorities::kNobody); // no other rank has it
    auto next = underWay_.begin();
    for (int i = 0; i < 2 && next != underWay_.end(); ++i, ++next) {
      least.add(next->first, next->second);
    }
    return least;
  }

  /// @param step   says what differs by at least this from what was said
  /// @param waits  confirms all updates
  void tellNeighbours(std::uint64_t step, bool waits) {
    if (slack_ == kNone) {
      return;
    }
    const substrate::LockGuard guard(lock_);
    takeLeast();
    const LeastPriorities now = ofThisRank();
    if (difference(now, said_) >= step) {
      said_ = now;
      news_ = true;
    }
    if (std::exchange(news_, false)) {
      for (Neighbour& to : neighbours_) {
        passOn(to);
      }
    }
    if (waits || heard_.names(endpoint_.rank())) {
      for (const Rank to : unconfirmed_) {
        Peer& peer = peers_[to];
        peer.listed = false;
        if (peer.confirmed != peer.received) {
          peer.confirmed = peer.received;
          endpoint_.send(to, Kind::kPriority, std::as_bytes(std::span(&peer.confirmed, 1)));
        }
      }
      unconfirmed_.clear();
    }
  }

  /// Tells a neighbour the least entries of this side of the tree, unless it knows them. Entries whose
  /// owners are on this side are nobody's: no rank on the other side takes them for its own.
  void passOn(Neighbour& to) {
    const auto isBeyond = [&](Rank rank) {
      return to.rank > endpoint_.rank() ? BinomialTree::isIn(rank, to.rank)
                                        : !BinomialTree::isIn(rank, endpoint_.rank());
    };
    LeastPriorities side;
    side.add(said_, isBeyond);
    for (const Neighbour& other : neighbours_) {
      if (other.rank != to.rank) {
        side.add(other.heard, isBeyond);
      }
    }
    if (difference(side, to.told) == 0) {
      return;
    }
    to.told = side;
    Peer& peer = peers_[to.rank];
    peer.confirmed = peer.received;
    Writer writer;
    writer(peer.confirmed, side);
    endpoint_.send(to.rank, Kind::kPriority, writer.bytes());
  }

  /// Reads what a message confirms and, if it goes on, what a neighbour tells.
  void read(Rank from, std::span<const std::byte> body) {
    Reader reader(body);
    const auto received = reader.get<std::uint64_t>();
    if (body.size() > sizeof received) {
      const auto neighbour = std::find_if(neighbours_.begin(), neighbours_.end(),
                                          [&](const Neighbour& each) { return each.rank == from; });
      if (neighbour == neighbours_.end()) {
        throw BadBody("priorities from a rank that is no neighbour");
      }
      reader(neighbour->heard);
      heard_ = {};
      for (const Neighbour& each : neighbours_) {
        heard_.add(each.heard);
      }
      news_ = true;
    }
    reader.finish();
    changeUnderWay(from, [&](Sents& underWay) {
      while (!underWay.empty() && underWay.front().number <= received) {
        underWay.pop_front();
      }
    });
  }

  void setLimit() {
    const std::uint64_t best = std::min(heard_.without(endpoint_.rank()),
                                        underWay_.empty() ? kNone : underWay_.begin()->first);
    limit_.store(best < kNone - slack_ ? best + slack_ : kNone, order::relaxed);
  }

  Endpoint<T>& endpoint_;
  const std::uint64_t slack_;
  const std::uint64_t step_;
  Atomic<std::uint64_t> least_{kNone}; ///< what has() has noted since takeLeast()
  Atomic<std::uint64_t> limit_{kNone};
  substrate::PaddedLock<true> lock_; ///< protects what follows
  std::uint64_t own_ = kNone;
  LeastPriorities said_;  ///< what this rank has said last
  LeastPriorities heard_; ///< the least of what all neighbours have told last
  bool news_ = false;     ///< whether said_ or heard_ has changed since the neighbours were told
  std::vector<Neighbour> neighbours_;
  std::vector<Peer> peers_;
  std::set<std::pair<std::uint64_t, Rank>> underWay_; ///< the front of each peer's list
  std::vector<Rank> unconfirmed_; ///< all peers from which more was received than confirmed
};

} // namespace galois::dist
