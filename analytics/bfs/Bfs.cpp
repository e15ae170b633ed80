#include "galois/analytics/Bfs.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "Searcher.h"
#include "SequentialBfs.h"
#include "SynchronousBfs.h"
#include "analytics/scheduler/AlgorithmTable.h"
#include "analytics/scheduler/OneThreadIfSmall.h"
#include "analytics/scheduler/Runs.h"
#include "analytics/sssp/DistanceChecks.h"
#include "analytics/sssp/DistanceTotals.h"
#include "analytics/sssp/SsspProblem.h"
#include "analytics/sssp/WorklistRelaxation.h"
#include "galois/analytics/Session.h"

namespace bfs {

namespace analytics = galois::analytics;
using analytics::BfsPlan;
using analytics::Execution;
using analytics::Level;
using analytics::Node;

/// What a Searcher keeps between searches.
struct SearchMemory {
  const analytics::Graph<void> graph;
  const BfsPlan plan;
  double transposeSeconds = 0;
  std::optional<SynchronousBfs> synchronous;
  galois::LargeArray<Node> queue; ///< of the sequential search
};

namespace {

using Info = analytics::AlgorithmInfo<BfsPlan>;

/// What an algorithm does before all searches, and in each.
struct Functions {
  void (*prepare)(SearchMemory& memory);
  Execution (*search)(const Info& self, SearchMemory& memory, std::span<const Node> sources,
                      std::span<Level> levels, const analytics::RunOptions& options);
};

void prepareNothing(SearchMemory& /*memory*/) {}

Execution searchUnderWorklist(const Info& /*self*/, SearchMemory& memory,
                              std::span<const Node> sources, std::span<Level> levels,
                              const analytics::RunOptions& options) {
  const sssp::Problem<void, Level> problem{
      .graph = memory.graph.rows(), .distances = levels, .sources = sources, .name = "BFS"};
  Execution execution =
      sssp::relaxUnderWorklist(memory.graph, problem, memory.plan.edgeTile, options, {});
  execution.useful = sssp::summarize(std::span<const Level>(levels)).reached;
  if (sssp::skipsLeaves(lonestar::worklistOf(options))) {
    execution.useful -= memory.graph.leaves().countReached(std::span<const Level>(levels),
                                                           sssp::kInfinity<Level>, sources);
  }
  return execution;
}

void prepareLevels(SearchMemory& memory) {
  const BfsPlan& plan = memory.plan;
  if (plan.beta < 1) {
    throw analytics::InvalidOption("beta", "0", "a number from 1 is needed");
  }
  const auto* inEdges = &memory.graph.rows();
  if (plan.alpha > 0 && !plan.symmetric && !memory.graph.symmetric()) {
    const lonestar::Stopwatch clock;
    inEdges = &memory.graph.transpose();
    memory.transposeSeconds = clock.seconds();
  }
  memory.synchronous.emplace(memory.graph.rows(), *inEdges, DirectionParams{plan.alpha, plan.beta});
}

Execution searchLevels(const Info& self, SearchMemory& memory, std::span<const Node> sources,
                       std::span<Level> levels, const analytics::RunOptions& options) {
  Execution execution = lonestar::executionOf(self.name, options);
  const lonestar::Stopwatch clock;
  const SynchronousCounts counts = memory.synchronous->run(sources, levels.data());
  execution.seconds = clock.seconds();
  execution.executed = execution.useful = execution.pushed = counts.reached;
  execution.measures = {{"top_down_levels", std::uint64_t{counts.topDownLevels}},
                        {"bottom_up_levels", std::uint64_t{counts.bottomUpLevels}},
                        {"transpose_s", memory.transposeSeconds}};
  return execution;
}

void prepareQueue(SearchMemory& memory) { memory.queue.allocateInterleaved(memory.graph.size()); }

Execution searchInSequence(const Info& self, SearchMemory& memory, std::span<const Node> sources,
                           std::span<Level> levels, const analytics::RunOptions& options) {
  Execution execution = lonestar::executionOf(self.name, options, self.needs.oneThread);
  const lonestar::Stopwatch clock;
  execution.executed =
      sequentialBfs(memory.graph.rows(), sources, levels.data(), memory.queue.data());
  execution.seconds = clock.seconds();
  execution.useful = execution.pushed = execution.executed;
  return execution;
}

/// All that is known about each algorithm. The flag --algo, Python, and records read it.
constexpr lonestar::Algorithm<BfsPlan, Functions> kAlgorithms[] = {
    {{BfsPlan::kWorklist,
      "worklist",
      "relaxation in the order of --wl",
      {.worklist = true, .options = {"edge-tile"}}},
     {prepareNothing, searchUnderWorklist}},
    {{BfsPlan::kLevels,
      "sync-do",
      "level by level, changing direction (Beamer et al., SC 2012)",
      {.options = {"alpha", "beta"}},
      "levels"},
     {prepareLevels, searchLevels}},
    {{BfsPlan::kSequential, "sequential", "with a queue, on one thread", {.oneThread = true}},
     {prepareQueue, searchInSequence}}};

} // namespace

Searcher::Searcher(const analytics::Graph<void>& graph, const BfsPlan& plan)
    : memory_(new SearchMemory{.graph = graph, .plan = plan, .synchronous = {}, .queue = {}}) {
  analytics::algorithmOf(kAlgorithms, plan.algorithm).run.prepare(*memory_);
}

Searcher::~Searcher() = default;

double Searcher::transposeSeconds() const { return memory_->transposeSeconds; }

Execution Searcher::run(std::span<const Node> sources, std::span<Level> levels,
                        const analytics::RunOptions& options) {
  sssp::checkArguments(memory_->graph.size(), sources, levels.size());
  sssp::resetDistances(levels);
  const auto& row = analytics::algorithmOf(kAlgorithms, memory_->plan.algorithm);
  return row.run.search(row, *memory_, sources, levels, options);
}

} // namespace bfs

namespace galois::analytics {

AlgorithmList<BfsPlan> bfsAlgorithms() {
  static constexpr auto kInfos = lonestar::infosOf(::bfs::kAlgorithms);
  return kInfos;
}

Execution bfs(const Graph<void>& graph, std::span<const Node> sources, std::span<Level> levels,
              const BfsPlan& plan, const RunOptions& options) {
  Execution execution;
  Session::get().run(options, graph.size() + graph.sizeEdges(), [&] {
    execution = ::bfs::Searcher(graph, plan).run(sources, levels, options);
  });
  return execution;
}

BfsResult bfs(const Graph<void>& graph, Node source, const BfsPlan& plan,
              const RunOptions& options) {
  BfsResult result;
  Session::get().run(options, graph.size() + graph.sizeEdges(), [&] {
    result.levels.allocateInterleaved(graph.size());
    result.execution =
        bfs(graph, std::span<const Node>(&source, 1),
            std::span<Level>(result.levels.data(), result.levels.size()), plan, options);
  });
  return result;
}

std::string verifyBfs(const Graph<void>& graph, std::span<const Node> sources,
                      std::span<const Level> levels, bool fully) {
  std::string wrong;
  Session::get().run([&] {
    const lonestar::OneThreadIfSmall few(graph.size() + graph.sizeEdges());
    wrong = ::sssp::verifyAnswer(graph.rows(), sources, levels, fully);
  });
  return wrong;
}

} // namespace galois::analytics
