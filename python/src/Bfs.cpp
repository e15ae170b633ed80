// bfs() and verify_bfs(): numbers of edges on shortest paths.
#include "galois/analytics/Bfs.h"

#include <optional>
#include <span>
#include <string>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include "Algorithms.h"
#include "Arrays.h"
#include "Calls.h"
#include "Executions.h"
#include "Graphs.h"

namespace galois::python {

namespace {

using analytics::BfsPlan;
using analytics::Level;

nb::tuple bfs(AnyGraph& graph, const Array<const Node>& sources, nb::object out,
              const std::string& algorithm, std::optional<std::size_t> edgeTile,
              const CallOptions& options) {
  BfsPlan plan;
  plan.algorithm = chosenAlgorithm(algorithm, analytics::bfsAlgorithms());
  plan.edgeTile = edgeTile;
  LargeArray<Level> own;
  std::span<Level> levels;
  const bool given = !out.is_none();
  if (given) {
    levels = spanOf(outputOf<Level>(out, graph.size(), "uint32"));
  }
  analytics::Execution execution;
  bool pinned = false;
  runCall(options, [&](const analytics::RunOptions& run) {
    if (!given) {
      own.allocateInterleaved(graph.size());
      levels = {own.data(), own.size()};
    }
    execution = analytics::bfs(graph.as<void>(), spanOf(sources), levels, plan, run);
    pinned = wasPinned();
  });
  if (!given) {
    out = toNumpy<Level>(std::move(own));
  }
  return nb::make_tuple(out, toDict(execution, pinned));
}

std::string verifyBfs(AnyGraph& graph, const Array<const Node>& sources,
                      const Array<const Level>& levels, bool fully, const CallOptions& options) {
  std::string verdict;
  runCall(options, [&](const analytics::RunOptions&) {
    verdict = analytics::verifyBfs(graph.as<void>(), spanOf(sources), spanOf(levels), fully);
  });
  return verdict;
}

} // namespace

void bindBfs(nb::module_& module) {
  module.def("bfs", &bfs, nb::arg("graph"), nb::arg("sources").noconvert(), nb::arg("out").none(),
             nb::arg("algorithm"), nb::arg("edge_tile").none(), nb::arg("options"),
             "Returns the levels and what the run did.");
  module.def("verify_bfs", &verifyBfs, nb::arg("graph"), nb::arg("sources").noconvert(),
             nb::arg("levels").noconvert(), nb::arg("fully"), nb::arg("options"),
             "Returns '' if the levels are right, else what is wrong.");
}

} // namespace galois::python
