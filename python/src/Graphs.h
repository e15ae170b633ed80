/**
 * The graph behind galois_cps.Graph: one of the four kinds of graph of the library, what must live
 * as long as it, and the other kinds that algorithms make of it at first use.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <variant>

#include <nanobind/nanobind.h>

#include "galois/LargeArray.h"
#include "galois/analytics/Graph.h"
#include "galois/graphs/FromArrays.h"

namespace galois::python {

namespace nb = nanobind;
using analytics::Graph;
using analytics::Node;

/// Arrays that a graph refers to.
/// @tparam W  the type of weights
template <typename W>
struct OwnedRows {
  LargeArray<std::uint64_t> offsets;
  LargeArray<graphs::PackedEdge<W>> edges;

  /// Allocates the arrays. Inside a call.
  OwnedRows(std::size_t nodes, std::size_t edgeCount) {
    offsets.allocateInterleaved(nodes + 1);
    edges.allocateInterleaved(edgeCount);
  }

  /// Returns a graph on the arrays, which are complete now. Inside a call.
  Graph<W> graph() const {
    return Graph<W>(
        graphs::viewEdges(std::span<const std::uint64_t>(offsets.data(), offsets.size()),
                          std::span<const graphs::PackedEdge<W>>(edges.data(), edges.size())));
  }
};

/// A graph with weights of any type, or without.
class AnyGraph {
public:
  using Kinds =
      std::variant<Graph<void>, Graph<std::uint32_t>, Graph<std::uint64_t>, Graph<double>>;

  /// @param memory   what C++ owns and the graph refers to
  /// @param borrowed what Python owns and the graph refers to
  template <typename W>
  explicit AnyGraph(Graph<W> graph, std::shared_ptr<void> memory = {}, nb::object borrowed = {})
      : memory_(std::move(memory)), borrowed_(std::move(borrowed)), graph_(std::move(graph)) {}

  const Kinds& kind() const noexcept { return graph_; }
  std::size_t size() const;
  std::size_t sizeEdges() const;
  /// Returns the type of weights as NumPy names it, or None.
  std::optional<std::string> weightType() const;
  template <typename W>
  bool has() const noexcept {
    return std::holds_alternative<Graph<W>>(graph_);
  }

  /// Returns the graph with weights of type W, or without weights. It is the graph itself if it has
  /// that type. Otherwise it is made at first use and kept; a graph without weights then has 1 on
  /// every edge. Inside a call, so that calls of several threads do not meet here.
  template <typename W>
  const Graph<W>& as();

private:
  template <typename W>
  struct Derived {
    std::unique_ptr<OwnedRows<W>> rows;
    Graph<W> graph;
  };

  std::shared_ptr<void> memory_;
  nb::object borrowed_;
  Kinds graph_;
  std::tuple<std::optional<Derived<void>>, std::optional<Derived<std::uint32_t>>,
             std::optional<Derived<std::uint64_t>>, std::optional<Derived<double>>>
      derived_;
};

void bindGraphs(nb::module_& module); ///< adds the class Graph and its makers to the module

} // namespace galois::python
