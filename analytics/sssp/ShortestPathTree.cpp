#include "galois/analytics/ShortestPathTree.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include <fmt/format.h>

#include "DistanceChecks.h"
#include "Predecessors.h"
#include "analytics/graphs/PerNode.h"

namespace galois::analytics {

template <typename W, typename D>
void shortestPathTree(const Graph<W>& graph, std::span<const Node> sources,
                      std::span<const D> distances, std::span<Node> predecessors,
                      const RunOptions& options) {
  ::sssp::checkArguments(graph.size(), sources, distances.size());
  lonestar::checkOnePerNode("predecessors", predecessors.size(), graph.size());
  Session::get().run(options, graph.size() + graph.sizeEdges(), [&] {
    ::sssp::Predecessors<W, D>(graph.rows(), distances, predecessors).find(sources);
  });
}

std::vector<Node> pathTo(std::span<const Node> predecessors, Node target) {
  const std::size_t nodes = predecessors.size();
  if (target >= nodes) {
    throw NodeOutOfRange(target, nodes);
  }
  std::vector<Node> path;
  if (predecessors[target] == kNoPredecessor) {
    return path;
  }
  Node node = target;
  path.push_back(node);
  while (predecessors[node] != node) {
    const Node before = predecessors[node];
    if (before >= nodes) {
      throw InvalidOption("predecessors", std::to_string(before),
                          fmt::format("the predecessor of node {} must be a node", node));
    }
    if (path.size() == nodes) {
      throw InvalidOption("predecessors", std::to_string(before),
                          fmt::format("those of node {} form a cycle, but must lead to a source, "
                                      "which is its own predecessor",
                                      target));
    }
    node = before;
    path.push_back(node);
  }
  std::reverse(path.begin(), path.end());
  return path;
}

#define GALOIS_ANALYTICS_SHORTESTPATHTREE(W, D)                                                    \
  template void shortestPathTree(const Graph<W>&, std::span<const Node>, std::span<const D>,       \
                                 std::span<Node>, const RunOptions&);
GALOIS_ANALYTICS_SHORTESTPATHTREE(std::uint32_t, std::uint32_t)
GALOIS_ANALYTICS_SHORTESTPATHTREE(std::uint32_t, std::uint64_t)
GALOIS_ANALYTICS_SHORTESTPATHTREE(std::uint64_t, std::uint64_t)
GALOIS_ANALYTICS_SHORTESTPATHTREE(double, double)
GALOIS_ANALYTICS_SHORTESTPATHTREE(void, std::uint32_t)
#undef GALOIS_ANALYTICS_SHORTESTPATHTREE

} // namespace galois::analytics
