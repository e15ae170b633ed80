#include "galois/analytics/Bfs.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "Searcher.h"
#include "SequentialBfs.h"
#include "SynchronousBfs.h"
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

struct Searcher::Memory {
  const analytics::Graph<void> graph;
  const BfsPlan plan;
  double transposeSeconds = 0;
  std::optional<SynchronousBfs> synchronous;
  galois::LargeArray<Node> queue; ///< of the sequential search

  Execution searchLevels(std::span<const Node> sources, Level* levels,
                         const analytics::RunOptions& options);
  Execution searchInSequence(std::span<const Node> sources, Level* levels,
                             const analytics::RunOptions& options);
};

Searcher::Searcher(const analytics::Graph<void>& graph, const BfsPlan& plan)
    : memory_(new Memory{.graph = graph, .plan = plan, .synchronous = {}, .queue = {}}) {
  if (plan.algorithm == BfsPlan::kSequential) {
    memory_->queue.allocateInterleaved(graph.size());
  } else if (plan.algorithm == BfsPlan::kLevels) {
    if (plan.beta < 1) {
      throw analytics::InvalidOption("beta", "0", "a number from 1 is needed");
    }
    const auto* inEdges = &memory_->graph.rows();
    if (plan.alpha > 0 && !plan.symmetric && !memory_->graph.symmetric()) {
      const lonestar::Stopwatch clock;
      inEdges = &memory_->graph.transpose();
      memory_->transposeSeconds = clock.seconds();
    }
    memory_->synchronous.emplace(memory_->graph.rows(), *inEdges,
                                 DirectionParams{plan.alpha, plan.beta});
  }
}

Searcher::~Searcher() = default;

double Searcher::transposeSeconds() const { return memory_->transposeSeconds; }

Execution Searcher::Memory::searchLevels(std::span<const Node> sources, Level* levels,
                                         const analytics::RunOptions& options) {
  Execution execution = lonestar::executionOf("sync-do", options);
  const lonestar::Stopwatch clock;
  const SynchronousCounts counts = synchronous->run(sources, levels);
  execution.seconds = clock.seconds();
  execution.executed = counts.reached;
  execution.measures = {{"top_down_levels", std::uint64_t{counts.topDownLevels}},
                        {"bottom_up_levels", std::uint64_t{counts.bottomUpLevels}},
                        {"transpose_s", transposeSeconds}};
  return execution;
}

Execution Searcher::Memory::searchInSequence(std::span<const Node> sources, Level* levels,
                                             const analytics::RunOptions& options) {
  Execution execution = lonestar::executionOf("sequential", options, true);
  const lonestar::Stopwatch clock;
  execution.executed = sequentialBfs(graph.rows(), sources, levels, queue.data());
  execution.seconds = clock.seconds();
  return execution;
}

Execution Searcher::run(std::span<const Node> sources, std::span<Level> levels,
                        const analytics::RunOptions& options) {
  const analytics::Graph<void>& graph = memory_->graph;
  const BfsPlan& plan = memory_->plan;
  sssp::checkArguments(graph.size(), sources, levels.size());
  sssp::resetDistances(levels);
  Execution execution;
  if (plan.algorithm == BfsPlan::kWorklist) {
    const sssp::Problem<void, Level> problem{
        .graph = graph.rows(), .distances = levels, .sources = sources, .name = "BFS"};
    execution = sssp::relaxUnderWorklist(graph, problem, plan.edgeTile, options, 0);
    execution.useful = sssp::summarize(std::span<const Level>(levels)).reached;
    return execution;
  }
  execution = plan.algorithm == BfsPlan::kSequential
                  ? memory_->searchInSequence(sources, levels.data(), options)
                  : memory_->searchLevels(sources, levels.data(), options);
  execution.useful = execution.pushed = execution.executed;
  return execution;
}

} // namespace bfs

namespace galois::analytics {

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
