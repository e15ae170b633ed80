#include "galois/analytics/Mis.h"

#include <string>

#include "MisProblem.h"
#include "SequentialSet.h"
#include "SetInRounds.h"
#include "analytics/graphs/PerNode.h"
#include "analytics/scheduler/AlgorithmTable.h"
#include "analytics/scheduler/Runs.h"
#include "galois/analytics/Session.h"
#include "misVerify.h"

namespace mis {

using galois::analytics::Execution;
using galois::analytics::MisPlan;
using galois::analytics::RunOptions;

namespace {

using Info = galois::analytics::AlgorithmInfo<MisPlan>;
using Row = lonestar::Algorithm<MisPlan, Execution (*)(const Info& self, const Problem& problem,
                                                       const RunOptions& options)>;

Execution run(MisPlan::Algorithm algorithm, const Problem& problem, const RunOptions& options);

Execution runFastest(const Info& /*self*/, const Problem& problem, const RunOptions& options) {
  return run(lonestar::wantsWorklist(options) ? MisPlan::kWorklist
                                              : fastestAlgorithm(galois::getActiveThreads()),
             problem, options);
}

Execution runTasks(const Problem& problem, const RunOptions& options, std::uint32_t tries) {
  std::uint64_t waited = 0;
  const lonestar::Stopwatch clock;
  Execution execution = lonestar::runUnder(
      options, {.bits = kShift, .fixesWidths = true},
      [&](auto tag, const lonestar::WorklistSettings& settings) {
        return runWorklist<typename decltype(tag)::type>(problem, settings, tries, waited);
      });
  execution.seconds = clock.seconds(); // with the first tasks, and the copy of the set
  execution.measures.push_back({"waits", waited});
  return execution;
}

Execution runUnderWorklist(const Info& /*self*/, const Problem& problem,
                           const RunOptions& options) {
  return runTasks(problem, options, 0);
}

Execution runReinserting(const Info& /*self*/, const Problem& problem, const RunOptions& options) {
  constexpr std::uint32_t kTries = 100; // schedulers with a bound on ranks need fewer
  return runTasks(problem, options, kTries);
}

Execution runRounds(const Info& self, const Problem& problem, const RunOptions& options) {
  Execution execution = lonestar::executionOf(self.name, options);
  const lonestar::Stopwatch clock;
  const RoundCounts counts = findInRounds(problem);
  execution.seconds = clock.seconds();
  execution.executed = execution.pushed = counts.looks;
  execution.stale = counts.looks - problem.members.size();
  execution.measures.push_back({"rounds", counts.rounds});
  return execution;
}

Execution runGreedy(const Info& self, const Problem& problem, const RunOptions& options) {
  Execution execution = lonestar::executionOf(self.name, options, self.needs.oneThread);
  const lonestar::Stopwatch clock;
  findGreedily(problem);
  execution.seconds = clock.seconds();
  execution.executed = execution.pushed = problem.members.size();
  return execution;
}

/// All that is known about each algorithm. The flag --algo, Python, and records read it.
constexpr Row kAlgorithms[] = {
    {{MisPlan::kAuto, "auto", "the fastest: greedy with up to four threads, rounds with more"},
     runFastest},
    {{MisPlan::kWorklist,
      "worklist",
      "a task per node in the order of --wl; one that cannot be decided waits for a neighbour",
      {.worklist = true}},
     runUnderWorklist},
    {{MisPlan::kReinsert,
      "reinsert",
      "the same, but a node that cannot be decided is pushed again at once",
      {.worklist = true}},
     runReinserting},
    {{MisPlan::kRounds, "rounds", "looks at all undecided nodes again and again, in rounds"},
     runRounds},
    {{MisPlan::kGreedy, "greedy", "one node after the other, on one thread", {.oneThread = true}},
     runGreedy}};

Execution run(MisPlan::Algorithm algorithm, const Problem& problem, const RunOptions& options) {
  const Row& row = galois::analytics::algorithmOf(kAlgorithms, algorithm);
  return row.run(row, problem, options);
}

} // namespace

Execution findSet(const Problem& problem, MisPlan::Algorithm algorithm, const RunOptions& options) {
  Execution execution = run(algorithm, problem, options);
  execution.useful = problem.members.size();
  return execution;
}

MisPlan::Algorithm fastestAlgorithm(unsigned threads) {
  // The greedy algorithm looks only at the edges of the set's nodes, and once. Rounds take several
  // times as much work.
  constexpr unsigned kFew = 4;
  return threads <= kFew && lonestar::prefersOneThread(1) ? MisPlan::kGreedy : MisPlan::kRounds;
}

} // namespace mis

namespace galois::analytics {

AlgorithmList<MisPlan> misAlgorithms() {
  static constexpr auto kInfos = lonestar::infosOf(::mis::kAlgorithms);
  return kInfos;
}

Execution mis(const Graph<void>& graph, std::span<std::uint8_t> members, const MisPlan& plan,
              const RunOptions& options) {
  lonestar::checkOnePerNode("members", members.size(), graph.size());
  Execution execution;
  Session::get().run(options, graph.size() + graph.sizeEdges(), [&] {
    LargeArray<std::uint8_t> view(members.data(), members.size());
    const ::mis::NodeOrder order(graph.size(), plan);
    execution = ::mis::findSet({graph.undirected(), order, view}, plan.algorithm, options);
  });
  return execution;
}

MisResult mis(const Graph<void>& graph, const MisPlan& plan, const RunOptions& options) {
  MisResult result;
  Session::get().run(options, graph.size() + graph.sizeEdges(), [&] {
    result.members.allocateInterleaved(graph.size());
    result.execution =
        mis(graph, std::span<std::uint8_t>(result.members.data(), result.members.size()), plan,
            options);
  });
  return result;
}

std::string verifyMis(const Graph<void>& graph, std::span<const std::uint8_t> members,
                      const MisPlan& plan) {
  lonestar::checkOnePerNode("members", members.size(), graph.size());
  std::string wrong;
  Session::get().run([&] {
    wrong = ::mis::verifySet(graph.undirected(), ::mis::NodeOrder(graph.size(), plan), members);
  });
  return wrong;
}

} // namespace galois::analytics
