/**
 * What the control of a program costs by itself, without its updates: messages and bytes per rank and
 * event, counted on simulated ranks.
 */
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "galois/dist/messages/Endpoint.h"
#include "galois/dist/messages/RankTermination.h"
#include "galois/dist/push/NodeParts.h"
#include "galois/dist/push/RankPriorities.h"
#include "galois/dist/push/RoundEnds.h"
#include "galois/dist/transport/SimulatedTransport.h"

namespace disttest {

using galois::dist::Kind;
using galois::dist::Rank;
using galois::dist::SimulatedTransport;
using SimulatedEndpoint = galois::dist::Endpoint<SimulatedTransport>;

/// What one event costs.
struct ControlCost {
  std::uint64_t mostMessages = 0; ///< that one rank sends
  std::uint64_t mostBytes = 0;    ///< of bodies that one rank sends
  double meanMessages = 0;        ///< per rank
};

/// Runs `event(endpoint, begins)` on all ranks, and counts messages of a kind that they send after
/// their calls of `begins()`.
template <typename Event>
ControlCost costOf(Rank ranks, std::uint64_t seed, Kind kind, const Event& event) {
  galois::dist::SimulatedNetwork network;
  network.ranks = ranks;
  network.seed = seed;
  network.stackBytes = std::size_t{128} << 10;
  ControlCost cost;
  galois::dist::runSimulated(network, [&](SimulatedTransport& transport) {
    SimulatedEndpoint endpoint(transport);
    galois::dist::Traffic before;
    event(endpoint, [&] { before = endpoint.traffic(kind); });
    const galois::dist::Traffic& after = endpoint.traffic(kind);
    cost.mostMessages = std::max(cost.mostMessages, after.sent - before.sent);
    cost.mostBytes = std::max(cost.mostBytes, after.bytesSent - before.bytesSent);
    cost.meanMessages += static_cast<double>(after.sent - before.sent) / ranks;
  });
  return cost;
}

/// All ranks know their priorities, and then some change.
/// @param changed  changed(rank) is the priority after the event; before it was 1000
template <typename Changed>
ControlCost costOfPriorities(Rank ranks, std::uint64_t seed, const Changed& changed) {
  constexpr std::uint64_t kSlack = 8;
  // The ranks are fibers of one thread, so that all see when the event is over without messages.
  std::int64_t underWay = 0;
  Rank ready[2] = {0, 0};
  return costOf(ranks, seed, Kind::kPriority, [&](SimulatedEndpoint& endpoint, const auto& begins) {
    galois::dist::RankPriorities<SimulatedTransport> priorities(endpoint, kSlack);
    const auto balance = [&] {
      const auto& traffic = endpoint.traffic(Kind::kPriority);
      return static_cast<std::int64_t>(traffic.sent) - static_cast<std::int64_t>(traffic.received);
    };
    std::int64_t counted = 0;
    for (const int phase : {0, 1}) {
      const auto priorityOf = [&](Rank rank) { return phase == 0 ? 1000 : changed(rank); };
      std::uint64_t least = priorities.kNone;
      for (Rank rank = 0; rank < ranks; ++rank) {
        least = rank == endpoint.rank() ? least : std::min<std::uint64_t>(least, priorityOf(rank));
      }
      if (phase == 1) {
        begins();
        endpoint.barrier(); // no rank has changed its priority yet
      }
      priorities.setTo(priorityOf(endpoint.rank()));
      bool isReady = false;
      do {
        const bool arrived = endpoint.poll();
        priorities.tellExactly();
        underWay += balance() - counted;
        counted = balance();
        if (!isReady && priorities.limit() == least + kSlack) {
          isReady = true;
          ++ready[phase];
        }
        if (!arrived) {
          endpoint.pause(200);
        }
      } while (ready[phase] < ranks || underWay != 0);
    }
  });
}

/// One rank gets the best priority of all.
inline ControlCost costOfOneChange(Rank ranks, std::uint64_t seed) {
  return costOfPriorities(ranks, seed,
                          [&](Rank rank) { return rank == seed % ranks ? 500U : 1000U; });
}
/// All ranks get worse, each by another amount.
inline ControlCost costOfAllChanges(Rank ranks, std::uint64_t seed) {
  return costOfPriorities(ranks, seed, [&](Rank rank) { return 2000 + rank * 7919 % 1009; });
}
/// Nothing is under way.
inline ControlCost costOfSettling(Rank ranks, std::uint64_t seed) {
  return costOf(ranks, seed, Kind::kGather, [](SimulatedEndpoint& endpoint, const auto& begins) {
    begins();
    endpoint.settle();
  });
}
/// A round in which each rank sends updates to another one.
inline ControlCost costOfRound(Rank ranks, std::uint64_t seed) {
  return costOf(ranks, seed, Kind::kGather, [&](SimulatedEndpoint& endpoint, const auto& begins) {
    galois::dist::RoundEnds<SimulatedTransport> ends(endpoint);
    endpoint.handle(Kind::kUpdates, [&](const auto& message) { ends.received(message); });
    begins();
    ends.send((endpoint.rank() + 1) % ranks, {}, 1);
    ends.next(2);
  });
}
/// The ranks gather the bounds of their parts.
inline ControlCost costOfBounds(Rank ranks, std::uint64_t seed) {
  return costOf(ranks, seed, Kind::kGather, [&](SimulatedEndpoint& endpoint, const auto& begins) {
    begins();
    galois::dist::NodeParts::gathered(endpoint, 10 * endpoint.rank(), 10 * ranks);
  });
}
/// The wave that finds that all is over.
inline ControlCost costOfWave(Rank ranks, std::uint64_t seed) {
  return costOf(ranks, seed, Kind::kWave, [](SimulatedEndpoint& endpoint, const auto& begins) {
    galois::dist::RankTermination<SimulatedTransport> detector(endpoint);
    begins();
    while (!detector.step(true)) {
      if (!endpoint.poll()) {
        endpoint.pause(200);
      }
    }
    endpoint.barrier(); // the handler must not go before all messages have come
  });
}

/// An event and its name.
struct ControlEvent {
  const char* name;
  ControlCost (*cost)(Rank ranks, std::uint64_t seed);
};
/// All of them.
inline constexpr ControlEvent kControlEvents[] = {
    {"one priority changes", costOfOneChange}, {"all priorities change", costOfAllChanges},
    {"wave of termination", costOfWave},       {"settle()", costOfSettling},
    {"end of a round", costOfRound},           {"bounds of parts", costOfBounds}};

} // namespace disttest
