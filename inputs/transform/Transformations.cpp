#include "inputs/transform/Transformations.h"

#include "inputs/transform/ContractChains.h"
#include "inputs/transform/LargestComponent.h"
#include "inputs/transform/ScaleWeights.h"
#include "inputs/transform/Simplify.h"
#include "inputs/transform/Symmetrize.h"

namespace galois::inputs {

void apply(const Transformations& transformations, Graph& graph) {
  if (transformations.weights) {
    graph.weights.clear();
  }
  if (transformations.removeLoops) {
    removeLoops(graph);
  }
  if (transformations.removeDuplicates) {
    removeDuplicates(graph);
  }
  if (transformations.symmetrize) {
    symmetrize(graph);
  }
  if (transformations.largestComponent) {
    keepLargestComponent(graph);
  }
  if (transformations.strongComponent) {
    keepLargestStrongComponent(graph);
  }
  if (transformations.weights) {
    setRandomWeights(graph, *transformations.weights);
  }
  if (transformations.scale != 1) {
    scaleWeights(graph, transformations.scale);
  }
  if (transformations.contractChains) {
    contractChains(graph);
  }
  if (transformations.order) {
    renumber(graph, orderOf(graph, *transformations.order));
  }
}

} // namespace galois::inputs
