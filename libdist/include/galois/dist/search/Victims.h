/**
 * Which rank (the victim) a rank without tasks asks for tasks: the policies of --victim. A policy
 * sees loads and answers, but neither messages nor tasks.
 *
 * A hunt is a sequence of moves that ends when tasks come, or with a sleep. The caller asks for the
 * next move when the previous move is over. Each unsuccessful hunt doubles the length of the next
 * sleep.
 *
 * - kRandom asks one random other rank.
 * - kRandomSticky asks the rank that gave tasks last. If that rank has no task, it asks one random
 *   other rank [YPP, 2.2.2].
 * - kMostTasks asks the rank that had the most tasks in the last refresh, and kPerf the rank that
 *   had the highest score, if that was positive. If there is no such rank, or if it has no task to
 *   give, the hunt goes on with a refresh and one more attempt [YPP, 3.4].
 * - kPerfOrder is kPerf among the ranks whose shallowest task is at most one level deeper than the
 *   shallowest task of all ranks [YPP, 5.1.2].
 * - kLifeline asks some random ranks. Then it sends a standing request to all neighbours in a
 *   hypercube (Saraswat et al., "Lifeline-based global load balancing", PPoPP 2011), and waits
 *   until tasks come.
 *
 * [YPP] Xie, "Performance-driven work stealing for parallel tree search" (2023).
 */
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "galois/dist/search/LoadTable.h"
#include "galois/substrate/Random.h"

namespace galois::dist {

/// The policies, which the top of the file explains.
enum class VictimPolicy {
  kRandom,       ///< `random`
  kRandomSticky, ///< `random-sticky`
  kMostTasks,    ///< `most-tasks`
  kPerf,         ///< `perf`
  kPerfOrder,    ///< `perf-order`
  kLifeline      ///< `lifeline`
};

/// Returns the name under which the command line and records mention a policy.
constexpr const char* name(VictimPolicy policy) {
  constexpr const char* kNames[] = {"random", "random-sticky", "most-tasks",
                                    "perf",   "perf-order",    "lifeline"};
  return kNames[static_cast<unsigned>(policy)];
}

/// The parameters of all policies.
struct VictimOptions {
  VictimPolicy policy = VictimPolicy::kPerf; ///< the policy
  bool stealNonpositive = false; ///< kPerf, kPerfOrder: without a score above 0, a random rank
  bool refreshOnDemand = true;   ///< with loads: a hunt refreshes them, not only the timer
  unsigned randomAttempts = 2;   ///< kLifeline: attempts before the standing requests
  double shortestSleep = 200;    ///< microseconds
  double longestSleep = 500'000; ///< microseconds
};

/// What a rank without tasks does next.
struct Move {
  /// The kinds of moves.
  enum What {
    kSteal,     ///< asks `victim` for tasks
    kRefresh,   ///< asks all ranks for their loads
    kLifelines, ///< asks all neighbours to send tasks when they have some
    kSleep      ///< waits for `sleep` microseconds, or until tasks come
  };
  What what = kSleep;  ///< the kind
  unsigned victim = 0; ///< of kSteal
  double sleep = 0;    ///< of kSleep; infinite if only tasks end it
};

/// The policy of one rank. Not thread-safe.
class Victims {
public:
  /// @param table  is read at each refreshed() and must live as long as this
  Victims(const VictimOptions& options, const LoadTable& table, unsigned self, std::uint64_t seed)
      : options_(options), table_(table), self_(self), random_(seed, self),
        nextSleep_(options.shortestSleep) {}

  /// Returns whether the policy uses loads, so that a timer should refresh them.
  bool usesLoads() const { return options_.policy == VictimPolicy::kMostTasks || scored(); }

  /// Returns the next move of a hunt.
  Move next();

  /// Notes that a victim has answered a kSteal. @param tasks  whether it has given any
  void answered(unsigned victim, bool tasks) {
    if (tasks) {
      sticky_ = victim;
      tasksCame();
    } else {
      failed_ = victim;
      ++failures_;
      sticky_.reset();
    }
  }
  /// Notes that this rank has tasks which no kSteal has brought.
  void tasksCame() {
    nextSleep_ = options_.shortestSleep;
    standing_ = false;
    endHunt();
  }
  /// Selects a victim by the loads in the table, after a refresh. @return whether there is a victim
  bool refreshed();

  /// The neighbours for kLifelines: ranks whose number differs in one bit.
  std::vector<unsigned> neighbours() const {
    std::vector<unsigned> all;
    for (unsigned bit = 1; bit < table_.ranks(); bit *= 2) {
      if ((self_ ^ bit) < table_.ranks()) {
        all.push_back(self_ ^ bit);
      }
    }
    return all;
  }

  std::optional<unsigned> cached() const { return cached_; } ///< the victim of the last refresh
  std::uint64_t changes() const { return changes_; }         ///< how often it has changed
  std::uint64_t nonpositive() const { return nonpositive_; } ///< refreshes without a victim

private:
  bool scored() const {
    return options_.policy == VictimPolicy::kPerf || options_.policy == VictimPolicy::kPerfOrder;
  }
  Move steal(unsigned victim) const { return {Move::kSteal, victim, 0}; }
  void endHunt() {
    failures_ = 0;
    failed_.reset();
    asked_ = false;
  }
  Move sleep() {
    endHunt();
    const Move move{Move::kSleep, 0, nextSleep_};
    nextSleep_ = std::min(2 * nextSleep_, options_.longestSleep);
    return move;
  }
  /// Returns a random rank, neither this one nor, if there is a choice, the one that failed.
  unsigned randomOther() {
    const unsigned ranks = table_.ranks();
    const bool avoids = failed_ && ranks > 2;
    auto draw = static_cast<unsigned>(random_.below(ranks - (avoids ? 2 : 1)));
    const unsigned low = avoids ? std::min(self_, *failed_) : self_;
    draw += draw >= low ? 1 : 0;
    return avoids && draw >= std::max(self_, *failed_) ? draw + 1 : draw;
  }
  Move nextByLoads();

  const VictimOptions options_;
  const LoadTable& table_;
  const unsigned self_;
  substrate::Random random_;
  double nextSleep_;
  unsigned failures_ = 0;          // answers without tasks in this hunt
  bool asked_ = false;             // this hunt has refreshed
  bool standing_ = false;          // standing requests were sent, and no task has come since
  std::optional<unsigned> failed_; // the last victim of this hunt that had no task to give
  std::optional<unsigned> sticky_; // the last victim that gave tasks
  std::optional<unsigned> cached_;
  std::uint64_t changes_ = 0, nonpositive_ = 0;
};

inline Move Victims::next() {
  if (table_.ranks() == 1) {
    return {Move::kSleep, 0, std::numeric_limits<double>::infinity()};
  }
  switch (options_.policy) {
  case VictimPolicy::kRandom:
    return failures_ == 0 ? steal(randomOther()) : sleep();
  case VictimPolicy::kRandomSticky:
    if (failures_ == 0) {
      asked_ = sticky_.has_value();
      return steal(sticky_ ? *sticky_ : randomOther());
    }
    return failures_ == 1 && asked_ ? steal(randomOther()) : sleep();
  case VictimPolicy::kLifeline:
    if (standing_) {
      return {Move::kSleep, 0, std::numeric_limits<double>::infinity()};
    }
    if (failures_ < options_.randomAttempts) {
      return steal(randomOther());
    }
    standing_ = true;
    endHunt();
    return {Move::kLifelines, 0, 0};
  default:
    return nextByLoads();
  }
}

inline Move Victims::nextByLoads() {
  if (!asked_) {
    if (failures_ == 0 && cached_) {
      return steal(*cached_);
    }
    if (!options_.refreshOnDemand) {
      const bool draws = failures_ == 0 && scored() && options_.stealNonpositive;
      return draws ? steal(randomOther()) : sleep();
    }
    asked_ = true;
    failures_ = 0;
    return {Move::kRefresh, 0, 0};
  }
  if (failures_ > 0) {
    return sleep();
  }
  if (cached_) {
    return steal(*cached_);
  }
  return scored() && options_.stealNonpositive ? steal(randomOther()) : sleep();
}

inline bool Victims::refreshed() {
  std::uint32_t least = Load::kNoDepth;
  for (unsigned rank = 0; rank < table_.ranks(); ++rank) {
    if (rank != self_ && table_.load(rank).tasks > 0) {
      least = std::min(least, table_.load(rank).shallowest);
    }
  }
  std::optional<unsigned> best;
  double most = 0;
  for (unsigned rank = 0; rank < table_.ranks(); ++rank) {
    if (rank == self_ ||
        (options_.policy == VictimPolicy::kPerfOrder &&
         table_.load(rank).shallowest > (least < Load::kNoDepth ? least + 1 : 0))) {
      continue;
    }
    const double value = options_.policy == VictimPolicy::kMostTasks
                             ? static_cast<double>(table_.load(rank).tasks)
                             : table_.score(rank);
    if (value > most) {
      most = value;
      best = rank;
    }
  }
  nonpositive_ += best ? 0 : 1;
  changes_ += best != cached_ ? 1 : 0;
  cached_ = best;
  return best.has_value();
}

} // namespace galois::dist
