/** What surrounds the asynchronous algorithm: where ranks start and end. */
#ifndef GALOIS_LONESTAR_PAGERANK_PREPARATION_H
#define GALOIS_LONESTAR_PAGERANK_PREPARATION_H

#include <cstdint>

#include "PagerankProblem.h"

namespace pagerank {

/// How large the residuals may be that the asynchronous algorithm leaves alone, summed over all
/// nodes, so that the answer is within `tolerance` of the true ranks in L1. start() gives a node
///
///     threshold = this * ((1 - d) / N + d * its edges / all edges)
///
/// of it: a task costs as much as its node has edges, and has to be worth that.
///
/// Proof. The rank so far, p, misses e = (I - dP')^-1 r where r are the residuals. The columns of
/// that matrix sum to 1 / (1 - d) at most, so |e| <= |r| / (1 - d) in L1: tolerance * (1 - d) is
/// right where p is the answer, with --dangling=none and where every node has edges. Else ranks are
/// divided by their sum: with |e| <= h sum(y), that leaves them off by at most 2h / (1 - h), which
/// is the tolerance for h = tolerance / (2 + tolerance). The sum of y is at least that of the first
/// two terms of y = (1 - d) (t + dP't + ...). Where graph and reverse are the same, it is known,
/// because nobody comes to a node without edges by an edge: 1 - d D(t). Dividing by that leaves the
/// ranks off by h only.
double residualsAllowed(const Question& question, bool symmetric, double tolerance);

/// A start: ranks near the answer, and thresholds that sum to `allowed`. With a symmetric graph
/// that is a mix of where surfers start anew and of the degrees (the answer without damping); else
/// where they start anew, times what makes the residuals sum to 0. On all active threads, O(nodes).
void start(const Problem& problem, double allowed);

/// Sweeps, after start(): each pulls the rank of every node, in the order of nodes, from ranks of
/// which some are of this sweep already (Gauss-Seidel; over-relaxed as Push is). Nodes are in the
/// order of memory, and nothing is told: a third of what tasks cost that do as much. Goes on while
/// sweeps pay: while nodes with a quarter of all edges are not near enough yet, and residuals fall.
/// Needs in-edges. Returns the number of sweeps. On all active
/// threads, O(nodes + edges) each.
std::uint64_t sweep(const Problem& problem);

/// Computes the residuals of all ranks, after start() or sweep(). On all active threads,
/// O(nodes + edges).
void computeResiduals(const Problem& problem);

/// Makes the ranks that the loop has left those of the question. On all active threads.
void finish(const Problem& problem);

} // namespace pagerank

#endif
