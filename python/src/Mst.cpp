// mst() and verify_mst(): minimum spanning forests.
#include "galois/analytics/Mst.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include <nanobind/stl/string.h>

#include "Algorithms.h"
#include "Arrays.h"
#include "Calls.h"
#include "Executions.h"
#include "Graphs.h"

namespace galois::python {

namespace {

using analytics::BasicForestEdge;
using analytics::ForestWeight;
using analytics::MstPlan;

MstPlan planOf(const std::string& algorithm) {
  return {chosenAlgorithm(algorithm, analytics::mstAlgorithms())};
}

/// Returns the sum of the weights. That of integers is exact, whatever its size.
template <typename Weight>
nb::object sumOf(const analytics::BasicMstResult<Weight>& forest) {
  if constexpr (std::is_floating_point_v<Weight>) {
    return nb::cast(forest.weight());
  } else {
    // There are less than 2^32 edges, so neither sum of halves exceeds 64 bits.
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    for (const BasicForestEdge<Weight>& edge : forest.edges) {
      const std::uint64_t weight = edge.weight;
      low += static_cast<std::uint32_t>(weight);
      high += weight >> 32;
    }
    return (nb::cast(high) << nb::cast(32)) + nb::cast(low);
  }
}

/// Returns the ends (edges, 2), the weights (edges), and the sum of the weights.
template <typename Weight>
nb::tuple arraysOf(const analytics::BasicMstResult<Weight>& forest) {
  const std::size_t count = forest.edges.size();
  std::vector<Node> ends;
  std::vector<Weight> weights;
  ends.reserve(2 * count);
  weights.reserve(count);
  for (const BasicForestEdge<Weight>& edge : forest.edges) {
    ends.push_back(edge.u);
    ends.push_back(edge.v);
    weights.push_back(edge.weight);
  }
  return nb::make_tuple(copyOf<Node>(ends.data(), ends.size(), {count, 2}),
                        copyOf<Weight>(weights.data(), count, {count}), sumOf(forest));
}

nb::tuple mst(const AnyGraph& graph, const std::string& algorithm, const CallOptions& options) {
  const MstPlan plan = planOf(algorithm);
  return std::visit(
      [&]<typename W>(const Graph<W>& typed) {
        analytics::BasicMstResult<ForestWeight<W>> forest;
        bool pinned = false;
        runCall(options, [&](const analytics::RunOptions& run) {
          forest = analytics::mst(typed, plan, run);
          pinned = wasPinned();
        });
        return nb::make_tuple(arraysOf(forest), toDict(forest.execution, pinned));
      },
      graph.kind());
}

template <typename Weight>
std::string verifyMst(const AnyGraph& graph, const Array<const Node>& ends,
                      const Array<const Weight>& weights, bool fully, const CallOptions& options) {
  return std::visit(
      [&]<typename W>(const Graph<W>& typed) -> std::string {
        if constexpr (std::is_same_v<ForestWeight<W>, Weight>) {
          std::vector<BasicForestEdge<Weight>> edges;
          for (std::size_t e = 0; e < weights.size(); ++e) {
            edges.push_back({ends.data()[2 * e], ends.data()[2 * e + 1], weights.data()[e]});
          }
          std::string verdict;
          runCall(options, [&](const analytics::RunOptions&) {
            verdict =
                analytics::verifyMst(typed, std::span<const BasicForestEdge<Weight>>(edges), fully);
          });
          return verdict;
        } else {
          return "the weights do not have the type of the graph's";
        }
      },
      graph.kind());
}

template <typename Weight>
void bindVerifyMst(nb::module_& module) {
  module.def("verify_mst", &verifyMst<Weight>, nb::arg("graph"), nb::arg("ends").noconvert(),
             nb::arg("weights").noconvert(), nb::arg("fully"), nb::arg("options"),
             "Returns '' if the forest is right, else what is wrong.");
}

} // namespace

void bindMst(nb::module_& module) {
  module.def("mst", &mst, nb::arg("graph"), nb::arg("algorithm"), nb::arg("options"),
             "Returns the forest (ends, weights, their sum) and what the run did.");
  bindVerifyMst<std::uint32_t>(module);
  bindVerifyMst<std::uint64_t>(module);
  bindVerifyMst<double>(module);
}

} // namespace galois::python
