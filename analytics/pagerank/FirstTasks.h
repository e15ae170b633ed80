/**
 * Tasks of the asynchronous algorithm: their priorities, and the tasks that exist at the start.
 *
 * A priority has two parts. The more significant part comes from the residual, as in the papers.
 * But there nearly all residuals are the same, less than the mean rank, and a worklist may run
 * equal tasks in any order. A heap may run the youngest task first. A node then passes on small
 * changes again and again before the rest of its changes arrive. So the less significant part is
 * the task's round, which is one more than that of the task that pushed it. Among equals, all tasks
 * of a round run before anything that they push.
 */
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "PagerankProblem.h"
#include "galois/LargeArray.h"

namespace pagerank {

struct PriorityOf {
  std::uint32_t operator()(const Task& task) const { return task.priority; }
};

inline constexpr std::uint32_t kRoundBits = 16;
inline constexpr std::uint32_t kLastRound = (std::uint32_t{1} << kRoundBits) - 1;
/// Returns the round of a task, which its priority holds. The first tasks have round 0.
inline std::uint32_t roundOf(const Task& task) { return task.priority & kLastRound; }
/// Returns the round after the task's own; the last round is its own successor.
inline std::uint32_t nextRound(const Task& task) { return std::min(roundOf(task) + 1, kLastRound); }

/// Maps a residual and a round to a priority. A residual of greater magnitude is more urgent, and
/// among equals an earlier round is.
class Urgency {
public:
  explicit Urgency(const Problem& problem)
      : unit_(static_cast<double>(problem.question.graph.size()) * partsOfMean(problem.priority)) {}

  /// Returns the priority in O(1) time. Residuals too large to be told apart share the most urgent
  /// one.
  std::uint32_t operator()(double residual, std::uint32_t round) const {
    const double part = std::min(std::abs(residual) * unit_, double{kLeast});
    return (kLeast - static_cast<std::uint32_t>(part)) << kRoundBits | round;
  }

private:
  static double partsOfMean(Priority priority) {
    switch (priority) {
    case Priority::kRounds:
      return 0;
    case Priority::kWhole:
      return 1;
    default:
      return 1000;
    }
  }

  static constexpr std::uint32_t kLeast = ~std::uint32_t{0} >> kRoundBits;

  double unit_;
};

/// Prepares the states for the kind of update, and makes a task for each node with edges whose
/// residual is at least the threshold, in the order of nodes. Runs on all active threads. @throws
/// std::bad_alloc
galois::LargeArray<Task> firstTasks(const Problem& problem, const Urgency& urgency);

/// Returns a bound per edge of a node: a node with a residual above it times its degree shows that
/// over-relaxation diverges. Threads that relax neighbours at the same time can increase each
/// other's residuals. The bound is 0 if all residuals are.
double runawayResidual(const Problem& problem);

/// Returns the number of relaxations after which a thread stops over-relaxing. It is far more than
/// any graph has needed.
inline std::uint64_t patience(const Problem& problem) {
  return 64 * problem.question.graph.size() + 1000;
}

} // namespace pagerank
