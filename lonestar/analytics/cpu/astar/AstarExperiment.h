/** Shortest paths between pairs of nodes as an experiment, which runs, checks and reports them. */
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "Queries.h"
#include "WayMap.h"
#include "analytics/astar/astarVerify.h"
#include "galois/analytics/Astar.h"
#include "inputs/names/NodeIdMap.h"
#include "liblonestar/run/WorklistExperiment.h"
#include "paths/PathFile.h"

namespace astar {

class AstarExperiment : public lonestar::Experiment {
public:
  using AnalyticsGraph = galois::analytics::Graph<std::uint32_t>;

  /// All arguments must outlive this.
  /// @param names           what answers call the nodes
  /// @param queries         at least one
  /// @param astar           answers the queries; its plan is that of `method`
  /// @param heuristic       one line for people about its heuristic
  /// @param checkHeuristic  whether to test every edge for every target
  /// @param paths           the file for paths, or null for none
  /// @param map             receives the ways for the page of --report, or null for none
  AstarExperiment(const AnalyticsGraph& graph, const galois::inputs::NodeIdMap& names,
                  const std::vector<Query>& queries, galois::analytics::Astar& astar,
                  std::string heuristic, bool checkHeuristic, const lonestar::Method& method,
                  PathFile* paths, WayMap* map);

  std::size_t queries() const override { return queries_.size(); }
  void selectQuery(std::size_t index) override { query_ = &queries_[index]; }
  lonestar::Json params() const override;
  void reset() override { result_ = {}; }
  lonestar::Outcome run() override;
  lonestar::Answer answer() override;
  std::string check(bool fully) override;
  std::vector<std::string> summary() const override;
  void gather() override;
  void write(galois::inputs::OutputFile& file) const override;
  /// The map has the ways of all queries.
  bool hasValues() const override { return map_ != nullptr && query_ == &queries_.back(); }
  void writeForPage(galois::inputs::OutputFile& file) const override { map_->write(file); }
  void finish() override;

private:
  const AnalyticsGraph& graph_;
  const galois::inputs::NodeIdMap& names_;
  const std::vector<Query>& queries_;
  galois::analytics::Astar& astar_;
  const std::string heuristic_;
  const bool checkHeuristic_;
  const lonestar::Method& method_;
  PathFile* const paths_;
  WayMap* const map_;
  std::optional<Reference> reference_; // constructed when first used

  const Query* query_;
  galois::analytics::AstarResult result_; // of the last run
  std::size_t unreachable_ = 0;           // of all queries
};

} // namespace astar
