/**
 * The end of a round of a computation in rounds: waits for the updates to this rank, and finds the
 * priority of the next round.
 *
 * At the end of a round the ranks exchange how many messages of updates they have sent to each other
 * (Endpoint::exchangeCounts()). Then each rank waits until that many have arrived. A rank that is done
 * may send messages of the next round while others still wait, so each message carries whether its
 * round is even or odd. A rank is never two rounds ahead, because it needs the counts of all ranks.
 *
 * Messages of the next round that come early do no harm: their priorities are not below that of the
 * next round.
 */
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "galois/dist/messages/Archive.h"
#include "galois/dist/messages/Endpoint.h"
#include "galois/dist/transport/Transport.h"
#include "galois/substrate/Atomics.h"

namespace galois::dist {

/// The rounds of one rank. The handler of Kind::kUpdates calls updates() and received().
template <Transport T>
class RoundEnds {
public:
  /// @param endpoint  outlives this
  explicit RoundEnds(Endpoint<T>& endpoint) : endpoint_(endpoint), sentTo_(endpoint.ranks()) {
    endpoint_.trace("rounds");
  }

  /// Sends a message of updates. Thread-safe. @param best  the least priority of the updates
  void send(Rank to, std::span<const std::byte> body, std::uint64_t best) {
    // Relaxed: the end of the loop publishes both.
    sentTo_[to].fetch_add(1, order::relaxed);
    std::uint64_t least = leastSent_.load(order::relaxed);
    while (best < least && !leastSent_.compare_exchange_weak(least, best, order::relaxed)) {
    }
    endpoint_.trace("update", to, parity_);
    std::vector<std::byte> bytes(body.size() + 1);
    std::copy(body.begin(), body.end(), bytes.begin());
    bytes.back() = static_cast<std::byte>(parity_);
    endpoint_.send(to, Kind::kUpdates, bytes);
  }

  /// Returns the updates of a message that send() has sent.
  /// @throws BadBody  if the message has no round
  static std::span<const std::byte> updates(const Message& message) {
    if (message.body.empty() || static_cast<std::size_t>(message.body.back()) > 1) {
      throw BadBody("a message of updates without a round");
    }
    return std::span(message.body).first(message.body.size() - 1);
  }

  /// Counts a message that has arrived, of which updates() has been called. One thread at a time.
  void received(const Message& message) {
    ++received_[static_cast<std::size_t>(message.body.back())];
    endpoint_.trace("updated", message.body.back());
  }

  /// Waits until the updates that were sent to this rank have arrived. Returns the least priority
  /// of the tasks and updates of all ranks, or that of no task if a rank stops. Collective, outside
  /// loops.
  /// @param own    the least priority of this rank's tasks
  /// @param stops  whether this rank wants that there is no next round
  std::uint64_t next(std::uint64_t own, bool stops = false) {
    constexpr double kPause = 100; // microseconds
    std::vector<std::uint64_t> counts;
    for (auto& count : sentTo_) {
      counts.push_back(count.exchange(0, order::relaxed));
    }
    own = std::min(own, leastSent_.exchange(kNone, order::relaxed));
    endpoint_.trace("counted", own != kNone, stops);
    const auto all = endpoint_.exchangeCounts(counts, {own, stops ? 0U : 1U});
    while (received_[parity_] < all.sum) {
      if (!endpoint_.poll()) {
        endpoint_.pause(kPause);
      }
    }
    received_[parity_] = 0;
    parity_ = 1 - parity_;
    const std::uint64_t next = all.least[1] == 0 ? kNone : all.least[0];
    endpoint_.trace("next", all.sum, next != kNone);
    return next;
  }

private:
  static constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();

  Endpoint<T>& endpoint_;
  std::vector<Atomic<std::uint64_t>> sentTo_; ///< messages in this round
  Atomic<std::uint64_t> leastSent_{kNone};    ///< priority of updates in this round
  std::array<std::uint64_t, 2> received_{};   ///< messages in even and in odd rounds
  std::size_t parity_ = 0;                    ///< of this round
};

} // namespace galois::dist
