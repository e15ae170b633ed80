// distances(), sparse_distances() and nearest(): tables of distances.
#include "galois/analytics/Distances.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include "Algorithms.h"
#include "Arrays.h"
#include "Calls.h"
#include "Executions.h"
#include "Graphs.h"
#include "galois/analytics/Bfs.h"

namespace galois::python {

namespace {

using analytics::DistancesPlan;
using analytics::TableCells;

/// The limit in the type that the weights ask for. Python gives whole numbers where they have integers.
template <typename W>
DistancesPlan<W> tablePlan(const nb::object& limit) {
  DistancesPlan<W> plan;
  if (!limit.is_none()) {
    plan.limit = nb::cast<typename DistancesPlan<W>::Limit>(limit);
  }
  return plan;
}

std::span<const Node> targetsOf(const std::optional<Array<const Node>>& targets) {
  return targets ? spanOf(*targets) : std::span<const Node>();
}

template <typename W>
nb::dict fillTable(AnyGraph& graph, const Array<const Node>& sources,
                   const std::optional<Array<const Node>>& targets, const TableCells& cells,
                   const nb::object& limit, const CallOptions& options) {
  const DistancesPlan<W> plan = tablePlan<W>(limit);
  analytics::Execution execution;
  bool pinned = false;
  runCall(options, [&](const analytics::RunOptions& run) {
    execution =
        analytics::distances(graph.as<W>(), spanOf(sources), targetsOf(targets), cells, plan, run);
    pinned = wasPinned();
  });
  return toDict(execution, pinned);
}

/// @param cells     of one dimension, a row per source
/// @param dtype     their type, as NumPy names it
/// @param weighted  whether weights count; else a distance is a number of edges
nb::dict distances(AnyGraph& graph, const Array<const Node>& sources,
                   const std::optional<Array<const Node>>& targets,
                   const nb::ndarray<nb::ndim<1>, nb::c_contig, nb::device::cpu>& cells,
                   const std::string& dtype, const nb::object& limit, bool weighted,
                   const CallOptions& options) {
  static constexpr std::array<std::pair<std::string_view, TableCells::Type>, 5> kTypes{
      {{"uint16", TableCells::kUint16},
       {"uint32", TableCells::kUint32},
       {"uint64", TableCells::kUint64},
       {"float32", TableCells::kFloat32},
       {"float64", TableCells::kFloat64}}};
  const TableCells table(cells.data(), cells.size(), chosen("dtype", dtype, kTypes));
  if (!weighted || !graph.weightType()) {
    return fillTable<void>(graph, sources, targets, table, limit, options);
  }
  if (graph.has<std::uint32_t>()) {
    return fillTable<std::uint32_t>(graph, sources, targets, table, limit, options);
  }
  if (graph.has<std::uint64_t>()) {
    return fillTable<std::uint64_t>(graph, sources, targets, table, limit, options);
  }
  return fillTable<double>(graph, sources, targets, table, limit, options);
}

/// @return the arrays of the rows: offsets, nodes, distances, predecessors or None; and what the run did
template <typename W, typename D>
nb::tuple sparseTable(AnyGraph& graph, const Array<const Node>& sources,
                      const std::optional<Array<const Node>>& targets, const nb::object& limit,
                      bool predecessors, const CallOptions& options) {
  DistancesPlan<W> plan = tablePlan<W>(limit);
  plan.predecessors = predecessors;
  analytics::SparseDistances<D> table;
  bool pinned = false;
  runCall(options, [&](const analytics::RunOptions& run) {
    table = analytics::sparseDistances<D>(graph.as<W>(), spanOf(sources), targetsOf(targets), plan,
                                          run);
    pinned = wasPinned();
  });
  nb::object before = nb::none();
  if (predecessors) {
    before = toNumpy<Node>(std::move(table.predecessors));
  }
  const nb::dict execution = toDict(table.execution, pinned);
  return nb::make_tuple(toNumpy<std::int64_t>(std::move(table.offsets)),
                        toNumpy<Node>(std::move(table.nodes)),
                        toNumpy<D>(std::move(table.distances)), before, execution);
}

/// Calls a function for the types of weights and distances that a search has.
/// @param dtype     the type of distances, as NumPy names it: one that sssp() or bfs() can have
/// @param function  called with a value of each of the two types; a null pointer is no weights
template <typename Function>
nb::tuple withTypes(const AnyGraph& graph, const std::string& dtype, bool weighted,
                    const Function& function) {
  if (!weighted || !graph.weightType()) {
    return function(static_cast<void*>(nullptr), analytics::Level{});
  }
  if (dtype == "float64") {
    return function(static_cast<double*>(nullptr), double{});
  }
  if (dtype == "uint32") {
    return function(static_cast<std::uint32_t*>(nullptr), std::uint32_t{});
  }
  if (graph.has<std::uint64_t>()) {
    return function(static_cast<std::uint64_t*>(nullptr), std::uint64_t{});
  }
  return function(static_cast<std::uint32_t*>(nullptr), std::uint64_t{});
}

nb::tuple sparseDistances(AnyGraph& graph, const Array<const Node>& sources,
                          const std::optional<Array<const Node>>& targets, const std::string& dtype,
                          const nb::object& limit, bool predecessors, bool weighted,
                          const CallOptions& options) {
  return withTypes(graph, dtype, weighted, [&]<typename W, typename D>(W*, D) {
    return sparseTable<W, D>(graph, sources, targets, limit, predecessors, options);
  });
}

/// @return the distances, the positions of the nearest sources or -1, and what the run did
nb::tuple nearest(AnyGraph& graph, const Array<const Node>& sources, const std::string& dtype,
                  bool weighted, const CallOptions& options) {
  return withTypes(graph, dtype, weighted, [&]<typename W, typename D>(W*, D) {
    LargeArray<D> found;
    LargeArray<std::uint32_t> positions;
    analytics::Execution execution;
    bool pinned = false;
    runCall(options, [&](const analytics::RunOptions& run) {
      const Graph<W>& typed = graph.as<W>();
      found.allocateInterleaved(typed.size());
      positions.allocateInterleaved(typed.size());
      execution =
          analytics::nearest(typed, spanOf(sources), std::span<D>(found.data(), found.size()),
                             std::span<std::uint32_t>(positions.data(), positions.size()), run);
      pinned = wasPinned();
    });
    const nb::dict told = toDict(execution, pinned);
    // kNoSource becomes -1.
    return nb::make_tuple(toNumpy<D>(std::move(found)), toNumpy<std::int32_t>(std::move(positions)),
                          told);
  });
}

} // namespace

void bindDistances(nb::module_& module) {
  module.def("distances", &distances, nb::arg("graph"), nb::arg("sources").noconvert(),
             nb::arg("targets").noconvert().none(), nb::arg("cells").noconvert(), nb::arg("dtype"),
             nb::arg("limit").none(), nb::arg("weighted"), nb::arg("options"),
             "Fills a table, and returns what the run did.");
  module.def("sparse_distances", &sparseDistances, nb::arg("graph"), nb::arg("sources").noconvert(),
             nb::arg("targets").noconvert().none(), nb::arg("dtype"), nb::arg("limit").none(),
             nb::arg("predecessors"), nb::arg("weighted"), nb::arg("options"),
             "Returns rows of what is reached, and what the run did.");
  module.def("nearest", &nearest, nb::arg("graph"), nb::arg("sources").noconvert(),
             nb::arg("dtype"), nb::arg("weighted"), nb::arg("options"),
             "Returns the distances, the positions of the nearest sources, and what the run did.");
}

} // namespace galois::python
