// betweenness() and verify_betweenness(): the share of shortest paths that pass each node.
#include "galois/analytics/Betweenness.h"

#include <optional>
#include <span>
#include <string>
#include <variant>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include "Algorithms.h"
#include "Arrays.h"
#include "Calls.h"
#include "Executions.h"
#include "Graphs.h"

namespace galois::python {

namespace {

using analytics::BetweennessPlan;

BetweennessPlan planOf(const std::string& algorithm, bool normalized, bool endpoints,
                       std::optional<bool> undirected) {
  return {chosenAlgorithm(algorithm, analytics::betweennessAlgorithms()), normalized, endpoints,
          undirected};
}

/// Calls `function` with the graph, with its weights if they count.
template <typename Function>
void withWeights(AnyGraph& graph, bool weighted, const Function& function) {
  if (weighted) {
    std::visit(function, graph.kind());
  } else {
    function(graph.as<void>());
  }
}

nb::tuple betweenness(AnyGraph& graph, const Array<const Node>& sources, bool weighted,
                      const std::string& algorithm, bool normalized, bool endpoints,
                      std::optional<bool> undirected, const CallOptions& options) {
  const BetweennessPlan plan = planOf(algorithm, normalized, endpoints, undirected);
  LargeArray<double> scores;
  analytics::Execution execution;
  bool pinned = false;
  runCall(options, [&](const analytics::RunOptions& run) {
    scores.allocateInterleaved(graph.size());
    withWeights(graph, weighted, [&](const auto& typed) {
      execution = analytics::betweenness(
          typed, spanOf(sources), std::span<double>(scores.data(), scores.size()), plan, run);
    });
    pinned = wasPinned();
  });
  return nb::make_tuple(toNumpy<double>(std::move(scores)), toDict(execution, pinned));
}

std::string verifyBetweenness(AnyGraph& graph, const Array<const Node>& sources, bool weighted,
                              const Array<const double>& scores, bool normalized, bool endpoints,
                              std::optional<bool> undirected, const CallOptions& options) {
  const BetweennessPlan plan = planOf("auto", normalized, endpoints, undirected);
  std::string verdict;
  runCall(options, [&](const analytics::RunOptions&) {
    withWeights(graph, weighted, [&](const auto& typed) {
      verdict = analytics::verifyBetweenness(typed, spanOf(sources), spanOf(scores), plan, false);
    });
  });
  return verdict;
}

} // namespace

void bindBetweenness(nb::module_& module) {
  module.def("betweenness", &betweenness, nb::arg("graph"), nb::arg("sources").noconvert(),
             nb::arg("weighted"), nb::arg("algorithm"), nb::arg("normalized"), nb::arg("endpoints"),
             nb::arg("undirected").none(), nb::arg("options"),
             "Returns the betweenness of each node and what the run did. Without sources, paths "
             "begin at every node.");
  module.def("verify_betweenness", &verifyBetweenness, nb::arg("graph"),
             nb::arg("sources").noconvert(), nb::arg("weighted"), nb::arg("scores").noconvert(),
             nb::arg("normalized"), nb::arg("endpoints"), nb::arg("undirected").none(),
             nb::arg("options"), "Returns '' if no mistake is found, else what is wrong.");
}

} // namespace galois::python
