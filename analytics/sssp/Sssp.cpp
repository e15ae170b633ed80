#include "galois/analytics/Sssp.h"

#include <cstdint>
#include <string>
#include <type_traits>

#include <fmt/format.h>

#include "AutomaticSearch.h"
#include "DeltaStepping.h"
#include "DistanceChecks.h"
#include "DistanceTotals.h"
#include "EdgeWeights.h"
#include "SequentialBuckets.h"
#include "SequentialDijkstra.h"
#include "SequentialRadixHeap.h"
#include "SsspProblem.h"
#include "WorklistRelaxation.h"
#include "analytics/scheduler/OneThreadIfSmall.h"
#include "analytics/scheduler/Runs.h"
#include "galois/analytics/Session.h"
#include "ssspVerify.h"

namespace galois::analytics {

namespace {

template <typename W, typename D>
Execution runDeltaStepping(const Graph<W>& graph, const ::sssp::Problem<W, D>& problem,
                           const SsspPlan& plan, const RunOptions& options) {
  constexpr unsigned kMostBits = 63;
  if (plan.delta.value_or(0) > kMostBits) {
    throw InvalidOption("delta", std::to_string(*plan.delta),
                        fmt::format("a whole number from 0 to {} is needed", kMostBits));
  }
  const unsigned shift = plan.delta.value_or(
      graph.size() > 0 ? ::sssp::defaultShift(graph.rows(), graph.weights(), problem.scale) : 0);
  Execution execution = lonestar::executionOf("delta-stepping", options);
  const lonestar::Stopwatch clock;
  ::sssp::DeltaStepping<W, D> run(problem, shift);
  const ::sssp::DeltaSteppingCounts counts = run.run();
  execution.seconds = clock.seconds();
  execution.executed = execution.pushed = counts.executed;
  execution.stale = counts.stale;
  execution.measures.push_back({"rounds", counts.rounds});
  execution.plan.push_back({"delta", std::uint64_t{shift}});
  return execution;
}

/// Runs a search on one thread.
/// @param search  () -> DijkstraCounts
template <typename Search>
Execution runSequential(const char* algorithm, const RunOptions& options, const Search& search) {
  Execution execution = lonestar::executionOf(algorithm, options, true);
  const lonestar::Stopwatch clock;
  const ::sssp::DijkstraCounts counts = search();
  execution.seconds = clock.seconds();
  execution.executed = counts.popped;
  execution.pushed = counts.pushed;
  execution.stale = counts.stale;
  return execution;
}

template <typename W, typename D>
Execution runBuckets(const Graph<W>& graph, const ::sssp::Problem<W, D>& problem,
                     const RunOptions& options) {
  const ::sssp::BucketShape shape = ::sssp::bucketShape(graph.rows(), graph.weights());
  if (shape.buckets == 0) {
    return runSequential("radix-heap", options, [&] {
      return ::sssp::sequentialRadixHeap(problem.graph, problem.sources, problem.distances.data());
    });
  }
  return runSequential("buckets", options, [&] {
    ::sssp::BucketRing<D> ring;
    return ::sssp::sequentialBuckets(problem.graph, problem.sources, problem.distances.data(),
                                     shape, ring);
  });
}

/// Returns the algorithm that a plan with kAuto runs.
template <typename W>
::sssp::ChosenSearch chosenFor(const Graph<W>& graph, const SsspPlan& plan,
                               const RunOptions& options) {
  if (plan.edgeTile) {
    return {SsspPlan::kWorklist, "for given tiles of edges"};
  }
  if (lonestar::wantsWorklist(options)) {
    return {SsspPlan::kWorklist, "for a scheduler or what it measures"};
  }
  return ::sssp::chooseSearch(graph, getActiveThreads());
}

template <typename W, typename D>
Execution runPlan(const Graph<W>& graph, const ::sssp::Problem<W, D>& problem, const SsspPlan& plan,
                  const RunOptions& options) {
  switch (plan.algorithm) {
  case SsspPlan::kAuto: {
    const ::sssp::ChosenSearch chosen = chosenFor(graph, plan, options);
    SsspPlan explicitPlan = plan;
    explicitPlan.algorithm = chosen.algorithm;
    Execution execution = runPlan(graph, problem, explicitPlan, options);
    execution.plan.push_back({"auto", chosen.reason});
    return execution;
  }
  case SsspPlan::kDeltaStepping:
    return runDeltaStepping(graph, problem, plan, options);
  case SsspPlan::kDijkstra:
    return runSequential("dijkstra", options, [&] {
      return ::sssp::sequentialDijkstra(problem.graph, problem.sources, problem.distances.data());
    });
  case SsspPlan::kRadixHeap:
    return runSequential("radix-heap", options, [&] {
      return ::sssp::sequentialRadixHeap(problem.graph, problem.sources, problem.distances.data());
    });
  case SsspPlan::kBuckets:
    return runBuckets(graph, problem, options);
  default:
    return ::sssp::relaxUnderWorklist(graph, problem, plan.edgeTile, options, kSsspShift, [&] {
      return ::sssp::typicalShift(graph.rows(), problem.scale, getActiveThreads());
    });
  }
}

/// Does what sssp() promises, where calls run.
template <typename W, typename D>
Execution findDistances(const Graph<W>& graph, std::span<const Node> sources,
                        std::span<D> distances, const SsspPlan& plan, const RunOptions& options) {
  ::sssp::Problem<W, D> problem{
      .graph = graph.rows(), .distances = distances, .sources = sources, .name = "SSSP"};
  problem.scale = ::sssp::priorityScale(graph.weights(), graph.size());
  ::sssp::resetDistances(distances);
  Execution execution = runPlan(graph, problem, plan, options);
  const lonestar::OneThreadIfSmall few(graph.size() + graph.sizeEdges());
  const auto totals = ::sssp::summarize(std::span<const D>(distances));
  if (::sssp::distancesOverflow(graph.rows(), distances.data(), totals.max,
                                graph.weights().greatest)) {
    throw DistanceOverflow(
        fmt::format("a shortest path is longer than {} bits can hold", 8 * sizeof(D)));
  }
  execution.useful = totals.reached;
  if constexpr (std::is_floating_point_v<W>) {
    execution.plan.push_back({"priority-scale", problem.scale});
  }
  return execution;
}

} // namespace

template <typename W, typename D>
Execution sssp(const Graph<W>& graph, std::span<const Node> sources, std::span<D> distances,
               const SsspPlan& plan, const RunOptions& options) {
  ::sssp::checkArguments(graph.size(), sources, distances.size());
  Execution execution;
  Session::get().run(options, graph.size() + graph.sizeEdges(),
                     [&] { execution = findDistances(graph, sources, distances, plan, options); });
  return execution;
}

template <typename W, typename D>
std::string verifySssp(const Graph<W>& graph, std::span<const Node> sources,
                       std::span<const D> distances, bool fully) {
  std::string wrong;
  Session::get().run([&] {
    const lonestar::OneThreadIfSmall few(graph.size() + graph.sizeEdges());
    wrong = ::sssp::verifyAnswer(graph.rows(), sources, distances, fully);
  });
  return wrong;
}

#define GALOIS_ANALYTICS_SSSP(W, D)                                                                \
  template Execution sssp(const Graph<W>&, std::span<const Node>, std::span<D>, const SsspPlan&,   \
                          const RunOptions&);                                                      \
  template std::string verifySssp(const Graph<W>&, std::span<const Node>, std::span<const D>, bool);
GALOIS_ANALYTICS_SSSP(std::uint32_t, std::uint32_t)
GALOIS_ANALYTICS_SSSP(std::uint32_t, std::uint64_t)
GALOIS_ANALYTICS_SSSP(std::uint64_t, std::uint64_t)
GALOIS_ANALYTICS_SSSP(double, double)
#undef GALOIS_ANALYTICS_SSSP

} // namespace galois::analytics
