#include "Graphs.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <type_traits>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include "Arrays.h"
#include "Calls.h"
#include "galois/Loops.h"
#include "galois/substrate/Cancellation.h"

namespace galois::python {

namespace {

template <typename W>
constexpr const char* kWeightName = std::is_same_v<W, std::uint32_t>   ? "uint32"
                                    : std::is_same_v<W, std::uint64_t> ? "uint64"
                                                                       : "float64";

/// Copies the edges of a graph into rows of another type of weights.
template <typename To, typename From>
std::unique_ptr<OwnedRows<To>> convert(const Graph<From>& graph) {
  const auto& from = graph.rows();
  auto rows = std::make_unique<OwnedRows<To>>(graph.size(), graph.sizeEdges());
  const auto* const first = from.edges().begin();
  rows->offsets[0] = 0;
  do_all(
      iterate(std::size_t{0}, graph.size()),
      [&](std::size_t n) {
        const auto node = static_cast<Node>(n);
        rows->offsets[n + 1] = static_cast<std::uint64_t>(from.rowEnd(node) - first);
        for (const auto* edge = from.rowBegin(node); edge != from.rowEnd(node); ++edge) {
          graphs::PackedEdge<To>& copy = rows->edges[static_cast<std::size_t>(edge - first)];
          copy.dst = edge->dst;
          if constexpr (!std::is_void_v<To>) {
            copy.weight = static_cast<To>(edge->weight);
          }
        }
      },
      steal());
  return rows;
}

/// Makes a graph from arrays of compressed sparse rows, which it copies.
template <typename W, typename Offset>
AnyGraph* pack(const Array<const Offset>& offsets, const Array<const Node>& targets,
               const Array<const W>& weights, unsigned threads) {
  std::unique_ptr<AnyGraph> made;
  runCall(plainOptions(threads), [&](const analytics::RunOptions&) {
    made = std::make_unique<AnyGraph>(
        Graph<W>(graphs::packArrays(spanOf(offsets), spanOf(targets), spanOf(weights))));
  });
  return made.release();
}

/// Makes a graph without weights on arrays of compressed sparse rows, and keeps them alive.
template <typename Offset>
AnyGraph* borrow(const Array<const Offset>& offsets, const Array<const Node>& targets,
                 nb::object owner, unsigned threads) {
  std::optional<Graph<void>> graph;
  runCall(plainOptions(threads), [&](const analytics::RunOptions&) {
    graph.emplace(Graph<void>::borrow(spanOf(offsets), spanOf(targets)));
  });
  return new AnyGraph(*graph, {}, std::move(owner));
}

template <typename W, typename Offset>
AnyGraph* borrowEdges(const Array<const Offset>& offsets, const Array<const std::uint8_t>& bytes,
                      nb::object owner, unsigned threads) {
  using Edge = graphs::PackedEdge<W>;
  const std::span<const Edge> edges(reinterpret_cast<const Edge*>(bytes.data()),
                                    bytes.size() / sizeof(Edge));
  std::optional<Graph<W>> graph;
  runCall(plainOptions(threads), [&](const analytics::RunOptions&) {
    graph.emplace(graphs::viewEdges(spanOf(offsets), edges));
  });
  return new AnyGraph(*graph, {}, std::move(owner));
}

/// Makes a graph on an array of records {destination, weight}, and keeps the arrays alive.
/// @param bytes  the records as bytes; Python has checked their layout and alignment
template <typename Offset>
AnyGraph* borrowAnyEdges(const Array<const Offset>& offsets, const Array<const std::uint8_t>& bytes,
                         const std::string& weights, nb::object owner, unsigned threads) {
  if (weights == "uint32") {
    return borrowEdges<std::uint32_t>(offsets, bytes, std::move(owner), threads);
  }
  if (weights == "uint64") {
    return borrowEdges<std::uint64_t>(offsets, bytes, std::move(owner), threads);
  }
  return borrowEdges<double>(offsets, bytes, std::move(owner), threads);
}

/// Ends a pass over edges that was cancelled. Called with the number of each edge.
void lookAt(std::size_t edge) {
  if ((edge & 0xffff) == 0) {
    substrate::Cancellation::throwIfRequested();
  }
}

/// Sorts edges into rows by counting.
/// @param store  store(edge, position) copies the weight of an edge
template <typename W, typename Store>
void fillRows(OwnedRows<W>& rows, std::span<const Node> from, std::span<const Node> to, bool both,
              const Store& store) {
  std::uint64_t* const offsets = rows.offsets.data();
  std::fill_n(offsets, rows.offsets.size(), 0);
  const auto reversed = [&](std::size_t e) { return both && from[e] != to[e]; };
  for (std::size_t e = 0; e < from.size(); ++e) {
    lookAt(e);
    ++offsets[from[e]];
    if (reversed(e)) {
      ++offsets[to[e]];
    }
  }
  // Entry n becomes the end of row n, and then, going backwards, its beginning.
  std::uint64_t sum = 0;
  for (std::size_t n = 0; n < rows.offsets.size(); ++n) {
    sum += offsets[n];
    offsets[n] = sum;
  }
  for (std::size_t e = from.size(); e-- > 0;) {
    lookAt(e);
    if (reversed(e)) {
      const std::uint64_t place = --offsets[to[e]];
      rows.edges[place].dst = from[e];
      store(e, place);
    }
    const std::uint64_t place = --offsets[from[e]];
    rows.edges[place].dst = to[e];
    store(e, place);
  }
}

template <typename W, typename Store>
AnyGraph* graphOfEdges(std::size_t nodes, const Array<const Node>& from,
                       const Array<const Node>& to, bool both, unsigned threads,
                       const Store& store) {
  const std::span<const Node> sources = spanOf(from);
  const std::span<const Node> targets = spanOf(to);
  std::unique_ptr<AnyGraph> made;
  runCall(plainOptions(threads), [&](const analytics::RunOptions&) {
    std::size_t edges = sources.size();
    if (both) {
      for (std::size_t e = 0; e < sources.size(); ++e) {
        edges += sources[e] != targets[e] ? 1 : 0;
      }
    }
    auto rows = std::make_shared<OwnedRows<W>>(nodes, edges);
    fillRows(*rows, sources, targets, both,
             [&](std::size_t e, std::uint64_t place) { store(rows->edges[place], e); });
    made = std::make_unique<AnyGraph>(rows->graph(), rows);
  });
  return made.release();
}

/// Makes a graph from the two ends of each edge, which are numbers of nodes. `both` adds each
/// edge's reverse.
AnyGraph* fromEdges(std::size_t nodes, const Array<const Node>& from, const Array<const Node>& to,
                    bool both, unsigned threads) {
  return graphOfEdges<void>(nodes, from, to, both, threads,
                            [](graphs::PackedEdge<void>&, std::size_t) {});
}

template <typename W>
AnyGraph* fromWeightedEdges(std::size_t nodes, const Array<const Node>& from,
                            const Array<const Node>& to, const Array<const W>& weights, bool both,
                            unsigned threads) {
  const std::span<const W> values = spanOf(weights);
  return graphOfEdges<W>(
      nodes, from, to, both, threads,
      [values](graphs::PackedEdge<W>& edge, std::size_t e) { edge.weight = values[e]; });
}

/// The arrays of compressed sparse rows, as copies: offsets, targets, and weights or None.
nb::tuple toArrays(const AnyGraph& graph, unsigned threads) {
  return std::visit(
      [threads]<typename W>(const Graph<W>& known) {
        const std::size_t edges = known.sizeEdges();
        LargeArray<std::uint64_t> offsets;
        LargeArray<Node> targets;
        LargeArray<std::conditional_t<std::is_void_v<W>, char, W>> weights;
        runCall(plainOptions(threads), [&](const analytics::RunOptions&) {
          offsets.allocateInterleaved(known.size() + 1);
          targets.allocateInterleaved(edges);
          weights.allocateInterleaved(std::is_void_v<W> ? 0 : edges);
          const auto& rows = known.rows();
          const auto* const first = rows.edges().begin();
          offsets[0] = 0;
          do_all(iterate(std::size_t{0}, known.size()), [&](std::size_t n) {
            offsets[n + 1] = static_cast<std::uint64_t>(rows.rowEnd(static_cast<Node>(n)) - first);
          });
          do_all(iterate(std::size_t{0}, edges), [&](std::size_t e) {
            targets[e] = first[e].dst;
            if constexpr (!std::is_void_v<W>) {
              weights[e] = first[e].weight;
            }
          });
        });
        nb::object values = nb::none();
        if constexpr (!std::is_void_v<W>) {
          values = toNumpy<W>(std::move(weights));
        }
        return nb::make_tuple(toNumpy<std::int64_t>(std::move(offsets)),
                              toNumpy<std::uint32_t>(std::move(targets)), values);
      },
      graph.kind());
}

/// A hash of the sizes and of 256 sampled edges, with their weights: equal for equal graphs, at no
/// cost for large ones.
std::uint64_t fingerprint(const AnyGraph& graph) {
  return std::visit(
      []<typename W>(const Graph<W>& known) {
        std::uint64_t hash = 14695981039346656037ULL; // FNV-1a
        const auto mix = [&hash](std::uint64_t value) { hash = (hash ^ value) * 1099511628211ULL; };
        mix(known.size());
        const std::size_t edges = known.sizeEdges();
        mix(edges);
        const auto* const first = known.rows().edges().begin();
        const std::size_t samples = std::min<std::size_t>(edges, 256);
        for (std::size_t s = 0; s < samples; ++s) {
          const auto& edge = first[edges / samples * s];
          mix(edge.dst);
          std::uint64_t bits = 0;
          std::memcpy(&bits, &edge.weight, sizeof edge.weight);
          mix(bits);
        }
        return hash;
      },
      graph.kind());
}

} // namespace

std::size_t AnyGraph::size() const {
  return std::visit([](const auto& graph) { return graph.size(); }, graph_);
}

std::size_t AnyGraph::sizeEdges() const {
  return std::visit([](const auto& graph) { return graph.sizeEdges(); }, graph_);
}

std::optional<std::string> AnyGraph::weightType() const {
  return std::visit(
      []<typename W>(const Graph<W>&) -> std::optional<std::string> {
        if constexpr (std::is_void_v<W>) {
          return std::nullopt;
        } else {
          return kWeightName<W>;
        }
      },
      graph_);
}

template <typename W>
const Graph<W>& AnyGraph::as() {
  if (const Graph<W>* const itself = std::get_if<Graph<W>>(&graph_)) {
    return *itself;
  }
  auto& derived = std::get<std::optional<Derived<W>>>(derived_);
  if (!derived) {
    auto rows = std::visit([](const auto& graph) { return convert<W>(graph); }, graph_);
    Graph<W> graph = rows->graph();
    derived.emplace(Derived<W>{std::move(rows), std::move(graph)});
  }
  return derived->graph;
}

template const Graph<void>& AnyGraph::as<void>();
template const Graph<std::uint32_t>& AnyGraph::as<std::uint32_t>();
template const Graph<std::uint64_t>& AnyGraph::as<std::uint64_t>();
template const Graph<double>& AnyGraph::as<double>();

namespace {

template <typename Offset>
void bindMakers(nb::module_& module) {
  const auto packer = [&module](auto function) {
    module.def("pack", function, nb::arg("indptr").noconvert(), nb::arg("indices").noconvert(),
               nb::arg("data").noconvert(), nb::arg("threads"),
               "Makes a graph with weights from compressed sparse rows, which it copies.");
  };
  packer(&pack<std::uint32_t, Offset>);
  packer(&pack<std::uint64_t, Offset>);
  packer(&pack<double, Offset>);
  module.def("borrow", &borrow<Offset>, nb::arg("indptr").noconvert(),
             nb::arg("indices").noconvert(), nb::arg("owner"), nb::arg("threads"),
             "Makes a graph without weights on compressed sparse rows.");
  module.def("borrow_edges", &borrowAnyEdges<Offset>, nb::arg("indptr").noconvert(),
             nb::arg("edges").noconvert(), nb::arg("weights"), nb::arg("owner"), nb::arg("threads"),
             "Makes a graph on rows of records of destination and weight.");
}

template <typename W>
void bindWeightedEdges(nb::module_& module) {
  module.def("from_weighted_edges", &fromWeightedEdges<W>, nb::arg("nodes"),
             nb::arg("source").noconvert(), nb::arg("target").noconvert(),
             nb::arg("weight").noconvert(), nb::arg("both"), nb::arg("threads"),
             "Makes a graph with weights from the ends of edges.");
}

} // namespace

void bindGraphs(nb::module_& module) {
  nb::class_<AnyGraph>(module, "Graph", "The edges of a graph.")
      .def_prop_ro("num_nodes", &AnyGraph::size)
      .def_prop_ro("num_edges", &AnyGraph::sizeEdges)
      .def_prop_ro("weight_type", &AnyGraph::weightType)
      .def_prop_ro("fingerprint", &fingerprint)
      .def("to_arrays", &toArrays, nb::arg("threads"));
  bindMakers<std::uint32_t>(module);
  bindMakers<std::uint64_t>(module);
  module.def("from_edges", &fromEdges, nb::arg("nodes"), nb::arg("source").noconvert(),
             nb::arg("target").noconvert(), nb::arg("both"), nb::arg("threads"),
             "Makes a graph without weights from the ends of edges.");
  bindWeightedEdges<std::uint32_t>(module);
  bindWeightedEdges<std::uint64_t>(module);
  bindWeightedEdges<double>(module);
}

} // namespace galois::python
