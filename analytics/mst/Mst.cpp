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
using Row = lonestar::Algorithm<MstPlan, Execution (*)(const Info& self, const Input& input,
                                                       std::vector<Edge>& forest,
                                                       const RunOptions& options)>;

Execution run(MstPlan::Algorithm algorithm, const Input& input, std::vector<Edge>& forest,
              const RunOptions& options);

Execution runFastest(const Info& /*self*/, const Input& input, std::vector<Edge>& forest,
                     const RunOptions& options) {
  return run(lonestar::wantsWorklist(options) ? MstPlan::kWorklist
                                              : fastestAlgorithm(galois::getActiveThreads()),
             input, forest, options);
}

constexpr const char* kUndirected = "undirected_s";

/// Returns the undirected graph. @param seconds  receives the time to make it
Graph& undirectedOf(const Input& input, double& seconds) {
  const lonestar::Stopwatch clock;
  Graph& graph = input.undirected();
  seconds = clock.seconds();
  return graph;
}

Execution contract(const Info& /*self*/, const Input& input, std::vector<Edge>& forest,
                   const RunOptions& options) {
  double making = 0;
  Graph& graph = undirectedOf(input, making);
  graph.leaveRowsUnsorted();
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
  execution.measures.push_back({kUndirected, making});
  forest = components.forest();
  return execution;
}

/// Runs an algorithm without a worklist.
/// @param making  seconds to make the graph undirected, which are no part of the time
/// @param find    (the number of edges that it looked at) -> the forest
template <typename Find>
Execution timed(const Info& self, std::vector<Edge>& forest, const RunOptions& options,
                double making, const Find& find) {
  Execution execution = lonestar::executionOf(self.name, options, self.needs.oneThread);
  const lonestar::Stopwatch clock;
  forest = find(execution.executed);
  execution.seconds = clock.seconds();
  execution.pushed = execution.executed;
  execution.measures.push_back({kUndirected, making});
  return execution;
}

Execution runBoruvka(const Info& self, const Input& input, std::vector<Edge>& forest,
                     const RunOptions& options) {
  double making = 0;
  const Graph& graph = undirectedOf(input, making);
  BoruvkaCounts counts;
  Execution execution = timed(self, forest, options, making, [&](std::uint64_t& looked) {
    std::vector<Edge> found = boruvka(graph, counts);
    looked = counts.looked;
    return found;
  });
  execution.measures.push_back({"rounds", std::uint64_t{counts.rounds}});
  return execution;
}

Execution runKruskal(const Info& self, const Input& input, std::vector<Edge>& forest,
                     const RunOptions& options) {
  return timed(self, forest, options, 0,
               [&](std::uint64_t& looked) { return input.kruskal(looked); });
}

Execution runFilterKruskal(const Info& self, const Input& input, std::vector<Edge>& forest,
                           const RunOptions& options) {
  double making = 0;
  const Graph& graph = undirectedOf(input, making);
  return timed(self, forest, options, making,
               [&](std::uint64_t& looked) { return filterKruskal(graph, looked); });
}

/// All that is known about each algorithm. The flag --algo, Python, and records read it.
constexpr Row kAlgorithms[] = {
    {{MstPlan::kAuto, "auto", "the fastest: kruskal with one or two threads, boruvka with more"},
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

Execution run(MstPlan::Algorithm algorithm, const Input& input, std::vector<Edge>& forest,
              const RunOptions& options) {
  const Row& row = galois::analytics::algorithmOf(kAlgorithms, algorithm);
  return row.run(row, input, forest, options);
}

} // namespace

Input inputOf(lonestar::OnDemandUndirected<Weight>& graph) {
  return {[&graph]() -> Graph& { return graph.undirected(); },
          [&graph](std::uint64_t& looked) {
            return graph.visit([&](const auto& arcs) { return kruskal(arcs, looked); });
          }};
}

Execution findForest(const Input& input, std::vector<Edge>& forest, const MstPlan& plan,
                     const RunOptions& options) {
  Execution execution = run(plan.algorithm, input, forest, options);
  execution.useful = forest.size();
  return execution;
}

MstPlan::Algorithm fastestAlgorithm(unsigned threads) {
  // Kruskal's algorithm takes the graph as it is. Making it undirected costs more than the second
  // thread brings.
  constexpr unsigned kFew = 2;
  return threads <= kFew && lonestar::prefersOneThread(1) ? MstPlan::kKruskal : MstPlan::kBoruvka;
}

namespace {

/// A graph for verifyForest(), in whichever form.
template <typename Arcs>
struct RowsOf {
  const Arcs& arcs;

  std::size_t size() const { return arcs.size(); }
  auto row(Node node) const { return arcs.edges(node); }
};

} // namespace

std::string verifyAnswer(const lonestar::OnDemandUndirected<Weight>& graph,
                         std::vector<Edge>& forest, bool fully) {
  return graph.visit([&]<typename Arcs>(const Arcs& arcs) {
    std::string wrong = verifyForest(RowsOf<Arcs>{arcs}, forest, mst::Arcs::kAny);
    if (wrong.empty() && fully) {
      std::uint64_t looked = 0;
      if (kruskal(arcs, looked) != forest) { // both are sorted by weight
        wrong = "the forest is not that of Kruskal's algorithm";
      }
    }
    return wrong;
  });
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

  ::mst::Input input() const { return ::mst::inputOf(keyed.graph()); }
  EdgeOf<W> original(const ::mst::Edge& edge) const {
    return {edge.u, edge.v, keyed.weight(edge.weight)};
  }

  lonestar::KeyedGraph<W>& keyed;
};

template <>
struct Searched<std::uint32_t> {
  explicit Searched(const Graph<std::uint32_t>& given) : graph(given) {}

  ::mst::Input input() const {
    return {[this]() -> ::mst::Graph& { return graph.undirected(); },
            [this](std::uint64_t& looked) { return ::mst::kruskal(graph.rows(), looked); }};
  }
  ForestEdge original(const ::mst::Edge& edge) const { return {edge.u, edge.v, edge.weight}; }

  const Graph<std::uint32_t>& graph;
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
  std::string wrong = ::mst::verifyForest(::mst::RowsOf<typename Graph<W>::Rows>{graph.rows()},
                                          forest, ::mst::Arcs::kAny);
  if (wrong.empty() && fully) {
    const Searched<W> searched(graph);
    std::uint64_t looked = 0;
    const std::vector<::mst::Edge> right = searched.input().kruskal(looked);
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
    result.execution = ::mst::findForest(searched.input(), forest, plan, options);
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
