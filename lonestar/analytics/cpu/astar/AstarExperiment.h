/** Shortest paths between pairs of nodes as an experiment, which runs, checks and reports them. */
#ifndef GALOIS_LONESTAR_ASTAR_ASTAREXPERIMENT_H
#define GALOIS_LONESTAR_ASTAR_ASTAREXPERIMENT_H

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "AstarProblem.h"
#include "BidirectionalSearch.h"
#include "HeuristicChoice.h"
#include "Path.h"
#include "PathFile.h"
#include "Queries.h"
#include "astarVerify.h"
#include "inputs/NodeIdMap.h"
#include "liblonestar/Experiment.h"

namespace astar {

/// The algorithm that answers the queries.
enum class Search { kWorklist, kSequential, kBidirectional };

class AstarExperiment : public lonestar::Experiment {
public:
  /// All arguments must outlive this.
  /// @param names           what answers call the nodes
  /// @param queries         at least one
  /// @param checkHeuristic  whether to test every edge for every target
  /// @param paths           the file for paths, or null for none
  AstarExperiment(const Graph& graph, const galois::inputs::NodeIdMap& names,
                  const std::vector<Query>& queries, const ChosenHeuristic& heuristic,
                  bool checkHeuristic, Search search, const lonestar::Method& method,
                  PathFile* paths);

  std::size_t questions() const override { return queries_.size(); }
  void ask(std::size_t index) override { query_ = &queries_[index]; }
  lonestar::Json params() const override;
  void forget() override;
  lonestar::Outcome run() override;
  lonestar::Answer answer() override;
  std::string check(bool fully) override;
  std::vector<std::string> summary() const override;
  void write(galois::inputs::OutputFile& file) const override;
  void finish() override;

private:
  Heuristic towards(Node target) const { return {heuristic_.places, heuristic_.scale, target}; }
  lonestar::Outcome runSequential();
  lonestar::Outcome runBidirectional();
  bool overflowed() const;
  std::uint64_t usefulTasks();
  const std::vector<Node>& path();
  std::string compareWithReference();

  const Graph& graph_;
  const galois::inputs::NodeIdMap& names_;
  const std::vector<Query>& queries_;
  const ChosenHeuristic& heuristic_;
  const bool checkHeuristic_;
  const Search search_;
  const lonestar::Method& method_;
  PathFile* const paths_;
  std::unique_ptr<Labels> labels_; // for searches from one end
  std::optional<Graph> reverse_;   // for searches from both ends
  std::unique_ptr<BidirectionalSearch<Graph>> bothSides_;
  PathFinder finder_;
  std::optional<Reference> reference_; // constructed when first used

  const Query* query_ = nullptr;
  // Results of the last run:
  Distance length_ = kInfinity;
  Meeting meeting_;
  std::uint64_t touched_ = 0;
  std::optional<std::vector<Node>> path_;
  // Total of all queries:
  std::size_t unreachable_ = 0;
};

} // namespace astar

#endif
