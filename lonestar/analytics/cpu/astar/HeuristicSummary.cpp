#include "HeuristicSummary.h"

#include <cmath>

#include <fmt/format.h>

#include "analytics/astar/Places.h"

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

} // namespace

std::string describe(const galois::analytics::AstarHeuristic& heuristic, bool chosenScale) {
  const Metric metric = heuristic.metric;
  const double scale = heuristic.scale;
  std::string line = fmt::format("{}, scale {:.6g}", metricName(metric), scale);
  if (metric == Metric::kGreatCircle) {
    line += " per metre" + unitOf(metric, scale);
  }
  if (heuristic.limit) {
    line +=
        fmt::format(" ({} edge {} -> {} of weight {}; edges weigh {:.3g} times their estimate)",
                    chosenScale ? "at most " + fmt::format("{:.6g}, by", heuristic.greatestScale)
                                : "the largest, by",
                    heuristic.limit->from, heuristic.limit->to, heuristic.limit->weight,
                    scale > 0 ? heuristic.meanRatio / scale : INFINITY);
  }
  return line;
}

} // namespace astar
