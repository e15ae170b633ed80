/**
 * Spanning forests of a graph that is already undirected, for galois::analytics::mst() and the
 * program.
 */
#pragma once

#include <string>
#include <vector>

#include "MstProblem.h"
#include "galois/analytics/Mst.h"

namespace mst {

/// Writes the edges of the least forest into `forest`, in any order. Runs on the active threads,
/// outside parallel loops. The rows of the graph must be sorted by the edges' other ends;
/// contraction leaves them in another order, and graph.sortRows() sorts them again.
/// @throws std::bad_alloc
galois::analytics::Execution findForest(Graph& graph, std::vector<Edge>& forest,
                                        const galois::analytics::MstPlan& plan,
                                        const galois::analytics::RunOptions& options);

/// Returns the algorithm that is fastest for so many threads, where none is asked for.
galois::analytics::MstPlan::Algorithm fastestAlgorithm(unsigned threads);

/// Returns "" when `forest` is the least forest of the graph, otherwise one line about what is
/// wrong. Sorts `forest` by weight. Runs on the active threads, outside parallel loops.
/// @param fully  also compare with Kruskal's algorithm, on one thread
/// @throws std::bad_alloc
std::string verifyAnswer(const Graph& graph, std::vector<Edge>& forest, bool fully);

} // namespace mst
