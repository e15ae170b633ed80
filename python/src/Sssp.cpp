// sssp() and verify_sssp(): shortest paths with weights.
#include "galois/analytics/Sssp.h"

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

using analytics::SsspPlan;

SsspPlan planOf(const std::string& algorithm, std::optional<unsigned> delta,
                std::optional<std::size_t> edgeTile) {
  return {chosenAlgorithm(algorithm, analytics::ssspAlgorithms()), delta, edgeTile};
}

template <typename W, typename D>
nb::tuple solve(AnyGraph& graph, const Array<const Node>& sources, nb::object out,
                const char* dtype, const SsspPlan& plan, const CallOptions& options) {
  LargeArray<D> own;
  std::span<D> distances;
  if (!out.is_none()) {
    distances = spanOf(outputOf<D>(out, graph.size(), dtype));
  }
  analytics::Execution execution;
  bool pinned = false;
  runCall(options, [&](const analytics::RunOptions& run) {
    const Graph<W>& typed = graph.as<W>();
    if (out.ptr() == Py_None) {
      own.allocateInterleaved(typed.size());
      distances = {own.data(), own.size()};
    }
    execution = analytics::sssp(typed, spanOf(sources), distances, plan, run);
    pinned = wasPinned();
  });
  if (out.is_none()) {
    out = toNumpy<D>(std::move(own));
  }
  return nb::make_tuple(out, toDict(execution, pinned));
}

/// @param dtype  the type of distances, as NumPy names it
nb::tuple sssp(AnyGraph& graph, const Array<const Node>& sources, const std::string& dtype,
               nb::object out, const std::string& algorithm, std::optional<unsigned> delta,
               std::optional<std::size_t> edgeTile, const CallOptions& options) {
  const SsspPlan plan = planOf(algorithm, delta, edgeTile);
  if (dtype == "float64") {
    return solve<double, double>(graph, sources, std::move(out), "float64", plan, options);
  }
  if (dtype == "uint32") {
    return solve<std::uint32_t, std::uint32_t>(graph, sources, std::move(out), "uint32", plan,
                                               options);
  }
  if (graph.has<std::uint64_t>()) {
    return solve<std::uint64_t, std::uint64_t>(graph, sources, std::move(out), "uint64", plan,
                                               options);
  }
  return solve<std::uint32_t, std::uint64_t>(graph, sources, std::move(out), "uint64", plan,
                                             options);
}

template <typename W, typename D>
std::string check(AnyGraph& graph, const Array<const Node>& sources,
                  const Array<const D>& distances, bool fully, const CallOptions& options) {
  std::string verdict;
  runCall(options, [&](const analytics::RunOptions&) {
    verdict = analytics::verifySssp(graph.as<W>(), spanOf(sources), spanOf(distances), fully);
  });
  return verdict;
}

template <typename D>
std::string verify(AnyGraph& graph, const Array<const Node>& sources,
                   const Array<const D>& distances, bool fully, const CallOptions& options) {
  if constexpr (std::is_same_v<D, std::uint64_t>) {
    if (!graph.has<std::uint64_t>()) {
      return check<std::uint32_t, D>(graph, sources, distances, fully, options);
    }
  }
  return check<D, D>(graph, sources, distances, fully, options);
}

template <typename D>
void bindVerifySssp(nb::module_& module) {
  module.def("verify_sssp", &verify<D>, nb::arg("graph"), nb::arg("sources").noconvert(),
             nb::arg("distances").noconvert(), nb::arg("fully"), nb::arg("options"),
             "Returns '' if the distances are right, else what is wrong.");
}

} // namespace

void bindSssp(nb::module_& module) {
  module.def("sssp", &sssp, nb::arg("graph"), nb::arg("sources").noconvert(), nb::arg("dtype"),
             nb::arg("out").none(), nb::arg("algorithm"), nb::arg("delta").none(),
             nb::arg("edge_tile").none(), nb::arg("options"),
             "Returns the distances and what the run did.");
  bindVerifySssp<std::uint32_t>(module);
  bindVerifySssp<std::uint64_t>(module);
  bindVerifySssp<double>(module);
}

} // namespace galois::python
