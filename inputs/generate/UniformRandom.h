/** Uniform random graphs. */
#pragma once

#include "inputs/Graph.h"

#include "inputs/generate/CounterRandom.h"

#include <cstdint>
#include <utility>

namespace galois::inputs {

/// The arcs of such a graph, each of which can be drawn without the others.
class UniformArcs {
public:
  /// @throws UsageError for arcs without nodes
  UniformArcs(std::uint64_t nodes, std::uint64_t arcs, std::uint64_t seed);

  std::uint64_t nodes() const { return nodes_; } ///< returns the number of nodes
  std::uint64_t arcs() const { return arcs_; }   ///< returns the number of arcs
  /// Returns tail and head of an arc below arcs(). A node's arcs are in the order of these numbers.
  std::pair<std::uint32_t, std::uint32_t> operator()(std::uint64_t arc) const {
    return {static_cast<std::uint32_t>(random_.below(nodes_, 0, arc)),
            static_cast<std::uint32_t>(random_.below(nodes_, 1, arc))};
  }

private:
  std::uint64_t nodes_, arcs_;
  CounterRandom random_;
};

/// Returns a directed graph of `arcs` arcs, both ends of each uniformly random among `nodes` nodes
/// (Erdos and Renyi's model, with loops and parallel arcs). The caller sets the weights. Takes
/// O(nodes + arcs) time.
/// @throws UsageError for arcs without nodes
/// @throws InputError when the graph does not fit in memory
Graph generateUniform(std::uint64_t nodes, std::uint64_t arcs, std::uint64_t seed,
                      bool progress = false);

} // namespace galois::inputs
