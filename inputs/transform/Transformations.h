/** A sequence of transformations. */
#pragma once

#include "inputs/Graph.h"
#include "inputs/transform/RandomWeights.h"
#include "inputs/transform/Reorder.h"

#include <optional>

namespace galois::inputs {

/// The transformations to apply, in the order of the fields.
struct Transformations {
  bool removeLoops = false;          ///< remove arcs from a node to itself
  bool removeDuplicates = false;     ///< keep the lightest of parallel arcs
  bool symmetrize = false;           ///< add missing reverse arcs
  bool largestComponent = false;     ///< keep the largest weakly connected component, renumbered
  bool strongComponent = false;      ///< keep the largest strongly connected component, renumbered
  std::optional<WeightSpec> weights; ///< replace the weights, according to the ids in the result
  std::uint64_t scale = 1;           ///< multiply all weights by this
  bool contractChains = false;       ///< replace chains of nodes by arcs (ContractChains.h)
  /// Renumber the nodes; arcs keep their weights.
  std::optional<NodeOrder> order = std::nullopt;

  /// Returns whether there is anything to do.
  bool any() const {
    return removeLoops || removeDuplicates || symmetrize || largestComponent || strongComponent ||
           weights || scale != 1 || contractChains || order;
  }
};

/// Applies them. Weights that are to be replaced are removed first, so they have no influence.
void apply(const Transformations& transformations, Graph& graph);

} // namespace galois::inputs
