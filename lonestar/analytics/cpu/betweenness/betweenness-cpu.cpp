/**
 * betweenness-cpu: which share of the shortest paths passes each node, by Brandes' algorithm
 * (SourceSearch.h, LevelSearch.h). The answer is checked (betweennessVerify.h) and reported. No
 * scheduler has a part in it.
 */
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "analytics/betweenness/BetweennessProblem.h"
#include "galois/Galois.h"
#include "galois/analytics/Betweenness.h"
#include "inputs/io/OutputFile.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/AlgorithmFlag.h"
#include "liblonestar/flags/RunFlags.h"
#include "liblonestar/flags/WeightTypeFlag.h"
#include "liblonestar/flags/WorklistFlags.h"
#include "liblonestar/run/GraphInput.h"
#include "liblonestar/run/WorklistExperiment.h"
#include "paths/SourceList.h"
#include "paths/WeightCheck.h"

namespace cll = llvm::cl;

namespace {

constexpr const char* kDescription =
    "Betweenness centrality: how many of the shortest paths between other nodes pass each node. Of "
    "several shortest paths between two nodes, each counts in part.";

const lonestar::Examples examples{
    {"betweenness-cpu web.gr --output=betweenness.txt",
     "From all nodes: minutes for 100,000 nodes"},
    {"betweenness-cpu web.gr --sources=random:4", "Paths from four nodes only"},
    {"betweenness-cpu roads.gr --weighted --sources=random:100 --normalized",
     "By the lengths of roads; an estimate of the share of all paths"}};

using galois::analytics::BetweennessPlan;
using galois::analytics::Node;

lonestar::AlgorithmFlag<BetweennessPlan> algorithm("Algorithm:",
                                                   galois::analytics::betweennessAlgorithms());
enum class Directions { kFound, kYes, kNo };
cll::opt<std::string> sourcesFlag(
    "sources",
    cll::desc("Where paths begin: all (default), a file with one node per line ('-': stdin), or "
              "random:K for K nodes with edges (seed: --sources-seed)"),
    cll::value_desc("sources"), cll::init("all"), cll::cat(lonestar::algorithmGroup()));
cll::opt<std::uint64_t> sourcesSeed("sources-seed",
                                    cll::desc("Seed of --sources=random:K (default 1)"),
                                    cll::value_desc("seed"), cll::init(1),
                                    cll::cat(lonestar::algorithmGroup()));
cll::opt<bool> weighted("weighted",
                        cll::desc("The shortest paths by weights (default: those of fewest edges)"),
                        cll::cat(lonestar::algorithmGroup()));
cll::opt<bool> normalized("normalized",
                          cll::desc("Divide by the number of pairs, as networkx does"),
                          cll::cat(lonestar::algorithmGroup()));
cll::opt<bool> endpoints("endpoints", cll::desc("A path also counts at both of its ends"),
                         cll::cat(lonestar::algorithmGroup()));
cll::opt<Directions, false, lonestar::ChoiceParser<Directions>> undirected(
    "undirected",
    cll::desc(
        "With all sources, whether the path back is the same path, so that each counts half:"),
    cll::values(clEnumValN(Directions::kFound, "auto", "if every edge has its reverse (default)"),
                clEnumValN(Directions::kYes, "yes", "it is"),
                clEnumValN(Directions::kNo, "no", "it is another path")),
    cll::init(Directions::kFound), cll::cat(lonestar::algorithmGroup()));
lonestar::NodeFlag reportNode("reportNode", cll::desc("Print the betweenness of this node"),
                              cll::value_desc("node"), cll::init("0"),
                              cll::cat(lonestar::reportGroup()));
cll::alias reportNodeAlias("report-node", cll::desc("Same as --reportNode"),
                           cll::aliasopt(reportNode), cll::cat(lonestar::reportGroup()));

void checkFlags() {
  if (sssp::isDrawn(sourcesFlag)) {
    sssp::checkDrawn(sourcesFlag);
  } else if (sourcesSeed.getNumOccurrences() > 0) {
    throw lonestar::UsageError(
        "--sources-seed is that of --sources=random:K; give both, or neither");
  }
  if (!weighted && lonestar::weightType.getNumOccurrences() > 0) {
    throw lonestar::UsageError(
        "--weight-type goes with --weighted: weights are ignored without it");
  }
  if (weighted && algorithm->algorithm == BetweennessPlan::kLevels) {
    throw lonestar::UsageError("--algo=levels does not go with --weighted, which needs distances "
                               "in place of levels; leave one of them out");
  }
}

template <typename W>
class BetweennessExperiment : public lonestar::Experiment {
public:
  /// The arguments must outlive this, but for the sources. @param sources  none: all
  BetweennessExperiment(const galois::analytics::Graph<W>& graph,
                        const galois::inputs::NodeIdMap& names, std::vector<Node> sources)
      : graph_(graph), names_(names), sources_(std::move(sources)), rows_(graph.rows()) {
    scores_.allocateInterleaved(graph.size());
    plan_.normalized = normalized;
    plan_.endpoints = endpoints;
    plan_.undirected =
        sources_.empty() && !normalized &&
        (undirected == Directions::kFound ? graph.symmetric() : undirected == Directions::kYes);
    const auto& chosen = betweenness::chosenAlgorithm(
        {algorithm->algorithm}, sources_.empty() ? graph.size() : sources_.size(),
        !std::is_void_v<W>, static_cast<unsigned>(numThreads));
    plan_.algorithm = chosen.algorithm;
    method_ = lonestar::methodOf(chosen.name, chosen.needs, lonestar::selectedWorklist());
  }

  const lonestar::Method& method() const { return method_; }

  lonestar::Json params() const override {
    lonestar::Json params = {{"sources", std::string(sourcesFlag)},
                             {"weighted", bool{weighted}},
                             {"normalized", bool{normalized}},
                             {"endpoints", bool{endpoints}}};
    if (sssp::isDrawn(sourcesFlag)) {
      params["sources-seed"] = std::uint64_t{sourcesSeed};
    }
    if (sources_.empty() && !normalized) {
      params["undirected"] = *plan_.undirected;
    }
    return params;
  }

  void reset() override { std::fill(scores_.begin(), scores_.end(), 0.0); }

  lonestar::Outcome run() override {
    const betweenness::Problem<W> problem{
        rows_.rows(), sources_, *plan_.undirected, {scores_.data(), scores_.size()}};
    return betweenness::findBetweenness(problem, plan_, lonestar::runOptions(nullptr));
  }

  lonestar::Answer answer() override {
    sum_ = std::accumulate(scores_.begin(), scores_.end(), 0.0);
    highest_ = static_cast<Node>(std::max_element(scores_.begin(), scores_.end(), Less{}) -
                                 scores_.begin());
    // No checksum: the last digits depend on the order of additions.
    return {nullptr,
            {{"sum", sum_},
             {"greatest", scores_[highest_]},
             {"greatest_node", names_.nameOf(highest_)},
             {"sources", sources_.empty() ? graph_.size() : sources_.size()}}};
  }

  std::string check(bool fully) override {
    return galois::analytics::verifyBetweenness(
        graph_, std::span<const Node>(sources_),
        std::span<const double>(scores_.data(), scores_.size()), plan_, fully);
  }

  std::vector<std::string> summary() const override {
    std::vector<std::string> lines{
        fmt::format("Greatest betweenness: {:.9g}, of node {}", scores_[highest_],
                    names_.nameOf(highest_).text()),
        fmt::format(
            "Sum of betweenness {:.9g}, from {}", sum_,
            lonestar::counted(sources_.empty() ? graph_.size() : sources_.size(), "source"))};
    if (reportNode.getNumOccurrences() > 0) {
      const Node node = lonestar::nodeNamed(reportNode, scores_.size(), names_);
      lines.push_back(
          fmt::format("Node {} has betweenness {:.9g}", names_.nameOf(node).text(), scores_[node]));
    }
    return lines;
  }

  bool hasValues() const override { return true; }
  void write(galois::inputs::OutputFile& file) const override {
    for (std::uint64_t node = 0; node < scores_.size(); ++node) {
      galois::inputs::writeNode(file, names_.nameOf(node));
      file.write(" ");
      file.write(fmt::to_string(scores_[node]));
      file.write("\n");
    }
  }

private:
  struct Less { // a NaN is less than all numbers
    bool operator()(double a, double b) const { return b > a || (a != a && b == b); }
  };

  const galois::analytics::Graph<W>& graph_;
  const galois::inputs::NodeIdMap& names_;
  const std::vector<Node> sources_;
  const betweenness::SimpleRows<W> rows_;
  galois::LargeArray<double> scores_;
  BetweennessPlan plan_;
  lonestar::Method method_;
  double sum_ = 0;
  Node highest_ = 0;
};

/// @param value  see sssp::checkWeights()
template <typename W, typename Value>
int solve(lonestar::OpenInput& file, const Value& value) {
  auto input =
      lonestar::loadGraph<typename galois::analytics::Graph<W>::Rows>(file, !std::is_void_v<W>);
  if (reportNode.getNumOccurrences() > 0) {
    lonestar::nodeNamed(reportNode, input.graph.size(), input.file.names);
  }
  std::vector<Node> sources;
  if (sourcesFlag != "all") {
    sources = sssp::nodesOfList(
        sourcesFlag, sourcesSeed, input.graph.size(), input.file.names,
        [&](Node node) { return input.graph.getDegree(node); }, "use --sources=all");
  }
  // No more of them than make any graph large, so that the products fit.
  const std::uint64_t searches =
      std::min<std::uint64_t>(sources.empty() ? input.graph.size() : sources.size(), 1024);
  lonestar::fitThreads(searches * input.graph.size(), searches * input.graph.sizeEdges());
  const lonestar::InputDescription description = input.describe();
  const galois::analytics::Graph<W> graph(std::move(input.graph));
  if constexpr (!std::is_void_v<W>) {
    if (file.kind != lonestar::WeightKind::kInt) {
      sssp::checkWeights(graph, input.file.name, value);
    }
  }
  BetweennessExperiment<W> experiment(graph, input.file.names, std::move(sources));
  return lonestar::runExperiment("betweenness-cpu", experiment, experiment.method(), description);
}

int program(int argc, char** argv) {
  galois::SharedMemSys system;
  lonestar::start(argc, argv, kDescription, &lonestar::inputFile);
  checkFlags();
  lonestar::selectedWorklist(); // reports errors in --wl before a graph is read
  if (!weighted) {
    lonestar::OpenInput file = lonestar::openInput({.none = true});
    return solve<void>(file, nullptr);
  }
  lonestar::OpenInput file =
      lonestar::openInput(lonestar::wantedWeights(lonestar::UsableWeights::kNonNegative));
  if (lonestar::weightKindOf(file) == lonestar::WeightKind::kFloat) {
    return solve<double>(file, [](double weight) { return weight; });
  }
  if (file.edgeSize() == 8) {
    return solve<std::uint64_t>(file,
                                [](std::uint64_t bits) { return static_cast<std::int64_t>(bits); });
  }
  return solve<std::uint32_t>(file,
                              [](std::uint32_t bits) { return static_cast<std::int32_t>(bits); });
}

} // namespace

int main(int argc, char** argv) {
  return lonestar::runMain(argv, [&] { return program(argc, argv); });
}
