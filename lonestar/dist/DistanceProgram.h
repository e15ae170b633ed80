/** sssp-push-dist and bfs-push-dist: distances from one node on a divided graph. */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "DistExperiment.h"
#include "DistFlags.h"
#include "DistanceCheck.h"
#include "NodeLines.h"
#include "PushLoops.h"
#include "RankProgram.h"
#include "Redistribution.h"
#include "ShortestPathsPart.h"
#include "analytics/sssp/EdgeWeights.h"
#include "analytics/sssp/SequentialDijkstra.h"
#include "paths/DistanceText.h"

namespace dist {

extern llvm::cl::opt<std::string> startNode;  ///< --startNode
extern llvm::cl::opt<std::string> reportNode; ///< --reportNode

/// @tparam Weight, Distance  those of sssp::Problem
template <galois::dist::Transport T, typename Weight, typename Distance>
class Distances : public DistExperiment<T> {
public:
  using Part = ShortestPathsPart<Weight, Distance>;
  using Graph = galois::dist::PartitionedGraph<Weight>;
  using Sum = std::conditional_t<std::is_floating_point_v<Distance>, double, std::uint64_t>;

  /// All arguments must outlive this. Collective.
  /// @param shift  of priorities without --delta
  Distances(galois::dist::Endpoint<T>& endpoint, OpenGraph& open, const Graph& graph,
            const lonestar::WorklistInfo& worklist, unsigned shift, const DistSetting& setting)
      : DistExperiment<T>(endpoint, setting), endpoint_(endpoint), open_(open), graph_(graph),
        worklist_(worklist), source_(nodeNamed(endpoint, open, startNode)),
        shown_(nodeNamed(endpoint, open, reportNode)), scale_(scaleOf(endpoint, graph)),
        shift_(lonestar::givenShift().value_or(shift)),
        part_(graph, scale_, shift_, pushOptions()) {}

  lonestar::Json params() const override {
    lonestar::Json params = {{"startNode", open_.names.nameOf(source_)}, {"shift", shift_}};
    if (!std::is_void_v<Weight>) {
      params["distance-bits"] = 8 * sizeof(Distance);
    }
    if (std::is_floating_point_v<Distance>) {
      params["weight-type"] = "float";
      params["weight-bytes"] = open_.file->layout().header.edgeSize;
      params["priority-scale"] = scale_;
    }
    return params;
  }

  void reset() override { part_.reset(source_); }

  lonestar::Answer answer() override {
    if (distancesOverflow(endpoint_, graph_, own())) {
      throw lonestar::AppError(sizeof(Distance) == 4
                                   ? "distances exceed 32 bits; run again with --distance-bits=64"
                                   : "distances exceed 64 bits; scale the weights down");
    }
    reached_ = 0;
    Distance longest = 0;
    Sum sum = 0;
    bool fits = true;
    for (const Distance distance : own()) {
      if (distance != sssp::kInfinity<Distance>) {
        ++reached_;
        longest = std::max(longest, distance);
        fits = add(sum, Sum{distance}) && fits;
      }
    }
    reached_ = galois::dist::sumOfAll(endpoint_, reached_);
    max_ = galois::dist::greatestOfAll(endpoint_, longest);
    sum_ = 0;
    for (const auto& bytes : endpoint_.gather(std::as_bytes(std::span(&sum, 1)))) {
      fits = add(sum_, galois::dist::Reader(bytes).template get<Sum>()) && fits;
    }
    if (galois::dist::sumOfAll(endpoint_, fits ? 0u : 1u) > 0) {
      throw lonestar::AppError("the sum of all distances exceeds 64 bits; scale the weights down");
    }
    Distance shown = 0;
    if (const auto node = graph_.ownedAt(shown_)) {
      shown = own()[*node];
    }
    shownDistance_ = galois::dist::greatestOfAll(endpoint_, shown);
    return {sum_, {{"reached", reached_}, {"max", max_}}, reached_};
  }

  std::string check(bool fully) override {
    const std::string wrong = checkDistances(endpoint_, graph_, source_, own());
    return wrong.empty() && fully ? compareWithDijkstra() : wrong;
  }

  void writeOnRanks(galois::inputs::OutputFile* file) override {
    writeNodeLines(endpoint_, file, graphFile, open_.called, graph_, own(),
                   sssp::appendDistance<Distance>);
  }

protected:
  RankRun runRank() override {
    RankRun result;
    const lonestar::WorklistSettings& settings = lonestar::worklistSettings(worklist_);
    lonestar::visitWorklist(worklist_, [&](auto tag) {
      const auto loop = [&](const std::vector<typename Part::Task>& tasks) {
        result.loops.add(runTasks<typename decltype(tag)::type>(part_, scale_, tasks, settings));
      };
      result.push = execution == Exec::kAsync
                        ? galois::dist::runAsync(endpoint_, part_, this->runOptions(), loop)
                        : galois::dist::runInRounds(endpoint_, part_, this->runOptions(), loop);
    });
    result.updates = part_.aggregator().counts();
    return result;
  }

  std::vector<std::string> answerLines() const override {
    return {fmt::format("Node {} has distance {} from node {}", open_.names.nameOf(shown_),
                        shownDistance_ == sssp::kInfinity<Distance>
                            ? "infinity"
                            : fmt::to_string(shownDistance_),
                        open_.names.nameOf(source_)),
            fmt::format("{} reached, max distance {}, sum of distances {}",
                        lonestar::counted(reached_, "node"), max_, sum_)};
  }

  lonestar::Json describePart() const override { return dist::describePart(graph_); }

private:
  std::span<const Distance> own() const { return part_.distances(); }

  /// Adds, and returns whether the sum fits.
  static bool add(Sum& sum, Sum value) {
    if constexpr (std::is_floating_point_v<Sum>) {
      sum += value;
      return true;
    } else {
      return !__builtin_add_overflow(sum, value, &sum);
    }
  }

  static double scaleOf(galois::dist::Endpoint<T>& endpoint, const Graph& graph) {
    if constexpr (std::is_floating_point_v<Weight>) {
      const double edges = static_cast<double>(std::max<std::uint64_t>(graph.globalEdges(), 1));
      galois::analytics::WeightSummary<Weight> weights;
      weights.greatest = galois::dist::greatestOfAll(endpoint, graph.greatestWeight());
      weights.mean = galois::dist::sumOfAll(endpoint, graph.sumOfWeights()) / edges;
      return sssp::priorityScale(weights, graph.globalSize());
    }
    return 1;
  }

  /// Compares with Dijkstra's algorithm on rank 0, which reads the whole graph.
  std::string compareWithDijkstra() {
    const std::vector<Distance> all =
        redistributed(endpoint_, graph_, own(), onRank0(graph_.globalSize(), endpoint_.ranks()));
    std::string wrong;
    agreed(endpoint_, [&] {
      if (endpoint_.rank() != 0) {
        return;
      }
      const galois::dist::NodeParts whole({0, graph_.globalSize()});
      const Graph graph(*open_.file, whole, 0);
      std::vector<Distance> reference(all.size(), sssp::kInfinity<Distance>);
      sssp::sequentialDijkstra(graph, static_cast<std::uint32_t>(source_), reference.data());
      for (std::size_t node = 0; node < all.size() && wrong.empty(); ++node) {
        if (all[node] != reference[node]) {
          wrong = fmt::format("node {} has distance {}, sequential Dijkstra says {}", node,
                              all[node], reference[node]);
        }
      }
    });
    return galois::dist::firstText(endpoint_, wrong);
  }

  galois::dist::Endpoint<T>& endpoint_;
  const OpenGraph& open_;
  const Graph& graph_;
  const lonestar::WorklistInfo& worklist_;
  const galois::dist::GlobalNode source_, shown_;
  const double scale_;
  const unsigned shift_;
  Part part_;
  std::uint64_t reached_ = 0;
  Distance max_ = 0;
  Distance shownDistance_ = 0; ///< of --reportNode
  Sum sum_ = 0;
};

/// Accepts every graph.
struct AnyGraph {
  template <typename... Any>
  void operator()(const Any&... /*any*/) const {}
};

/// Reads the graph, and runs the experiment on it. Collective. @return the exit status
/// @param check  check(endpoint, graph) throws if the program cannot use the graph
template <typename Weight, typename Distance, galois::dist::Transport T, typename Check = AnyGraph>
int solveDistances(galois::dist::Endpoint<T>& endpoint, OpenGraph& open, const std::string& app,
                   unsigned shift, const Check& check = {}) {
  const lonestar::WorklistInfo& worklist = lonestar::selectedWorklist();
  lonestar::InputDescription description;
  const auto graph = readPart<Weight>(endpoint, open, description);
  check(endpoint, graph);
  const DistSetting setting = settingOf(endpoint, worklist);
  Distances<T, Weight, Distance> experiment(endpoint, open, graph, worklist, shift, setting);
  return runExperiment(endpoint, experiment, app, setting, description);
}

} // namespace dist
