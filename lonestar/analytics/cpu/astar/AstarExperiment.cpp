#include "AstarExperiment.h"

#include <algorithm>

#include <fmt/format.h>

#include "HeuristicFit.h"
#include "galois/graphs/Transpose.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/WorklistRegistry.h"

namespace astar {

namespace {

/// Returns whether a search that found no path left out a path because it was too long. Then an
/// edge leads from a node that the search reached to one that it did not.
bool leftOutLongPaths(const Graph& graph, const Labels& labels) {
  bool leftOut = false;
  labels.forEachTouched([&](Node node, Label) {
    for (const auto& edge : graph.edges(node)) {
      leftOut |= labels[edge.dst] == kUntouched;
    }
  });
  return leftOut;
}

lonestar::Outcome outcomeOf(const SearchCounts& counts, double seconds) {
  lonestar::Outcome outcome;
  outcome.seconds = seconds;
  outcome.executed = counts.popped;
  outcome.pushed = counts.pushed;
  outcome.stale = counts.stale;
  return outcome;
}

std::string shown(Distance length) { return length == kInfinity ? "inf" : std::to_string(length); }

} // namespace

AstarExperiment::AstarExperiment(const Graph& graph, const galois::inputs::NodeIdMap& names,
                                 const std::vector<Query>& queries,
                                 const ChosenHeuristic& heuristic, bool checkHeuristic,
                                 Search search, const lonestar::Method& method, PathFile* paths)
    : graph_(graph), names_(names), queries_(queries), heuristic_(heuristic),
      checkHeuristic_(checkHeuristic), search_(search), method_(method), paths_(paths),
      finder_(graph.size()), query_(&queries.front()) {
  if (search_ == Search::kBidirectional) {
    reverse_ = galois::graphs::transpose(graph_);
    bothSides_ = std::make_unique<BidirectionalSearch<Graph>>(graph_, *reverse_);
  } else {
    labels_ = std::make_unique<Labels>(graph_.size());
  }
}

lonestar::Json AstarExperiment::params() const {
  lonestar::Json params = {{"startNode", names_.idOf(query_->source)},
                           {"target", names_.idOf(query_->target)},
                           {"heuristic", metricName(heuristic_.places.metric())}};
  if (heuristic_.places.metric() != Metric::kNone) {
    params["heuristic-scale"] = heuristic_.scale;
  }
  return params;
}

void AstarExperiment::forget() {
  path_.reset();
  if (labels_) {
    labels_->reset();
  } else {
    bothSides_->reset();
  }
}

lonestar::Outcome AstarExperiment::run() {
  switch (search_) {
  case Search::kSequential:
    return runSequential();
  case Search::kBidirectional:
    return runBidirectional();
  case Search::kWorklist:
    break;
  }
  const Problem problem{graph_, query_->source, query_->target, towards(query_->target), *labels_};
  lonestar::LoopRun run;
  lonestar::visitWorklist(*method_.worklist, [&](auto tag) {
    run = runWorklist<typename decltype(tag)::type>(problem,
                                                    lonestar::worklistSettings(*method_.worklist));
  });
  length_ = distanceOf((*labels_)[query_->target]);
  return lonestar::outcomeOf(run);
}

lonestar::Outcome AstarExperiment::runSequential() {
  const lonestar::Stopwatch watch;
  const SearchCounts counts =
      sequentialSearch(graph_, query_->source, query_->target, towards(query_->target), *labels_);
  const double seconds = watch.seconds();
  length_ = distanceOf((*labels_)[query_->target]);
  return outcomeOf(counts, seconds);
}

lonestar::Outcome AstarExperiment::runBidirectional() {
  const lonestar::Stopwatch watch;
  meeting_ = bothSides_->run(query_->source, query_->target, towards(query_->target),
                             towards(query_->source));
  const double seconds = watch.seconds();
  length_ = meeting_.length;
  return outcomeOf(meeting_.counts, seconds);
}

bool AstarExperiment::overflowed() const {
  return length_ == kInfinity && (labels_ ? leftOutLongPaths(graph_, *labels_) : meeting_.overflow);
}

/// For a search from one end, returns the number of nodes that every such search has to expand:
/// those whose priority is below the answer. For a search from both ends, returns the number of
/// nodes that it expanded.
std::uint64_t AstarExperiment::usefulTasks() {
  touched_ = 0;
  if (!labels_) {
    bothSides_->forward().forEachTouched([&](Node, Label) { ++touched_; });
    bothSides_->backward().forEachTouched([&](Node, Label) { ++touched_; });
    return meeting_.counts.popped - meeting_.counts.stale;
  }
  std::uint64_t useful = 0;
  labels_->forEachTouched([&](Node, Label label) {
    ++touched_;
    useful += priorityOf(label) < length_ ? 1 : 0;
  });
  return useful;
}

lonestar::Answer AstarExperiment::answer() {
  if (overflowed()) {
    throw lonestar::AppError(
        fmt::format("paths from {} are longer than 32 bits can hold: no distance may exceed "
                    "4294967294; use smaller weights",
                    names_.idOf(query_->source)));
  }
  lonestar::Answer answer;
  answer.useful = usefulTasks();
  if (length_ == kInfinity) {
    answer.checksum = nullptr;
  } else {
    answer.checksum = length_;
  }
  answer.summary = {{"reached", length_ != kInfinity}, {"length", answer.checksum}};
  if (query_->optimal) {
    answer.summary["published"] = *query_->optimal;
  }
  return answer;
}

const std::vector<Node>& AstarExperiment::path() {
  if (!path_) {
    path_.emplace();
    if (length_ != kInfinity && labels_) {
      *path_ = finder_.find(graph_, *labels_, query_->source, query_->target);
    } else if (length_ != kInfinity) {
      *path_ = finder_.find(graph_, bothSides_->forward(), query_->source, meeting_.node);
      auto rest = finder_.find(*reverse_, bothSides_->backward(), query_->target, meeting_.node);
      if (path_->empty() || rest.empty()) {
        path_->clear();
      } else {
        path_->insert(path_->end(), rest.rbegin() + 1, rest.rend());
      }
    }
  }
  return *path_;
}

std::string AstarExperiment::compareWithReference() {
  if (!reference_) {
    reference_.emplace(graph_.size());
  }
  const auto right = reference_->distance(graph_, query_->source, query_->target);
  if (right == (length_ == kInfinity ? std::nullopt : std::optional<std::uint64_t>(length_))) {
    return "";
  }
  return fmt::format("the distance from {} to {} is {}, sequential Dijkstra says {}",
                     query_->source, query_->target, shown(length_),
                     right ? std::to_string(*right) : "inf");
}

std::string AstarExperiment::check(bool fully) {
  std::string wrong;
  if (checkHeuristic_) {
    const Heuristic heuristic = towards(query_->target);
    if (const auto edge = inconsistentEdge(graph_, heuristic)) {
      return fmt::format("the heuristic overestimates: edge {} -> {} weighs {}, and the estimates "
                         "to {} are {} and {}",
                         edge->from, edge->to, edge->weight, query_->target, heuristic(edge->from),
                         heuristic(edge->to));
    }
  }
  if (length_ != kInfinity) {
    wrong = verifyPath(graph_, query_->source, query_->target, length_, path());
  }
  if (wrong.empty()) {
    wrong = compareWithPublished(*query_, length_);
  }
  if (wrong.empty() && (fully || !query_->optimal)) {
    wrong = compareWithReference();
  }
  return wrong;
}

void AstarExperiment::finish() {
  unreachable_ += length_ == kInfinity ? 1 : 0;
  if (paths_ != nullptr) {
    paths_->write(*query_, length_, path());
  }
}

std::vector<std::string> AstarExperiment::summary() const {
  std::vector<std::string> lines{"Heuristic " + heuristic_.description};
  const std::string edges =
      path_ && !path_->empty() ? fmt::format(" over {} edges", path_->size() - 1) : "";
  const std::uint64_t source = names_.idOf(query_->source);
  const std::uint64_t target = names_.idOf(query_->target);
  lines.push_back(length_ == kInfinity
                      ? fmt::format("No path from node {} to node {}", source, target)
                      : fmt::format("Path from node {} to node {} has length {}{}", source, target,
                                    length_, edges));
  if (queries_.size() > 1) {
    lines.back() +=
        fmt::format(" (last of {} queries, {} without a path)", queries_.size(), unreachable_);
  }
  lines.push_back(fmt::format("{} of {} nodes touched", touched_, graph_.size()));
  return lines;
}

void AstarExperiment::write(galois::inputs::OutputFile& file) const {
  file.write(fmt::format("{} {} {}\n", names_.idOf(query_->source), names_.idOf(query_->target),
                         shown(length_)));
}

} // namespace astar
