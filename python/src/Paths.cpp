// shortest_path_tree(), path_to() and path_edges(): the paths that belong to the distances of sssp() and
// bfs().
#include "galois/analytics/ShortestPathTree.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <variant>
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

/// Finds the edges between consecutive nodes of a shortest path: the lightest of parallel ones, and of
/// these the first.
/// @param edges  whether weights do not count, as in those of bfs()
/// @return the place of each edge in the rows of the graph, and that of the first edge of its row
nb::tuple pathEdges(const AnyGraph& graph, const Array<const Node>& path, bool edges) {
  const std::span<const Node> nodes = spanOf(path);
  std::vector<std::int64_t> places;
  std::vector<std::int64_t> begins;
  std::visit(
      [&]<typename W>(const Graph<W>& known) {
        const auto& rows = known.rows();
        const auto* const first = rows.edges().begin();
        for (std::size_t i = 1; i < nodes.size(); ++i) {
          const auto* const begin = rows.rowBegin(nodes[i - 1]);
          const auto* const end = rows.rowEnd(nodes[i - 1]);
          const auto* best = end;
          for (const auto* edge = begin; edge != end; ++edge) {
            if (edge->dst != nodes[i]) {
              continue;
            }
            bool lighter = best == end;
            if constexpr (!std::is_void_v<W>) {
              lighter = lighter || (!edges && edge->weight < best->weight);
            }
            best = lighter ? edge : best;
          }
          if (best == end) {
            throw nb::value_error("the path has two nodes that no edge joins");
          }
          places.push_back(best - first);
          begins.push_back(begin - first);
        }
      },
      graph.kind());
  return nb::make_tuple(copyOf<std::int64_t>(places.data(), places.size(), {places.size()}),
                        copyOf<std::int64_t>(begins.data(), begins.size(), {begins.size()}));
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
  module.def("path_edges", &pathEdges, nb::arg("graph"), nb::arg("path").noconvert(),
             nb::arg("edges"),
             "Returns the places of the edges of a shortest path, and those of their rows.");
}

} // namespace galois::python
