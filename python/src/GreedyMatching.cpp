// greedy_matching() and verify_greedy_matching(): greedy maximal matchings.
#include "galois/analytics/GreedyMatching.h"

#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include <nanobind/stl/string.h>

#include "Algorithms.h"
#include "Arrays.h"
#include "Calls.h"
#include "Executions.h"
#include "Graphs.h"

namespace galois::python {

namespace {

using analytics::GreedyMatchingPlan;

GreedyMatchingPlan matchingPlan(const std::string& algorithm, const std::string& order,
                                std::uint64_t orderSeed) {
  // The package has no tasks under worklists (PYTHON_WITHOUT_WORKLISTS in CMake).
  static constexpr std::pair<const char*, GreedyMatchingPlan::Algorithm> kChoices[] = {
      {"auto", GreedyMatchingPlan::kAuto},
      {"proposals", GreedyMatchingPlan::kProposals},
      {"greedy", GreedyMatchingPlan::kGreedy}};
  static constexpr std::pair<const char*, GreedyMatchingPlan::Order> kOrders[] = {
      {"random", GreedyMatchingPlan::kRandom},
      {"id", GreedyMatchingPlan::kById},
      {"weight", GreedyMatchingPlan::kByWeight}};
  return {chosen("algorithm", algorithm, kChoices), chosen("order", order, kOrders), orderSeed};
}

/// Calls `function` with the graph, with its weights if the order has to do with them.
template <typename Function>
void withWeights(AnyGraph& graph, const GreedyMatchingPlan& plan, const Function& function) {
  if (plan.order == GreedyMatchingPlan::kByWeight) {
    function(graph.as<std::uint32_t>());
  } else {
    function(graph.as<void>());
  }
}

nb::tuple greedyMatching(AnyGraph& graph, const std::string& algorithm, const std::string& order,
                         std::uint64_t orderSeed, const CallOptions& options) {
  const GreedyMatchingPlan plan = matchingPlan(algorithm, order, orderSeed);
  LargeArray<Node> partners;
  analytics::Execution execution;
  bool pinned = false;
  runCall(options, [&](const analytics::RunOptions& run) {
    partners.allocateInterleaved(graph.size());
    withWeights(graph, plan, [&](const auto& typed) {
      execution = analytics::greedyMatching(
          typed, std::span<Node>(partners.data(), partners.size()), plan, run);
    });
    pinned = wasPinned();
  });
  return nb::make_tuple(toNumpy<Node>(std::move(partners)), toDict(execution, pinned));
}

std::string verifyGreedyMatching(AnyGraph& graph, const Array<const Node>& partners,
                                 const std::string& order, std::uint64_t orderSeed,
                                 const CallOptions& options) {
  const GreedyMatchingPlan plan = matchingPlan("auto", order, orderSeed);
  std::string verdict;
  runCall(options, [&](const analytics::RunOptions&) {
    withWeights(graph, plan, [&](const auto& typed) {
      verdict = analytics::verifyGreedyMatching(typed, spanOf(partners), plan);
    });
  });
  return verdict;
}

} // namespace

void bindGreedyMatching(nb::module_& module) {
  module.def("greedy_matching", &greedyMatching, nb::arg("graph"), nb::arg("algorithm"),
             nb::arg("order"), nb::arg("order_seed"), nb::arg("options"),
             "Returns the partner of each node, 2^32 - 1 for none, and what the run did. The order "
             "'weight' takes weights of type uint32.");
  module.def("verify_greedy_matching", &verifyGreedyMatching, nb::arg("graph"),
             nb::arg("partners").noconvert(), nb::arg("order"), nb::arg("order_seed"),
             nb::arg("options"),
             "Returns '' if the matching is that of the greedy algorithm, else what is wrong.");
}

} // namespace galois::python
