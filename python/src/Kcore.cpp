// kcore() and verify_kcore(): core numbers of nodes.
#include "galois/analytics/Kcore.h"

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

using analytics::Core;
using analytics::KcorePlan;

nb::tuple kcore(AnyGraph& graph, const std::string& algorithm, const CallOptions& options) {
  const KcorePlan plan{chosenAlgorithm(algorithm, analytics::kcoreAlgorithms())};
  LargeArray<Core> cores;
  analytics::Execution execution;
  bool pinned = false;
  runCall(options, [&](const analytics::RunOptions& run) {
    cores.allocateInterleaved(graph.size());
    execution =
        analytics::kcore(graph.as<void>(), std::span<Core>(cores.data(), cores.size()), plan, run);
    pinned = wasPinned();
  });
  return nb::make_tuple(toNumpy<Core>(std::move(cores)), toDict(execution, pinned));
}

std::string verifyKcore(AnyGraph& graph, const Array<const Core>& cores,
                        const CallOptions& options) {
  std::string verdict;
  runCall(options, [&](const analytics::RunOptions&) {
    verdict = analytics::verifyKcore(graph.as<void>(), spanOf(cores));
  });
  return verdict;
}

} // namespace

void bindKcore(nb::module_& module) {
  module.def("kcore", &kcore, nb::arg("graph"), nb::arg("algorithm"), nb::arg("options"),
             "Returns the core numbers and what the run did.");
  module.def("verify_kcore", &verifyKcore, nb::arg("graph"), nb::arg("cores").noconvert(),
             nb::arg("options"), "Returns '' if the core numbers are right, else what is wrong.");
}

} // namespace galois::python
