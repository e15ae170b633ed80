// color() and verify_color(): colours of nodes.
#include "galois/analytics/Color.h"

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

using analytics::Color;
using analytics::ColorPlan;

nb::tuple color(AnyGraph& graph, const std::string& algorithm, bool improve,
                const CallOptions& options) {
  const ColorPlan plan{chosenAlgorithm(algorithm, analytics::colorAlgorithms()), improve};
  LargeArray<Color> colors;
  analytics::Execution execution;
  bool pinned = false;
  runCall(options, [&](const analytics::RunOptions& run) {
    colors.allocateInterleaved(graph.size());
    execution = analytics::color(graph.as<void>(), std::span<Color>(colors.data(), colors.size()),
                                 plan, run);
    pinned = wasPinned();
  });
  return nb::make_tuple(toNumpy<Color>(std::move(colors)), toDict(execution, pinned));
}

std::string verifyColor(AnyGraph& graph, const Array<const Color>& colors,
                        const CallOptions& options) {
  std::string verdict;
  runCall(options, [&](const analytics::RunOptions&) {
    verdict = analytics::verifyColor(graph.as<void>(), spanOf(colors));
  });
  return verdict;
}

} // namespace

void bindColor(nb::module_& module) {
  module.def("color", &color, nb::arg("graph"), nb::arg("algorithm"), nb::arg("improve"),
             nb::arg("options"), "Returns the colours and what the run did.");
  module.def("verify_color", &verifyColor, nb::arg("graph"), nb::arg("colors").noconvert(),
             nb::arg("options"), "Returns '' if the colours are right, else what is wrong.");
}

} // namespace galois::python
