/** The steps before and after the asynchronous algorithm. */
#pragma once

#include <cstdint>

#include "PagerankProblem.h"

namespace pagerank {

/// How large the residuals may be at the end, summed over all nodes without signs.
struct Precision {
  double allowed; ///< whatever the answer is
  double perSum;  ///< so many times any lower bound of the sum of the answer is allowed, too
};

/// Returns the precision for an answer within `tolerance` of the true ranks in L1.
/// computeResiduals() gives a node the threshold
///
///     what is allowed * ((1 - d) / N + d * its edges / all edges),
///
/// because a task of a node with more edges costs more, and so has to achieve more.
///
/// Proof. The present rank p has the error e = (I - dP')^-1 r, where r are the residuals. The
/// columns of that matrix sum to 1 / (1 - d) at most, so |e| <= |r| / (1 - d) in L1. So tolerance *
/// (1 - d) is right where p is the answer, that is with --dangling=none and where every node has
/// edges. Otherwise ranks are divided by their sum. With |e| <= h sum(y), their error is then at
/// most 2h / (1 - h), which is the tolerance for h = tolerance / (2 + tolerance). The sum of y is
/// at least that of the first two terms of y = (1 - d) (t + dP't + ...), and at least sum(p) - |r|
/// / (1 - d), which sweep() knows. Where graph and reverse are the same, the sum is known to be 1 -
/// d D(t), because no edge leads to a node without edges. Dividing by that leaves an error of at
/// most h.
Precision precisionFor(const Question& question, bool symmetric, double tolerance);

/// Sets initial shares near the answer. For a symmetric graph without weights the ranks are a mix of
/// the restart distribution and of the degrees (the answer without damping). Otherwise they are the
/// restart distribution times the factor that makes the residuals sum to 0. Runs on all active
/// threads, in O(nodes) time.
void start(const Problem& problem);

/// How sweeps ended.
struct Sweeps {
  std::uint64_t number;
  bool solved;    ///< the residuals are what is allowed, so nothing is left to do
  double allowed; ///< sum of residuals
};

/// Performs sweeps; call it after start(). In a sweep every node, in the order of nodes, pulls its
/// rank from its in-neighbours' latest ranks (Gauss-Seidel, over-relaxed as Push is). Sweeps access
/// memory in order and push no changes, so they take a third of the time of tasks that achieve the
/// same. The function stops when the residuals are allowed, when they do not fall, or when sweeps
/// no longer pay: when less than a quarter of all edges belong to nodes above their thresholds, and
/// more than two further sweeps seem to be needed by how the residuals fell in the last one. Needs
/// in-edges. Runs on all active threads, with O(nodes + edges) work per sweep.
///
/// A sweep finds the residual r(v) of each node v just before it adds w r(v) to the rank, where w
/// is the relaxation. What is left of it is (1 - w) r(v), and whatever the order, v's residual
/// changes afterwards at most by the damping d times w |r(u)| over u's degree, for each edge from
/// u. So all residuals after the sweep sum to at most (|1 - w| + d w) times those found in it.
Sweeps sweep(const Problem& problem, const Precision& precision);

/// Sets all ranks and residuals from the shares, and thresholds that sum to `allowed`. Call it
/// after start() or sweep(). Runs on all active threads, in O(nodes + edges) time.
void computeResiduals(const Problem& problem, double allowed);

/// Converts the ranks that the loop has left to the ranks of the equation to solve. Runs on all
/// active threads.
/// @param swept  the shares have the ranks, since sweeps solved the problem
void finish(const Problem& problem, bool swept);

} // namespace pagerank
