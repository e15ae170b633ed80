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

#include "galois/dist/Endpoint.h"
#include "galois/dist/RankLoop.h"
#include "galois/dist/RankPriorities.h"
#include "galois/dist/RankTermination.h"
#include "galois/dist/RoundEnds.h"
#include "galois/dist/Transport.h"
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

} // namespace internal

/// Runs the part of this rank, without rounds. All ranks call it, one thread each.
/// @param run  see above
template <Transport T, typename Part, typename Run>
PushCounts runAsync(Endpoint<T>& endpoint, Part& part, const PushOptions& options, const Run& run) {
  using Task = typename Part::Task;
  PushCounts counts;
  RankTermination<T> termination(endpoint);
  RankPriorities<T> priorities(endpoint, options.slack);
  const internal::Handlers<T, Part> handlers(endpoint, part);
  internal::Stop<T> stop(endpoint, options.stopAt);
  RankLoop<Task>& loop = part.loop();
  auto& aggregator = part.aggregator();
  loop.setLimit(RankLoop<Task>::kNoLimit);
  aggregator.sendBy([&](Rank to, std::span<const std::byte> body, std::uint64_t best) {
    termination.sent();
    priorities.send(to, body, best);
  });
  endpoint.handle(Kind::kUpdates, [&](const Message& message) {
    termination.received();
    part.receive(priorities.updates(message));
    priorities.received(message, loop.leastReceived());
    loop.lookAbove(priorities.limit());
  });
  Atomic<double> polled{endpoint.now()};
  Atomic<std::uint64_t> holds{0};
  loop.lookBy([&](std::uint64_t priority, unsigned tasks) {
    if (options.taskCost > 0) {
      endpoint.spend(tasks * options.taskCost);
    }
    if (stop.endsLoop()) {
      return;
    }
    aggregator.flushBetter(priority);
    priorities.has(priority);
    // Relaxed: two threads may find that it is time, and then one of them polls.
    const double now = endpoint.now();
    if (now - polled.load(order::relaxed) >= options.pollEvery) {
      polled.store(now, order::relaxed);
      endpoint.poll();
      priorities.tell();
    }
    double pause = 1;
    for (bool first = true; priority > priorities.limit(); first = false) {
      if (first) {
        holds.fetch_add(1, order::relaxed);
      }
      // Updates that are worse than the held tasks can wait: their receiver would hold them, too.
      aggregator.flushBetter(priority);
      priorities.has(priority);
      priorities.tellExactly();
      const bool arrived = endpoint.poll();
      if (loop.leastReceived() < priority || stop.endsLoop()) {
        break;
      }
      if (!arrived) {
        endpoint.pause(pause);
        pause = std::min(2 * pause, options.longestPause);
      }
    }
    loop.lookAbove(priorities.limit());
  });

  std::pair<std::uint64_t, std::vector<Task>> tasks{0, {}};
  for (const auto& [priority, task] : part.firstTasks()) {
    tasks.second.push_back(task);
  }
  double pause = 1;
  while (true) {
    if (!tasks.second.empty() && !stop.now()) {
      ++counts.loops;
      priorities.setTo(tasks.first);
      stop.guard([&] { run(tasks.second); });
      priorities.setTo(priorities.kNone);
      pause = 1;
    }
    if (stop.now()) {
      priorities.setTo(priorities.kNone); // also what has arrived is dropped
    } else {
      aggregator.flushAll();
    }
    const bool arrived = endpoint.poll();
    tasks = loop.takeReceived(); // also what arrived in the loop after its last task
    if (!tasks.second.empty()) {
      continue;
    }
    if (arrived) {
      priorities.tell();
      continue;
    }
    if (termination.step(true)) {
      break;
    }
    priorities.tellExactly();
    endpoint.pause(pause);
    pause = std::min(2 * pause, options.longestPause);
  }
  counts.waves = termination.waves();
  counts.holds = holds.load(order::relaxed);
  counts.stopped = stop.past();
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
