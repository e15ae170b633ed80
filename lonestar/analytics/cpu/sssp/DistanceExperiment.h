/**
 * What applications whose answer is one distance per node have in common, whichever algorithm
 * computes it: the sources, the memory of the answer, its checks, and its reports for people and
 * programs.
 */
#ifndef GALOIS_LONESTAR_SSSP_DISTANCEEXPERIMENT_H
#define GALOIS_LONESTAR_SSSP_DISTANCEEXPERIMENT_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "EdgeTileFlag.h"
#include "SequentialDijkstra.h"
#include "SourceFlags.h"
#include "SsspProblem.h"
#include "galois/Galois.h"
#include "galois/Reduction.h"
#include "inputs/NodeIdMap.h"
#include "inputs/io/OutputFile.h"
#include "liblonestar/Experiment.h"
#include "liblonestar/InputFlags.h"
#include "liblonestar/WorklistRegistry.h"
#include "ssspVerify.h"

namespace sssp {

/// The type of sums of distances: double for floating point, otherwise std::uint64_t modulo 2^64.
template <typename Distance>
using Sum = std::conditional_t<std::is_floating_point_v<Distance>, double, std::uint64_t>;

/// Totals of the distances, for reports.
template <typename Distance>
struct Totals {
  std::uint64_t reached = 0;
  Distance max = 0;      ///< the greatest finite distance
  Sum<Distance> sum = 0; ///< the sum of finite distances
};

/// Computes the totals in O(nodes) time, in parallel for integers. Floating-point sums depend on
/// the order of their terms, so they are added on one thread in the order of nodes.
template <typename Distance>
Totals<Distance> summarize(const galois::LargeArray<Distance>& distances) {
  Totals<Distance> totals;
  if constexpr (std::is_floating_point_v<Distance>) {
    for (const Distance distance : distances) {
      if (distance != kInfinity<Distance>) {
        ++totals.reached;
        totals.max = std::max(totals.max, distance);
        totals.sum += distance;
      }
    }
  } else {
    galois::GAccumulator<std::uint64_t> reached, sum;
    galois::GReduceMax<Distance> max;
    galois::do_all(galois::iterate(std::size_t{0}, distances.size()), [&](std::size_t node) {
      if (distances[node] != kInfinity<Distance>) {
        reached += 1;
        sum += distances[node];
        max.update(distances[node]);
      }
    });
    totals = {reached.reduce(), max.reduce(), sum.reduce()};
  }
  return totals;
}

/// Marks every node as unreached.
template <typename Distance>
void resetDistances(galois::LargeArray<Distance>& distances) {
  galois::do_all(galois::iterate(std::size_t{0}, distances.size()),
                 [&](std::size_t node) { distances[node] = kInfinity<Distance>; });
}

/// The base class of such applications. Derived classes define the algorithm (run) and its
/// parameters.
template <typename Weight, typename Distance>
class DistanceExperiment : public lonestar::Experiment {
public:
  /// The graph and `names` must outlive this.
  /// @param names  what flags and answers call the nodes
  /// @param loop   name of the loop in Galois' statistics
  DistanceExperiment(const Graph<Weight>& graph, const galois::inputs::NodeIdMap& names,
                     const char* loop)
      : names_(names), sources_(chosenSources(graph.size(), names,
                                              [&](Node node) { return graph.getDegree(node); })),
        problem_{
            .graph = graph, .distances = distances_, .source = sources_.front(), .name = loop} {
    distances_.allocateInterleaved(graph.size());
  }

  std::size_t questions() const override { return sources_.size(); }
  void ask(std::size_t index) override { problem_.source = sources_[index]; }
  void forget() override { resetDistances(distances_); }

  lonestar::Json params() const override { return {{"startNode", names_.idOf(problem_.source)}}; }

  lonestar::Answer answer() override {
    totals_ = summarize(distances_);
    return {totals_.sum, {{"reached", totals_.reached}, {"max", totals_.max}}, totals_.reached};
  }

  std::string check(bool fully) override {
    std::string wrong = verifyDistances(problem_.graph, problem_.source, distances_.data());
    if (wrong.empty() && fully) {
      galois::LargeArray<Distance> reference;
      reference.allocateInterleaved(problem_.graph.size());
      resetDistances(reference);
      sequentialDijkstra(problem_.graph, problem_.source, reference.data());
      wrong = compareDistances(problem_.graph, distances_.data(), reference.data());
    }
    return wrong;
  }

  std::vector<std::string> summary() const override {
    // Galois reports node 1 by default, which a small graph may not have.
    const Node shown = lonestar::nodeNear(reportNode, problem_.graph.size(), names_);
    const Distance distance = distances_[shown];
    std::vector<std::string> lines;
    if (sources_.size() > 1) {
      lines.push_back(fmt::format("{} sources; what follows is of the last one", sources_.size()));
    } else if (inDeadEnd()) {
      lines.push_back(hintOfDeadEnd());
    }
    lines.push_back(
        fmt::format("Node {} has distance {} from node {}", names_.idOf(shown),
                    distance == kInfinity<Distance> ? "infinity" : fmt::to_string(distance),
                    names_.idOf(problem_.source)));
    lines.push_back(fmt::format("{} reached, max distance {}, sum of distances {}",
                                lonestar::counted(totals_.reached, "node"), totals_.max,
                                totals_.sum));
    return lines;
  }

  void write(galois::inputs::OutputFile& file) const override {
    for (std::uint64_t node = 0; node < distances_.size(); ++node) {
      file.writeNumber(names_.idOf(node));
      if (distances_[node] == kInfinity<Distance>) {
        file.write(" inf\n");
      } else {
        file.write(" ");
        if constexpr (std::is_floating_point_v<Distance>) {
          file.write(fmt::to_string(distances_[node]));
        } else {
          file.writeNumber(std::uint64_t{distances_[node]});
        }
        file.write("\n");
      }
    }
  }

protected:
  /// Runs one loop under the policy that `worklist` names.
  lonestar::Outcome relaxUnder(const lonestar::WorklistInfo& worklist) {
    if (!tiles_) {
      const Graph<Weight>& graph = problem_.graph;
      const lonestar::Stopwatch watch;
      tiles_.emplace(graph, edgesPerTile(graph.size(), graph.sizeEdges()));
      tileSeconds_ = watch.seconds();
    }
    lonestar::LoopRun run;
    lonestar::visitWorklist(worklist, [&](auto tag) {
      run = runWorklist<typename decltype(tag)::type>(problem_, *tiles_,
                                                      lonestar::worklistSettings(worklist));
    });
    lonestar::Outcome outcome = lonestar::outcomeOf(run);
    if (tiles_->size() > 0) {
      outcome.worklist["edge_tile"] = tiles_->most();
      outcome.worklist["tiles_s"] = tileSeconds_;
    }
    return outcome;
  }

  const Problem<Weight, Distance>& problem() const { return problem_; }
  Problem<Weight, Distance>& problem() { return problem_; }
  const Totals<Distance>& totals() const { return totals_; }

private:
  /// Returns whether the source is probably a mistake: it reaches no other node, or fewer than one
  /// in a hundred.
  bool inDeadEnd() const {
    const std::size_t nodes = problem_.graph.size();
    return nodes > 1 && (totals_.reached <= 1 || totals_.reached < nodes / 100);
  }

  /// Returns a warning that suggests the node with the most edges, which usually reaches much of
  /// the graph.
  std::string hintOfDeadEnd() const {
    const Graph<Weight>& graph = problem_.graph;
    Node best = 0;
    for (Node node = 1; node < graph.size(); ++node) {
      best = graph.getDegree(node) > graph.getDegree(best) ? node : best;
    }
    if (best == problem_.source || graph.getDegree(best) == 0) {
      return fmt::format("Hardly any node can be reached from node {}",
                         names_.idOf(problem_.source));
    }
    return fmt::format("Hardly any node can be reached from node {}; node {} has the most edges: "
                       "--startNode={}",
                       names_.idOf(problem_.source), names_.idOf(best), names_.idOf(best));
  }

  const galois::inputs::NodeIdMap& names_;
  const std::vector<Node> sources_;
  galois::LargeArray<Distance> distances_;
  Problem<Weight, Distance> problem_;
  std::optional<Tiles<Weight>> tiles_; ///< built when tasks first need them
  double tileSeconds_ = 0;             ///< time that building them took
  Totals<Distance> totals_;
};

} // namespace sssp

#endif
