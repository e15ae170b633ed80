/**
 * What the operator of a rank's loop and the messages of the rank share: tasks that come from other
 * ranks, and tasks that wait for a later round.
 *
 * The operator pushes its tasks with push() and calls after() at the end of each task. From time to
 * time after() handles messages, on the operator's thread, and pushes the tasks that they have
 * brought into the loop. Tasks that arrive outside the loop wait for takeReceived().
 */
#ifndef GALOIS_DIST_RANKLOOP_H
#define GALOIS_DIST_RANKLOOP_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "galois/substrate/PerThreadStorage.h"

namespace galois::dist {

/// How an operator, its messages and its buffers work together. The same on all ranks.
struct PushOptions {
  std::size_t capacity = 340; ///< nodes in a buffer at which it is sent (Aggregator.h)
  unsigned tasksPerLook = 64; ///< tasks of a thread between two looks at the clock
  double pollEvery = 50;      ///< microseconds between two looks for messages in the loop
  double longestPause = 1000; ///< microseconds that a rank without tasks waits for a message
};

/// The tasks of one rank that are not in its loop. Priorities are those of rounds: a task with a
/// priority above the limit waits.
template <typename Task>
class RankLoop {
public:
  /// Handles messages. Its argument is the priority of the task that has just run.
  using Look = std::function<void(std::uint64_t priority)>;
  static constexpr std::uint64_t kNoLimit =
      std::numeric_limits<std::uint64_t>::max(); ///< of rounds

  /// @param tasksPerLook  after() looks once in so many calls per thread
  explicit RankLoop(unsigned tasksPerLook) : tasksPerLook_(std::max(tasksPerLook, 1u)) {}

  /// Says how after() handles messages; empty: not at all. Outside the loop only.
  void lookBy(Look look) { look_ = std::move(look); }
  /// Sets the greatest priority of tasks that run now. Outside the loop only.
  void setLimit(std::uint64_t limit) { limit_ = limit; }
  /// Returns it.
  std::uint64_t limit() const { return limit_; }

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
    if (++own.tasks < tasksPerLook_) {
      return;
    }
    own.tasks = 0;
    if (look_) {
      look_(priority);
      for (const auto& [arrivedPriority, task] : own.received) {
        push(task, arrivedPriority, ctx);
      }
      own.received.clear();
    }
  }

  /// A handler calls it for a task that a message brings.
  void receive(const Task& task, std::uint64_t priority) {
    own_.getLocal()->received.emplace_back(priority, task);
  }

  /// Removes and returns the tasks that messages have brought. Outside the loop only.
  std::vector<Task> takeReceived() {
    std::vector<Task> tasks;
    forAll(&Own::received,
           [&](std::uint64_t /*priority*/, const Task& task) { tasks.push_back(task); });
    return tasks;
  }

  /// Moves the tasks of later rounds and those that messages have brought to `rounds`. Outside the
  /// loop only.
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
    Tasks later;
    unsigned tasks = 0; ///< since the last look
  };

  template <typename Visit>
  void forAll(Tasks Own::*list, const Visit& visit) {
    for (unsigned thread = 0; thread < own_.size(); ++thread) {
      Tasks& tasks = own_.getRemote(thread)->*list;
      for (const auto& [priority, task] : tasks) {
        visit(priority, task);
      }
      tasks.clear();
    }
  }

  const unsigned tasksPerLook_;
  std::uint64_t limit_ = kNoLimit;
  Look look_;
  substrate::PerThreadStorage<Own> own_;
};

} // namespace galois::dist

#endif
