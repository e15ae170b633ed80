/**
 * triangles-cpu: the number of triangles of each node, and its clustering coefficient, in rows
 * ordered by degree (OrderedRows.h, Counting.h). The answer is checked (trianglesVerify.h) and
 * reported. No scheduler has a part in it.
 */
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "analytics/triangles/TrianglesProblem.h"
#include "galois/Galois.h"
#include "galois/analytics/Triangles.h"
#include "inputs/io/OutputFile.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/AlgorithmFlag.h"
#include "liblonestar/flags/RunFlags.h"
#include "liblonestar/flags/WorklistFlags.h"
#include "liblonestar/run/GraphInput.h"
#include "liblonestar/run/WorklistExperiment.h"

namespace cll = llvm::cl;

namespace {

constexpr const char* kDescription =
    "Triangles: three nodes that are neighbours of each other, counted per node, and which share "
    "of a "
    "node's neighbours are neighbours. Loops, parallel edges and weights have no effect.";

const lonestar::Examples examples{
    {"triangles-cpu web.gr --output=triangles.txt", "The number of triangles of each node"},
    {"triangles-cpu web.gr --clustering --output=lcc.txt", "Local clustering coefficients"}};

using galois::analytics::TrianglesPlan;
using Graph = galois::analytics::Graph<void>;

lonestar::AlgorithmFlag<TrianglesPlan> algorithm("Algorithm:",
                                                 galois::analytics::trianglesAlgorithms());
cll::opt<bool> clustering(
    "clustering",
    cll::desc("Local clustering coefficients: edges between a node's neighbours, divided "
              "by those that there could be"),
    cll::cat(lonestar::algorithmGroup()));
lonestar::NodeFlag reportNode("reportNode", cll::desc("Print the triangles of this node"),
                              cll::value_desc("node"), cll::init("0"),
                              cll::cat(lonestar::reportGroup()));
cll::alias reportNodeAlias("report-node", cll::desc("Same as --reportNode"),
                           cll::aliasopt(reportNode), cll::cat(lonestar::reportGroup()));

class TrianglesExperiment : public lonestar::Experiment {
public:
  TrianglesExperiment(const Graph& graph, const galois::inputs::NodeIdMap& names)
      : graph_(graph), names_(names) {
    counts_.allocateInterleaved(graph.size());
    if (clustering) {
      coefficients_.allocateInterleaved(graph.size());
    }
    problem_.emplace(triangles::problemFor(graph, {counts_.data(), counts_.size()},
                                           {coefficients_.data(), coefficients_.size()}));
    const auto& chosen = triangles::chosenAlgorithm({algorithm->algorithm}, problem_->graph,
                                                    static_cast<unsigned>(numThreads));
    plan_.algorithm = chosen.algorithm;
    method_ = lonestar::methodOf(chosen.name, chosen.needs, lonestar::selectedWorklist());
  }

  const lonestar::Method& method() const { return method_; }

  lonestar::Json params() const override { return {{"clustering", bool{clustering}}}; }
  void reset() override {
    const lonestar::OneThreadIfSmall few(counts_.size());
    galois::do_all(galois::iterate(std::size_t{0}, counts_.size()), [&](std::size_t node) {
      counts_[node] = std::numeric_limits<std::uint64_t>::max();
    });
  }

  lonestar::Outcome run() override {
    lonestar::Outcome outcome =
        triangles::countTriangles(*problem_, plan_, lonestar::runOptions(nullptr));
    total_ = outcome.useful;
    return outcome;
  }

  lonestar::Answer answer() override {
    lonestar::Json summary = {{"triangles", total_}};
    if (clustering) {
      mean_ = galois::analytics::meanClustering(coefficients());
      summary["mean_clustering"] = mean_;
    }
    return {total_, summary};
  }

  std::string check(bool fully) override {
    std::uint64_t sum = 0;
    for (const std::uint64_t count : counts_) {
      sum += count;
    }
    return sum != 3 * total_
               ? fmt::format("the nodes have {} triangles together; it is 3 times {}", sum, total_)
               : galois::analytics::verifyTriangles(graph_, {counts_.data(), counts_.size()},
                                                    coefficients(), fully);
  }

  std::vector<std::string> summary() const override {
    std::vector<std::string> lines = {lonestar::counted(total_, "triangle")};
    if (clustering) {
      lines.push_back(fmt::format("Mean clustering coefficient {:.6f}", mean_));
    }
    if (reportNode.getNumOccurrences() > 0) {
      const std::uint32_t node = lonestar::nodeNamed(reportNode, counts_.size(), names_);
      lines.push_back(fmt::format(
          "Node {} has {}{}", names_.nameOf(node), lonestar::counted(counts_[node], "triangle"),
          clustering ? fmt::format(", clustering coefficient {:.6f}", coefficients_[node])
                     : std::string()));
    }
    return lines;
  }

  bool hasValues() const override { return true; }
  void write(galois::inputs::OutputFile& file) const override {
    for (std::uint64_t node = 0; node < counts_.size(); ++node) {
      galois::inputs::writeNode(file, names_.nameOf(node));
      file.write(" ");
      if (clustering) {
        file.write(fmt::to_string(coefficients_[node]));
      } else {
        file.writeNumber(counts_[node]);
      }
      file.write("\n");
    }
  }

private:
  std::span<const double> coefficients() const {
    return {coefficients_.data(), coefficients_.size()};
  }

  const Graph& graph_;
  const galois::inputs::NodeIdMap& names_;
  galois::LargeArray<std::uint64_t> counts_;
  galois::LargeArray<double> coefficients_; ///< with --clustering
  std::optional<triangles::Problem> problem_;
  TrianglesPlan plan_;
  lonestar::Method method_;
  std::uint64_t total_ = 0;
  double mean_ = 0;
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
  TrianglesExperiment experiment(graph, input.file.names);
  return lonestar::runExperiment("triangles-cpu", experiment, experiment.method(), description);
}

} // namespace

int main(int argc, char** argv) {
  return lonestar::runMain(argv, [&] { return program(argc, argv); });
}
