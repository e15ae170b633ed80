#include "galois/analytics/GreedyMatching.h"

#include <string>

#include "GreedyMatchingProblem.h"
#include "MatchingByProposals.h"
#include "SequentialMatching.h"
#include "analytics/graphs/PerNode.h"
#include "analytics/scheduler/AlgorithmTable.h"
#include "analytics/scheduler/Runs.h"
#include "galois/analytics/Session.h"
#include "greedymatchingVerify.h"

namespace greedymatching {

using galois::analytics::Execution;
using galois::analytics::GreedyMatchingPlan;
using galois::analytics::RunOptions;

namespace {

using Info = galois::analytics::AlgorithmInfo<GreedyMatchingPlan>;
template <typename Weight>
using Row = lonestar::Algorithm<GreedyMatchingPlan,
                                Execution (*)(const Info& self, const Problem<Weight>& problem,
                                              const RunOptions& options)>;

template <typename Weight>
Execution run(GreedyMatchingPlan::Algorithm algorithm, const Problem<Weight>& problem,
              const RunOptions& options);

template <typename Weight>
Execution runFastest(const Info& /*self*/, const Problem<Weight>& problem,
                     const RunOptions& options) {
  return run(lonestar::wantsWorklist(options)
                 ? GreedyMatchingPlan::kWorklist
                 : fastestAlgorithm(galois::getActiveThreads(), problem.order.isThatOfRows()),
             problem, options);
}

template <typename Weight>
Execution runUnderWorklist(const Info& /*self*/, const Problem<Weight>& problem,
                           const RunOptions& options) {
  const lonestar::Stopwatch clock;
  Execution execution =
      lonestar::runUnder(options, {.bits = kShift, .fixesWidths = true},
                         [&](auto tag, const lonestar::WorklistSettings& settings) {
                           return runWorklist<typename decltype(tag)::type>(problem, settings);
                         });
  execution.seconds = clock.seconds(); // with the first tasks, and the copy of the matching
  execution.useful = execution.executed - execution.stale;
  return execution;
}

template <typename Weight>
Execution runProposals(const Info& self, const Problem<Weight>& problem,
                       const RunOptions& options) {
  Execution execution = lonestar::executionOf(self.name, options);
  const lonestar::Stopwatch clock;
  execution.stale = matchByProposals(problem);
  execution.seconds = clock.seconds();
  execution.useful = problem.graph.size();
  execution.executed = execution.pushed = execution.useful + execution.stale;
  return execution;
}

template <typename Weight>
Execution runGreedy(const Info& self, const Problem<Weight>& problem, const RunOptions& options) {
  Execution execution = lonestar::executionOf(self.name, options, self.needs.oneThread);
  const lonestar::Stopwatch clock;
  matchGreedily(problem);
  execution.seconds = clock.seconds();
  execution.executed = execution.pushed = execution.useful = problem.graph.numEdges();
  return execution;
}

/// All that is known about each algorithm. The flag --algo, Python, and records read it.
template <typename Weight>
constexpr Row<Weight> kAlgorithms[] = {
    {{GreedyMatchingPlan::kAuto, "auto",
      "the fastest: proposals, or greedy with --order=id and one or two threads"},
     runFastest<Weight>},
    {{GreedyMatchingPlan::kWorklist,
      "worklist",
      "nodes propose to neighbours, in the order of --wl, early edges first",
      {.worklist = true}},
     runUnderWorklist<Weight>},
    {{GreedyMatchingPlan::kProposals, "proposals",
      "the same without a worklist, in the order of nodes"},
     runProposals<Weight>},
    {{GreedyMatchingPlan::kGreedy,
      "greedy",
      "one edge after the other, on one thread",
      {.oneThread = true}},
     runGreedy<Weight>}};

template <typename Weight>
Execution run(GreedyMatchingPlan::Algorithm algorithm, const Problem<Weight>& problem,
              const RunOptions& options) {
  const Row<Weight>& row = galois::analytics::algorithmOf(kAlgorithms<Weight>, algorithm);
  return row.run(row, problem, options);
}

} // namespace

template <typename Weight>
Execution findMatching(const Problem<Weight>& problem, GreedyMatchingPlan::Algorithm algorithm,
                       const RunOptions& options) {
  return run(algorithm, problem, options);
}
template Execution findMatching(const Problem<std::uint32_t>&, GreedyMatchingPlan::Algorithm,
                                const RunOptions&);
template Execution findMatching(const Problem<void>&, GreedyMatchingPlan::Algorithm,
                                const RunOptions&);

GreedyMatchingPlan::Algorithm fastestAlgorithm(unsigned threads, bool sorted) {
  // Without sorting, the greedy algorithm takes a half to a third of the work of proposals.
  constexpr unsigned kFew = 2;
  return sorted && threads <= kFew && lonestar::prefersOneThread(1)
             ? GreedyMatchingPlan::kGreedy
             : GreedyMatchingPlan::kProposals;
}

} // namespace greedymatching

namespace galois::analytics {

AlgorithmList<GreedyMatchingPlan> greedyMatchingAlgorithms() {
  static constexpr auto kInfos = lonestar::infosOf(::greedymatching::kAlgorithms<void>);
  return kInfos;
}

template <typename W>
Execution greedyMatching(const Graph<W>& graph, std::span<Node> partners,
                         const GreedyMatchingPlan& plan, const RunOptions& options) {
  lonestar::checkOnePerNode("partners", partners.size(), graph.size());
  Execution execution;
  Session::get().run(options, graph.size() + graph.sizeEdges(), [&] {
    LargeArray<Node> view(partners.data(), partners.size());
    const ::greedymatching::EdgeOrder order = ::greedymatching::orderOf(graph.undirected(), plan);
    execution = ::greedymatching::findMatching<W>({graph.undirected(), order, view}, plan.algorithm,
                                                  options);
  });
  return execution;
}

template <typename W>
GreedyMatchingResult greedyMatching(const Graph<W>& graph, const GreedyMatchingPlan& plan,
                                    const RunOptions& options) {
  GreedyMatchingResult result;
  Session::get().run(options, graph.size() + graph.sizeEdges(), [&] {
    result.partners.allocateInterleaved(graph.size());
    result.execution = greedyMatching(
        graph, std::span<Node>(result.partners.data(), result.partners.size()), plan, options);
  });
  return result;
}

template <typename W>
std::string verifyGreedyMatching(const Graph<W>& graph, std::span<const Node> partners,
                                 const GreedyMatchingPlan& plan) {
  lonestar::checkOnePerNode("partners", partners.size(), graph.size());
  std::string wrong;
  Session::get().run([&] {
    const ::greedymatching::EdgeOrder order = ::greedymatching::orderOf(graph.undirected(), plan);
    wrong = ::greedymatching::verifyMatching(graph.undirected(), ::greedymatching::placesIn(order),
                                             partners, kUnmatched);
  });
  return wrong;
}

#define GALOIS_ANALYTICS_GREEDY_MATCHING(W)                                                        \
  template Execution greedyMatching(const Graph<W>&, std::span<Node>, const GreedyMatchingPlan&,   \
                                    const RunOptions&);                                            \
  template GreedyMatchingResult greedyMatching(const Graph<W>&, const GreedyMatchingPlan&,         \
                                               const RunOptions&);                                 \
  template std::string verifyGreedyMatching(const Graph<W>&, std::span<const Node>,                \
                                            const GreedyMatchingPlan&);
GALOIS_ANALYTICS_GREEDY_MATCHING(std::uint32_t)
GALOIS_ANALYTICS_GREEDY_MATCHING(void)
#undef GALOIS_ANALYTICS_GREEDY_MATCHING

} // namespace galois::analytics
