/**
 * Tasks of the asynchronous algorithm: how urgent they are, and which of them there are at first.
 *
 * A priority has two parts. The greater comes from the residual, as the papers have it. But nearly
 * all residuals are the same there, less than the mean rank, and a worklist may run equals in any
 * order. A heap may run the youngest first: a node then hands on what little has just come in,
 * again and again, before the rest of it arrives. So the lesser part is the task's round, one more
 * than that of the task that made it: among equals, all that is there runs before anything that
 * comes of it.
 */
#ifndef GALOIS_LONESTAR_PAGERANK_FIRSTTASKS_H
#define GALOIS_LONESTAR_PAGERANK_FIRSTTASKS_H

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "PagerankProblem.h"
#include "galois/LargeArray.h"

namespace pagerank {

/// Eight bytes; read as one little-endian word, its order is the priority's.
struct Task {
  Node node;
  std::uint32_t priority; ///< smaller is more urgent
};

struct PriorityOf {
  std::uint32_t operator()(const Task& task) const { return task.priority; }
};

/// The round of a task, as its priority tells: 0 for the first ones.
inline constexpr std::uint32_t kRoundBits = 16;
inline constexpr std::uint32_t kLastRound = (std::uint32_t{1} << kRoundBits) - 1;
inline std::uint32_t roundOf(const Task& task) { return task.priority & kLastRound; }
/// The one after it; the last is its own successor.
inline std::uint32_t nextRound(const Task& task) { return std::min(roundOf(task) + 1, kLastRound); }

/// Residual and round -> priority: the greater the residual, whatever its sign, the more urgent;
/// the earlier the round, among equals.
class Urgency {
public:
  explicit Urgency(const Problem& problem)
      : unit_(static_cast<double>(problem.question.graph.size()) * partsOfMean(problem.priority)) {}

  /// O(1). Residuals beyond what the priorities can tell apart share the most urgent one.
  std::uint32_t operator()(double residual, std::uint32_t round) const {
    const double part = std::min(std::abs(residual) * unit_, double{kLeast});
    return (kLeast - static_cast<std::uint32_t>(part)) << kRoundBits | round;
  }

private:
  static double partsOfMean(Priority priority) {
    switch (priority) {
    case Priority::Rounds:
      return 0;
    case Priority::Whole:
      return 1;
    default:
      return 1000;
    }
  }

  static constexpr std::uint32_t kLeast = ~std::uint32_t{0} >> kRoundBits;

  double unit_;
};

/// Makes the states what the update asks for, and a task for each node with edges whose residual is
/// at least the threshold, in the order of nodes. Runs on all active threads. @throws
/// std::bad_alloc
galois::LargeArray<Task> firstTasks(const Problem& problem, const Urgency& urgency);

/// A node whose residual is beyond this, for each of its edges, shows that over-relaxation has run
/// away: threads that relax neighbours at the same moment can drive each other on. 0 if all is
/// done.
double runawayResidual(const Problem& problem);

/// After so many relaxations a thread stops over-relaxing: far more than any graph has needed.
inline std::uint64_t patience(const Problem& problem) {
  return 64 * problem.question.graph.size() + 1000;
}

} // namespace pagerank

#endif
