#include "galois/analytics/Sssp.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
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
#include "ThinSearch.h"
#include "WorklistRelaxation.h"
#include "analytics/scheduler/AlgorithmTable.h"
#include "analytics/scheduler/OneThreadIfSmall.h"
#include "analytics/scheduler/Runs.h"
#include "galois/analytics/Session.h"
#include "ssspVerify.h"

namespace galois::analytics {

namespace {

/// A search, where calls run.
template <typename W, typename D>
struct Call {
  const Graph<W>& graph;
  const ::sssp::Problem<W, D>& problem;
  const SsspPlan& plan;
  const RunOptions& options;
};

using Info = AlgorithmInfo<SsspPlan>;

/// What an algorithm does.
template <typename W, typename D>
struct Search {
  Execution (*run)(const Info& self, const Call<W, D>& call);
  /// It schedules no leaves. Of "worklist", sssp::skipsLeaves() says under which schedulers.
  bool skipsLeaves = false;
};

template <typename W, typename D>
using Row = lonestar::Algorithm<SsspPlan, Search<W, D>>;

template <typename W, typename D>
Execution run(SsspPlan::Algorithm algorithm, const Call<W, D>& call);

/// Returns the algorithm that a plan with kAuto runs.
template <typename W, typename D>
::sssp::ChosenSearch chosenFor(const Call<W, D>& call) {
  if (call.plan.edgeTile) {
    return {SsspPlan::kWorklist, "for given tiles of edges"};
  }
  if (lonestar::wantsWorklist(call.options)) {
    return {SsspPlan::kWorklist, "for a scheduler or what it measures"};
  }
  return ::sssp::chooseSearch(call.graph, getActiveThreads());
}

/// Runs kWorklist on what searchWhileThin() leaves.
template <typename W, typename D>
Execution runFromThinFrontier(const Call<W, D>& call) {
  const ::sssp::BucketShape shape = ::sssp::bucketShape(call.graph.rows(), call.graph.weights());
  if (shape.buckets == 0) {
    return run(SsspPlan::kWorklist, call);
  }
  ::sssp::Problem<W, D> rest = call.problem;
  rest.leaves =
      ::sssp::skipsLeaves(lonestar::worklistOf(call.options)) ? &call.graph.leaves() : nullptr;
  const lonestar::Stopwatch clock;
  const ::sssp::ThinSearch thin = ::sssp::searchWhileThin(rest, shape);
  const double seconds = clock.seconds();
  rest.sources = thin.frontier;
  rest.begun = true;
  Execution execution =
      run(SsspPlan::kWorklist, Call<W, D>{call.graph, rest, call.plan, call.options});
  execution.seconds += seconds;
  execution.executed += thin.counts.popped;
  execution.pushed += thin.counts.pushed - thin.frontier.size();
  execution.stale += thin.counts.stale;
  execution.measures.push_back({"tasks_before_loop", thin.counts.popped});
  return execution;
}

template <typename W, typename D>
Execution runFastest(const Info& /*self*/, const Call<W, D>& call) {
  const ::sssp::ChosenSearch chosen = chosenFor(call);
  Execution execution = chosen.beginsThin ? runFromThinFrontier(call) : run(chosen.algorithm, call);
  execution.plan.push_back({"auto", chosen.reason});
  return execution;
}

template <typename W, typename D>
Execution runUnderWorklist(const Info& /*self*/, const Call<W, D>& call) {
  const auto find = [&] {
    return ::sssp::typicalShift(call.graph.rows(), call.problem.scale, getActiveThreads());
  };
  return ::sssp::relaxUnderWorklist(call.graph, call.problem, call.plan.edgeTile, call.options,
                                    {.bits = kSsspShift, .find = find});
}

template <typename W, typename D>
Execution runDeltaStepping(const Info& self, const Call<W, D>& call) {
  const Graph<W>& graph = call.graph;
  const std::optional<unsigned>& delta = call.plan.delta;
  constexpr unsigned kMostBits = 63;
  if (delta.value_or(0) > kMostBits) {
    throw InvalidOption("delta", std::to_string(*delta),
                        fmt::format("a whole number from 0 to {} is needed", kMostBits));
  }
  const unsigned shift =
      delta.value_or(graph.size() > 0 ? ::sssp::deltaSteppingShift(graph.rows(), graph.weights(),
                                                                   call.problem.scale)
                                      : 0);
  Execution execution = lonestar::executionOf(self.name, call.options);
  const lonestar::Stopwatch clock;
  ::sssp::DeltaStepping<W, D> search(call.problem, shift);
  const ::sssp::DeltaSteppingCounts counts = search.run();
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
Execution runSequential(const Info& self, const RunOptions& options, const Search& search) {
  Execution execution = lonestar::executionOf(self.name, options, self.needs.oneThread);
  const lonestar::Stopwatch clock;
  const ::sssp::DijkstraCounts counts = search();
  execution.seconds = clock.seconds();
  execution.executed = counts.popped;
  execution.pushed = counts.pushed;
  execution.stale = counts.stale;
  return execution;
}

template <typename W, typename D>
Execution runDijkstra(const Info& self, const Call<W, D>& call) {
  return runSequential(self, call.options, [&] {
    return ::sssp::sequentialDijkstra(call.problem.graph, call.problem.sources,
                                      call.problem.distances.data());
  });
}

template <typename W, typename D>
Execution runRadixHeap(const Info& self, const Call<W, D>& call) {
  const lonestar::Leaves& leaves = call.graph.leaves();
  return runSequential(self, call.options, [&] {
    return ::sssp::sequentialRadixHeap(call.problem.graph, call.problem.sources,
                                       call.problem.distances.data(), &leaves);
  });
}

template <typename W, typename D>
Execution runBuckets(const Info& self, const Call<W, D>& call) {
  const ::sssp::BucketShape shape = ::sssp::bucketShape(call.graph.rows(), call.graph.weights());
  if (shape.buckets == 0) {
    return run(SsspPlan::kRadixHeap, call);
  }
  const lonestar::Leaves& leaves = call.graph.leaves();
  return runSequential(self, call.options, [&] {
    ::sssp::BucketRing<D> ring;
    return ::sssp::sequentialBuckets(call.problem.graph, call.problem.sources,
                                     call.problem.distances.data(), shape, ring, &leaves);
  });
}

/// All that is known about each algorithm. The flag --algo, Python, and records read it.
template <typename W, typename D>
constexpr Row<W, D> kAlgorithms[] = {
    {{SsspPlan::kAuto, "auto", "the fastest: worklist, or with one thread buckets or radix-heap"},
     {runFastest<W, D>}},
    {{SsspPlan::kWorklist,
      "worklist",
      "relaxation in the order of --wl",
      {.worklist = true, .options = {"edge-tile"}}},
     {runUnderWorklist<W, D>, /*skipsLeaves=*/true}},
    {{SsspPlan::kDeltaStepping,
      "delta-stepping",
      "bucket after bucket of 2^delta, with barriers; without --delta, greatest weight / edges per "
      "node",
      {.options = {"delta"}}},
     {runDeltaStepping<W, D>}},
    {{SsspPlan::kDijkstra,
      "dijkstra",
      "sequential, on one thread, with a 4-ary heap",
      {.oneThread = true}},
     {runDijkstra<W, D>}},
    {{SsspPlan::kRadixHeap,
      "radix-heap",
      "sequential, on one thread, with a radix heap",
      {.oneThread = true}},
     {runRadixHeap<W, D>, /*skipsLeaves=*/true}},
    {{SsspPlan::kBuckets,
      "buckets",
      "sequential, on one thread, with a ring of buckets; radix-heap where weights do not suit it",
      {.oneThread = true}},
     {runBuckets<W, D>, /*skipsLeaves=*/true}}};

template <typename W, typename D>
Execution run(SsspPlan::Algorithm algorithm, const Call<W, D>& call) {
  const Row<W, D>& row = algorithmOf(kAlgorithms<W, D>, algorithm);
  return row.run.run(row, call);
}

/// Returns whether a search has scheduled no leaves.
template <typename W, typename D>
bool skipsLeaves(const Execution& execution) {
  const auto& rows = kAlgorithms<W, D>;
  const auto row = std::find_if(std::begin(rows), std::end(rows), [&](const Row<W, D>& each) {
    return each.name == execution.algorithm;
  });
  return row->run.skipsLeaves &&
         (!row->needs.worklist ||
          ::sssp::skipsLeaves(*lonestar::worklistNamed(execution.scheduler)));
}

/// Does what sssp() promises, where calls run.
template <typename W, typename D>
Execution findDistances(const Graph<W>& graph, std::span<const Node> sources,
                        std::span<D> distances, const SsspPlan& plan, const RunOptions& options) {
  ::sssp::Problem<W, D> problem{
      .graph = graph.rows(), .distances = distances, .sources = sources, .name = "SSSP"};
  problem.scale = ::sssp::priorityScale(graph.weights(), graph.size());
  ::sssp::resetDistances(distances);
  Execution execution = run(plan.algorithm, Call<W, D>{graph, problem, plan, options});
  const lonestar::OneThreadIfSmall few(graph.size() + graph.sizeEdges());
  const auto totals = ::sssp::summarize(std::span<const D>(distances));
  if (::sssp::distancesOverflow(graph.rows(), distances.data(), totals.max,
                                graph.weights().greatest)) {
    throw DistanceOverflow(
        fmt::format("a shortest path is longer than {} bits can hold", 8 * sizeof(D)));
  }
  execution.useful = totals.reached;
  if (skipsLeaves<W, D>(execution)) {
    execution.useful -=
        graph.leaves().countReached(std::span<const D>(distances), ::sssp::kInfinity<D>, sources);
  }
  if constexpr (std::is_floating_point_v<W>) {
    execution.plan.push_back({"priority-scale", problem.scale});
  }
  return execution;
}

} // namespace

AlgorithmList<SsspPlan> ssspAlgorithms() {
  static constexpr auto kInfos = lonestar::infosOf(kAlgorithms<std::uint32_t, std::uint32_t>);
  return kInfos;
}

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
