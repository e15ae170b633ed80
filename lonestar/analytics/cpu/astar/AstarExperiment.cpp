#include "AstarExperiment.h"

#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "analytics/astar/Places.h"
#include "liblonestar/BoilerPlate.h"

namespace astar {

namespace {

std::string shown(std::optional<Distance> length) {
  return length ? std::to_string(*length) : "inf";
}

} // namespace

AstarExperiment::AstarExperiment(const AnalyticsGraph& graph,
                                 const galois::inputs::NodeIdMap& names,
                                 const std::vector<Query>& queries, galois::analytics::Astar& astar,
                                 std::string heuristic, bool checkHeuristic,
                                 const lonestar::Method& method, PathFile* paths, WayMap* map)
    : graph_(graph), names_(names), queries_(queries), astar_(astar),
      heuristic_(std::move(heuristic)), checkHeuristic_(checkHeuristic), method_(method),
      paths_(paths), map_(map), query_(&queries.front()) {}

lonestar::Json AstarExperiment::params() const {
  const galois::analytics::AstarHeuristic& heuristic = astar_.heuristic();
  lonestar::Json params = {{"startNode", names_.nameOf(query_->source)},
                           {"target", names_.nameOf(query_->target)},
                           {"heuristic", metricName(heuristic.metric)}};
  if (heuristic.metric != Metric::kNone) {
    params["heuristic-scale"] = heuristic.scale;
  }
  return params;
}

lonestar::Outcome AstarExperiment::run() {
  try {
    result_ = astar_.query(query_->source, query_->target, lonestar::runOptions(method_.worklist));
  } catch (const galois::analytics::DistanceOverflow&) {
    throw lonestar::AppError(
        fmt::format("paths from {} are longer than 32 bits can hold: no distance may exceed "
                    "4294967294; use smaller weights",
                    names_.nameOf(query_->source)));
  }
  return result_.execution;
}

lonestar::Answer AstarExperiment::answer() {
  lonestar::Answer answer;
  if (result_.distance) {
    answer.checksum = *result_.distance;
  } else {
    answer.checksum = nullptr;
  }
  answer.summary = {{"reached", result_.distance.has_value()}, {"length", answer.checksum}};
  if (query_->optimal) {
    answer.summary["published"] = *query_->optimal;
  }
  return answer;
}

std::string AstarExperiment::check(bool fully) {
  const Node source = query_->source, target = query_->target;
  if (checkHeuristic_) {
    if (const auto edge = astar_.inconsistentEdge(target)) {
      return fmt::format("the heuristic overestimates: edge {} -> {} weighs {}, and the estimates "
                         "to {} are {} and {}",
                         edge->from, edge->to, edge->weight, target,
                         astar_.estimate(edge->from, target), astar_.estimate(edge->to, target));
    }
  }
  std::string wrong;
  if (result_.distance) {
    wrong = verifyPath(graph_.rows(), source, target, *result_.distance, result_.path);
  }
  if (wrong.empty()) {
    wrong = compareWithPublished(*query_, result_.distance.value_or(kInfinity));
  }
  if (wrong.empty() && (fully || !query_->optimal)) {
    if (!reference_) {
      reference_.emplace(graph_.size());
    }
    wrong = reference_->compare(graph_.rows(), source, target, result_.distance);
  }
  return wrong;
}

void AstarExperiment::gather() {
  if (map_ != nullptr) {
    map_->add(query_->source, query_->target, shown(result_.distance), result_.path);
  }
}

void AstarExperiment::finish() {
  unreachable_ += result_.distance ? 0 : 1;
  if (paths_ != nullptr) {
    paths_->write(query_->source, query_->target, shown(result_.distance), result_.path);
  }
}

std::vector<std::string> AstarExperiment::summary() const {
  std::vector<std::string> lines{"Heuristic " + heuristic_};
  const std::string edges =
      result_.path.empty() ? "" : fmt::format(" over {} edges", result_.path.size() - 1);
  const galois::inputs::NodeName source = names_.nameOf(query_->source);
  const galois::inputs::NodeName target = names_.nameOf(query_->target);
  lines.push_back(result_.distance
                      ? fmt::format("Path from node {} to node {} has length {}{}", source, target,
                                    *result_.distance, edges)
                      : fmt::format("No path from node {} to node {}", source, target));
  if (queries_.size() > 1) {
    lines.back() +=
        fmt::format(" (last of {} queries, {} without a path)", queries_.size(), unreachable_);
  }
  lines.push_back(fmt::format("{} of {} nodes touched", result_.touched, graph_.size()));
  return lines;
}

void AstarExperiment::write(galois::inputs::OutputFile& file) const {
  file.write(fmt::format("{} {} {}\n", names_.nameOf(query_->source), names_.nameOf(query_->target),
                         shown(result_.distance)));
}

} // namespace astar
