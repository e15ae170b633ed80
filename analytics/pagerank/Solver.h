/** PageRank for galois::analytics::pagerank() and the program, with memory for several runs. */
#pragma once

#include <cstdint>

#include "InitialRanks.h"
#include "PagerankProblem.h"
#include "galois/LargeArray.h"
#include "galois/analytics/Pagerank.h"

namespace pagerank {

/// Returns the default share of a residual that a task takes on symmetric graphs. It is the best
/// over-relaxation for the slowest component of the error, which a plain step multiplies by
/// `damping` (Young's formula).
double bestRelaxation(double damping);

/// Checks the ranges of the plan's options.
/// @throws galois::analytics::InvalidOption  when an option of the plan is out of range
void checkPlan(const galois::analytics::PagerankPlan& plan);

/// An algorithm and why it was chosen.
struct ChosenAlgorithm {
  galois::analytics::PagerankPlan::Algorithm algorithm;
  std::string reason; ///< for people, such as "for personalised ranks"
};

/// Returns the algorithm that is fastest for a question, where none is asked for. Personalised
/// ranks concern few nodes, and tasks run only there. Other ranks concern all nodes, and sweeps
/// take fewer rounds than power iteration, most of all on graphs whose every edge has its reverse,
/// where they are over-relaxed.
/// @param plan          its algorithm is not looked at
/// @param personalized  whether restarts are not equally likely everywhere
ChosenAlgorithm fastestAlgorithm(const galois::analytics::PagerankPlan& plan, bool personalized);

/// Solves one question by one plan.
class Solver {
public:
  /// All arguments except the plan must outlive this object. Construct and use it on the main
  /// thread, outside parallel loops.
  /// @param plan       not with kAuto
  /// @param inEdges    the reversed edges; may be null for kWorklist with kPush, and with weights,
  ///                   where the question has them
  /// @param symmetric  whether every edge has its reverse, of the same weight
  /// @param ranks      receives the answer, one entry per node
  /// @throws galois::analytics::InvalidOption  see checkPlan(); also for a relaxation above 1 where
  ///                                           the graph is not symmetric
  /// @throws std::bad_alloc
  Solver(const Question& question, const Graph* inEdges, bool symmetric,
         const galois::analytics::PagerankPlan& plan, galois::LargeArray<double>& ranks);
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

  /// Computes the ranks on the threads that are active.
  galois::analytics::Execution run(const galois::analytics::RunOptions& options);
  /// Returns a sum of the residuals with which the algorithm stops at the latest.
  double residualsAllowed() const { return precision_.allowed; }
  /// Returns the share of a residual that a task takes.
  double relaxation() const { return problem_.relaxation; }

  static galois::analytics::AlgorithmList<galois::analytics::PagerankPlan> algorithms();

private:
  struct Table;
  using Info = galois::analytics::AlgorithmInfo<galois::analytics::PagerankPlan>;

  galois::analytics::Execution runResiduals(const Info& self,
                                            const galois::analytics::RunOptions& options);
  galois::analytics::Execution runPower(const Info& self,
                                        const galois::analytics::RunOptions& options);

  const Question& question_;
  const Graph* const inEdges_;
  const galois::analytics::PagerankPlan plan_;
  galois::LargeArray<double>& ranks_;
  const Precision precision_;
  galois::LargeArray<NodeState> states_;
  galois::LargeArray<double> shares_;
  galois::LargeArray<std::uint32_t> busy_;
  const Problem problem_;
};

/// Returns what is known about an algorithm.
inline const galois::analytics::AlgorithmInfo<galois::analytics::PagerankPlan>&
infoOf(galois::analytics::PagerankPlan::Algorithm algorithm) {
  return galois::analytics::algorithmOf(Solver::algorithms(), algorithm);
}

} // namespace pagerank
