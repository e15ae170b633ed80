#include "HeuristicChoice.h"

#include <cmath>

#include <fmt/format.h>

#include "HeuristicFit.h"
#include "galois/analytics/Errors.h"

namespace astar {

using galois::analytics::AstarHeuristic;
using galois::analytics::AstarPlan;
using galois::analytics::InvalidOption;

namespace {

/// @throws InvalidOption when the coordinates cannot be those of the metric
void checkCoordinates(Metric metric, std::span<const Coordinate> coordinates) {
  if (metric != Metric::kNone && coordinates.empty()) {
    throw InvalidOption("metric", metricName(metric), "the nodes have no coordinates");
  }
  if (metric == Metric::kGreatCircle && !canBeGeographic(coordinates)) {
    throw InvalidOption("metric", metricName(metric),
                        "the coordinates are no longitudes and latitudes in 1e-6 degrees");
  }
}

/// @throws InvalidOption when the scale makes the heuristic overestimate
void checkScale(const AstarHeuristic& chosen, const Places& places) {
  if (!chosen.limit || chosen.scale <= chosen.greatestScale) {
    return;
  }
  const EdgeName& edge = *chosen.limit;
  const double separation = places.separation(edge.from, edge.to);
  throw InvalidOption("scale", fmt::format("{}", chosen.scale),
                      fmt::format("edge {} -> {} weighs {}, its ends are {:.6g} apart and the "
                                  "estimate is {:.6g}; at most {:.9g} is possible",
                                  edge.from, edge.to, edge.weight, separation,
                                  chosen.scale * separation, chosen.greatestScale));
}

} // namespace

Metric naturalMetric(const Graph& graph, std::span<const Coordinate> coordinates) {
  if (coordinates.empty()) {
    return Metric::kNone;
  }
  if (!canBeGeographic(coordinates)) {
    return Metric::kEuclidean;
  }
  const auto agreement = [&](Metric metric) {
    return fitHeuristic(graph, Places(metric, coordinates)).agreement;
  };
  // Near the equator both metrics agree equally well. Then degrees cannot be told from projected
  // coordinates, which are often small numbers. Straight lines are as good in that case, and no
  // path is drawn at a wrong place on a map.
  constexpr double kClearly = 1e-7;
  return agreement(Metric::kGreatCircle) > agreement(Metric::kEuclidean) + kClearly
             ? Metric::kGreatCircle
             : Metric::kEuclidean;
}

Metric chooseMetric(const Graph& graph, std::span<const Coordinate> coordinates,
                    const AstarPlan& plan) {
  if (!coordinates.empty() && coordinates.size() != graph.size()) {
    throw InvalidOption("coordinates", std::to_string(coordinates.size()),
                        fmt::format("the graph has {} nodes, and each needs one", graph.size()));
  }
  using galois::analytics::algorithmOf;
  if (!algorithmOf(galois::analytics::astarAlgorithms(), plan.algorithm).needs.uses("heuristic")) {
    return Metric::kNone;
  }
  if (!plan.metric) {
    return naturalMetric(graph, coordinates);
  }
  checkCoordinates(*plan.metric, coordinates);
  return *plan.metric;
}

AstarHeuristic chooseHeuristic(const Graph& graph, const Places& places, const AstarPlan& plan) {
  if (plan.scale && !(*plan.scale >= 0 && std::isfinite(*plan.scale))) {
    throw InvalidOption("scale", fmt::format("{}", *plan.scale),
                        "a finite number of at least 0 is needed");
  }
  AstarHeuristic chosen;
  chosen.metric = places.metric();
  if (chosen.metric == Metric::kNone) {
    return chosen;
  }
  const HeuristicFit fit = fitHeuristic(graph, places);
  chosen.scale = plan.scale.value_or(fit.scale);
  chosen.greatestScale = fit.scale;
  chosen.limit = fit.limit;
  chosen.meanRatio = fit.meanRatio;
  checkScale(chosen, places);
  return chosen;
}

} // namespace astar
