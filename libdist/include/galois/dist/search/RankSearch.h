/**
 * One rank of a search: its workers, its tasks, and the messages between ranks.
 *
 * Workers take tasks of their rank. When the rank has no task left, they ask other ranks for tasks
 * (TaskFinder.h).
 * All communication between ranks (SearchMessages.h) takes place in progress(), which one worker at
 * a time runs. Workers without tasks call it again and again, and workers within a task every
 * RankOptions::pollEvery microseconds. With RankOptions::progressThread, one more thread calls it
 * in serve(), and the workers do not.
 *
 * Invariants.
 *  - open_ is the number of tasks of this rank that are not finished: those that nobody has begun,
 *    and those that a worker searches. A task is added before the task that made it is finished, so
 *    when open_ is 0, only a message can bring another task. All accesses are relaxed: decisions
 *    depend on open_ alone, and workers pass tasks on through the lock of the tasks.
 *  - Only the thread that holds lock_ uses the handlers, the TaskFinder and the RankTermination.
 *  - After a reason to stop, a rank drops its tasks instead of searching them, and gives no tasks
 *    to other ranks. So every search ends in the same way: RankTermination, which counts the
 *    messages with tasks, finds that all ranks are passive.
 *  - So does a pause for a checkpoint, in which a rank keeps its tasks for takeSaved(). The task
 *    that a worker searches ends soon, because hooks turn what is left of it into tasks. A rank that
 *    hears of the pause when the search is over everywhere has no task left.
 */
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <iterator>
#include <limits>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "galois/dist/Ranks.h"
#include "galois/dist/messages/Archive.h"
#include "galois/dist/search/Checkpoints.h"
#include "galois/dist/search/Heartbeats.h"
#include "galois/dist/search/SearchBroadcasts.h"
#include "galois/dist/search/SearchMessages.h"
#include "galois/dist/search/TaskFinder.h"
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

  /// @param first  any explorer, since all explorers share their goal and their request to stop
  /// @param onDemand  workers make tasks only while somebody waits for tasks (wantsTasks())
  RankSearch(Ranks<T>& ranks, Explorer& first, bool onDemand);
  RankSearch(const RankSearch&) = delete;
  RankSearch& operator=(const RankSearch&) = delete;

  Tasks& tasks() { return tasks_; } ///< of this rank
  /// Counts tasks that the caller will put, or has put before the workers began.
  void countOpen(std::size_t count) { open_.fetch_add(count, substrate::order::relaxed); }
  /// Puts a task. Thread-safe.
  void put(Item&& task) {
    countOpen(1);
    tasks_.push(std::move(task));
  }
  /// Puts a task that a worker has made. It may wait for the published lock
  /// (RankOptions::publishedLock).
  void put(unsigned worker, Item&& task) {
    waitForLock(own_[worker]);
    put(std::move(task));
  }

  /// Searches until all ranks are done: runTask(explorer, task). Each worker calls it.
  template <typename RunTask>
  void work(unsigned worker, Explorer& explorer, const RunTask& runTask);

  /// For hooks: whether more workers and ranks wait for tasks than there are tasks.
  bool wantsTasks() const {
    const std::size_t wanted = waitingThieves_.load(substrate::order::relaxed) +
                               idleWorkers_.load(substrate::order::relaxed);
    return wanted > 0 && tasks_.size() < wanted;
  }
  /// For hooks: whether other ranks wait for tasks.
  bool thievesWait() const { return waitingThieves_.load(substrate::order::relaxed) > 0; }
  /// For hooks: looks for messages, if RankOptions::pollEvery microseconds have passed.
  void look(unsigned worker, const Explorer& explorer);
  /// Sends and receives messages until the search is over, or until leave(). For one thread that is
  /// not a worker.
  void serve();
  /// Ends serve(), after all workers have left.
  void leave() { left_.store(true, substrate::order::relaxed); }
  /// For hooks: whether what is left of a task has to become tasks, for a checkpoint.
  bool pauses() const { return broadcasts_.pauses(); }
  /// Returns the tasks that a pause has left on this rank, after the search.
  std::vector<Item> takeSaved();
  /// Sends and receives messages, unless another thread does so.
  /// @param isIdle  whether the caller has no task
  void progress(bool isIdle);

  /// Returns what this rank did, after the search.
  RankReport report() const;

private:
  using Goal = std::remove_reference_t<decltype(std::declval<Explorer&>().goal())>;
  static constexpr double kNever = std::numeric_limits<double>::infinity();
  /// The variables that one worker writes.
  struct alignas(substrate::kCacheLineSize) Own {
    substrate::Atomic<double> rate{1};       ///< work rate; all threads read the first three
    substrate::Atomic<double> began{kNever}; ///< when its task began; kNever if it has none
    substrate::Atomic<double> idle{0};       ///< time without a task before that task
    double looked = 0;
    double busy = 0, lastTask = 0, lockWait = 0;
    double sleep = 0;          ///< RankOptions::workersSleep: the length of its next sleep
    double uncharged = 0;      ///< virtual time of nodes that has not passed
    std::uint64_t charged = 0; ///< nodes whose time has passed or is in `uncharged`
    std::uint64_t begun = 0;
    std::vector<Item> saved; ///< tasks that a pause has left
  };
  /// A request for tasks that this rank will answer later.
  struct Waiting {
    Rank thief;
    std::uint32_t idleWorkers;
  };

  bool stopped() const { return stop_.reason() != search::Stop::kNone; }
  /// Whether no more tasks are begun.
  bool ends() const { return stopped() || pauses(); }
  bool isPassive() const { return open_.load(substrate::order::relaxed) == 0; }
  void setHandlers();
  void pauseInTime();
  void findStuckRank();
  Load load();
  void onSteal(Rank thief, std::uint32_t idleWorkers);
  std::vector<Item> takeFor(std::uint32_t idleWorkers);
  void sendTasks(Rank thief, bool answers, const std::vector<Item>& gift);
  void onTasks(Rank from, Reader& reader);
  void serveWaiting();
  void charge(Own& own, const Explorer& explorer, double least);
  bool isLocked() const { return options_.publishedLock && !onDemand_ && finder_.away(); }
  void waitForLock(Own& own);
  bool sleepsAlone() const { return options_.workersSleep && !onDemand_; }
  bool takeFailedHunt();
  void sleepAlone(Own& own);
  void pauseWithoutTasks();
  void rest(substrate::Backoff& backoff);

  Ranks<T>& ranks_;
  Endpoint<T>& endpoint_;
  const RankOptions& options_;
  search::Stop& stop_;
  const bool onDemand_;
  const double slowdown_; ///< wasted time per time in tasks
  const double began_;

  Tasks tasks_;
  std::vector<Own> own_;
  alignas(substrate::kCacheLineSize) substrate::Atomic<std::size_t> open_{0};
  substrate::Atomic<std::size_t> idleWorkers_{0};    ///< workers without a task
  substrate::Atomic<std::size_t> waitingThieves_{0}; ///< size of waiting_ and lifelines_
  substrate::Atomic<std::size_t> lockedOut_{0};      ///< workers in waitForLock()
  substrate::Atomic<std::size_t> failedHunts_{0};    ///< for each of them a worker will sleep
  substrate::Atomic<bool> over_{false}, left_{false};
  substrate::SimpleLock lock_;

  // For the holder of lock_.
  SearchMessages<T> messages_;
  SearchBroadcasts<Goal, T> broadcasts_;
  Heartbeats<T> heartbeats_;
  TaskFinder<T> finder_;
  std::deque<Waiting> waiting_;
  std::vector<bool> lifelines_; ///< by rank: has asked for the next tasks
  RankReport report_;
};

template <typename Explorer, Transport T, typename Tasks>
RankSearch<Explorer, T, Tasks>::RankSearch(Ranks<T>& ranks, Explorer& first, bool onDemand)
    : ranks_(ranks), endpoint_(ranks.endpoint()), options_(ranks.options()), stop_(first.stop()),
      onDemand_(onDemand), slowdown_(options_.burn / (1 - options_.burn)), began_(endpoint_.now()),
      own_(options_.workers), messages_(endpoint_, ranks.beginSearch()),
      broadcasts_(messages_, first.goal(), stop_), heartbeats_(messages_, options_.stuckAfter),
      finder_(messages_, options_, Tasks::kAtRankZero), lifelines_(ranks.ranks(), false) {
  for (Own& own : own_) {
    own.rate.store(options_.load.firstWorkRate, substrate::order::relaxed);
    own.looked = began_;
    own.sleep = options_.victims.shortestSleep;
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
void RankSearch<Explorer, T, Tasks>::setHandlers() {
  messages_.handle(Kind::kSteal, [this](Rank from, Reader& reader) {
    onSteal(from, reader.get<std::uint32_t>());
  });
  messages_.handle(Kind::kTasks, [this](Rank from, Reader& reader) { onTasks(from, reader); });
  messages_.handle(Kind::kAsk, [this](Rank from, Reader& reader) {
    const auto asked = reader.get<double>();
    messages_.sendValues(from, Kind::kLoad, asked, load());
  });
  messages_.handle(Kind::kLifeline, [this](Rank from, Reader&) { lifelines_[from] = true; });
}

/// Returns the load that this rank reports to others.
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
    // A worker with a task can give a part of it, so it counts as a task. Tasks are rare and long
    // here, so the current cycle of each worker is counted as if it ended now.
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
void RankSearch<Explorer, T, Tasks>::onSteal(Rank thief, std::uint32_t idleWorkers) {
  std::vector<Item> gift = takeFor(idleWorkers);
  if (gift.empty() && onDemand_ && !ends() && !isPassive()) {
    waiting_.push_back({thief, idleWorkers});
    return;
  }
  sendTasks(thief, true, gift);
}

/// Takes tasks for a thief with this number of workers that have none.
template <typename Explorer, Transport T, typename Tasks>
auto RankSearch<Explorer, T, Tasks>::takeFor(std::uint32_t idleWorkers) -> std::vector<Item> {
  // Keeps a task for each idle worker of this rank, so that tasks do not travel to and fro.
  const std::size_t kept = idleWorkers_.load(substrate::order::relaxed);
  const std::size_t spare = tasks_.size() > kept && !ends() ? tasks_.size() - kept : 0;
  const bool half = options_.stealCount == StealCount::kHalf && !Tasks::kAtRankZero;
  std::size_t most = std::min<std::size_t>(spare, half ? (spare + 1) / 2 : idleWorkers);
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
  Writer body = messages_.body();
  body(answers, load(), static_cast<std::uint32_t>(gift.size()));
  for (const Item& task : gift) {
    body(task.depth, task.node);
  }
  if (!gift.empty()) {
    ranks_.termination().sent();
  }
  messages_.send(thief, Kind::kTasks, body);
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
  finder_.tasksCame(from, itsLoad, count, answers);
}

/// Answers the requests that had to wait.
template <typename Explorer, Transport T, typename Tasks>
void RankSearch<Explorer, T, Tasks>::serveWaiting() {
  const bool refuses = ends() || isPassive();
  while (!waiting_.empty() && (refuses || tasks_.size() > 0)) {
    const Waiting next = waiting_.front();
    const std::vector<Item> gift = takeFor(next.idleWorkers);
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
void RankSearch<Explorer, T, Tasks>::progress(bool isIdle) {
  const std::unique_lock guard(lock_, std::try_to_lock);
  if (!guard.owns_lock() || over_.load(substrate::order::relaxed)) {
    return;
  }
  while (endpoint_.poll()) {
  }
  broadcasts_.tell();
  pauseInTime();
  findStuckRank();
  serveWaiting();
  if (!ends()) {
    finder_.refreshInTime();
    // Workers that wait for the published lock get it before the next request: they may be the only
    // workers that have tasks.
    const std::size_t idle = idleWorkers_.load(substrate::order::relaxed);
    if (isIdle && tasks_.size() == 0 && lockedOut_.load(substrate::order::relaxed) == 0 &&
        (!sleepsAlone() || failedHunts_.load(substrate::order::relaxed) < idle) &&
        finder_.step(idle, sleepsAlone())) {
      failedHunts_.fetch_add(1, substrate::order::relaxed);
    }
  }
  if (ranks_.termination().step(isPassive())) {
    over_.store(true, substrate::order::relaxed);
  }
}

/// Begins a pause if a checkpoint is due. The end of a search that has checkpoints is one.
template <typename Explorer, Transport T, typename Tasks>
void RankSearch<Explorer, T, Tasks>::pauseInTime() {
  const Checkpoints<T>* const checkpoints = ranks_.checkpoints();
  if (checkpoints != nullptr && !ends() && (stop_.isDue() || checkpoints->isDue())) {
    broadcasts_.pause();
  }
}

template <typename Explorer, Transport T, typename Tasks>
void RankSearch<Explorer, T, Tasks>::findStuckRank() {
  if (options_.stuckAfter <= 0) {
    return;
  }
  const Rank stuck = heartbeats_.step();
  if (stuck < ranks_.ranks()) {
    const std::string host = options_.hosts.empty() ? "" : " on " + options_.hosts[stuck];
    endpoint_.abort("rank " + std::to_string(stuck) + host + " is stuck: it has sent nothing for " +
                    std::to_string(std::llround(options_.stuckAfter / 1e6)) + " s");
  }
}

template <typename Explorer, Transport T, typename Tasks>
auto RankSearch<Explorer, T, Tasks>::takeSaved() -> std::vector<Item> {
  std::vector<Item> all;
  for (Own& own : own_) {
    std::move(own.saved.begin(), own.saved.end(), std::back_inserter(all));
    own.saved.clear();
  }
  return all;
}

template <typename Explorer, Transport T, typename Tasks>
void RankSearch<Explorer, T, Tasks>::serve() {
  while (!over_.load(substrate::order::relaxed) && !left_.load(substrate::order::relaxed)) {
    progress(idleWorkers_.load(substrate::order::relaxed) > 0);
    endpoint_.pause(options_.pollEvery);
  }
}

/// Lets the virtual time of new nodes pass, if it is more than `least`.
template <typename Explorer, Transport T, typename Tasks>
void RankSearch<Explorer, T, Tasks>::charge(Own& own, const Explorer& explorer, double least) {
  if (options_.nodeCost > 0) {
    const std::uint64_t nodes = explorer.statistics().nodes;
    own.uncharged += static_cast<double>(nodes - own.charged) * options_.nodeCost;
    own.charged = nodes;
    if (own.uncharged > least) {
      endpoint_.spend(own.uncharged);
      own.uncharged = 0;
    }
  }
}

template <typename Explorer, Transport T, typename Tasks>
void RankSearch<Explorer, T, Tasks>::look(unsigned worker, const Explorer& explorer) {
  Own& own = own_[worker];
  charge(own, explorer, options_.pollEvery);
  const double now = endpoint_.now();
  if (now - own.looked < options_.pollEvery) {
    return;
  }
  if (slowdown_ > 0) {
    endpoint_.spend((now - own.looked) * slowdown_);
  }
  own.looked = endpoint_.now();
  if (!options_.progressThread) {
    progress(false);
  }
}

/// With RankOptions::publishedLock: waits while a request for tasks is under way.
template <typename Explorer, Transport T, typename Tasks>
void RankSearch<Explorer, T, Tasks>::waitForLock(Own& own) {
  if (!isLocked()) {
    return;
  }
  const double began = endpoint_.now();
  lockedOut_.fetch_add(1, substrate::order::relaxed);
  substrate::Backoff backoff;
  // When the search is over, nobody reads the answer to the last request.
  while (isLocked() && !over_.load(substrate::order::relaxed) &&
         stop_.reason() != search::Stop::kFailed) {
    if (!options_.progressThread) {
      progress(false); // the answer may come to this worker
    }
    rest(backoff);
  }
  lockedOut_.fetch_sub(1, substrate::order::relaxed);
  own.lockWait += endpoint_.now() - began;
}

/// Claims one of failedHunts_ for the calling worker, if there is one.
template <typename Explorer, Transport T, typename Tasks>
bool RankSearch<Explorer, T, Tasks>::takeFailedHunt() {
  std::size_t left = failedHunts_.load(substrate::order::relaxed);
  while (left > 0 && !failedHunts_.compare_exchange_weak(left, left - 1, substrate::order::relaxed,
                                                         substrate::order::relaxed)) {
  }
  return left > 0;
}

/// With RankOptions::workersSleep: lets an idle worker sleep, and its next sleep is longer. It is
/// not idle meanwhile, since nobody should seek or keep a task for it.
template <typename Explorer, Transport T, typename Tasks>
void RankSearch<Explorer, T, Tasks>::sleepAlone(Own& own) {
  idleWorkers_.fetch_sub(1, substrate::order::relaxed);
  const double until = endpoint_.now() + own.sleep;
  own.sleep = std::min(2 * own.sleep, options_.victims.longestSleep);
  while (endpoint_.now() < until && !over_.load(substrate::order::relaxed) && !stopped()) {
    if (!options_.progressThread) {
      progress(false); // all workers may sleep
    }
    endpoint_.pause(std::min(until - endpoint_.now(), options_.longestPause));
  }
  idleWorkers_.fetch_add(1, substrate::order::relaxed);
}

/// Waits for messages. It is called only if this rank has one worker and no thread in serve().
template <typename Explorer, Transport T, typename Tasks>
void RankSearch<Explorer, T, Tasks>::pauseWithoutTasks() {
  const bool sleeps = finder_.sleeps() && !ends();
  const double wait = sleeps ? finder_.sleepsUntil() - endpoint_.now() : options_.longestPause;
  if (wait > 0) {
    endpoint_.pause(std::min(wait, options_.longestPause));
  } else if (HasWorkers<T>) {
    endpoint_.pause(options_.pollEvery);
  }
}

/// Waits a little for another worker of this rank. Workers in virtual time look again as often as
/// workers within a task look for messages.
template <typename Explorer, Transport T, typename Tasks>
void RankSearch<Explorer, T, Tasks>::rest(substrate::Backoff& backoff) {
  if constexpr (HasWorkers<T>) {
    endpoint_.pause(options_.pollEvery);
  } else {
    backoff();
  }
}

template <typename Explorer, Transport T, typename Tasks>
template <typename RunTask>
void RankSearch<Explorer, T, Tasks>::work(unsigned worker, Explorer& explorer,
                                          const RunTask& runTask) {
  Own& own = own_[worker];
  own.charged = explorer.statistics().nodes;
  WorkMeter meter(options_.load, endpoint_.now());
  substrate::Backoff backoff;
  std::optional<Item> task;
  bool isIdle = false;
  while (!over_.load(substrate::order::relaxed)) {
    stop_.poll();
    if (stop_.reason() == search::Stop::kFailed) {
      return; // another worker has thrown
    }
    if (!isIdle) { // An idle worker may be the one that has asked for tasks.
      waitForLock(own);
    }
    if (isLocked() || !tasks_.takeOwn(worker, task)) {
      if (!isIdle) {
        isIdle = true;
        idleWorkers_.fetch_add(1, substrate::order::relaxed);
      }
      if (!options_.progressThread) {
        progress(true);
      }
      if (sleepsAlone() && takeFailedHunt()) {
        sleepAlone(own);
        continue;
      }
      const bool receives = options_.workers == 1 && !options_.progressThread;
      if (receives && tasks_.size() == 0 && !over_.load(substrate::order::relaxed)) {
        pauseWithoutTasks();
      } else if (!receives || HasWorkers<T>) { // in virtual time, others go on only in a pause
        rest(backoff);
      }
      continue;
    }
    if (isIdle) {
      isIdle = false;
      idleWorkers_.fetch_sub(1, substrate::order::relaxed);
      own.sleep = options_.victims.shortestSleep;
      backoff.reset();
    }
    if (pauses()) {
      own.saved.push_back(std::move(*task));
    } else if (stop_.reason() == search::Stop::kNone) {
      ++own.begun;
      const double began = endpoint_.now();
      own.looked = slowdown_ > 0 ? began : own.looked; // only time in tasks is wasted
      meter.begin(began);
      own.idle.store(meter.idle(), substrate::order::relaxed);
      own.began.store(began, substrate::order::relaxed);
      runTask(explorer, std::move(*task));
      own.began.store(kNever, substrate::order::relaxed);
      charge(own, explorer, 0);
      if (slowdown_ > 0) {
        endpoint_.spend((endpoint_.now() - own.looked) * slowdown_);
        own.looked = endpoint_.now();
      }
      const double now = endpoint_.now();
      meter.end(now);
      own.rate.store(meter.rate(), substrate::order::relaxed);
      own.busy = meter.busy();
      own.lastTask = now - began_;
    }
    task.reset();
    open_.fetch_sub(1, substrate::order::relaxed);
    look(worker, explorer);
  }
}

template <typename Explorer, Transport T, typename Tasks>
RankReport RankSearch<Explorer, T, Tasks>::report() const {
  RankReport report = report_;
  finder_.addTo(report);
  for (const Own& own : own_) {
    report.local += own.begun;
    report.busy += own.busy;
    report.lockWait += own.lockWait;
    report.lastTask = std::max(report.lastTask, own.lastTask);
  }
  report.local -= std::min(report.local, report.stolen);
  report.elapsed = endpoint_.now() - began_;
  report.workers = options_.workers;
  for (std::size_t kind = 0; kind < kKinds; ++kind) {
    const Traffic& now = endpoint_.traffic(static_cast<Kind>(kind));
    report.messages[kind] = now.sent - report.messages[kind];
    report.bytes[kind] = now.bytesSent - report.bytes[kind];
  }
  return report;
}

} // namespace galois::dist
