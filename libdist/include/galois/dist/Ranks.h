/**
 * The ranks of a program that searches together: options, and a report of what each rank did.
 *
 *     dist::Ranks<Transport> ranks(endpoint, {.victims = {.policy = VictimPolicy::kPerf}});
 *     auto n = search::enumerate<Semigroups>(space, root, CountByDepth(), on(ranks, Budget()));
 *
 * All ranks make the same calls with the same arguments, in the same order, and all get the same
 * result (RankedSearch.h).
 */
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "galois/dist/messages/Endpoint.h"
#include "galois/dist/messages/RankTermination.h"
#include "galois/dist/search/Checkpoints.h"
#include "galois/dist/search/LoadTable.h"
#include "galois/dist/search/Victims.h"
#include "galois/dist/transport/Transport.h"
#include "galois/substrate/Random.h"

namespace galois::dist {

/// How many tasks a victim gives.
enum class StealCount {
  kOne, ///< one for each worker of the thief that has none
  kHalf ///< half of those it has, at least one
};

/// How the ranks of a search work together. The same on all ranks, except for `burn`.
struct RankOptions {
  unsigned workers = 1;                      ///< threads that search on each rank
  VictimOptions victims;                     ///< whom a rank without tasks asks
  LoadConstants load;                        ///< constants of loads
  RefreshConstants refresh;                  ///< how often loads are asked for
  StealCount stealCount = StealCount::kOne;  ///< how much a victim gives
  std::uint64_t seed = substrate::getSeed(); ///< of random victims
  unsigned nodesPerLook = 64;                ///< nodes of a worker between two looks at the clock
  double pollEvery = 50;      ///< microseconds between two looks for messages in a task
  double longestPause = 1000; ///< microseconds that a worker without tasks waits for a message
  /// Asks one rank after the other for its load, with two round trips each, as published.
  bool refreshInTurn = false;
  unsigned refreshMost = 32; ///< ranks that a refresh asks; 0 for all
  /// Workers of a thief neither take nor put tasks while its request is under way, as published. Not
  /// for StackStealing, whose requests workers answer.
  bool publishedLock = false;
  /// A worker that finds no task sleeps by itself, each time twice as long until it gets one, and
  /// seeks a single task when it wakes, as published. Otherwise the rank sleeps as a whole, and
  /// seeks tasks for all of its workers that have none. Not for StackStealing.
  bool workersSleep = false;
  /// A thread of its own sends and receives, instead of the workers.
  bool progressThread = false;
  double burn = 0; ///< share of this rank's time in tasks that it wastes, below 1
  /// Microseconds after which a rank that does not communicate ends the program; 0 for never.
  double stuckAfter = 0;
  std::vector<std::string> hosts; ///< of all ranks, for messages to people; may be empty
  double nodeCost = 0;            ///< microseconds per node that pass in virtual time
};

/// What one rank did in a search. Times are microseconds.
struct RankReport {
  std::uint64_t local = 0;          ///< tasks begun that came from the rank's own workers
  std::uint64_t probes = 0;         ///< requests for tasks that were answered
  std::uint64_t failed = 0;         ///< those that were answered without a task
  std::uint64_t stolen = 0;         ///< tasks that came from other ranks
  double latency = 0;               ///< sum of the times from a request to its answer
  double busy = 0;                  ///< sum of the workers' times in tasks
  double lockWait = 0;              ///< sum of the workers' times of waiting for the published lock
  double lastTask = 0;              ///< from the begin of the search to the end of the last task
  double elapsed = 0;               ///< from its begin to its end
  std::uint64_t refreshesTimer = 0; ///< refreshes that the timer began
  std::uint64_t refreshesWorker = 0;            ///< refreshes that a worker without tasks began
  double refreshTime = 0;                       ///< sum of the times that they took
  std::uint64_t nonpositive = 0;                ///< refreshes that found no victim
  std::uint64_t victimChanges = 0;              ///< how often the victim changed
  std::uint32_t workers = 0;                    ///< threads that searched
  std::array<std::uint64_t, kKinds> messages{}; ///< messages sent in the search, by kind
  std::array<std::uint64_t, kKinds> bytes{};    ///< and their bytes

  /// Adds the next part of the same search, which began when this one had ended.
  RankReport& operator+=(const RankReport& next) {
    local += next.local;
    probes += next.probes;
    failed += next.failed;
    stolen += next.stolen;
    latency += next.latency;
    busy += next.busy;
    lockWait += next.lockWait;
    lastTask = next.lastTask > 0 ? elapsed + next.lastTask : lastTask;
    elapsed += next.elapsed;
    refreshesTimer += next.refreshesTimer;
    refreshesWorker += next.refreshesWorker;
    refreshTime += next.refreshTime;
    nonpositive += next.nonpositive;
    victimChanges += next.victimChanges;
    workers = next.workers;
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
      messages[kind] += next.messages[kind];
      bytes[kind] += next.bytes[kind];
    }
    return *this;
  }
};

/// The ranks, as one of them sees them. Used by one thread, outside searches.
template <Transport T>
class Ranks {
public:
  /// The endpoint must live as long as this.
  explicit Ranks(Endpoint<T>& endpoint, const RankOptions& options = {})
      : endpoint_(endpoint), options_(options), termination_(endpoint) {}
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  Rank rank() const { return endpoint_.rank(); }             ///< of this process
  Rank ranks() const { return endpoint_.ranks(); }           ///< how many there are
  const RankOptions& options() const { return options_; }    ///< as given
  Endpoint<T>& endpoint() { return endpoint_; }              ///< sends and receives
  RankTermination<T>& termination() { return termination_; } ///< the end of a search

  /// Lets the next search write checkpoints, and go on from one. The coordination Ordered cannot.
  /// @param checkpoints  opened; has to outlive the search. Null for a search without
  void setCheckpoints(Checkpoints<T>* checkpoints) { checkpoints_ = checkpoints; }
  Checkpoints<T>* checkpoints() const { return checkpoints_; } ///< what setCheckpoints() set

  /// Returns the number of the search that begins now. Messages of earlier ones are ignored.
  std::uint32_t beginSearch() { return ++searches_; }
  /// Keeps what this rank did, until the results are combined.
  void setOwn(const RankReport& report) { own_ = report; }
  const RankReport& own() const { return own_; } ///< what setOwn() kept

  /// The reports of all ranks about the last search.
  std::vector<RankReport> reports;

private:
  Endpoint<T>& endpoint_;
  const RankOptions options_;
  RankTermination<T> termination_;
  Checkpoints<T>* checkpoints_ = nullptr;
  std::uint32_t searches_ = 0;
  RankReport own_;
};

/// A coordination (galois/search/Coordinations.h) across ranks. Make it by on().
template <typename Coordination, Transport T>
struct OnRanks {
  Coordination coordination; ///< what workers and ranks do alike
  Ranks<T>* ranks;           ///< who works
};

/// Returns a coordination for the searches of Search.h on all ranks.
template <typename Coordination, Transport T>
OnRanks<Coordination, T> on(Ranks<T>& ranks, const Coordination& coordination) {
  return {coordination, &ranks};
}

} // namespace galois::dist
