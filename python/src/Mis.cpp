// mis() and verify_mis(): greedy maximal independent sets.
#include "galois/analytics/Mis.h"

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

using analytics::MisPlan;

MisPlan setPlan(const std::string& algorithm, const std::string& order, std::uint64_t orderSeed) {
  // The package has no tasks under worklists (PYTHON_WITHOUT_WORKLISTS in CMake).
  static constexpr std::pair<const char*, MisPlan::Algorithm> kChoices[] = {
      {"auto", MisPlan::kAuto}, {"rounds", MisPlan::kRounds}, {"greedy", MisPlan::kGreedy}};
  static constexpr std::pair<const char*, MisPlan::Order> kOrders[] = {{"random", MisPlan::kRandom},
                                                                       {"id", MisPlan::kById}};
  return {chosen("algorithm", algorithm, kChoices), chosen("order", order, kOrders), orderSeed};
}

nb::tuple mis(AnyGraph& graph, const std::string& algorithm, const std::string& order,
              std::uint64_t orderSeed, const CallOptions& options) {
  const MisPlan plan = setPlan(algorithm, order, orderSeed);
  LargeArray<std::uint8_t> members;
  analytics::Execution execution;
  bool pinned = false;
  runCall(options, [&](const analytics::RunOptions& run) {
    members.allocateInterleaved(graph.size());
    execution = analytics::mis(graph.as<void>(),
                               std::span<std::uint8_t>(members.data(), members.size()), plan, run);
    pinned = wasPinned();
  });
  return nb::make_tuple(toNumpy<std::uint8_t>(std::move(members)), toDict(execution, pinned));
}

std::string verifyMis(AnyGraph& graph, const Array<const std::uint8_t>& members,
                      const std::string& order, std::uint64_t orderSeed,
                      const CallOptions& options) {
  const MisPlan plan = setPlan("auto", order, orderSeed);
  std::string verdict;
  runCall(options, [&](const analytics::RunOptions&) {
    verdict = analytics::verifyMis(graph.as<void>(), spanOf(members), plan);
  });
  return verdict;
}

} // namespace

void bindMis(nb::module_& module) {
  module.def("mis", &mis, nb::arg("graph"), nb::arg("algorithm"), nb::arg("order"),
             nb::arg("order_seed"), nb::arg("options"),
             "Returns 1 for each node of the set and 0 for the others, and what the run did.");
  module.def("verify_mis", &verifyMis, nb::arg("graph"), nb::arg("members").noconvert(),
             nb::arg("order"), nb::arg("order_seed"), nb::arg("options"),
             "Returns '' if the set is that of the greedy algorithm, else what is wrong.");
}

} // namespace galois::python
