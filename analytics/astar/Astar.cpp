#include "galois/analytics/Astar.h"

#include <iterator>

#include <fmt/format.h>

#include "AstarProblem.h"
#include "BidirectionalSearch.h"
#include "HeuristicChoice.h"
#include "HeuristicFit.h"
#include "Path.h"
#include "SequentialSearch.h"
#include "analytics/scheduler/AlgorithmTable.h"
#include "analytics/scheduler/OneThreadIfSmall.h"
#include "analytics/scheduler/Runs.h"
#include "astarVerify.h"
#include "galois/analytics/Session.h"

namespace galois::analytics {

namespace {

using ::astar::Distance;
using ::astar::kInfinity;
using ::astar::Label;
using ::astar::Labels;
using ::astar::Places;

using BothSides = ::astar::BidirectionalSearch<::astar::Graph>;

void checkNodes(std::size_t nodes, Node first, Node second) {
  for (const Node node : {first, second}) {
    if (node >= nodes) {
      throw NodeOutOfRange(node, nodes);
    }
  }
}

RunOptions onThreads(unsigned threads) {
  RunOptions options;
  options.threads = threads;
  return options;
}

/// Returns whether a search that found no path left out a path because it was too long. Then an
/// edge leads from a node that the search reached to one that it did not.
bool leftOutLongPaths(const ::astar::Graph& graph, const Labels& labels) {
  bool leftOut = false;
  labels.forEachTouched([&](Node node, Label) {
    for (const auto& edge : graph.edges(node)) {
      leftOut |= labels[edge.dst] == ::astar::kUntouched;
    }
  });
  return leftOut;
}

void addCounts(Execution& execution, const ::astar::SearchCounts& counts) {
  execution.executed = counts.popped;
  execution.pushed = counts.pushed;
  execution.stale = counts.stale;
}

struct Search;
using Info = AlgorithmInfo<AstarPlan>;
using Row =
    lonestar::Algorithm<AstarPlan, Execution (Search::*)(const Info& self, Node source, Node target,
                                                         const RunOptions& options)>;

const Row& algorithmIn(const AstarPlan& plan);

/// A graph, a heuristic, and the memory of searches.
struct Search {
  Search(const Graph<std::uint32_t>& givenGraph, std::span<const Coordinate> coordinates,
         const AstarPlan& givenPlan);

  ::astar::Heuristic towards(Node target) const { return {places, heuristic.scale, target}; }
  /// Does what query() promises, where calls run.
  AstarResult answer(Node source, Node target, const RunOptions& options);
  void reset();
  /// Run an algorithm. @{
  Execution runUnderWorklist(const Info& self, Node source, Node target, const RunOptions& options);
  Execution runSequential(const Info& self, Node source, Node target, const RunOptions& options);
  Execution runBidirectional(const Info& self, Node source, Node target, const RunOptions& options);
  /// @}
  /// Whether no path was found, but one that is too long was left out.
  bool overflowed() const;
  /// Counts the nodes that the last search touched, and those of its tasks that were useful.
  void count(AstarResult& result) const;
  std::vector<Node> path(Node source, Node target);

  const Graph<std::uint32_t> graph;
  const AstarPlan plan;
  const Row& algorithm;          ///< that of the plan
  std::vector<Coordinate> plane; ///< what `places` refers to, if it does
  Places places;
  AstarHeuristic heuristic;
  std::unique_ptr<Labels> labels;       ///< of searches from one end
  std::unique_ptr<BothSides> bothSides; ///< of searches from both ends
  std::optional<::astar::PathFinder> finder;

  // Results of the last search:
  Distance length = kInfinity;
  ::astar::Meeting meeting;
};

/// All that is known about each algorithm. The flag --algo, Python, and records read it.
constexpr Row kAlgorithms[] = {
    {{AstarPlan::kWorklist,
      "worklist",
      "A* in the order of --wl (default)",
      {.worklist = true, .options = {"heuristic", "heuristic-scale"}}},
     &Search::runUnderWorklist},
    {{AstarPlan::kSequential,
      "sequential",
      "A* on one thread",
      {.oneThread = true, .options = {"heuristic", "heuristic-scale"}}},
     &Search::runSequential},
    {{AstarPlan::kDijkstra,
      "dijkstra",
      "on one thread, without a heuristic, until the target",
      {.oneThread = true}},
     &Search::runSequential},
    {{AstarPlan::kBidirectional,
      "bidirectional",
      "A* from both ends, on one thread",
      {.oneThread = true, .inEdges = true, .options = {"heuristic", "heuristic-scale"}}},
     &Search::runBidirectional}};

const Row& algorithmIn(const AstarPlan& plan) { return algorithmOf(kAlgorithms, plan.algorithm); }

Search::Search(const Graph<std::uint32_t>& givenGraph, std::span<const Coordinate> coordinates,
               const AstarPlan& givenPlan)
    : graph(givenGraph), plan(givenPlan), algorithm(algorithmIn(plan)) {
  const ::astar::Graph& rows = graph.rows();
  const Metric metric = ::astar::chooseMetric(rows, coordinates, plan);
  if (metric == Metric::kEuclidean || metric == Metric::kOctile) {
    plane.assign(coordinates.begin(), coordinates.end());
    coordinates = plane;
  }
  places = Places(metric, coordinates);
  heuristic = ::astar::chooseHeuristic(rows, places, plan);
  if (algorithm.needs.inEdges) {
    bothSides = std::make_unique<BothSides>(rows, graph.transpose());
  } else {
    labels = std::make_unique<Labels>(graph.size());
  }
  if (plan.path) {
    finder.emplace(graph.size());
  }
}

void Search::reset() {
  if (labels) {
    labels->reset();
  } else {
    bothSides->reset();
  }
}

Execution Search::runUnderWorklist(const Info& /*self*/, Node source, Node target,
                                   const RunOptions& options) {
  const ::astar::Problem problem{graph.rows(), source, target, towards(target), *labels};
  Execution execution = lonestar::runUnder(
      options, {.bits = kAstarShift}, [&](auto tag, const lonestar::WorklistSettings& settings) {
        return ::astar::runWorklist<typename decltype(tag)::type>(problem, settings);
      });
  length = ::astar::distanceOf((*labels)[target]);
  return execution;
}

Execution Search::runSequential(const Info& self, Node source, Node target,
                                const RunOptions& options) {
  Execution execution = lonestar::executionOf(self.name, options, self.needs.oneThread);
  const lonestar::Stopwatch clock;
  const ::astar::SearchCounts counts =
      ::astar::sequentialSearch(graph.rows(), source, target, towards(target), *labels);
  execution.seconds = clock.seconds();
  addCounts(execution, counts);
  length = ::astar::distanceOf((*labels)[target]);
  return execution;
}

Execution Search::runBidirectional(const Info& self, Node source, Node target,
                                   const RunOptions& options) {
  Execution execution = lonestar::executionOf(self.name, options, self.needs.oneThread);
  const lonestar::Stopwatch clock;
  meeting = bothSides->run(source, target, towards(target), towards(source));
  execution.seconds = clock.seconds();
  addCounts(execution, meeting.counts);
  length = meeting.length;
  return execution;
}

bool Search::overflowed() const {
  return length == kInfinity &&
         (labels ? leftOutLongPaths(graph.rows(), *labels) : meeting.overflow);
}

void Search::count(AstarResult& result) const {
  if (!labels) {
    bothSides->forward().forEachTouched([&](Node, Label) { ++result.touched; });
    bothSides->backward().forEachTouched([&](Node, Label) { ++result.touched; });
    result.execution.useful = meeting.counts.popped - meeting.counts.stale;
    return;
  }
  labels->forEachTouched([&](Node, Label label) {
    ++result.touched;
    result.execution.useful += ::astar::priorityOf(label) < length ? 1 : 0;
  });
}

std::vector<Node> Search::path(Node source, Node target) {
  if (labels) {
    return finder->find(graph.rows(), *labels, source, target);
  }
  std::vector<Node> path = finder->find(graph.rows(), bothSides->forward(), source, meeting.node);
  const std::vector<Node> rest =
      finder->find(graph.transpose(), bothSides->backward(), target, meeting.node);
  if (path.empty() || rest.empty()) {
    return {}; // a fault of the search, for checks to find
  }
  path.insert(path.end(), std::next(rest.rbegin()), rest.rend());
  return path;
}

AstarResult Search::answer(Node source, Node target, const RunOptions& options) {
  // Before the search and not after it, so that a search that ended with an exception leaves
  // nothing behind.
  reset();
  AstarResult result;
  result.execution = (this->*algorithm.run)(algorithm, source, target, options);
  if (overflowed()) {
    throw DistanceOverflow(fmt::format(
        "the path from {} to {} is longer than 32 bits can hold, if there is one", source, target));
  }
  count(result);
  result.execution.plan.push_back({"metric", ::astar::metricName(heuristic.metric)});
  if (heuristic.metric != Metric::kNone) {
    result.execution.plan.push_back({"scale", heuristic.scale});
  }
  if (length != kInfinity) {
    result.distance = length;
    if (finder) {
      result.path = path(source, target);
    }
  }
  return result;
}

} // namespace

struct Astar::State : Search {
  using Search::Search;
};

AlgorithmList<AstarPlan> astarAlgorithms() {
  static constexpr auto kInfos = lonestar::infosOf(kAlgorithms);
  return kInfos;
}

Astar::Astar(const Graph<std::uint32_t>& graph, std::span<const Coordinate> coordinates,
             const AstarPlan& plan, unsigned threads) {
  Session::get().run(onThreads(threads),
                     [&] { state_ = std::make_unique<State>(graph, coordinates, plan); });
}

Astar::~Astar() = default;
Astar::Astar(Astar&& other) noexcept = default;
Astar& Astar::operator=(Astar&& other) noexcept = default;

AstarResult Astar::query(Node source, Node target, const RunOptions& options) {
  State& state = *state_;
  checkNodes(state.graph.size(), source, target);
  AstarResult result;
  Session::get().run(options, state.graph.size() + state.graph.sizeEdges(),
                     [&] { result = state.answer(source, target, options); });
  return result;
}

const AstarHeuristic& Astar::heuristic() const noexcept { return state_->heuristic; }

std::uint32_t Astar::estimate(Node node, Node target) const {
  checkNodes(state_->graph.size(), node, target);
  return state_->towards(target)(node);
}

std::optional<AstarHeuristic::Edge> Astar::inconsistentEdge(Node target) const {
  checkNodes(state_->graph.size(), target, target);
  std::optional<AstarHeuristic::Edge> edge;
  Session::get().run([&] {
    const auto& graph = state_->graph;
    const lonestar::OneThreadIfSmall few(graph.size() + graph.sizeEdges());
    edge = ::astar::inconsistentEdge(graph.rows(), state_->towards(target));
  });
  return edge;
}

std::string verifyAstar(const Graph<std::uint32_t>& graph, Node source, Node target,
                        const AstarResult& result) {
  checkNodes(graph.size(), source, target);
  if (!result.distance && !result.path.empty()) {
    return fmt::format("there is a path from {} to {} without a distance", source, target);
  }
  std::string wrong;
  if (!result.path.empty()) {
    wrong = ::astar::verifyPath(graph.rows(), source, target, *result.distance, result.path);
  }
  if (wrong.empty()) {
    Session::get().run([&] {
      const lonestar::OneThreadIfSmall few(graph.size() + graph.sizeEdges());
      wrong =
          ::astar::Reference(graph.size()).compare(graph.rows(), source, target, result.distance);
    });
  }
  return wrong;
}

} // namespace galois::analytics
