#include "galois/analytics/Kcore.h"

#include <string>

#include "KcoreProblem.h"
#include "Peeling.h"
#include "PeelingInRounds.h"
#include "analytics/graphs/PerNode.h"
#include "analytics/scheduler/AlgorithmTable.h"
#include "analytics/scheduler/OneThreadIfSmall.h"
#include "analytics/scheduler/Runs.h"
#include "galois/analytics/Session.h"
#include "kcoreVerify.h"

namespace kcore {

using galois::analytics::Execution;
using galois::analytics::KcorePlan;
using galois::analytics::RunOptions;

namespace {

using Info = galois::analytics::AlgorithmInfo<KcorePlan>;
using Row = lonestar::Algorithm<KcorePlan, Execution (*)(const Info& self, const Problem& problem,
                                                         const RunOptions& options)>;

Execution run(KcorePlan::Algorithm algorithm, const Problem& problem, const RunOptions& options);

Execution runFastest(const Info& /*self*/, const Problem& problem, const RunOptions& options) {
  return run(lonestar::wantsWorklist(options) ? KcorePlan::kWorklist
                                              : fastestAlgorithm(galois::getActiveThreads()),
             problem, options);
}

Execution runUnderWorklist(const Info& /*self*/, const Problem& problem,
                           const RunOptions& options) {
  std::uint64_t needy = 0;
  const lonestar::Stopwatch clock;
  // Estimates are small numbers, and a wide bucket makes nodes wait for none of their neighbours.
  Execution execution = lonestar::runUnder(
      options, {.fixesWidths = true}, [&](auto tag, const lonestar::WorklistSettings& settings) {
        return runWorklist<typename decltype(tag)::type>(problem, settings, needy);
      });
  execution.seconds = clock.seconds(); // with the first supports, and the copy of the estimates
  execution.useful = needy;
  return execution;
}

/// Runs an algorithm without a worklist, a step of which takes a node away.
template <typename Find>
Execution timed(const Info& self, const Problem& problem, const RunOptions& options,
                const Find& find) {
  Execution execution = lonestar::executionOf(self.name, options, self.needs.oneThread);
  const lonestar::Stopwatch clock;
  find(execution);
  execution.seconds = clock.seconds();
  execution.executed = execution.pushed = execution.useful = problem.cores.size();
  return execution;
}

Execution runRounds(const Info& self, const Problem& problem, const RunOptions& options) {
  return timed(self, problem, options, [&](Execution& execution) {
    execution.measures.push_back({"rounds", PeelingInRounds(problem).run()});
  });
}

Execution runPeeling(const Info& self, const Problem& problem, const RunOptions& options) {
  return timed(self, problem, options, [&](Execution&) { peel(problem); });
}

/// All that is known about each algorithm. The flag --algo, Python, and records read it.
constexpr Row kAlgorithms[] = {
    {{KcorePlan::kAuto, "auto", "the fastest: peeling with one thread, rounds with several"},
     runFastest},
    {{KcorePlan::kWorklist,
      "worklist",
      "estimates that fall to the core numbers, lowest first, in the order of --wl",
      {.worklist = true}},
     runUnderWorklist},
    {{KcorePlan::kRounds, "rounds", "takes all nodes of the least degree away at once, in rounds"},
     runRounds},
    {{KcorePlan::kPeeling,
      "peeling",
      "takes a node of the least degree away, one after the other, on one thread",
      {.oneThread = true}},
     runPeeling}};

Execution run(KcorePlan::Algorithm algorithm, const Problem& problem, const RunOptions& options) {
  const Row& row = galois::analytics::algorithmOf(kAlgorithms, algorithm);
  return row.run(row, problem, options);
}

} // namespace

Execution findCores(const Problem& problem, const KcorePlan& plan, const RunOptions& options) {
  return run(plan.algorithm, problem, options);
}

KcorePlan::Algorithm fastestAlgorithm(unsigned threads) {
  return lonestar::prefersOneThread(threads) ? KcorePlan::kPeeling : KcorePlan::kRounds;
}

} // namespace kcore

namespace galois::analytics {

AlgorithmList<KcorePlan> kcoreAlgorithms() {
  static constexpr auto kInfos = lonestar::infosOf(::kcore::kAlgorithms);
  return kInfos;
}

Execution kcore(const Graph<void>& graph, std::span<Core> cores, const KcorePlan& plan,
                const RunOptions& options) {
  lonestar::checkOnePerNode("cores", cores.size(), graph.size());
  Execution execution;
  Session::get().run(options, graph.size() + graph.sizeEdges(), [&] {
    LargeArray<Core> view(cores.data(), cores.size());
    execution = ::kcore::findCores({graph.undirected(), view}, plan, options);
  });
  return execution;
}

KcoreResult kcore(const Graph<void>& graph, const KcorePlan& plan, const RunOptions& options) {
  KcoreResult result;
  Session::get().run(options, graph.size() + graph.sizeEdges(), [&] {
    result.cores.allocateInterleaved(graph.size());
    result.execution =
        kcore(graph, std::span<Core>(result.cores.data(), result.cores.size()), plan, options);
  });
  return result;
}

std::string verifyKcore(const Graph<void>& graph, std::span<const Core> cores) {
  lonestar::checkOnePerNode("cores", cores.size(), graph.size());
  std::string wrong;
  Session::get().run([&] { wrong = ::kcore::verifyCores(graph.undirected(), cores.data()); });
  return wrong;
}

} // namespace galois::analytics
