// components() and verify_components(): connected components, weak or strong.
#include "galois/analytics/Components.h"

#include <span>
#include <string>
#include <vector>

#include <nanobind/stl/string.h>

#include "Algorithms.h"
#include "Arrays.h"
#include "Calls.h"
#include "Executions.h"
#include "Graphs.h"

namespace galois::python {

namespace {

using analytics::ComponentsPlan;

/// The package has no labels under worklists (PYTHON_WITHOUT_WORKLISTS in CMake).
constexpr std::pair<const char*, ComponentsPlan::Algorithm> kComponentsChoices[] = {
    {"auto", ComponentsPlan::kAuto},
    {"sampling", ComponentsPlan::kSampling},
    {"union-find", ComponentsPlan::kUnionFind}};

nb::tuple components(AnyGraph& graph, const std::string& algorithm, bool strong, bool symmetric,
                     const CallOptions& options) {
  ComponentsPlan plan;
  plan.algorithm = chosen("algorithm", algorithm, kComponentsChoices);
  plan.strong = strong;
  plan.symmetric = symmetric;
  std::vector<Node> order;
  if (strong) {
    plan.order = &order;
  }
  LargeArray<Node> labels;
  analytics::Execution execution;
  bool pinned = false;
  runCall(options, [&](const analytics::RunOptions& run) {
    labels.allocateInterleaved(graph.size());
    execution = analytics::components(graph.as<void>(),
                                      std::span<Node>(labels.data(), labels.size()), plan, run);
    pinned = wasPinned();
  });
  return nb::make_tuple(toNumpy<Node>(std::move(labels)),
                        copyOf<Node>(order.data(), order.size(), {order.size()}),
                        toDict(execution, pinned));
}

std::string verifyComponents(AnyGraph& graph, const Array<const Node>& labels, bool strong,
                             const CallOptions& options) {
  std::string verdict;
  runCall(options, [&](const analytics::RunOptions&) {
    verdict = analytics::verifyComponents(graph.as<void>(), spanOf(labels), strong);
  });
  return verdict;
}

} // namespace

void bindComponents(nb::module_& module) {
  module.def(
      "components", &components, nb::arg("graph"), nb::arg("algorithm"), nb::arg("strong"),
      nb::arg("symmetric"), nb::arg("options"),
      "Returns the lowest node of each node's component, these nodes in the order in which strong "
      "components are completed, and what the run did.");
  module.def("verify_components", &verifyComponents, nb::arg("graph"),
             nb::arg("labels").noconvert(), nb::arg("strong"), nb::arg("options"),
             "Returns '' if the labels are right, else what is wrong.");
}

} // namespace galois::python
