// shortest_path_tree() and path_to(): the paths that belong to the distances of sssp() and bfs().
#include "galois/analytics/ShortestPathTree.h"

#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "Algorithms.h"
#include "Arrays.h"
#include "Calls.h"
#include "Graphs.h"

namespace galois::python {

namespace {

template <typename W, typename D>
nb::object treeOf(AnyGraph& graph, const Array<const Node>& sources,
                  const Array<const D>& distances, const CallOptions& options) {
  LargeArray<Node> predecessors;
  runCall(options, [&](const analytics::RunOptions& run) {
    const Graph<W>& typed = graph.as<W>();
    predecessors.allocateInterleaved(typed.size());
    analytics::shortestPathTree(typed, spanOf(sources), spanOf(distances),
                                std::span<Node>(predecessors.data(), predecessors.size()), run);
  });
  // kNoPredecessor becomes -1.
  return toNumpy<std::int32_t>(std::move(predecessors));
}

/// @param edges  whether the distances count edges, as those of bfs()
template <typename D>
nb::object shortestPathTree(AnyGraph& graph, const Array<const Node>& sources,
                            const Array<const D>& distances, bool edges,
                            const CallOptions& options) {
  if constexpr (std::is_same_v<D, std::uint32_t>) {
    if (edges) {
      return treeOf<void, D>(graph, sources, distances, options);
    }
  }
  if constexpr (std::is_same_v<D, std::uint64_t>) {
    if (!graph.has<std::uint64_t>()) {
      return treeOf<std::uint32_t, D>(graph, sources, distances, options);
    }
  }
  return treeOf<D, D>(graph, sources, distances, options);
}

nb::object pathTo(const Array<const std::int32_t>& predecessors, Node target) {
  const std::span<const std::int32_t> values = spanOf(predecessors);
  const std::span<const Node> nodes(reinterpret_cast<const Node*>(values.data()), values.size());
  const std::vector<Node> path = analytics::pathTo(nodes, target);
  return copyOf<Node>(path.data(), path.size(), {path.size()});
}

template <typename D>
void bindTree(nb::module_& module) {
  module.def("shortest_path_tree", &shortestPathTree<D>, nb::arg("graph"),
             nb::arg("sources").noconvert(), nb::arg("distances").noconvert(), nb::arg("edges"),
             nb::arg("options"), "Returns the predecessor of every node.");
}

} // namespace

void bindPaths(nb::module_& module) {
  bindTree<std::uint32_t>(module);
  bindTree<std::uint64_t>(module);
  bindTree<double>(module);
  module.def("path_to", &pathTo, nb::arg("predecessors").noconvert(), nb::arg("target"),
             "Returns the nodes of the path to a node.");
}

} // namespace galois::python
