/**
 * Spanning forests of a graph with 32-bit weights, for galois::analytics::mst() and the program.
 */
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "MstProblem.h"
#include "analytics/graphs/OnDemandUndirected.h"
#include "galois/analytics/Mst.h"

namespace mst {

/// The graph of a forest.
struct Input {
  /// Returns the undirected graph with sorted rows, and makes it before.
  std::function<Graph&()> undirected;
  /// Returns the forest by kruskal(), on the graph as it is.
  std::function<std::vector<Edge>(std::uint64_t& looked)> kruskal;
};

/// Returns a graph whose weights are keys. @param graph  must outlive the result
Input inputOf(lonestar::OnDemandUndirected<Weight>& graph);

/// Writes the edges of the least forest into `forest`, in any order. Runs on the active threads,
/// outside parallel loops.
/// @throws std::bad_alloc
galois::analytics::Execution findForest(const Input& input, std::vector<Edge>& forest,
                                        const galois::analytics::MstPlan& plan,
                                        const galois::analytics::RunOptions& options);

/// Returns the algorithm that is fastest for so many threads, where none is asked for.
galois::analytics::MstPlan::Algorithm fastestAlgorithm(unsigned threads);

/// Returns "" when `forest` is the least forest of the graph, otherwise one line about what is
/// wrong. Sorts `forest` by weight. Runs on the active threads, outside parallel loops.
/// @param fully  also compare with Kruskal's algorithm, on one thread
/// @throws std::bad_alloc
std::string verifyAnswer(const lonestar::OnDemandUndirected<Weight>& graph,
                         std::vector<Edge>& forest, bool fully);

} // namespace mst
