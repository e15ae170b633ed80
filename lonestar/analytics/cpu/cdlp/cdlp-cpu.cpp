/**
 * cdlp-cpu: communities by label propagation as LDBC Graphalytics defines it, in rounds (Rounds.h). The
 * labels are the ids of nodes. The answer is checked (cdlpVerify.h) and reported. No scheduler has a
 * part in it.
 */
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "analytics/cdlp/CdlpProblem.h"
#include "galois/Galois.h"
#include "galois/analytics/Cdlp.h"
#include "inputs/io/OutputFile.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/RunFlags.h"
#include "liblonestar/flags/WorklistFlags.h"
#include "liblonestar/run/GraphInput.h"
#include "liblonestar/run/WorklistExperiment.h"

namespace cll = llvm::cl;

namespace {

constexpr const char* kDescription =
    "Communities by label propagation: each node takes the label that most of its neighbours have, "
    "and the least of several, in rounds. The first labels are the ids of the nodes.";

const lonestar::Examples examples{
    {"cdlp-cpu web.gr --output=communities.txt", "The community of each node after 10 rounds"},
    {"cdlp-cpu example-directed.v --iterations=2", "A graph of LDBC Graphalytics"}};

using galois::analytics::Node;
using Graph = galois::analytics::Graph<void>;

cll::opt<unsigned> iterations("iterations", cll::desc("The number of rounds (default 10)"),
                              cll::value_desc("rounds"), cll::init(10),
                              cll::cat(lonestar::algorithmGroup()));
lonestar::NodeFlag reportNode("reportNode", cll::desc("Print the label of this node"),
                              cll::value_desc("node"), cll::init("0"),
                              cll::cat(lonestar::reportGroup()));
cll::alias reportNodeAlias("report-node", cll::desc("Same as --reportNode"),
                           cll::aliasopt(reportNode), cll::cat(lonestar::reportGroup()));

/// Nodes in the order of their ids: of several labels, the least one counts.
class IdOrder {
public:
  explicit IdOrder(const galois::inputs::NodeIdMap& names) : names_(names) {
    const std::vector<std::uint64_t>& ids = names.ids();
    if (std::is_sorted(ids.begin(), ids.end())) {
      return; // also where nodes have names, which have no order, or numbers
    }
    nodes_.resize(ids.size());
    std::iota(nodes_.begin(), nodes_.end(), Node{0});
    std::sort(nodes_.begin(), nodes_.end(), [&](Node a, Node b) { return ids[a] < ids[b]; });
    places_.resize(ids.size());
    for (std::size_t place = 0; place < nodes_.size(); ++place) {
      places_[nodes_[place]] = static_cast<Node>(place);
    }
  }

  /// Returns the place of each node; none: its number.
  std::span<const Node> places() const { return places_; }
  /// Returns what the node at a place is called.
  galois::inputs::NodeName nameOf(Node place) const {
    return names_.nameOf(nodes_.empty() ? place : nodes_[place]);
  }

private:
  const galois::inputs::NodeIdMap& names_;
  std::vector<Node> nodes_, places_;
};

class CdlpExperiment : public lonestar::Experiment {
public:
  CdlpExperiment(const Graph& graph, const galois::inputs::NodeIdMap& names)
      : graph_(graph), names_(names), order_(names) {
    labels_.allocateInterleaved(graph.size());
    plan_.iterations = iterations;
    plan_.initial = order_.places();
    problem_.emplace(cdlp::problemFor(graph, {labels_.data(), labels_.size()}));
    method_.algorithm = "rounds";
  }

  const lonestar::Method& method() const { return method_; }

  lonestar::Json params() const override { return {{"iterations", unsigned{iterations}}}; }
  void reset() override {
    std::fill(labels_.begin(), labels_.end(), std::numeric_limits<Node>::max());
  }

  lonestar::Outcome run() override {
    return cdlp::propagate(*problem_, plan_, lonestar::runOptions(nullptr));
  }

  lonestar::Answer answer() override {
    std::vector<std::uint64_t> sizes(graph_.size(), 0);
    std::uint64_t sum = 0;
    for (const Node label : labels_) {
      ++sizes[label];
      sum += label;
    }
    communities_ = static_cast<std::uint64_t>(
        std::count_if(sizes.begin(), sizes.end(), [](std::uint64_t size) { return size > 0; }));
    largest_ = *std::max_element(sizes.begin(), sizes.end());
    return {sum, {{"communities", communities_}, {"largest", largest_}}};
  }

  std::string check(bool /*fully*/) override {
    return galois::analytics::verifyCdlp(graph_, {labels_.data(), labels_.size()}, plan_);
  }

  std::vector<std::string> summary() const override {
    std::vector<std::string> lines{fmt::format("{}, the largest of {}",
                                               communities_ == 1
                                                   ? std::string("1 community")
                                                   : fmt::format("{} communities", communities_),
                                               lonestar::counted(largest_, "node"))};
    if (reportNode.getNumOccurrences() > 0) {
      const Node node = lonestar::nodeNamed(reportNode, labels_.size(), names_);
      lines.push_back(fmt::format("Node {} has label {}", names_.nameOf(node).text(),
                                  order_.nameOf(labels_[node]).text()));
    }
    return lines;
  }

  bool hasValues() const override { return true; }
  void write(galois::inputs::OutputFile& file) const override {
    for (std::uint64_t node = 0; node < labels_.size(); ++node) {
      galois::inputs::writeNode(file, names_.nameOf(node));
      file.write(" ");
      galois::inputs::writeNode(file, order_.nameOf(labels_[node]));
      file.write("\n");
    }
  }

private:
  const Graph& graph_;
  const galois::inputs::NodeIdMap& names_;
  const IdOrder order_;
  galois::LargeArray<Node> labels_;
  std::optional<cdlp::Problem> problem_;
  galois::analytics::CdlpPlan plan_;
  lonestar::Method method_;
  std::uint64_t communities_ = 0, largest_ = 0;
};

int program(int argc, char** argv) {
  galois::SharedMemSys system;
  lonestar::start(argc, argv, kDescription, &lonestar::inputFile);
  lonestar::selectedWorklist(); // reports errors in --wl before a graph is read
  auto input = lonestar::loadGraph<Graph::Rows>(false);
  if (reportNode.getNumOccurrences() > 0) {
    lonestar::nodeNamed(reportNode, input.graph.size(), input.file.names);
  }
  lonestar::fitThreads(input.graph.size(), input.graph.sizeEdges());
  const lonestar::InputDescription description = input.describe();
  const Graph graph(std::move(input.graph));
  CdlpExperiment experiment(graph, input.file.names);
  return lonestar::runExperiment("cdlp-cpu", experiment, experiment.method(), description);
}

} // namespace

int main(int argc, char** argv) {
  return lonestar::runMain(argv, [&] { return program(argc, argv); });
}
