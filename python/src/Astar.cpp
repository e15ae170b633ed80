// The class Astar: paths between two nodes, guided by coordinates.
#include "galois/analytics/Astar.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include "Algorithms.h"
#include "Arrays.h"
#include "Calls.h"
#include "Executions.h"
#include "Graphs.h"

namespace galois::python {

namespace {

using analytics::AstarPlan;
using analytics::Coordinate;
using analytics::Metric;
/// Coordinates (nodes, 2).
using Positions = nb::ndarray<const std::int32_t, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;

/// A graph with coordinates, prepared for queries.
class AstarSearch {
public:
  AstarSearch(AnyGraph& graph, const std::optional<Positions>& coordinates,
              const std::string& metric, std::optional<double> scale, const std::string& algorithm,
              const CallOptions& options) {
    static constexpr std::array<std::pair<std::string_view, std::optional<Metric>>, 5> kMetrics{
        {{"auto", std::nullopt},
         {"none", Metric::kNone},
         {"great-circle", Metric::kGreatCircle},
         {"euclidean", Metric::kEuclidean},
         {"octile", Metric::kOctile}}};
    AstarPlan plan;
    plan.algorithm = chosenAlgorithm(algorithm, analytics::astarAlgorithms());
    plan.metric = chosen("metric", metric, kMetrics);
    plan.scale = scale;
    std::span<const Coordinate> positions;
    if (coordinates) {
      positions = {reinterpret_cast<const Coordinate*>(coordinates->data()), coordinates->shape(0)};
    }
    runCall(options, [&](const analytics::RunOptions& run) {
      // It is copied: a handle, with which the edges live as long as this.
      graph_.emplace(graph.as<std::uint32_t>());
      search_.emplace(*graph_, positions, plan, run.threads);
    });
  }

  nb::tuple query(Node source, Node target, const CallOptions& options) {
    analytics::AstarResult result;
    bool pinned = false;
    runCall(options, [&](const analytics::RunOptions& run) {
      result = search_->query(source, target, run);
      pinned = wasPinned();
    });
    return nb::make_tuple(
        result.distance, copyOf<Node>(result.path.data(), result.path.size(), {result.path.size()}),
        result.touched, toDict(result.execution, pinned));
  }

  std::string verify(Node source, Node target, std::optional<std::uint32_t> distance,
                     const Array<const Node>& path, const CallOptions& options) const {
    const std::span<const Node> nodes = spanOf(path);
    analytics::AstarResult result;
    result.distance = distance;
    result.path.assign(nodes.begin(), nodes.end());
    std::string verdict;
    runCall(options, [&](const analytics::RunOptions&) {
      verdict = analytics::verifyAstar(*graph_, source, target, result);
    });
    return verdict;
  }

  nb::dict heuristic() const {
    static constexpr std::array<const char*, 4> kNames{"none", "great-circle", "euclidean",
                                                       "octile"};
    const analytics::AstarHeuristic& known = search_->heuristic();
    nb::dict dict;
    dict["metric"] = kNames[static_cast<std::size_t>(known.metric)];
    dict["scale"] = known.scale;
    dict["greatest_scale"] = known.greatestScale;
    dict["mean_ratio"] = known.meanRatio;
    return dict;
  }

private:
  std::optional<Graph<std::uint32_t>> graph_;
  std::optional<analytics::Astar> search_;
};

} // namespace

void bindAstar(nb::module_& module) {
  module.attr("EARTH_RADIUS") = analytics::kEarthRadius; // in metres
  nb::class_<AstarSearch>(module, "Astar", "Answers queries on one graph.")
      .def(nb::init<AnyGraph&, const std::optional<Positions>&, const std::string&,
                    std::optional<double>, const std::string&, const CallOptions&>(),
           nb::arg("graph"), nb::arg("coordinates").noconvert().none(), nb::arg("metric"),
           nb::arg("scale").none(), nb::arg("algorithm"), nb::arg("options"),
           nb::keep_alive<1, 2>())
      .def("query", &AstarSearch::query, nb::arg("source"), nb::arg("target"), nb::arg("options"),
           "Returns the distance or None, the path, the nodes touched, and what the run did.")
      .def("verify", &AstarSearch::verify, nb::arg("source"), nb::arg("target"),
           nb::arg("distance").none(), nb::arg("path").noconvert(), nb::arg("options"),
           "Returns '' if the answer is right, else what is wrong.")
      .def("heuristic", &AstarSearch::heuristic);
}

} // namespace galois::python
