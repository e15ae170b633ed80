/**
 * Graph colouring: a colour for every node, such that no edge joins two nodes of the same colour,
 * with few different colours. The direction of edges does not matter, and loops are ignored.
 */
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "galois/LargeArray.h"
#include "galois/analytics/Algorithms.h"
#include "galois/analytics/Errors.h"
#include "galois/analytics/Execution.h"
#include "galois/analytics/Graph.h"
#include "galois/analytics/RunOptions.h"

namespace galois::analytics {

/// A colour. Colours are numbered from 0.
using Color = std::uint32_t;

/// Selects the algorithm that colours, and its options.
struct ColorPlan {
  /// The algorithms.
  enum Algorithm {
    /// Saturation colouring in the order of RunOptions::scheduler: nodes whose neighbours have many
    /// different colours come first.
    kWorklist,
    /// The same in exact order, on one thread [Brelaz, "New Methods to Color the Vertices of a
    /// Graph", CACM 1979]. O(edges log edges) time.
    kDsatur,
    /// Each node gets the least colour that no neighbour has, in the order of nodes, on one thread.
    /// O(edges) time.
    kGreedy,
    /// Greedy colouring on all threads, in nearly the order of nodes [Gebremedhin, Manne, "Scalable
    /// parallel graph coloring algorithms", Concurrency: Practice and Experience 12, 2000].
    kParallelGreedy
  };

  Algorithm algorithm = kWorklist; ///< the algorithm that runs
  /// For kWorklist: after the loop, one thread colours the dense core of the graph again, and then
  /// tries to give up the highest colours. Each step visits at most about 10 million ends of edges.
  bool improve = true;
};

/// Returns the algorithms of ColorPlan.
AlgorithmList<ColorPlan> colorAlgorithms();

/// Colours every node. No colour is above the greatest degree of the graph. With several threads,
/// kWorklist and kParallelGreedy may give other colours in each run.
///
/// Any thread may call it, outside parallel loops (Session.h). The first call on a graph also
/// builds Graph::undirected(). After an exception, the contents of `colors` are unspecified.
///
/// @param graph    the graph
/// @param colors   receives one colour per node; the previous contents do not matter
/// @param plan     the algorithm and its options
/// @param options  threads, scheduler, seed, and what is measured
/// @return what the run did; `useful` is the number of nodes
/// @throws InvalidOption   when `colors` has another size than the graph, or an option of the run
///                         is out of range
/// @throws Cancelled       when RunOptions::stop asked for it
/// @throws std::bad_alloc  when there is not enough memory
Execution color(const Graph<void>& graph, std::span<Color> colors, const ColorPlan& plan = {},
                const RunOptions& options = {});

/// The answer of color() in memory of its own.
struct ColorResult {
  LargeArray<Color> colors; ///< one per node
  Execution execution;      ///< what the run did
};

/// Colours every node and allocates the answer. Otherwise it behaves, and throws, like the function
/// above.
ColorResult color(const Graph<void>& graph, const ColorPlan& plan = {},
                  const RunOptions& options = {});

/// Checks that no edge joins two nodes of one colour, and that no colour is above the greatest
/// degree. The code shares nothing with the algorithms.
///
/// Any thread may call it, outside parallel loops (Session.h). It runs on all active threads, in
/// O(nodes + edges) time. The first call on a graph also builds Graph::undirected().
///
/// @param graph   the graph that was coloured
/// @param colors  one per node
/// @return "" when the colours are right, otherwise one line about the first node that is wrong
/// @throws InvalidOption   when `colors` has another size than the graph
/// @throws std::bad_alloc  when there is not enough memory
std::string verifyColor(const Graph<void>& graph, std::span<const Color> colors);

} // namespace galois::analytics
