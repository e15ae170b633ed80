/** The steps before and after the asynchronous algorithm. */
#pragma once

#include <cstdint>

#include "PagerankProblem.h"

namespace pagerank {

/// Returns how large the residuals may be at the end, summed over all nodes, for an answer within
/// `tolerance` of the true ranks in L1. start() gives a node the threshold
///
///     this * ((1 - d) / N + d * its edges / all edges),
///
/// because a task of a node with more edges costs more, and so has to achieve more.
///
/// Proof. The present rank p has the error e = (I - dP')^-1 r, where r are the residuals. The
/// columns of that matrix sum to 1 / (1 - d) at most, so |e| <= |r| / (1 - d) in L1. So tolerance *
/// (1 - d) is right where p is the answer, that is with --dangling=none and where every node has
/// edges. Otherwise ranks are divided by their sum. With |e| <= h sum(y), their error is then at
/// most 2h / (1 - h), which is the tolerance for h = tolerance / (2 + tolerance). The sum of y is
/// at least that of the first two terms of y = (1 - d) (t + dP't + ...). Where graph and reverse
/// are the same, the sum is known to be 1 - d D(t), because no edge leads to a node without edges.
/// Dividing by that leaves an error of at most h.
double residualsAllowed(const Question& question, bool symmetric, double tolerance);

/// Sets initial ranks near the answer, and thresholds that sum to `allowed`. For a symmetric graph
/// the ranks are a mix of the restart distribution and of the degrees (the answer without damping).
/// Otherwise they are the restart distribution times the factor that makes the residuals sum to 0.
/// Runs on all active threads, in O(nodes) time.
void start(const Problem& problem, double allowed);

/// Performs sweeps; call it after start(). In a sweep every node, in the order of nodes, pulls its
/// rank from its in-neighbours' latest ranks (Gauss-Seidel, over-relaxed as Push is). Sweeps access
/// memory in order and push no changes, so they take a third of the time of tasks that achieve the
/// same. The function stops when sweeps no longer pay: when less than a quarter of all edges belong
/// to nodes above their thresholds, or when the residuals do not fall. Needs in-edges. Runs on all
/// active threads, with O(nodes + edges) work per sweep.
/// @return the number of sweeps
std::uint64_t sweep(const Problem& problem);

/// Computes the residuals of all ranks, after start() or sweep(). Runs on all active threads, in
/// O(nodes + edges) time.
void computeResiduals(const Problem& problem);

/// Converts the ranks that the loop has left to the ranks of the equation to solve. Runs on all
/// active threads.
void finish(const Problem& problem);

} // namespace pagerank
