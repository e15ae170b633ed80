/**
 * PageRank by power iteration: in each iteration every node computes its rank from its in-edges,
 * all at once. It is the synchronous algorithm that the asynchronous one is compared with.
 * Conventions that prescribe a number of iterations are defined by it.
 */
#pragma once

#include <cstdint>
#include <optional>

#include "PagerankProblem.h"

namespace pagerank {

/// Fills `ranks`, starting from 1/N for every node, with a given number of iterations. Without a
/// number, it iterates until the L1 distance to the true ranks is below `tolerance`. An iteration
/// reduces the distance by the factor d, so the distance is at most d / (1 - d) times the change of
/// the last iteration. Runs on all active threads, with O(nodes + edges) work per iteration.
/// @param inEdges  the reversed edges; not read where the question has weights
/// @return the number of iterations
std::uint64_t powerIteration(const Question& question, const Graph* inEdges, double tolerance,
                             std::optional<std::uint64_t> iterations,
                             galois::LargeArray<double>& ranks);

} // namespace pagerank
