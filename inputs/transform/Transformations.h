#ifndef GALOIS_INPUTS_TRANSFORM_TRANSFORMATIONS_H
#define GALOIS_INPUTS_TRANSFORM_TRANSFORMATIONS_H

#include "inputs/Graph.h"
#include "inputs/transform/RandomWeights.h"
#include "inputs/transform/Reorder.h"

#include <optional>

namespace galois::inputs {

/// Which transformations to make; they are made in the order of the fields.
struct Transformations {
  bool removeLoops = false;          ///< drop arcs from a node to itself
  bool removeDuplicates = false;     ///< of parallel arcs keep the lightest
  bool symmetrize = false;           ///< add missing reverse arcs
  bool largestComponent = false;     ///< keep the largest weakly connected component, renumbered
  std::optional<WeightSpec> weights; ///< replace the weights, by the ids in the result
  uint64_t scale = 1;                ///< multiply all weights by this
  /// Renumber the nodes; arcs keep their weights.
  std::optional<NodeOrder> order = std::nullopt;

  bool any() const {
    return removeLoops || removeDuplicates || symmetrize || largestComponent || weights ||
           scale != 1 || order;
  }
};

/// Makes them. Weights that are to be replaced anyway are dropped first, so they decide nothing.
void apply(const Transformations& transformations, Graph& graph);

} // namespace galois::inputs

#endif
