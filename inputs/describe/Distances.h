/**
 * A lower bound of the diameter of a graph, by sweeps. A sweep goes from a node to the farthest
 * one, the next sweep from there along reversed arcs to the node farthest from it, and so on. Every
 * distance found is one between two nodes, so the greatest is a lower bound of the diameter. On
 * real graphs it is rarely far below (Magnien, Latapy, Habib: Fast Computation of Empirically Tight
 * Bounds for the Diameter of Massive Graphs, JEA 2009).
 */
#pragma once

#include "inputs/Graph.h"

#include <cstdint>
#include <vector>

namespace galois::inputs {

/// How the length of a path is measured.
enum class Measure {
  kHops,   ///< 1 per arc
  kWeight, ///< the arcs' weights
};

/// A shortest path between two nodes that are far apart.
struct FarPair {
  std::uint64_t from = 0; ///< where the path begins
  std::uint64_t to = 0;   ///< where it ends
  double distance = 0;    ///< its length
};

/// Performs sweeps on one graph. Needs a SharedMemSys and uses all active threads.
class Sweeps {
public:
  /// Both graphs must outlive this. Takes 8 bytes per node.
  /// @param backward  has the arcs of `forward` reversed; may be `forward` itself if that is
  ///                  symmetric
  Sweeps(const Graph& forward, const Graph& backward);

  /// Returns the farthest pair that `count` (at least 1) sweeps find, the first of them from
  /// `start`. The result does not depend on the number of threads. Float weights are rounded to
  /// multiples of 2^-32 of the greatest. Takes nearly O(nodes + arcs) time per sweep.
  FarPair farthest(std::uint32_t start, Measure measure, unsigned count);

private:
  /// Computes the distances of all nodes from `source`. Returns the farthest reached node, the
  /// lowest among equals.
  FarPair sweep(const Graph& graph, std::uint32_t source, Measure measure);

  const Graph& forward_;
  const Graph& backward_;
  double unit_ = 1; // distances by weight are integer multiples of it
  std::vector<std::uint64_t> distances_;
};

/// Returns the graph with all arcs and their weights reversed. The arcs of a node are in the order
/// of their heads. Takes O(nodes + arcs) time.
Graph reversed(const Graph& graph);

} // namespace galois::inputs
