#include "galois/analytics/Mst.h"

#include <algorithm>
#include <cstdint>

#include "Components.h"
#include "Forest.h"
#include "Kruskal.h"
#include "MstProblem.h"
#include "SynchronousBoruvka.h"
#include "analytics/scheduler/Runs.h"
#include "galois/analytics/Session.h"
#include "mstVerify.h"

namespace mst {

using galois::analytics::Execution;
using galois::analytics::MstPlan;
using galois::analytics::RunOptions;

namespace {

Execution contract(Graph& graph, std::vector<Edge>& forest, const RunOptions& options) {
  Components components(graph);
  const lonestar::Stopwatch clock;
  components.prepare();
  Execution execution =
      lonestar::runUnder(options, 0, [&](auto tag, const lonestar::WorklistSettings& settings) {
        return runWorklist<typename decltype(tag)::type>(components, settings);
      });
  // The time includes making the components, as that of Kruskal's algorithm includes the list of
  // edges.
  execution.seconds = clock.seconds();
  forest = components.forest();
  return execution;
}

Execution findWithoutWorklist(Graph& graph, std::vector<Edge>& forest, MstPlan::Algorithm algorithm,
                              const RunOptions& options) {
  const bool boruvkas = algorithm == MstPlan::kBoruvka;
  const bool sequential = algorithm == MstPlan::kKruskal;
  Execution execution = lonestar::executionOf(boruvkas     ? "boruvka"
                                              : sequential ? "kruskal"
                                                           : "filter-kruskal",
                                              options, sequential);
  const lonestar::Stopwatch clock;
  if (boruvkas) {
    BoruvkaCounts counts;
    forest = boruvka(graph, counts);
    execution.executed = counts.looked;
    execution.measures.push_back({"rounds", std::uint64_t{counts.rounds}});
  } else {
    forest =
        sequential ? kruskal(graph, execution.executed) : filterKruskal(graph, execution.executed);
  }
  execution.seconds = clock.seconds();
  execution.pushed = execution.executed;
  return execution;
}

} // namespace

Execution findForest(Graph& graph, std::vector<Edge>& forest, const MstPlan& plan,
                     const RunOptions& options) {
  graph.leaveRowsUnsorted();
  Execution execution = plan.algorithm == MstPlan::kWorklist
                            ? contract(graph, forest, options)
                            : findWithoutWorklist(graph, forest, plan.algorithm, options);
  execution.useful = forest.size();
  return execution;
}

std::string verifyAnswer(const Graph& graph, std::vector<Edge>& forest, bool fully) {
  std::string wrong = verifyForest(graph, forest);
  if (wrong.empty() && fully) {
    std::uint64_t looked = 0;
    if (kruskal(graph, looked) != forest) { // both are sorted by weight
      wrong = "the forest is not that of Kruskal's algorithm";
    }
  }
  return wrong;
}

} // namespace mst

namespace galois::analytics {

MstResult mst(const Graph<std::uint32_t>& graph, const MstPlan& plan, const RunOptions& options) {
  MstResult result;
  Session::get().run(options, [&] {
    std::vector<::mst::Edge> forest;
    result.execution = ::mst::findForest(graph.undirected(), forest, plan, options);
    std::sort(forest.begin(), forest.end(), ::mst::Lighter());
    result.edges.reserve(forest.size());
    for (const ::mst::Edge& edge : forest) {
      result.edges.push_back({edge.u, edge.v, edge.weight});
    }
  });
  return result;
}

std::string verifyMst(const Graph<std::uint32_t>& graph, std::span<const ForestEdge> edges,
                      bool fully) {
  std::vector<::mst::Edge> forest;
  for (const ForestEdge& edge : edges) {
    for (const Node end : {edge.u, edge.v}) {
      if (end >= graph.size()) {
        throw NodeOutOfRange(end, graph.size());
      }
    }
    forest.push_back(::mst::Edge::between(edge.u, edge.v, edge.weight));
  }
  std::string wrong;
  Session::get().run([&] { wrong = ::mst::verifyAnswer(graph.undirected(), forest, fully); });
  return wrong;
}

} // namespace galois::analytics
