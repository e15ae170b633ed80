/**
 * Minimum spanning forest: the edges of least weight in total that connect all that the graph
 * connects. An edge is there whichever way its arc leads; of parallel ones the lightest counts.
 */
#ifndef GALOIS_ANALYTICS_MST_H
#define GALOIS_ANALYTICS_MST_H

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "galois/analytics/Errors.h"
#include "galois/analytics/Execution.h"
#include "galois/analytics/Graph.h"
#include "galois/analytics/RunOptions.h"

namespace galois::analytics {

/// Which algorithm finds the forest.
struct MstPlan {
  enum Algorithm {
    kBoruvka,      ///< all components at once, in rounds
    kWorklist,     ///< contraction of components in the order of RunOptions::scheduler
    kKruskal,      ///< sequential
    kFilterKruskal ///< sorts the light edges, drops heavy ones that close circles
  };

  Algorithm algorithm = kBoruvka;
};

/// An edge of the forest.
struct ForestEdge {
  Node u, v; ///< u < v
  std::uint32_t weight;

  bool operator==(const ForestEdge&) const = default;
};

/// The edges are those of one particular forest, whatever the plan and the number of threads: equal
/// weights are ordered by their ends. They are sorted by weight, then by ends.
struct MstResult {
  std::vector<ForestEdge> edges;
  Execution execution;

  /// The sum of the weights.
  std::uint64_t weight() const {
    std::uint64_t sum = 0;
    for (const ForestEdge& edge : edges) {
      sum += edge.weight;
    }
    return sum;
  }
};

/// Finds the forest. Call it outside parallel loops, while a SharedMemSys is alive.
/// @throws std::bad_alloc
MstResult mst(const Graph<std::uint32_t>& graph, const MstPlan& plan = {},
              const RunOptions& options = {});

/// Checks a forest against the definition of the problem. Returns "" when it is right, else one
/// line about what is wrong.
/// @param fully  compare with Kruskal's algorithm too
std::string verifyMst(const Graph<std::uint32_t>& graph, std::span<const ForestEdge> edges,
                      bool fully = false);

} // namespace galois::analytics

#endif
