/**
 * Graph colouring: a colour for every node, few in all, such that no edge joins two nodes of one
 * colour. An edge is there whichever way its arc leads; loops count for nothing.
 */
#ifndef GALOIS_ANALYTICS_COLOR_H
#define GALOIS_ANALYTICS_COLOR_H

#include <cstdint>
#include <span>
#include <string>

#include "galois/LargeArray.h"
#include "galois/analytics/Errors.h"
#include "galois/analytics/Execution.h"
#include "galois/analytics/Graph.h"
#include "galois/analytics/RunOptions.h"

namespace galois::analytics {

/// Colours are numbered from 0.
using Color = std::uint32_t;

/// Which algorithm colours, and its options.
struct ColorPlan {
  enum Algorithm {
    kWorklist, ///< the node that sees most colours first, in the order of RunOptions::scheduler
    kDsatur,   ///< the same exactly, on one thread
    kGreedy,   ///< in the order of nodes, on one thread
    kParallelGreedy ///< nearly so, on all threads
  };

  Algorithm algorithm = kWorklist;
  /// Of kWorklist: colour the dense core again after the loop, and empty the highest colours, with
  /// bounded effort.
  bool improve = true;
};

/// Writes the colour of every node into `colors`. No colour is above the greatest degree. Call it
/// outside parallel loops, while a SharedMemSys is alive.
/// @param colors  as many as there are nodes; what they hold before does not matter
/// @throws InvalidOption  when `colors` has another size
/// @throws std::bad_alloc
Execution color(const Graph<void>& graph, std::span<Color> colors, const ColorPlan& plan = {},
                const RunOptions& options = {});

/// Colours in memory of their own.
struct ColorResult {
  LargeArray<Color> colors;
  Execution execution;
};

ColorResult color(const Graph<void>& graph, const ColorPlan& plan = {},
                  const RunOptions& options = {});

/// Checks colours against the definition of the problem. Returns "" when they are right, else one
/// line about what is wrong. O(edges).
/// @throws InvalidOption  when `colors` has another size than the graph
std::string verifyColor(const Graph<void>& graph, std::span<const Color> colors);

} // namespace galois::analytics

#endif
