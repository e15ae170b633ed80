/**
 * What programs share whose answer is a distance for every node: sources, the memory of the answer,
 * its checks, and reports. Derived classes add the algorithm.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "BatchFlag.h"
#include "DistanceColumns.h"
#include "EdgeTileFlag.h"
#include "PathFlags.h"
#include "SourceFlags.h"
#include "analytics/sssp/DistanceTotals.h"
#include "galois/LargeArray.h"
#include "galois/Threads.h"
#include "galois/analytics/Bfs.h"
#include "galois/analytics/Graph.h"
#include "galois/analytics/ShortestPathTree.h"
#include "galois/analytics/Sssp.h"
#include "galois/substrate/HWTopo.h"
#include "inputs/io/OutputFile.h"
#include "inputs/names/NodeIdMap.h"
#include "liblonestar/flags/InputFlags.h"
#include "liblonestar/flags/RunFlags.h"
#include "liblonestar/flags/WorklistFlags.h"
#include "liblonestar/run/Experiment.h"
#include "liblonestar/run/WorklistExperiment.h"

namespace sssp {

/// Derived classes define run(), and add their parameters to params().
/// @tparam Weight  void for bfs
template <typename Weight, typename Distance>
class DistanceExperiment : public lonestar::Experiment {
public:
  using AnalyticsGraph = galois::analytics::Graph<Weight>;
  using Node = galois::analytics::Node;

  /// @param names  what flags and answers call the nodes; must outlive this
  DistanceExperiment(const AnalyticsGraph& graph, const galois::inputs::NodeIdMap& names)
      : graph_(graph), names_(names),
        sources_(chosenSources(graph.size(), names,
                               [&](Node node) { return graph.rows().getDegree(node); })),
        source_(sources_.front()), paths_(graph.size(), sources_.size(), names),
        columns_(graph.size(), sources_.size()) {}

  std::size_t queries() const override { return sources_.size(); }
  void selectQuery(std::size_t index) override { source_ = sources_[index]; }
  void reset() override {
    if (own_.size() == 0) {
      own_.allocateInterleaved(graph_.size());
      distances_ = {own_.data(), own_.size()};
    }
    resetDistances(distances());
  }

  lonestar::Json params() const override { return {{"startNode", names_.nameOf(source_)}}; }

  lonestar::Answer answer() override {
    totals_ = summarize(std::span<const Distance>(distances()));
    return {totals_.sum,
            {{"reached", totals_.reached}, {"max", totals_.max}},
            useful_.value_or(totals_.reached)};
  }

  std::string check(bool fully) override {
    const std::span<const Distance> answer(distances());
    if constexpr (std::is_void_v<Weight>) {
      return galois::analytics::verifyBfs(graph_, sources(), answer, fully);
    } else {
      return galois::analytics::verifySssp(graph_, sources(), answer, fully);
    }
  }

  std::vector<std::string> summary() const override {
    // Galois' default for the node that is shown is 1, which small graphs do not have.
    const Node shown = lonestar::nodeNear(reportNode, graph_.size(), names_);
    const Distance distance = distances_[shown];
    std::vector<std::string> lines;
    if (!batch_.empty()) {
      lines.push_back(batchLine());
    }
    if (sources_.size() > 1) {
      lines.push_back(fmt::format("{} sources; what follows is of the last one", sources_.size()));
    } else if (inDeadEnd()) {
      lines.push_back(hintOfDeadEnd());
    }
    lines.push_back(
        fmt::format("Node {} has distance {} from node {}", names_.nameOf(shown),
                    distance == kInfinity<Distance> ? "infinity" : fmt::to_string(distance),
                    names_.nameOf(source_)));
    if (const auto target = paths_.pathEnd()) {
      const Distance length = distances_[*target];
      lines.push_back(length == kInfinity<Distance>
                          ? fmt::format("No path from node {} to node {}", names_.nameOf(source_),
                                        names_.nameOf(*target))
                          : fmt::format("Path from node {} to node {} has length {}",
                                        names_.nameOf(source_), names_.nameOf(*target), length));
    }
    lines.push_back(fmt::format("{} reached, max distance {}, sum of distances {}",
                                lonestar::counted(totals_.reached, "node"), totals_.max,
                                totals_.text()));
    return lines;
  }

  void gather() override { columns_.add(distances()); }

  bool hasValues() const override { return true; }
  /// Writes the distances from all sources after the last one.
  void write(galois::inputs::OutputFile& file) const override {
    if (columns_.complete()) {
      columns_.write(file, sources_, names_, distances_);
    }
  }

  void finish() override {
    if (!paths_.wanted()) {
      return;
    }
    const std::span<const Distance> found(distances());
    const auto tree = galois::analytics::shortestPathTree(graph_, sources(), found,
                                                          lonestar::runOptions(nullptr));
    paths_.write(source_, std::span<const Node>(tree.data(), tree.size()),
                 [&](Node node) { return fmt::to_string(found[node]); });
  }

  /// Gives the files of paths their names, after the last run.
  void commitPaths() { paths_.commit(); }

protected:
  const AnalyticsGraph& graph() const { return graph_; }
  /// The answer of the current run. Where it lies is for reset() to say, or for shows().
  std::span<Distance> distances() { return distances_; }
  std::span<const Node> sources() const { return {&source_, 1}; }

  /// Decides how the searches share the threads.
  /// @param queueBytes   about the size of the queue of a sequential search
  /// @param tasksWanted  what speaks against one source per thread, for people; "": nothing
  /// @throws lonestar::UsageError
  BatchPlan batchPlan(std::uint64_t queueBytes, const std::string& tasksWanted) const {
    constexpr double kGiB = 1024.0 * 1024.0 * 1024.0;
    return planOfBatch(givenBatch(),
                       {.sources = sources_.size(),
                        .runs = lonestar::runs(),
                        .threads = galois::getActiveThreads(),
                        .answerBytes = graph_.size() * sizeof(Distance),
                        .queueBytes = queueBytes,
                        .machineBytes = galois::substrate::getHostInfo().memoryGiB * kGiB,
                        .tasksWanted = tasksWanted});
  }

  /// Returns the source of each run of the program.
  std::vector<Node> sourceOfEachRun() const {
    std::vector<Node> all;
    for (const Node source : sources_) {
      all.insert(all.end(), lonestar::runs(), source);
    }
    return all;
  }

  /// Takes a run of --source-batch=sources for the current one, and returns its outcome without
  /// what depends on the algorithm.
  template <typename Run>
  lonestar::Outcome shows(const Run& run, const BatchPlan& plan) {
    distances_ = run.distances;
    lonestar::Outcome outcome;
    outcome.threads = galois::getActiveThreads();
    outcome.seconds = run.search->seconds;
    outcome.executed = run.search->counts.popped;
    outcome.pushed = run.search->counts.pushed;
    outcome.stale = run.search->counts.stale;
    addBatch(outcome, plan, run.batchRuns, run.batchSeconds);
    return outcome;
  }

  /// Says in the outcome how the run shared the threads with others, where there are several sources
  /// or a plan for them.
  /// @param runs, seconds  the number of runs that were made at once, and the time of all of them
  void addBatch(lonestar::Outcome& outcome, const BatchPlan& plan, std::size_t runs,
                double seconds) {
    if (sources_.size() == 1 && !plan.sources) {
      return;
    }
    outcome.batch = lonestar::Json{{"mode", plan.sources ? "sources" : "tasks"},
                                   {"threads", outcome.threads},
                                   {"runs", runs},
                                   {"time_s", seconds}};
    if (!plan.reason.empty()) {
      (*outcome.batch)["auto"] = plan.reason;
    }
    ++batched_;
    batchSeconds_ += seconds / static_cast<double>(runs);
    batch_ = *outcome.batch;
  }

  /// Says how many tasks of the run were useful. Without it, one per reached node was.
  void setUseful(std::uint64_t useful) { useful_ = useful; }

private:
  /// Returns whether the source is probably a mistake: it reaches no other node, or fewer than one
  /// in a hundred.
  bool inDeadEnd() const {
    const std::size_t nodes = graph_.size();
    return nodes > 1 && (totals_.reached <= 1 || totals_.reached < nodes / 100);
  }

  /// A line that says so and names a node with many edges, because such a node usually reaches most
  /// of the graph.
  std::string hintOfDeadEnd() const {
    const auto& graph = graph_.rows();
    Node best = 0;
    for (Node node = 1; node < graph.size(); ++node) {
      best = graph.getDegree(node) > graph.getDegree(best) ? node : best;
    }
    if (best == source_ || graph.getDegree(best) == 0) {
      return fmt::format("Hardly any node can be reached from node {}", names_.nameOf(source_));
    }
    return fmt::format("Hardly any node can be reached from node {}; node {} has the most edges: "
                       "--startNode={}",
                       names_.nameOf(source_), names_.nameOf(best), names_.nameOf(best));
  }

  /// A line that says how the searches share the threads, why, and how long all so far have taken.
  std::string batchLine() const {
    const bool each = batch_["mode"] == "sources";
    const std::string what = each ? "one source per thread" : "all threads on one source";
    const std::string reason =
        batch_.contains("auto") ? ", because " + batch_["auto"].template get<std::string>() : "";
    return fmt::format("Batch: {}{}; {} took {:.4g} s on {}", what, reason,
                       lonestar::counted(batched_, "run"), batchSeconds_,
                       lonestar::counted(batch_["threads"].template get<unsigned>(), "thread"));
  }

  const AnalyticsGraph graph_;
  const galois::inputs::NodeIdMap& names_;
  const std::vector<Node> sources_; ///< of all queries
  Node source_;                     ///< of the current one
  PathOutputs paths_;
  DistanceColumns<Distance> columns_;
  galois::LargeArray<Distance> own_;    ///< for answers, unless they lie elsewhere
  std::optional<std::uint64_t> useful_; ///< tasks of the run, if it has counted them
  std::span<Distance> distances_;
  Totals<Distance> totals_;
  lonestar::Json batch_;      ///< `batch` of the last run's record, if it has one
  std::uint64_t batched_ = 0; ///< the number of runs with one
  double batchSeconds_ = 0;   ///< the time of these
};

} // namespace sssp
