// triangles() and verify_triangles(): triangles of nodes, and clustering coefficients.
#include "galois/analytics/Triangles.h"

#include <cstdint>
#include <span>
#include <string>

#include <nanobind/stl/string.h>

#include "Algorithms.h"
#include "Arrays.h"
#include "Calls.h"
#include "Executions.h"
#include "Graphs.h"

namespace galois::python {

namespace {

using analytics::TrianglesPlan;

nb::tuple triangles(AnyGraph& graph, const std::string& algorithm, bool clustering,
                    const CallOptions& options) {
  const TrianglesPlan plan{chosenAlgorithm(algorithm, analytics::trianglesAlgorithms())};
  LargeArray<std::uint64_t> counts;
  LargeArray<double> coefficients;
  analytics::Execution execution;
  bool pinned = false;
  runCall(options, [&](const analytics::RunOptions& run) {
    counts.allocateInterleaved(graph.size());
    if (clustering) {
      coefficients.allocateInterleaved(graph.size());
    }
    execution = analytics::triangles(
        graph.as<void>(), std::span<std::uint64_t>(counts.data(), counts.size()),
        std::span<double>(coefficients.data(), coefficients.size()), plan, run);
    pinned = wasPinned();
  });
  return nb::make_tuple(toNumpy<std::uint64_t>(std::move(counts)),
                        toNumpy<double>(std::move(coefficients)), toDict(execution, pinned));
}

std::string verifyTriangles(AnyGraph& graph, const Array<const std::uint64_t>& counts,
                            const Array<const double>& coefficients, const CallOptions& options) {
  std::string verdict;
  runCall(options, [&](const analytics::RunOptions&) {
    verdict =
        analytics::verifyTriangles(graph.as<void>(), spanOf(counts), spanOf(coefficients), false);
  });
  return verdict;
}

} // namespace

void bindTriangles(nb::module_& module) {
  module.def(
      "triangles", &triangles, nb::arg("graph"), nb::arg("algorithm"), nb::arg("clustering"),
      nb::arg("options"),
      "Returns the triangles and the clustering coefficient of each node, of which there are "
      "none if they are not wanted, and what the run did.");
  module.def("verify_triangles", &verifyTriangles, nb::arg("graph"),
             nb::arg("triangles").noconvert(), nb::arg("coefficients").noconvert(),
             nb::arg("options"),
             "Returns '' if no mistake is found in a sample of the nodes, else what is wrong.");
}

} // namespace galois::python
