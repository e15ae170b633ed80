/**
 * One rank of a search: its workers, its tasks, and the messages between ranks.
 *
 * Workers take tasks of the rank until there is none, and then ask other ranks. All that ranks say
 * to each other happens in progress(), which one worker at a time runs: those without tasks all the
 * time, those within a task every RankOptions::pollEvery microseconds.
 *
 * Invariants.
 *  - open_ is the number of tasks of this rank that are not finished: those that nobody has begun,
 *    and those that a worker searches. A task is added before the task that made it is finished, so
 *    when open_ is 0, only a message can bring another task. All accesses are relaxed: only open_
 *    itself is decided on, and workers pass tasks on through the lock of the tasks.
 *  - Handlers, victims and termination are used by the holder of lock_ only.
 *  - Messages carry the number of their search. Those of an earlier one are dropped. None of a later
 *    one can come, because a rank begins that after it has combined results with all others.
 *  - After a reason to stop, a rank drops tasks instead of searching them, and gives none. So the
 *    search ends as every other does: by RankTermination, which counts the messages with tasks.
 */
#ifndef GALOIS_DIST_RANKSEARCH_H
#define GALOIS_DIST_RANKSEARCH_H

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "galois/dist/Archive.h"
#include "galois/dist/BinomialTree.h"
#include "galois/dist/Ranks.h"
#include "galois/search/Explorer.h"
#include "galois/search/Stop.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/Backoff.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/substrate/SimpleLock.h"

namespace galois::dist {

/// The state of one search on one rank. Workers call work() and what hooks need.
template <typename Explorer, Transport T, typename Tasks>
class RankSearch {
public:
  using Item = search::Task<typename Explorer::Node>;

  /// @param first  an explorer: all share what they look for and the request to stop
  /// @param onDemand  workers make tasks when somebody wants some (wantsTasks())
  RankSearch(Ranks<T>& ranks, Explorer& first, bool onDemand);
  ~RankSearch();
  RankSearch(const RankSearch&) = delete;
  RankSearch& operator=(const RankSearch&) = delete;

  Tasks& tasks() { return tasks_; } ///< of this rank
  /// Takes note of tasks that will be put, or were put before the workers began.
  void countOpen(std::size_t count) { open_.fetch_add(count, substrate::order::relaxed); }
  /// Puts a task. Thread-safe.
  void put(Item&& task) {
    countOpen(1);
    tasks_.push(std::move(task));
  }

  /// Searches until all ranks are done: runTask(explorer, task). Each worker calls it.
  template <typename RunTask>
  void work(unsigned worker, Explorer& explorer, const RunTask& runTask);

  /// For hooks: whether somebody waits for tasks that no worker has put yet.
  bool wantsTasks() const {
    const std::size_t wanted =
        waitingThieves_.load(substrate::order::relaxed) + hungry_.load(substrate::order::relaxed);
    return wanted > 0 && tasks_.size() < wanted;
  }
  /// For hooks: whether some of them are other ranks.
  bool thievesWait() const { return waitingThieves_.load(substrate::order::relaxed) > 0; }
  /// For hooks: looks for messages, if it is time.
  void look(unsigned worker) {
    const double now = endpoint_.now();
    if (now - own_[worker].looked >= options_.pollEvery) {
      own_[worker].looked = now;
      progress(false);
    }
  }
  /// Sends and receives, unless another worker does so.
  /// @param hungry  whether the caller has no task
  void progress(bool hungry);

  /// Returns what this rank did, after the search.
  RankReport report() const;

private:
  using Goal = std::remove_reference_t<decltype(std::declval<Explorer&>().goal())>;
  static constexpr bool kContest = requires(Goal & goal) { goal.contest(); };
  /// The type of objective values, if there are any.
  static auto valueOf(Goal& goal) {
    if constexpr (kContest) {
      return goal.contest().best.get();
    } else {
      return char{};
    }
  }
  using Value = decltype(valueOf(std::declval<Goal&>()));
  static constexpr Kind kHandled[] = {Kind::kSteal,    Kind::kTasks, Kind::kAsk, Kind::kLoad,
                                      Kind::kLifeline, Kind::kBound, Kind::kStop};

  static constexpr double kNever = std::numeric_limits<double>::infinity();
  /// What one worker writes.
  struct alignas(substrate::kCacheLineSize) Own {
    substrate::Atomic<double> rate{1};       ///< work rate; this and the next two are for all
    substrate::Atomic<double> began{kNever}; ///< when its task began; kNever if it has none
    substrate::Atomic<double> idle{0};       ///< time before that
    double looked = 0;
    double busy = 0, lastTask = 0;
    std::uint64_t begun = 0;
  };
  /// A request for tasks that this rank will answer later.
  struct Waiting {
    Rank thief;
    std::uint32_t hungry;
  };

  bool stopped() const { return stop_.reason() != search::Stop::kNone; }
  bool isPassive() const { return open_.load(substrate::order::relaxed) == 0; }
  void setHandlers();
  /// Reads the number of the search. @return whether it is this one
  bool isOurs(Reader& reader) const { return reader.get<std::uint32_t>() == number_; }
  template <typename... Values>
  void send(Rank to, Kind kind, const Values&... values) {
    Writer body;
    body(number_, values...);
    endpoint_.send(to, kind, body.bytes());
  }
  /// Sends a message on, from `root` to all.
  template <typename... Values>
  void spread(Rank root, Kind kind, const Values&... values) {
    for (const Rank child : BinomialTree(endpoint_.rank(), endpoint_.ranks(), root).children) {
      send(child, kind, root, values...);
    }
  }

  Load load();
  void onSteal(Rank thief, std::uint32_t hungry);
  std::vector<Item> takeFor(std::uint32_t hungry);
  void sendTasks(Rank thief, bool answers, const std::vector<Item>& gift);
  void onTasks(Rank from, Reader& reader);
  void serveWaiting();
  void onLoad(Rank from, Reader& reader);
  void beginRefresh(bool byTimer);
  void hunt();
  void tellNews();
  void pauseWithoutTasks();

  Ranks<T>& ranks_;
  Endpoint<T>& endpoint_;
  const RankOptions& options_;
  search::Stop& stop_;
  Goal& goal_;
  const bool onDemand_;
  const std::uint32_t number_; ///< of this search
  const double began_;

  Tasks tasks_;
  std::vector<Own> own_;
  alignas(substrate::kCacheLineSize) substrate::Atomic<std::size_t> open_{0};
  substrate::Atomic<std::size_t> hungry_{0};         ///< workers without a task
  substrate::Atomic<std::size_t> waitingThieves_{0}; ///< size of waiting_ and lifelines_
  substrate::Atomic<bool> over_{false};
  substrate::SimpleLock lock_;

  // For the holder of lock_.
  LoadTable table_;
  Victims victims_;
  RefreshTimer timer_;
  std::deque<Waiting> waiting_;
  std::vector<bool> lifelines_; ///< by rank: has asked for the next tasks
  std::optional<Rank> asked_;   ///< whose answer this rank waits for
  double askedAt_ = 0;
  double sleepsUntil_ = 0;
  std::size_t loadsAwaited_ = 0;
  bool refreshByTimer_ = false;
  double refreshBegan_ = 0;
  bool exhausted_ = false; ///< rank 0 has given its last ordered task
  bool toldStop_ = false;
  Value told_{}; ///< of a contest: the best value that all ranks hear of
  RankReport report_;
};

template <typename Explorer, Transport T, typename Tasks>
RankSearch<Explorer, T, Tasks>::RankSearch(Ranks<T>& ranks, Explorer& first, bool onDemand)
    : ranks_(ranks), endpoint_(ranks.endpoint()), options_(ranks.options()), stop_(first.stop()),
      goal_(first.goal()), onDemand_(onDemand), number_(ranks.beginSearch()),
      began_(endpoint_.now()), own_(options_.workers), table_(ranks.ranks(), options_.load),
      victims_(options_.victims, table_, ranks.rank(), options_.seed + number_),
      timer_(options_.refresh, began_), lifelines_(ranks.ranks(), false), told_(valueOf(goal_)) {
  for (Own& own : own_) {
    own.rate.store(options_.load.firstWorkRate, substrate::order::relaxed);
    own.looked = began_;
  }
  for (std::size_t kind = 0; kind < kKinds; ++kind) { // report() subtracts what was before
    const Traffic& before = endpoint_.traffic(static_cast<Kind>(kind));
    report_.messages[kind] = before.sent;
    report_.bytes[kind] = before.bytesSent;
  }
  ranks.termination().reset();
  setHandlers();
}

template <typename Explorer, Transport T, typename Tasks>
RankSearch<Explorer, T, Tasks>::~RankSearch() {
  for (const Kind kind : kHandled) {
    endpoint_.handle(kind, [](const Message&) {}); // late ones mean nothing any more
  }
}

template <typename Explorer, Transport T, typename Tasks>
void RankSearch<Explorer, T, Tasks>::setHandlers() {
  const auto handle = [this](Kind kind, auto handler) {
    endpoint_.handle(kind, [this, handler](const Message& message) {
      Reader reader(message.body);
      if (isOurs(reader)) {
        handler(message.from, reader);
        reader.finish();
      }
    });
  };
  handle(Kind::kSteal,
         [this](Rank from, Reader& reader) { onSteal(from, reader.get<std::uint32_t>()); });
  handle(Kind::kTasks, [this](Rank from, Reader& reader) { onTasks(from, reader); });
  handle(Kind::kAsk, [this](Rank from, Reader& reader) {
    const auto asked = reader.get<double>();
    send(from, Kind::kLoad, asked, load());
  });
  handle(Kind::kLoad, [this](Rank from, Reader& reader) { onLoad(from, reader); });
  handle(Kind::kLifeline, [this](Rank from, Reader&) { lifelines_[from] = true; });
  if constexpr (kContest) {
    handle(Kind::kBound, [this](Rank, Reader& reader) {
      const auto root = reader.get<Rank>();
      const auto value = reader.get<Value>();
      auto& contest = goal_.contest();
      const auto better = [&](Value a, Value b) { return contest.problem.better(a, b); };
      if (better(value, told_)) { // otherwise all ranks hear of a better one
        told_ = value;
        contest.best.improve(value, better);
        spread(root, Kind::kBound, value);
      }
    });
  }
  handle(Kind::kStop, [this](Rank, Reader& reader) {
    const auto root = reader.get<Rank>();
    const auto reason = reader.get<search::Stop::Reason>();
    stop_.request(reason);
    toldStop_ = true;
    spread(root, Kind::kStop, reason);
  });
}

/// Returns what this rank says about itself.
template <typename Explorer, Transport T, typename Tasks>
Load RankSearch<Explorer, T, Tasks>::load() {
  Load load;
  load.workRate = 0;
  for (const Own& own : own_) {
    load.workRate += own.rate.load(substrate::order::relaxed) / options_.workers;
  }
  load.tasks = tasks_.size();
  load.workers = options_.workers;
  load.shallowest = tasks_.shallowest();
  if (onDemand_ && load.tasks == 0) {
    // A worker with a task can give a part of it. Tasks are rare and long here, so that a cycle
    // counts as if it ended now.
    load.workRate = 0;
    const double now = endpoint_.now();
    for (const Own& own : own_) {
      const double began = own.began.load(substrate::order::relaxed);
      const double rate = own.rate.load(substrate::order::relaxed);
      const double idle = own.idle.load(substrate::order::relaxed);
      const bool works = began != kNever;
      load.tasks += works ? 1 : 0;
      load.workRate +=
          (works ? nextWorkRate(options_.load, rate, std::max(now - began, 0.0), idle) : rate) /
          options_.workers;
    }
    load.shallowest = load.tasks > 0 ? 1 : Load::kNoDepth;
  }
  return load;
}

template <typename Explorer, Transport T, typename Tasks>
void RankSearch<Explorer, T, Tasks>::onSteal(Rank thief, std::uint32_t hungry) {
  std::vector<Item> gift = takeFor(hungry);
  if (gift.empty() && onDemand_ && !stopped() && !isPassive()) {
    waiting_.push_back({thief, hungry});
    return;
  }
  sendTasks(thief, true, gift);
}

/// Takes tasks for a thief with so many workers that have none.
template <typename Explorer, Transport T, typename Tasks>
auto RankSearch<Explorer, T, Tasks>::takeFor(std::uint32_t hungry) -> std::vector<Item> {
  // What workers of this rank wait for stays here, or tasks would travel to and fro.
  const std::size_t kept = hungry_.load(substrate::order::relaxed);
  const std::size_t spare = tasks_.size() > kept && !stopped() ? tasks_.size() - kept : 0;
  const bool half = options_.stealCount == StealCount::kHalf && !Tasks::kAtRankZero;
  std::size_t most = std::min<std::size_t>(spare, half ? (spare + 1) / 2 : hungry);
  std::vector<Item> gift;
  std::optional<Item> task;
  for (; most > 0 && tasks_.takeForThief(task); --most) {
    gift.push_back(std::move(*task));
    task.reset();
  }
  return gift;
}

/// Sends tasks that were taken from this rank. @param answers  a request, not a lifeline
template <typename Explorer, Transport T, typename Tasks>
void RankSearch<Explorer, T, Tasks>::sendTasks(Rank thief, bool answers,
                                               const std::vector<Item>& gift) {
  Writer body;
  body(number_, answers, load(), static_cast<std::uint32_t>(gift.size()));
  for (const Item& task : gift) {
    body(task.depth, task.node);
  }
  if (!gift.empty()) {
    ranks_.termination().sent();
  }
  endpoint_.send(thief, Kind::kTasks, body.bytes());
  open_.fetch_sub(gift.size(), substrate::order::relaxed);
}

template <typename Explorer, Transport T, typename Tasks>
void RankSearch<Explorer, T, Tasks>::onTasks(Rank from, Reader& reader) {
  const bool answers = reader.get<bool>();
  const auto itsLoad = reader.get<Load>();
  const auto count = reader.get<std::uint32_t>();
  if (count > 0) {
    ranks_.termination().received();
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto depth = reader.get<unsigned>();
    put({reader.get<typename Explorer::Node>(), depth});
  }
  report_.stolen += count;
  table_.update(from, itsLoad);
  if (answers) {
    asked_.reset();
    ++report_.probes;
    report_.failed += count == 0 ? 1 : 0;
    report_.latency += endpoint_.now() - askedAt_;
    exhausted_ = count == 0; // of ordered tasks: there will be no more
    victims_.answered(from, count > 0);
  } else {
    victims_.tasksCame();
  }
  if (count > 0) {
    sleepsUntil_ = 0;
  }
}

/// Answers those whose requests had to wait.
template <typename Explorer, Transport T, typename Tasks>
void RankSearch<Explorer, T, Tasks>::serveWaiting() {
  const bool refuses = stopped() || isPassive();
  while (!waiting_.empty() && (refuses || tasks_.size() > 0)) {
    const Waiting next = waiting_.front();
    const std::vector<Item> gift = takeFor(next.hungry);
    if (gift.empty() && !refuses) {
      break;
    }
    waiting_.pop_front();
    sendTasks(next.thief, true, gift);
  }
  std::size_t lifelines = 0;
  for (Rank rank = 0; rank < lifelines_.size(); ++rank) {
    if (lifelines_[rank]) {
      const std::vector<Item> gift = takeFor(1);
      if (gift.empty()) {
        ++lifelines;
      } else {
        lifelines_[rank] = false;
        sendTasks(rank, false, gift);
      }
    }
  }
  waitingThieves_.store(onDemand_ ? waiting_.size() + lifelines : 0, substrate::order::relaxed);
}

template <typename Explorer, Transport T, typename Tasks>
void RankSearch<Explorer, T, Tasks>::onLoad(Rank from, Reader& reader) {
  const double asked = reader.get<double>();
  const double now = endpoint_.now();
  table_.update(from, reader.get<Load>(), now - asked);
  if (--loadsAwaited_ > 0) {
    return;
  }
  const bool success = victims_.refreshed();
  report_.refreshTime += now - refreshBegan_;
  if (refreshByTimer_) {
    timer_.refreshed(now, success);
  }
}

/// Asks all ranks for their loads, unless they were asked already.
template <typename Explorer, Transport T, typename Tasks>
void RankSearch<Explorer, T, Tasks>::beginRefresh(bool byTimer) {
  if (loadsAwaited_ > 0) {
    return;
  }
  refreshByTimer_ = byTimer;
  ++(byTimer ? report_.refreshesTimer : report_.refreshesWorker);
  refreshBegan_ = endpoint_.now();
  loadsAwaited_ = endpoint_.ranks() - 1;
  for (Rank rank = 0; rank < endpoint_.ranks(); ++rank) {
    if (rank != endpoint_.rank()) {
      send(rank, Kind::kAsk, refreshBegan_);
    }
  }
}

/// Makes the next move of a rank without tasks.
template <typename Explorer, Transport T, typename Tasks>
void RankSearch<Explorer, T, Tasks>::hunt() {
  const double now = endpoint_.now();
  if (asked_ || loadsAwaited_ > 0 || now < sleepsUntil_) {
    return;
  }
  Move move;
  if constexpr (Tasks::kAtRankZero) {
    if (exhausted_ || endpoint_.rank() == 0) {
      return;
    }
    move = {Move::kSteal, 0, 0};
  } else {
    move = victims_.next();
  }
  switch (move.what) {
  case Move::kSteal:
    asked_ = move.victim;
    askedAt_ = now;
    send(move.victim, Kind::kSteal,
         static_cast<std::uint32_t>(
             std::max<std::size_t>(hungry_.load(substrate::order::relaxed), 1)));
    break;
  case Move::kRefresh:
    beginRefresh(false);
    break;
  case Move::kLifelines:
    for (const Rank rank : victims_.neighbours()) {
      send(rank, Kind::kLifeline);
    }
    break;
  case Move::kSleep:
    sleepsUntil_ = now + move.sleep;
    break;
  }
}

/// Tells all ranks of a better value, and of a reason to stop.
template <typename Explorer, Transport T, typename Tasks>
void RankSearch<Explorer, T, Tasks>::tellNews() {
  if constexpr (kContest) {
    const Value best = valueOf(goal_);
    if (goal_.contest().problem.better(best, told_)) {
      told_ = best;
      spread(endpoint_.rank(), Kind::kBound, best);
    }
  }
  if (stopped() && !toldStop_) {
    toldStop_ = true;
    spread(endpoint_.rank(), Kind::kStop, stop_.reason());
  }
}

template <typename Explorer, Transport T, typename Tasks>
void RankSearch<Explorer, T, Tasks>::progress(bool hungry) {
  const std::unique_lock guard(lock_, std::try_to_lock);
  if (!guard.owns_lock() || over_.load(substrate::order::relaxed)) {
    return;
  }
  while (endpoint_.poll()) {
  }
  tellNews();
  serveWaiting();
  if (victims_.usesLoads() && !Tasks::kAtRankZero && !stopped() && endpoint_.ranks() > 1 &&
      timer_.due(endpoint_.now())) {
    beginRefresh(true);
  }
  if (hungry && !stopped() && tasks_.size() == 0) {
    hunt();
  }
  if (ranks_.termination().step(isPassive())) {
    over_.store(true, substrate::order::relaxed);
  }
}

/// Waits for messages. Only if this rank has one worker.
template <typename Explorer, Transport T, typename Tasks>
void RankSearch<Explorer, T, Tasks>::pauseWithoutTasks() {
  const bool sleeps = !asked_ && loadsAwaited_ == 0 && !stopped();
  const double wait = sleeps ? sleepsUntil_ - endpoint_.now() : options_.longestPause;
  if (wait > 0) {
    endpoint_.pause(std::min(wait, options_.longestPause));
  }
}

template <typename Explorer, Transport T, typename Tasks>
template <typename RunTask>
void RankSearch<Explorer, T, Tasks>::work(unsigned worker, Explorer& explorer,
                                          const RunTask& runTask) {
  Own& own = own_[worker];
  WorkMeter meter(options_.load, endpoint_.now());
  substrate::Backoff backoff;
  std::optional<Item> task;
  bool hungry = false;
  while (!over_.load(substrate::order::relaxed)) {
    stop_.poll();
    if (stop_.reason() == search::Stop::kFailed) {
      return; // another worker has thrown
    }
    if (!tasks_.takeOwn(worker, task)) {
      if (!hungry) {
        hungry = true;
        hungry_.fetch_add(1, substrate::order::relaxed);
      }
      progress(true);
      if (options_.workers > 1) {
        backoff();
      } else if (tasks_.size() == 0 && !over_.load(substrate::order::relaxed)) {
        pauseWithoutTasks();
      }
      continue;
    }
    if (hungry) {
      hungry = false;
      hungry_.fetch_sub(1, substrate::order::relaxed);
      backoff.reset();
    }
    if (stop_.reason() == search::Stop::kNone) {
      ++own.begun;
      const double began = endpoint_.now();
      meter.begin(began);
      own.idle.store(meter.idle(), substrate::order::relaxed);
      own.began.store(began, substrate::order::relaxed);
      runTask(explorer, std::move(*task));
      own.began.store(kNever, substrate::order::relaxed);
      const double now = endpoint_.now();
      meter.end(now);
      own.rate.store(meter.rate(), substrate::order::relaxed);
      own.busy = meter.busy();
      own.lastTask = now - began_;
    }
    task.reset();
    open_.fetch_sub(1, substrate::order::relaxed);
    look(worker);
  }
}

template <typename Explorer, Transport T, typename Tasks>
RankReport RankSearch<Explorer, T, Tasks>::report() const {
  RankReport report = report_;
  for (const Own& own : own_) {
    report.local += own.begun;
    report.busy += own.busy;
    report.lastTask = std::max(report.lastTask, own.lastTask);
  }
  report.local -= std::min(report.local, report.stolen);
  report.elapsed = endpoint_.now() - began_;
  report.nonpositive = victims_.nonpositive();
  report.victimChanges = victims_.changes();
  report.workers = options_.workers;
  for (std::size_t kind = 0; kind < kKinds; ++kind) {
    const Traffic& now = endpoint_.traffic(static_cast<Kind>(kind));
    report.messages[kind] = now.sent - report.messages[kind];
    report.bytes[kind] = now.bytesSent - report.bytes[kind];
  }
  return report;
}

} // namespace galois::dist

#endif
