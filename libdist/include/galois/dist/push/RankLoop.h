/**
 * Connects the operator of a rank's loop with the messages of the rank. It keeps the tasks that
 * messages have brought, and the tasks that wait for a later round.
 *
 * The operator pushes its tasks by push(), and calls after() at the end of each task. Now and then,
 * after() handles messages on the operator's thread, and pushes the tasks that the messages have
 * brought into the loop. It does so at once if the rank holds tasks of the priority of the task
 * that has just run (RankPriorities.h). Tasks that arrive outside the loop wait for takeReceived().
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/PerThreadStorage.h"

namespace galois::dist {

/// How an operator, its messages and its buffers work together. The same on all ranks, but for
/// stopAt.
struct PushOptions {
  static constexpr std::uint64_t kNeverHold =
      std::numeric_limits<std::uint64_t>::max(); ///< the slack with which no rank holds tasks

  /// A rank holds tasks that are worse by more than this number of buckets (RankPriorities.h).
  std::uint64_t slack = 8;
  std::size_t capacity = 338; ///< a buffer with this number of nodes is sent (Aggregator.h)
  unsigned tasksPerLook = 64; ///< tasks of a thread between two looks at the clock
  double pollEvery = 50;      ///< microseconds between two looks for messages in the loop
  double longestPause = 1000; ///< microseconds between two looks for messages in a rank that waits
  double taskCost = 0;        ///< microseconds of virtual time that pass per task on this rank
  /// When this rank stops, by its clock. The others have about the same moment, or none have one.
  double stopAt = std::numeric_limits<double>::infinity();
};

/// The tasks of one rank that are not in its loop. Priorities are numbers of rounds: a task with a
/// priority above limit() waits for a later round.
template <typename Task>
class RankLoop {
public:
  /// Handles messages. Its arguments are the priority of the task that has just run, and the number
  /// of tasks that this thread has run since its last look.
  using Look = std::function<void(std::uint64_t priority, unsigned tasks)>;
  static constexpr std::uint64_t kNoLimit =
      std::numeric_limits<std::uint64_t>::max(); ///< the limit with which no task waits

  /// @param tasksPerLook  per thread, after() looks for messages once in this number of calls
  explicit RankLoop(unsigned tasksPerLook) : tasksPerLook_(std::max(tasksPerLook, 1u)) {}

  /// Sets how after() handles messages. With an empty function, it handles none. Must be called
  /// outside the loop.
  void lookBy(Look look) { look_ = std::move(look); }
  /// Sets the greatest priority of tasks that run now. Must be called outside the loop.
  void setLimit(std::uint64_t limit) { limit_ = limit; }
  /// Returns the greatest priority of tasks that run now.
  std::uint64_t limit() const { return limit_; }
  /// Sets the priority above which after() looks after every task. Any thread may call it.
  void lookAbove(std::uint64_t priority) { lookAbove_.store(priority, order::relaxed); }

  /// Pushes a task into the loop, or keeps it for a later round.
  template <typename Context>
  void push(const Task& task, std::uint64_t priority, Context& ctx) {
    if (priority > limit_) {
      own_.getLocal()->later.emplace_back(priority, task);
    } else {
      ctx.push(task);
    }
  }

  /// The operator calls it at the end of each task, with the priority of the task.
  template <typename Context>
  void after(std::uint64_t priority, Context& ctx) {
    Own& own = *own_.getLocal();
    // Relaxed: an old value delays a look by some tasks.
    if (++own.tasks < tasksPerLook_ && priority <= lookAbove_.load(order::relaxed)) {
      return;
    }
    const unsigned tasks = std::exchange(own.tasks, 0u);
    if (look_) {
      look_(priority, tasks);
      for (const auto& [arrivedPriority, task] : own.received) {
        push(task, arrivedPriority, ctx);
      }
      own.received.clear();
      own.leastReceived = kNoLimit;
    }
  }

  /// Adds a task that a message has brought. The handler of the message calls it.
  void receive(const Task& task, std::uint64_t priority) {
    Own& own = *own_.getLocal();
    own.received.emplace_back(priority, task);
    own.leastReceived = std::min(own.leastReceived, priority);
  }

  /// Returns the least priority of the tasks that this thread has received and not yet pushed, or
  /// kNoLimit.
  std::uint64_t leastReceived() const { return own_.getLocal()->leastReceived; }

  /// Removes the tasks that messages have brought. Returns them, and the least of their priorities
  /// or kNoLimit. Must be called outside the loop.
  std::pair<std::uint64_t, std::vector<Task>> takeReceived() {
    std::pair<std::uint64_t, std::vector<Task>> taken{kNoLimit, {}};
    forAll(&Own::received, [&](std::uint64_t priority, const Task& task) {
      taken.first = std::min(taken.first, priority);
      taken.second.push_back(task);
    });
    return taken;
  }

  /// Moves the tasks of later rounds, and the tasks that messages have brought, to `rounds`. Must
  /// be called outside the loop.
  void takeAll(std::map<std::uint64_t, std::vector<Task>>& rounds) {
    const auto add = [&](std::uint64_t priority, const Task& task) {
      rounds[priority].push_back(task);
    };
    forAll(&Own::received, add);
    forAll(&Own::later, add);
  }

private:
  using Tasks = std::vector<std::pair<std::uint64_t, Task>>;

  struct Own {
    Tasks received;
    std::uint64_t leastReceived = kNoLimit; ///< of their priorities
    Tasks later;
    unsigned tasks = 0; ///< since the last look
  };

  template <typename Visit>
  void forAll(Tasks Own::*list, const Visit& visit) {
    for (unsigned thread = 0; thread < own_.size(); ++thread) {
      own_.getRemote(thread)->leastReceived = kNoLimit; // no caller leaves any
      Tasks& tasks = own_.getRemote(thread)->*list;
      for (const auto& [priority, task] : tasks) {
        visit(priority, task);
      }
      tasks.clear();
    }
  }

  const unsigned tasksPerLook_;
  std::uint64_t limit_ = kNoLimit;
  Atomic<std::uint64_t> lookAbove_{kNoLimit};
  Look look_;
  substrate::PerThreadStorage<Own> own_;
};

} // namespace galois::dist
