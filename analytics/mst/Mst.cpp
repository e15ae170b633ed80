#include "galois/analytics/Mst.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "Components.h"
#include "Forest.h"
#include "Kruskal.h"
#include "MstProblem.h"
#include "SynchronousBoruvka.h"
#include "analytics/graphs/KeyedGraph.h"
#include "analytics/scheduler/AlgorithmTable.h"
#include "analytics/scheduler/OneThreadIfSmall.h"
#include "analytics/scheduler/Runs.h"
#include "galois/ParallelSTL.h"
#include "galois/analytics/Session.h"
#include "mstVerify.h"

namespace mst {

using galois::analytics::Execution;
using galois::analytics::MstPlan;
using galois::analytics::RunOptions;

namespace {

using Info = galois::analytics::AlgorithmInfo<MstPlan>;
using Row = lonestar::Algorithm<MstPlan, Execution (*)(const Info& self, Graph& graph,
                                                       std::vector<Edge>& forest,
                                                       const RunOptions& options)>;

Execution run(MstPlan::Algorithm algorithm, Graph& graph, std::vector<Edge>& forest,
              const RunOptions& options);

Execution runFastest(const Info& /*self*/, Graph& graph, std::vector<Edge>& forest,
                     const RunOptions& options) {
  return run(lonestar::wantsWorklist(options) ? MstPlan::kWorklist
                                              : fastestAlgorithm(galois::getActiveThreads()),
             graph, forest, options);
}

Execution contract(const Info& /*self*/, Graph& graph, std::vector<Edge>& forest,
                   const RunOptions& options) {
  Components components(graph);
  const lonestar::Stopwatch clock;
  components.prepare();
  Execution execution =
      lonestar::runUnder(options, {}, [&](auto tag, const lonestar::WorklistSettings& settings) {
        return runWorklist<typename decltype(tag)::type>(components, settings);
      });
  // The time includes making the components, as that of Kruskal's algorithm includes the list of
  // edges.
  execution.seconds = clock.seconds();
  forest = components.forest();
  return execution;
}

/// Runs an algorithm without a worklist.
/// @param find  (the number of edges that it looked at) -> the forest
template <typename Find>
Execution timed(const Info& self, std::vector<Edge>& forest, const RunOptions& options,
                const Find& find) {
  Execution execution = lonestar::executionOf(self.name, options, self.needs.oneThread);
  const lonestar::Stopwatch clock;
  forest = find(execution.executed);
  execution.seconds = clock.seconds();
  execution.pushed = execution.executed;
  return execution;
}

Execution runBoruvka(const Info& self, Graph& graph, std::vector<Edge>& forest,
                     const RunOptions& options) {
  BoruvkaCounts counts;
  Execution execution = timed(self, forest, options, [&](std::uint64_t& looked) {
    std::vector<Edge> found = boruvka(graph, counts);
    looked = counts.looked;
    return found;
  });
  execution.measures.push_back({"rounds", std::uint64_t{counts.rounds}});
  return execution;
}

Execution runKruskal(const Info& self, Graph& graph, std::vector<Edge>& forest,
                     const RunOptions& options) {
  return timed(self, forest, options,
               [&](std::uint64_t& looked) { return kruskal(graph, looked); });
}

Execution runFilterKruskal(const Info& self, Graph& graph, std::vector<Edge>& forest,
                           const RunOptions& options) {
  return timed(self, forest, options,
               [&](std::uint64_t& looked) { return filterKruskal(graph, looked); });
}

/// All that is known about each algorithm. The flag --algo, Python, and records read it.
constexpr Row kAlgorithms[] = {
    {{MstPlan::kAuto, "auto", "the fastest: kruskal with one thread, boruvka with several"},
     runFastest},
    {{MstPlan::kWorklist,
      "worklist",
      "Boruvka's algorithm: contractions in the order of --wl",
      {.worklist = true}},
     contract},
    {{MstPlan::kBoruvka, "boruvka", "Boruvka's algorithm: all components at once, in rounds"},
     runBoruvka},
    {{MstPlan::kKruskal, "kruskal", "Kruskal's algorithm, on one thread", {.oneThread = true}},
     runKruskal},
    {{MstPlan::kFilterKruskal, "filter-kruskal",
      "Kruskal's algorithm: sorts the light edges, drops heavy ones that close cycles"},
     runFilterKruskal}};

Execution run(MstPlan::Algorithm algorithm, Graph& graph, std::vector<Edge>& forest,
              const RunOptions& options) {
  const Row& row = galois::analytics::algorithmOf(kAlgorithms, algorithm);
  return row.run(row, graph, forest, options);
}

} // namespace

Execution findForest(Graph& graph, std::vector<Edge>& forest, const MstPlan& plan,
                     const RunOptions& options) {
  graph.leaveRowsUnsorted();
  Execution execution = run(plan.algorithm, graph, forest, options);
  execution.useful = forest.size();
  return execution;
}

MstPlan::Algorithm fastestAlgorithm(unsigned threads) {
  return lonestar::prefersOneThread(threads) ? MstPlan::kKruskal : MstPlan::kBoruvka;
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

namespace {

template <typename W>
using EdgeOf = BasicForestEdge<ForestWeight<W>>;

/// The graph that the algorithms run on, and the weights that its weights stand for.
template <typename W>
struct Searched {
  explicit Searched(const Graph<W>& graph) : keyed(graph.keyed()) {}

  ::mst::Graph& graph() const { return keyed.graph(); }
  EdgeOf<W> original(const ::mst::Edge& edge) const {
    return {edge.u, edge.v, keyed.weight(edge.weight)};
  }

  lonestar::KeyedGraph<W>& keyed;
};

template <>
struct Searched<std::uint32_t> {
  explicit Searched(const Graph<std::uint32_t>& graph) : undirected(graph.undirected()) {}

  ::mst::Graph& graph() const { return undirected; }
  ForestEdge original(const ::mst::Edge& edge) const { return {edge.u, edge.v, edge.weight}; }

  ::mst::Graph& undirected;
};

/// The edges as they were given, for verifyForest().
template <typename W>
struct GivenRows {
  const typename Graph<W>::Rows& rows;

  std::size_t size() const { return rows.size(); }
  auto row(Node node) const { return rows.edges(node); }
};

/// Does what verifyMst() promises, where calls run.
/// @param forest  is sorted
template <typename W>
std::string verify(const Graph<W>& graph, std::vector<EdgeOf<W>>& forest, bool fully) {
  lonestar::requireFiniteWeights(graph.rows());
  if constexpr (std::is_same_v<W, double>) {
    for (const EdgeOf<W>& edge : forest) {
      if (std::isnan(edge.weight)) { // the order of edges is undefined with it
        return fmt::format("the weight of the edge {} {} is not a number", edge.u, edge.v);
      }
    }
  }
  std::string wrong = ::mst::verifyForest(GivenRows<W>{graph.rows()}, forest, ::mst::Arcs::kAny);
  if (wrong.empty() && fully) {
    const Searched<W> searched(graph);
    std::uint64_t looked = 0;
    const std::vector<::mst::Edge> right = ::mst::kruskal(searched.graph(), looked);
    const auto same = [&](const EdgeOf<W>& edge, const ::mst::Edge& other) {
      return edge == searched.original(other);
    };
    if (!std::equal(forest.begin(), forest.end(), right.begin(), right.end(), same)) {
      wrong = "the forest is not that of Kruskal's algorithm";
    }
  }
  return wrong;
}

} // namespace

AlgorithmList<MstPlan> mstAlgorithms() {
  static constexpr auto kInfos = lonestar::infosOf(::mst::kAlgorithms);
  return kInfos;
}

template <typename W>
BasicMstResult<ForestWeight<W>> mst(const Graph<W>& graph, const MstPlan& plan,
                                    const RunOptions& options) {
  BasicMstResult<ForestWeight<W>> result;
  Session::get().run(options, graph.size() + graph.sizeEdges(), [&] {
    const Searched<W> searched(graph);
    std::vector<::mst::Edge> forest;
    result.execution = ::mst::findForest(searched.graph(), forest, plan, options);
    const lonestar::OneThreadIfSmall few(graph.size() + graph.sizeEdges());
    ParallelSTL::sort(forest.begin(), forest.end(), ::mst::Lighter());
    result.edges.reserve(forest.size());
    for (const ::mst::Edge& edge : forest) {
      result.edges.push_back(searched.original(edge));
    }
  });
  return result;
}

template <typename W>
std::string verifyMst(const Graph<W>& graph,
                      std::span<const BasicForestEdge<ForestWeight<W>>> edges, bool fully) {
  std::vector<EdgeOf<W>> forest;
  forest.reserve(edges.size());
  for (const EdgeOf<W>& edge : edges) {
    for (const Node end : {edge.u, edge.v}) {
      if (end >= graph.size()) {
        throw NodeOutOfRange(end, graph.size());
      }
    }
    forest.push_back({std::min(edge.u, edge.v), std::max(edge.u, edge.v), edge.weight});
  }
  std::string wrong;
  Session::get().run([&] {
    const lonestar::OneThreadIfSmall few(graph.size() + graph.sizeEdges());
    wrong = verify(graph, forest, fully);
  });
  return wrong;
}

#define GALOIS_ANALYTICS_MST(W)                                                                    \
  template BasicMstResult<ForestWeight<W>> mst(const Graph<W>&, const MstPlan&,                    \
                                               const RunOptions&);                                 \
  template std::string verifyMst(const Graph<W>&,                                                  \
                                 std::span<const BasicForestEdge<ForestWeight<W>>>, bool);
GALOIS_ANALYTICS_MST(std::uint32_t)
GALOIS_ANALYTICS_MST(std::uint64_t)
GALOIS_ANALYTICS_MST(double)
GALOIS_ANALYTICS_MST(void)
#undef GALOIS_ANALYTICS_MST

} // namespace galois::analytics
