#include "inputs/Graph.h"

#include "inputs/Error.h"

#include <unistd.h>

#include <algorithm>

namespace galois::inputs {

std::pair<std::uint64_t, std::uint64_t> weightRange(const Graph& graph) {
  if (graph.weights.empty() || graph.dst.empty()) {
    return {0, 0};
  }
  std::uint64_t low = UINT64_MAX;
  std::uint64_t high = 0;
  for (std::uint64_t arc = 0; arc < graph.numArcs(); ++arc) {
    low = std::min(low, graph.weights[arc]);
    high = std::max(high, graph.weights[arc]);
  }
  return {low, high};
}

std::string describeWeights(const Graph& graph) {
  if (graph.weights.empty()) {
    return "no weights";
  }
  const auto [lightest, heaviest] = weightRange(graph);
  if (graph.weights.type() == WeightType::kInteger) {
    return fmt::format("weights {} to {}", lightest, heaviest);
  }
  return fmt::format("float weights {} to {}", Weights::floatOf(lightest),
                     Weights::floatOf(heaviest));
}

void checkFits(std::uint64_t numNodes, std::uint64_t numArcs, unsigned weightBytes,
               const char* source) {
  if (numNodes > kMaxNodes) {
    fail("{}: {} nodes are too many: node ids are 32 bits, so at most {}", source, numNodes,
         kMaxNodes);
  }
  const auto memory =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  const double needed =
      8.0 * static_cast<double>(numNodes) + (4.0 + weightBytes) * static_cast<double>(numArcs);
  if (needed > memory) {
    fail("{}: {} nodes and {} arcs take {:.1f} GB of memory and this machine has {:.1f} GB; are "
         "the counts in "
         "the file right?",
         source, numNodes, numArcs, needed / 1e9, memory / 1e9);
  }
}

} // namespace galois::inputs
