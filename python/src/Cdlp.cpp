// cdlp() and verify_cdlp(): communities by label propagation.
#include "galois/analytics/Cdlp.h"

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

using analytics::CdlpPlan;

using Labels = std::optional<Array<const Node>>;

/// It refers to `initial`.
CdlpPlan planOf(unsigned iterations, const Labels& initial) {
  CdlpPlan plan;
  plan.iterations = iterations;
  if (initial) {
    plan.initial = spanOf(*initial);
  }
  return plan;
}

nb::tuple cdlp(AnyGraph& graph, unsigned iterations, const Labels& initial,
               const CallOptions& options) {
  const CdlpPlan plan = planOf(iterations, initial);
  LargeArray<Node> labels;
  analytics::Execution execution;
  bool pinned = false;
  runCall(options, [&](const analytics::RunOptions& run) {
    labels.allocateInterleaved(graph.size());
    execution =
        analytics::cdlp(graph.as<void>(), std::span<Node>(labels.data(), labels.size()), plan, run);
    pinned = wasPinned();
  });
  return nb::make_tuple(toNumpy<Node>(std::move(labels)), toDict(execution, pinned));
}

std::string verifyCdlp(AnyGraph& graph, const Array<const Node>& labels, unsigned iterations,
                       const Labels& initial, const CallOptions& options) {
  const CdlpPlan plan = planOf(iterations, initial);
  std::string verdict;
  runCall(options, [&](const analytics::RunOptions&) {
    verdict = analytics::verifyCdlp(graph.as<void>(), spanOf(labels), plan);
  });
  return verdict;
}

} // namespace

void bindCdlp(nb::module_& module) {
  module.def("cdlp", &cdlp, nb::arg("graph"), nb::arg("iterations"),
             nb::arg("initial").noconvert().none(), nb::arg("options"),
             "Returns the label of each node and what the run did.");
  module.def("verify_cdlp", &verifyCdlp, nb::arg("graph"), nb::arg("labels").noconvert(),
             nb::arg("iterations"), nb::arg("initial").noconvert().none(), nb::arg("options"),
             "Returns '' if the labels are right, else what is wrong.");
}

} // namespace galois::python
