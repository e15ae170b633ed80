#ifndef GALOIS_INPUTS_DESCRIBE_DISTANCES_H
#define GALOIS_INPUTS_DESCRIBE_DISTANCES_H

// How far apart the nodes of a graph get, estimated by sweeps: from a node to the one that is
// farthest, from there back along reversed arcs to the one farthest from it, and so on. Every
// distance found is one between two nodes, so the greatest is a lower bound of the diameter; on
// real graphs it is rarely far below (Magnien, Latapy, Habib: Fast Computation of Empirically Tight
// Bounds for the Diameter of Massive Graphs, JEA 2009).

#include "inputs/Graph.h"

#include <cstdint>
#include <vector>

namespace galois::inputs {

/// What to add up along a path.
enum class Measure {
  kHops,   ///< 1 an arc
  kWeight, ///< its weight
};

/// A shortest path between two nodes that are far apart.
struct FarPair {
  uint64_t from = 0;
  uint64_t to = 0;
  double distance = 0;
};

/// Makes sweeps over one graph. Needs a SharedMemSys and uses all active threads.
class Sweeps {
public:
  /// `backward` has the arcs of `forward` reversed; for symmetric graphs both may be one. Both must
  /// outlive this. 8 bytes a node.
  Sweeps(const Graph& forward, const Graph& backward);

  /// The farthest pair that `count` (at least 1) sweeps find, the first from `start`. The same on
  /// any number of threads. Float weights are rounded to a part in 2^32 of the greatest. O(nodes +
  /// arcs) a sweep, nearly.
  FarPair farthest(uint32_t start, Measure measure, unsigned count);

private:
  /// Distances of all nodes from `source`; the farthest reached one, of several the lowest.
  FarPair sweep(const Graph& graph, uint32_t source, Measure measure);

  const Graph& forward_;
  const Graph& backward_;
  double unit_ = 1; // distances by weight are whole multiples of it
  std::vector<uint64_t> distances_;
};

/// The graph with all arcs reversed, weights with them; the arcs of a node in the order of their
/// heads. O(nodes + arcs).
Graph reversed(const Graph& graph);

} // namespace galois::inputs

#endif
