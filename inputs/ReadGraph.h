/**
 * One call from a file of any format to a graph for the algorithms of galois/analytics:
 *
 *     const auto cities = galois::inputs::readGraph<std::uint32_t>("cities.csv");
 *     const auto result = galois::analytics::sssp(cities.graph, cities.node("Paris"));
 *
 * A program that includes this header links Galois::inputs and Galois::analytics.
 */
#pragma once

#include "inputs/Error.h"
#include "inputs/Graph.h"
#include "inputs/InputGraph.h"
#include "inputs/formats/Formats.h"
#include "inputs/names/NodeIdMap.h"

#include "galois/analytics/Graph.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace galois::inputs {

/// A graph, and what its file calls the nodes.
/// @tparam W  as of analytics::Graph
template <typename W>
struct NamedGraph {
  analytics::Graph<W> graph; ///< the graph; copies are cheap
  NodeIdMap names;           ///< between nodes and what the file calls them
  /// The memory of a graph without weights, which must exist as long as that graph; null for
  /// others.
  std::shared_ptr<const Graph> arrays;

  /// Returns the node that the file calls so: by its name, or else its id or number.
  /// @throws InputError  when there is no such node
  analytics::Node node(std::string_view called) const {
    const auto found = names.nodeOf(called, graph.size());
    if (!found) {
      fail("{}: {}", called, names.describe(graph.size()));
    }
    return *found;
  }

  /// Returns what the file calls a node, as text files have it.
  std::string name(analytics::Node node) const { return names.nameOf(node).text(); }
};

namespace detail {

/// A graph in memory, and what its file calls the nodes.
struct ReadGraph {
  std::shared_ptr<Graph> graph; ///< never null
  NodeIdMap names;              ///< of its nodes
};

/// Returns whether a file is a binary one, whose values show what its weights are.
inline bool isBinary(const std::string& path, const PrepareOptions& options) {
  InputFile file(path);
  return formatOfInput(file, options.from).name == "gr";
}

/// Reads the graph of a file through prepareGraph(). Throws as that does.
inline ReadGraph readThroughCache(const std::string& path, const PrepareOptions& options) {
  PreparedGraph prepared = prepareGraph(path, options);
  InputFile file(prepared.path);
  ReadGraph read;
  read.graph = std::make_shared<Graph>(
      readGraphFile(file, "gr",
                    {.ignoreWeights = options.weightsUnused || options.unweighted,
                     .weightType = prepared.weights ? prepared.weights : options.weightType}));
  read.names = std::move(prepared.names);
  return read;
}

/// Returns all weights of a graph as numbers of this type; ones for a graph without weights.
/// @throws InputError  when a weight is no such number
template <typename W>
std::vector<W> weightsAs(const Graph& graph, const std::string& path) {
  std::vector<W> all(graph.numArcs(), W{1});
  for (std::uint64_t arc = 0; arc < all.size() && !graph.weights.empty(); ++arc) {
    all[arc] = graph.weights.as(graph.weights[arc], [&](auto weight) {
      const auto converted = static_cast<W>(weight);
      const bool negative = std::is_unsigned_v<W> && weight < decltype(weight){0};
      if (negative || static_cast<decltype(weight)>(converted) != weight) {
        fail(
            "{}: weight {} is not of the type of weights that the graph is read with; a graph with "
            "weights of type double takes all of them",
            path, weight);
      }
      return converted;
    });
  }
  return all;
}

} // namespace detail

/// Reads a graph from a file of any format that graph-convert reads. A text is converted once, and
/// kept in the user's cache folder, as the programs do (InputGraph.h). Takes memory for
/// the graph twice while it reads, and not thread-safe, as prepareGraph() is.
/// @tparam W  the type of weights: std::uint32_t, std::uint64_t, double, or void for none. Every
///            edge of a file without weights has weight 1
/// @param options  format, weights, and other changes. With W = double, text is read as doubles
/// @throws InputError      for a file that cannot be read, and for a weight that is not of type W
/// @throws std::bad_alloc  when there is not enough memory
template <typename W>
NamedGraph<W> readGraph(const std::string& path, PrepareOptions options = {}) {
  options.weightsUnused |= std::is_void_v<W>;
  if constexpr (std::is_floating_point_v<W>) {
    if (!options.weightType && !options.weights && !detail::isBinary(path, options)) {
      options.weightType = WeightType::kFloat;
    }
  } else if constexpr (!std::is_void_v<W>) {
    options.edgeBytes = sizeof(W);
  }
  detail::ReadGraph read = detail::readThroughCache(path, options);
  const std::span<const std::uint64_t> offsets(read.graph->offsets);
  const std::span<const std::uint32_t> targets(read.graph->dst);
  if constexpr (std::is_void_v<W>) {
    auto graph = analytics::Graph<void>::borrow(offsets, targets);
    return {std::move(graph), std::move(read.names), std::move(read.graph)};
  } else {
    const std::vector<W> weights = detail::weightsAs<W>(*read.graph, path);
    return {analytics::Graph<W>::pack(offsets, targets, std::span<const W>(weights)),
            std::move(read.names), nullptr};
  }
}

} // namespace galois::inputs
