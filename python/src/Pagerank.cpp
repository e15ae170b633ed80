// pagerank() and verify_pagerank(): ranks of nodes.
#include "galois/analytics/Pagerank.h"

#include <cstdint>
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

using analytics::PagerankPlan;

using Numbers = std::optional<Array<const double>>;

/// What is computed, and by which algorithm. It refers to `personalize` and `weights`.
PagerankPlan planOf(const std::string& algorithm, double damping, double tolerance,
                    const Numbers& personalize, bool spreadDangling,
                    std::optional<std::uint64_t> iterations, const Numbers& weights) {
  PagerankPlan plan;
  plan.algorithm = chosenAlgorithm(algorithm, analytics::pagerankAlgorithms());
  plan.damping = damping;
  plan.tolerance = tolerance;
  plan.spreadDangling = spreadDangling;
  plan.iterations = iterations;
  if (personalize) {
    plan.personalize = spanOf(*personalize);
  }
  if (weights) {
    plan.weights = spanOf(*weights);
  }
  return plan;
}

nb::tuple pagerank(AnyGraph& graph, const std::string& algorithm, double damping, double tolerance,
                   const Numbers& personalize, bool spreadDangling,
                   std::optional<std::uint64_t> iterations, const Numbers& weights,
                   const CallOptions& options) {
  const PagerankPlan plan =
      planOf(algorithm, damping, tolerance, personalize, spreadDangling, iterations, weights);
  LargeArray<double> ranks;
  analytics::Execution execution;
  bool pinned = false;
  runCall(options, [&](const analytics::RunOptions& run) {
    ranks.allocateInterleaved(graph.size());
    execution = analytics::pagerank(graph.as<void>(), std::span<double>(ranks.data(), ranks.size()),
                                    plan, run);
    pinned = wasPinned();
  });
  return nb::make_tuple(toNumpy<double>(std::move(ranks)), toDict(execution, pinned));
}

std::string verifyPagerank(AnyGraph& graph, const Array<const double>& ranks, double damping,
                           double tolerance, const Numbers& personalize, bool spreadDangling,
                           std::optional<std::uint64_t> iterations, const Numbers& weights,
                           const CallOptions& options) {
  const PagerankPlan plan =
      planOf("power", damping, tolerance, personalize, spreadDangling, iterations, weights);
  std::string verdict;
  runCall(options, [&](const analytics::RunOptions&) {
    verdict = analytics::verifyPagerank(graph.as<void>(), spanOf(ranks), plan);
  });
  return verdict;
}

} // namespace

void bindPagerank(nb::module_& module) {
  module.def("pagerank", &pagerank, nb::arg("graph"), nb::arg("algorithm"), nb::arg("damping"),
             nb::arg("tolerance"), nb::arg("personalize").noconvert().none(),
             nb::arg("spread_dangling"), nb::arg("iterations").none(),
             nb::arg("weights").noconvert().none(), nb::arg("options"),
             "Returns the ranks and what the run did.");
  module.def("verify_pagerank", &verifyPagerank, nb::arg("graph"), nb::arg("ranks").noconvert(),
             nb::arg("damping"), nb::arg("tolerance"), nb::arg("personalize").noconvert().none(),
             nb::arg("spread_dangling"), nb::arg("iterations").none(),
             nb::arg("weights").noconvert().none(), nb::arg("options"),
             "Returns '' if the ranks are right, else what is wrong.");
}

} // namespace galois::python
