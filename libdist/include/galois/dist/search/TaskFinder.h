/**
 * How one rank finds tasks on other ranks. It asks them for their loads, keeps a table of the
 * answers, and makes the moves of its victim policy (Victims.h).
 *
 * A refresh asks other ranks for their loads. The timer or the policy begins it. A refresh asks at
 * most RankOptions::refreshMost ranks, which it draws at random, and sets the loads of the other
 * ranks to "no tasks". If every refresh asked all ranks, the number of messages would grow with the
 * square of the number of ranks.
 *
 * A refresh asks all of its ranks at once. With RankOptions::refreshInTurn it asks one rank after
 * the other, as the published code does, with two round trips per rank: the first round trip brings
 * the work rate, and the second the number of tasks. The delay is that of the second round trip.
 *
 * All accesses to shared variables are relaxed: away() only says whether to wait, and tasks pass
 * from thread to thread through the lock of their pool.
 */
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "galois/dist/Ranks.h"
#include "galois/dist/search/LoadTable.h"
#include "galois/dist/search/SearchMessages.h"
#include "galois/dist/search/Victims.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/Random.h"

namespace galois::dist {

/// Finds tasks for one rank in one search. Only the thread that holds the lock of messages uses it,
/// except for away().
template <Transport T>
class TaskFinder {
public:
  /// @param fromRankZero  rank 0 has all tasks, so all requests go to rank 0
  TaskFinder(SearchMessages<T>& messages, const RankOptions& options, bool fromRankZero)
      : messages_(messages), options_(options), fromRankZero_(fromRankZero),
        table_(messages.ranks(), options.load),
        victims_(options.victims, table_, messages.rank(), options.seed + messages.number()),
        timer_(options.refresh, messages.now()),
        random_(options.seed + messages.number(), messages.rank() + messages.ranks()) {
    for (Rank rank = 0; rank < messages.ranks(); ++rank) {
      if (rank != messages.rank()) {
        others_.push_back(rank);
      }
    }
    messages.handle(Kind::kLoad, [this](Rank from, Reader& reader) {
      const auto asked = reader.get<double>();
      onLoad(from, asked, reader.get<Load>());
    });
  }

  /// Begins a refresh if the timer is due.
  void refreshInTime() {
    if (victims_.usesLoads() && !fromRankZero_ && messages_.ranks() > 1 && refreshing_ == 0 &&
        timer_.due(messages_.now())) {
      beginRefresh(true);
    }
  }
  /// Makes the next move for this number of workers without tasks, if no move is under way. It is
  /// no move to sleep while the workers sleep by themselves.
  /// @return whether a hunt has ended without tasks, so that one such worker should sleep
  bool step(std::size_t idleWorkers, bool workersSleep);

  /// Handles a message with `count` tasks, or with none.
  /// @param answers  whether the message answers a request; otherwise a lifeline has brought it
  void tasksCame(Rank from, const Load& load, std::uint32_t count, bool answers);

  /// Returns whether a request for tasks is under way. Any thread may call it.
  bool away() const { return away_.load(substrate::order::relaxed) != 0; }
  /// Returns whether this rank waits for no answer. Until sleepsUntil(), it then has to handle only
  /// messages that other ranks send on their own.
  bool sleeps() const { return !asked_ && refreshing_ == 0; }
  double sleepsUntil() const { return sleepsUntil_; } ///< when the next move is due

  /// Writes the counts and times of this object into a report.
  void addTo(RankReport& report) const;

private:
  void onLoad(Rank from, double asked, const Load& load);
  void beginRefresh(bool byTimer);
  void ask(Rank rank) { messages_.sendValues(rank, Kind::kAsk, messages_.now()); }
  /// Moves the ranks that a refresh asks to the front of others_. @return their number
  std::size_t choose();

  SearchMessages<T>& messages_;
  const RankOptions& options_;
  const bool fromRankZero_;
  LoadTable table_;
  Victims victims_;
  RefreshTimer timer_;
  substrate::Atomic<unsigned> away_{0};
  std::optional<Rank> asked_; ///< the rank that was asked for tasks and has not answered
  double askedAt_ = 0;
  double sleepsUntil_ = 0;
  substrate::Random random_;
  std::vector<Rank> others_;
  std::size_t refreshing_ = 0; ///< ranks of the current refresh that have not answered
  std::optional<double> rate_; ///< with refreshInTurn: the work rate from the first round trip
  bool refreshByTimer_ = false;
  double refreshBegan_ = 0;
  bool exhausted_ = false; ///< rank 0 has given its last task
  RankReport report_;
};

template <Transport T>
void TaskFinder<T>::onLoad(Rank from, double asked, const Load& load) {
  const double now = messages_.now();
  if (options_.refreshInTurn) {
    if (!rate_) {
      rate_ = load.workRate;
      ask(from);
      return;
    }
    Load both = load;
    both.workRate = *rate_;
    table_.update(from, both, now - asked);
    rate_.reset();
    --refreshing_;
    if (refreshing_ > 0) {
      ask(others_[refreshing_ - 1]);
      return;
    }
  } else {
    table_.update(from, load, now - asked);
    if (--refreshing_ > 0) {
      return;
    }
  }
  const bool success = victims_.refreshed();
  report_.refreshTime += now - refreshBegan_;
  if (refreshByTimer_) {
    timer_.refreshed(now, success);
  }
}

template <Transport T>
std::size_t TaskFinder<T>::choose() {
  const std::size_t most = options_.refreshMost;
  if (most == 0 || others_.size() <= most) {
    return others_.size();
  }
  for (std::size_t i = 0; i < most; ++i) {
    std::swap(others_[i], others_[i + random_.below(others_.size() - i)]);
  }
  for (std::size_t i = most; i < others_.size(); ++i) {
    table_.update(others_[i], {.workRate = table_.load(others_[i]).workRate});
  }
  return most;
}

template <Transport T>
void TaskFinder<T>::beginRefresh(bool byTimer) {
  refreshByTimer_ = byTimer;
  ++(byTimer ? report_.refreshesTimer : report_.refreshesWorker);
  refreshBegan_ = messages_.now();
  refreshing_ = choose();
  if (options_.refreshInTurn) {
    ask(others_[refreshing_ - 1]);
    return;
  }
  for (std::size_t i = 0; i < refreshing_; ++i) {
    ask(others_[i]);
  }
}

template <Transport T>
bool TaskFinder<T>::step(std::size_t idleWorkers, bool workersSleep) {
  const double now = messages_.now();
  if (asked_ || refreshing_ > 0 || now < sleepsUntil_) {
    return false;
  }
  Move move;
  if (!fromRankZero_) {
    move = victims_.next();
  } else if (exhausted_ || messages_.rank() == 0) {
    return false;
  } else {
    move = {Move::kSteal, 0, 0};
  }
  switch (move.what) {
  case Move::kSteal:
    asked_ = move.victim;
    askedAt_ = now;
    away_.store(1, substrate::order::relaxed);
    messages_.sendValues(
        move.victim, Kind::kSteal,
        static_cast<std::uint32_t>(workersSleep ? 1 : std::max<std::size_t>(idleWorkers, 1)));
    break;
  case Move::kRefresh:
    beginRefresh(false);
    break;
  case Move::kLifelines:
    for (const Rank rank : victims_.neighbours()) {
      messages_.sendValues(rank, Kind::kLifeline);
    }
    break;
  case Move::kSleep:
    if (workersSleep && std::isfinite(move.sleep)) {
      return true;
    }
    sleepsUntil_ = now + move.sleep;
    break;
  }
  return false;
}

template <Transport T>
void TaskFinder<T>::tasksCame(Rank from, const Load& load, std::uint32_t count, bool answers) {
  report_.stolen += count;
  table_.update(from, load);
  if (answers) {
    asked_.reset();
    away_.store(0, substrate::order::relaxed);
    ++report_.probes;
    report_.failed += count == 0 ? 1 : 0;
    report_.latency += messages_.now() - askedAt_;
    exhausted_ = count == 0; // Rank 0 has no more ordered tasks, and will get none.
    victims_.answered(from, count > 0);
  } else {
    victims_.tasksCame();
  }
  if (count > 0) {
    sleepsUntil_ = 0;
  }
}

template <Transport T>
void TaskFinder<T>::addTo(RankReport& report) const {
  report.probes = report_.probes;
  report.failed = report_.failed;
  report.stolen = report_.stolen;
  report.latency = report_.latency;
  report.refreshesTimer = report_.refreshesTimer;
  report.refreshesWorker = report_.refreshesWorker;
  report.refreshTime = report_.refreshTime;
  report.nonpositive = victims_.nonpositive();
  report.victimChanges = victims_.changes();
}

} // namespace galois::dist
