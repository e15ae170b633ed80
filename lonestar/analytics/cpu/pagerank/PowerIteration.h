/**
 * PageRank by power iteration: every node computes its rank from its in-edges, all at once, again
 * and again. The synchronous algorithm that the asynchronous one is measured against, and the one
 * that conventions with a number of iterations are defined by.
 */
#ifndef GALOIS_LONESTAR_PAGERANK_POWERITERATION_H
#define GALOIS_LONESTAR_PAGERANK_POWERITERATION_H

#include <cstdint>
#include <optional>

#include "PagerankProblem.h"

namespace pagerank {

/// Fills `ranks`, from 1/N for every node: with that many iterations, or, without a number, with as
/// many as bring the L1 distance to the true ranks below `tolerance`. An iteration brings ranks d
/// times as near to the truth, so the distance is at most d / (1 - d) times what the last one
/// changed. Returns the number of iterations. On all active threads, O(nodes + edges) each.
std::uint64_t powerIteration(const Question& question, const Graph& inEdges, double tolerance,
                             std::optional<std::uint64_t> iterations,
                             galois::LargeArray<double>& ranks);

} // namespace pagerank

#endif
