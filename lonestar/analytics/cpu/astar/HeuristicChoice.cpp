#include "HeuristicChoice.h"

#include <cmath>

#include <fmt/format.h>

#include "HeuristicFit.h"
#include "liblonestar/BoilerPlate.h"

namespace astar {

namespace {

/// Returns the name of the unit, such as ", decimetres", if `scale` per metre is near a usual unit
/// of road lengths; otherwise "".
std::string unitOf(Metric metric, double scale) {
  struct Unit {
    const char* name;
    double perMetre;
  };
  constexpr Unit kUnits[] = {{"kilometres", 1e-3}, {"metres", 1},        {"decimetres", 10},
                             {"centimetres", 100}, {"millimetres", 1e3}, {"miles", 1 / 1609.344},
                             {"feet", 1 / 0.3048}};
  if (metric == Metric::kGreatCircle) {
    for (const Unit& unit : kUnits) {
      if (std::abs(scale / unit.perMetre - 1) < 0.05) {
        return fmt::format(", {}", unit.name);
      }
    }
  }
  return "";
}

std::string describe(const HeuristicFit& fit, Metric metric, double scale, bool largest) {
  std::string line = fmt::format("{}, scale {:.6g}", metricName(metric), scale);
  if (metric == Metric::kGreatCircle) {
    line += " per metre" + unitOf(metric, scale);
  }
  if (fit.limit) {
    line +=
        fmt::format(" ({} edge {} -> {} of weight {}; edges weigh {:.3g} times their estimate)",
                    largest ? "the largest, by" : "at most " + fmt::format("{:.6g}, by", fit.scale),
                    fit.limit->from, fit.limit->to, fit.limit->weight,
                    scale > 0 ? fit.meanRatio / scale : INFINITY);
  }
  return line;
}

} // namespace

Metric naturalMetric(const Graph& graph, const CoordinateInput& input) {
  if (input.coordinates.empty()) {
    return Metric::kNone;
  }
  if (input.map) {
    return Metric::kOctile;
  }
  if (!canBeGeographic(input.coordinates)) {
    return Metric::kEuclidean;
  }
  const auto agreement = [&](Metric metric) {
    return fitHeuristic(graph, Places(metric, input.coordinates)).agreement;
  };
  // Near the equator both metrics agree equally well. Then degrees cannot be told from projected
  // coordinates, which are often small numbers. Straight lines are as good in that case, and no
  // path is drawn at a wrong place on a map.
  constexpr double kClearly = 1e-7;
  return agreement(Metric::kGreatCircle) > agreement(Metric::kEuclidean) + kClearly
             ? Metric::kGreatCircle
             : Metric::kEuclidean;
}

ChosenHeuristic chooseHeuristic(const Graph& graph, const CoordinateInput& input,
                                const HeuristicWish& wish) {
  ChosenHeuristic chosen;
  const Metric metric = wish.metric ? *wish.metric : naturalMetric(graph, input);
  if (metric == Metric::kNone) {
    chosen.description = wish.metric ? "none" : "none: " + input.from;
    return chosen;
  }
  if (input.coordinates.empty()) {
    throw lonestar::AppError(fmt::format("--heuristic={} needs coordinates: {}; name a file with "
                                         "--coordinates",
                                         metricName(metric), input.from));
  }
  if (metric == Metric::kGreatCircle && !canBeGeographic(input.coordinates)) {
    throw lonestar::AppError(fmt::format("--heuristic=great-circle: the coordinates in {} are no "
                                         "longitudes and latitudes in 1e-6 degrees",
                                         input.from));
  }
  chosen.places = Places(metric, input.coordinates);
  const HeuristicFit fit = fitHeuristic(graph, chosen.places);
  chosen.scale = wish.scale ? *wish.scale : fit.scale;
  if (fit.limit && chosen.scale > fit.scale) {
    const EdgeName& edge = *fit.limit;
    throw lonestar::AppError(fmt::format(
        "--heuristic-scale={} overestimates: edge {} -> {} weighs {}, its ends are {:.6g} apart "
        "and the estimate is {:.6g}; at most {:.9g} is possible",
        chosen.scale, edge.from, edge.to, edge.weight, chosen.places.separation(edge.from, edge.to),
        chosen.scale * chosen.places.separation(edge.from, edge.to), fit.scale));
  }
  chosen.description = describe(fit, metric, chosen.scale, !wish.scale);
  return chosen;
}

} // namespace astar
