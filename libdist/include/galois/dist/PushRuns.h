/**
 * Runs an algorithm that pushes updates along the edges of a divided graph, until no rank has a
 * task and no message is under way.
 *
 * A *part* is a rank's share of the algorithm (for example ShortestPathsPart.h). It has
 *
 *     using Task = ...;
 *     RankLoop<Task>& loop();                        // what the operator shares with messages
 *     std::vector<std::pair<std::uint64_t, Task>> firstTasks();  // with priorities of rounds
 *     void receive(std::span<const std::byte> body); // applies updates, gives tasks to loop()
 *     auto& aggregator();                            // updates of ghosts (Aggregator.h)
 *     void begin(std::uint64_t round);               // a round of runInRounds() begins
 *
 * The caller has a function `run(tasks)`, which runs the operator on these tasks and on all tasks
 * that they push.
 *
 *  - runAsync(): ranks work at their own pace. Threads handle messages between tasks. They hold
 *    tasks that are much worse than the tasks of other ranks (RankPriorities.h). A rank whose loop
 *    has ended sends all buffers, waits for messages, and begins another loop with the tasks that
 *    the messages bring. RankTermination.h finds the end.
 *  - runInRounds(): in a round, all ranks run the tasks of the least priority that any rank has,
 *    and the tasks of the same priority that these push. Then the ranks exchange updates. If
 *    priorities are buckets of distances, this is delta-stepping. If they are levels, it is
 *    breadth-first search level by level. The number of rounds has no limit.
 *
 * Both may stop early (PushOptions::stopAt). Each rank stops by its own clock: between tasks it asks
 * the loop to end (substrate/Cancellation.h), and from then on drops its tasks, so that ranks without
 * tasks find the end as they always do. The ranks have an answer only if none of them has stopped.
 */
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "galois/dist/messages/Endpoint.h"
#include "galois/dist/messages/RankTermination.h"
#include "galois/dist/push/RankLoop.h"
#include "galois/dist/push/RankPriorities.h"
#include "galois/dist/push/RoundEnds.h"
#include "galois/dist/transport/Transport.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/Cancellation.h"

namespace galois::dist {

/// The counts of a run on one rank.
struct PushCounts {
  std::uint64_t loops = 0;  ///< loops that had a task
  std::uint64_t rounds = 0; ///< rounds of runInRounds()
  std::uint64_t waves = 0;  ///< on rank 0: waves of the detection of termination
  std::uint64_t holds = 0;  ///< how often a thread has begun to hold its tasks
  bool stopped = false;     ///< whether this rank has dropped tasks at PushOptions::stopAt
};

namespace internal {

/// Removes the handlers that refer to a run, also after an exception.
template <Transport T, typename Part>
class Handlers {
public:
  Handlers(Endpoint<T>& endpoint, Part& part) : endpoint_(endpoint), part_(part) {}
  Handlers(const Handlers&) = delete;
  Handlers& operator=(const Handlers&) = delete;
  ~Handlers() {
    endpoint_.handle(Kind::kUpdates, {});
    part_.loop().lookBy({});
    part_.loop().lookAbove(std::numeric_limits<std::uint64_t>::max());
    part_.aggregator().sendBy({});
  }

private:
  Endpoint<T>& endpoint_;
  Part& part_;
};

/// When a rank stops. Any thread may call the functions, unless they say more.
template <Transport T>
class Stop {
public:
  /// @param at  by the clock of the endpoint
  Stop(Endpoint<T>& endpoint, double at) : endpoint_(endpoint), at_(at) {}

  bool possible() const { return std::isfinite(at_); } ///< whether ranks may stop

  /// Returns whether the rank has stopped.
  bool past() const { return stopped_.load(order::relaxed); }

  /// Returns whether the rank has stopped, or stops now.
  bool now() {
    // Relaxed: an old value delays the stop of another thread by some tasks.
    if (possible() && !past() && endpoint_.now() >= at_) {
      stopped_.store(true, order::relaxed);
    }
    return past();
  }

  /// Asks the loop of this rank to end if the rank stops. Called by the operator, now and then.
  /// @return whether it stops
  bool endsLoop() {
    if (!now()) {
      return false;
    }
    substrate::Cancellation::request();
    return true;
  }

  /// Runs a loop, which may be asked to end. On the main thread.
  template <typename Run>
  void guard(const Run& run) {
    try {
      run();
    } catch (const substrate::Cancelled&) {
      if (!possible()) {
        throw;
      }
      stopped_.store(true, order::relaxed);
    }
    if (possible()) {
      substrate::Cancellation::reset();
    }
  }

private:
  Endpoint<T>& endpoint_;
  const double at_;
  Atomic<bool> stopped_{false};
};

/// A run without rounds: what this rank does for its tasks, between them, and for messages.
template <Transport T, typename Part>
class AsyncRun {
public:
  AsyncRun(Endpoint<T>& endpoint, Part& part, const PushOptions& options)
      : endpoint_(endpoint), part_(part), options_(options), termination_(endpoint),
        priorities_(endpoint, options.slack), handlers_(endpoint, part),
        stop_(endpoint, options.stopAt), polled_(endpoint.now()) {
    part.loop().setLimit(RankLoop<Task>::kNoLimit);
    part.aggregator().sendBy([this](Rank to, std::span<const std::byte> body, std::uint64_t best) {
      termination_.sent();
      priorities_.send(to, body, best);
    });
    endpoint.handle(Kind::kUpdates, [this](const Message& message) { receive(message); });
    part.loop().lookBy([this](std::uint64_t priority, unsigned tasks) { look(priority, tasks); });
  }

  /// Runs tasks until all ranks are at the end.
  template <typename Run>
  PushCounts make(const Run& run) {
    PushCounts counts;
    std::pair<std::uint64_t, std::vector<Task>> tasks{0, {}};
    for (const auto& [priority, task] : part_.firstTasks()) {
      tasks.second.push_back(task);
    }
    double pause = 1;
    while (true) {
      if (!tasks.second.empty() && !stop_.now()) {
        ++counts.loops;
        priorities_.setTo(tasks.first);
        stop_.guard([&] { run(tasks.second); });
        priorities_.setTo(priorities_.kNone);
        pause = 1;
      }
      const bool arrived = exchange();
      tasks = part_.loop().takeReceived(); // also what arrived in the loop after its last task
      if (!tasks.second.empty()) {
        continue;
      }
      if (arrived) {
        priorities_.tell();
        continue;
      }
      if (termination_.step(true)) {
        break;
      }
      priorities_.tellExactly();
      wait(pause);
    }
    counts.waves = termination_.waves();
    counts.holds = holds_.load(order::relaxed);
    counts.stopped = stop_.past();
    return counts;
  }

private:
  using Task = typename Part::Task;

  void receive(const Message& message) {
    termination_.received();
    part_.receive(priorities_.updates(message));
    priorities_.received(message, part_.loop().leastReceived());
    part_.loop().lookAbove(priorities_.limit());
  }

  /// Called by the operator, now and then. @param tasks  how many tasks have run since
  void look(std::uint64_t priority, unsigned tasks) {
    if (options_.taskCost > 0) {
      endpoint_.spend(tasks * options_.taskCost);
    }
    if (stop_.endsLoop()) {
      return;
    }
    part_.aggregator().flushBetter(priority);
    priorities_.has(priority);
    // Relaxed: two threads may find that it is time, and then one of them polls.
    const double now = endpoint_.now();
    if (now - polled_.load(order::relaxed) >= options_.pollEvery) {
      polled_.store(now, order::relaxed);
      endpoint_.poll();
      priorities_.tell();
    }
    if (priority > priorities_.limit()) {
      hold(priority);
    }
    part_.loop().lookAbove(priorities_.limit());
  }

  /// Waits while other ranks have much better tasks.
  void hold(std::uint64_t priority) {
    holds_.fetch_add(1, order::relaxed);
    double pause = 1;
    do {
      // Updates that are worse than the held tasks can wait: their receiver would hold them, too.
      part_.aggregator().flushBetter(priority);
      priorities_.has(priority);
      priorities_.tellExactly();
      const bool arrived = endpoint_.poll();
      if (part_.loop().leastReceived() < priority || stop_.endsLoop()) {
        break;
      }
      if (!arrived) {
        wait(pause);
      }
    } while (priority > priorities_.limit());
  }

  /// Sends all updates, and handles messages. @return whether there were any
  bool exchange() {
    if (stop_.now()) {
      priorities_.setTo(priorities_.kNone); // also what has arrived is dropped
    } else {
      part_.aggregator().flushAll();
    }
    return endpoint_.poll();
  }

  /// @param pause  grows from call to call
  void wait(double& pause) {
    endpoint_.pause(pause);
    pause = std::min(2 * pause, options_.longestPause);
  }

  Endpoint<T>& endpoint_;
  Part& part_;
  const PushOptions& options_;
  RankTermination<T> termination_;
  RankPriorities<T> priorities_;
  const Handlers<T, Part> handlers_;
  Stop<T> stop_;
  Atomic<double> polled_;
  Atomic<std::uint64_t> holds_{0};
};

} // namespace internal

/// Runs the part of this rank, without rounds. All ranks call it, one thread each.
/// @param run  see above
template <Transport T, typename Part, typename Run>
PushCounts runAsync(Endpoint<T>& endpoint, Part& part, const PushOptions& options, const Run& run) {
  internal::AsyncRun<T, Part> all(endpoint, part, options);
  const PushCounts counts = all.make(run);
  // A rank that went on earlier could send messages of the next run, which other ranks would handle
  // in this run. And each rank has to handle what the others have told it.
  endpoint.settle();
  return counts;
}

/// Runs the part of this rank in rounds. All ranks call it, one thread each.
/// @param run  see above
template <Transport T, typename Part, typename Run>
PushCounts runInRounds(Endpoint<T>& endpoint, Part& part, const PushOptions& options,
                       const Run& run) {
  using Task = typename Part::Task;
  PushCounts counts;
  const internal::Handlers<T, Part> handlers(endpoint, part);
  RankLoop<Task>& loop = part.loop();
  RoundEnds<T> ends(endpoint);
  part.aggregator().sendBy([&](Rank to, std::span<const std::byte> body, std::uint64_t best) {
    ends.send(to, body, best);
  });
  endpoint.handle(Kind::kUpdates, [&](const Message& message) {
    part.receive(ends.updates(message));
    ends.received(message);
  });
  internal::Stop<T> stop(endpoint, options.stopAt);
  if (options.taskCost > 0 || stop.possible()) {
    loop.lookBy([&](std::uint64_t /*priority*/, unsigned tasks) {
      if (options.taskCost > 0) {
        endpoint.spend(tasks * options.taskCost);
      }
      stop.endsLoop();
    });
  }

  std::map<std::uint64_t, std::vector<Task>> rounds;
  for (const auto& [priority, task] : part.firstTasks()) {
    rounds[priority].push_back(task);
  }
  while (true) {
    const std::uint64_t round =
        ends.next(rounds.empty() ? RankLoop<Task>::kNoLimit : rounds.begin()->first, stop.now());
    if (round == RankLoop<Task>::kNoLimit) {
      break;
    }
    loop.takeAll(rounds);
    ++counts.rounds;
    loop.setLimit(round);
    part.begin(round);
    if (!rounds.empty() && rounds.begin()->first <= round) {
      const std::vector<Task> tasks = std::move(rounds.begin()->second);
      rounds.erase(rounds.begin());
      ++counts.loops;
      stop.guard([&] { run(tasks); });
    }
    part.aggregator().flushAll();
    loop.takeAll(rounds);
  }
  counts.stopped = stop.past();
  loop.takeReceived(); // of a run that was stopped
  // A rank that went on earlier could send messages of the next run, which other ranks would handle
  // in this run.
  endpoint.barrier();
  return counts;
}

} // namespace galois::dist
