/**
 * kcore-cpu: the core number of every node, by estimates under any worklist (kcoreOperator.h), in
 * rounds (PeelingInRounds.h) or one node after the other (Peeling.h), checked (kcoreVerify.h) and
 * reported.
 */
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "analytics/kcore/KcoreProblem.h"
#include "analytics/kcore/kcoreVerify.h"
#include "galois/Galois.h"
#include "galois/analytics/Kcore.h"
#include "galois/graphs/PackedCSR.h"
#include "inputs/io/OutputFile.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/AlgorithmChoice.h"
#include "liblonestar/flags/AlgorithmFlag.h"
#include "liblonestar/flags/RunFlags.h"
#include "liblonestar/flags/WorklistFlags.h"
#include "liblonestar/run/GraphInput.h"
#include "liblonestar/run/WorklistExperiment.h"

namespace cll = llvm::cl;

namespace {

constexpr const char* kDescription =
    "Core numbers: the k-core is the greatest part of the graph in which every node has at least k "
    "neighbours, and a node's core number is the greatest k of whose core it is part. Directions, "
    "loops and parallel edges are ignored.";

const lonestar::Examples examples{
    {"kcore-cpu web.gr --output=cores.txt", "The core number of each node"},
    {"kcore-cpu web.gr --core=10 --output=core10.txt", "The nodes of the 10-core"}};

using galois::analytics::KcorePlan;
using kcore::Core;

lonestar::AlgorithmFlag<KcorePlan> algorithm("Algorithm (default: worklist with --wl, else auto):",
                                             galois::analytics::kcoreAlgorithms());
cll::opt<unsigned> least("core", cll::desc("Write only the nodes of the core of this number"),
                         cll::value_desc("k"), cll::init(0), cll::cat(lonestar::reportGroup()));
lonestar::NodeFlag reportNode("reportNode", cll::desc("Print the core number of this node"),
                              cll::value_desc("node"), cll::init("0"),
                              cll::cat(lonestar::reportGroup()));
cll::alias reportNodeAlias("report-node", cll::desc("Same as --reportNode"),
                           cll::aliasopt(reportNode), cll::cat(lonestar::reportGroup()));

using Choice = lonestar::AlgorithmChoice<KcorePlan>;

class CoreNumbers : public lonestar::Experiment {
public:
  /// @param names  what the input calls its nodes
  CoreNumbers(const kcore::Graph& graph, const galois::inputs::NodeIdMap& names, Choice chosen)
      : graph_(graph), names_(names), chosen_(std::move(chosen)),
        method_(lonestar::methodOf(chosen_.algorithm.name, chosen_.algorithm.needs,
                                   lonestar::selectedWorklist())) {
    cores_.allocateInterleaved(graph.size());
  }

  const lonestar::Method& method() const { return method_; }

  lonestar::Json params() const override {
    lonestar::Json params = lonestar::Json::object();
    if (!chosen_.reason.empty()) {
      params["auto"] = chosen_.reason;
    }
    return params;
  }

  void reset() override { std::fill(cores_.begin(), cores_.end(), Core{0}); }

  lonestar::Outcome run() override {
    return kcore::findCores({graph_, cores_}, KcorePlan{chosen_.algorithm.algorithm},
                            lonestar::runOptions(method_.worklist));
  }

  lonestar::Answer answer() override {
    std::uint64_t sum = 0;
    greatest_ = innermost_ = 0;
    for (const Core core : cores_) {
      sum += core;
      if (core > greatest_) {
        greatest_ = core;
        innermost_ = 0;
      }
      innermost_ += core == greatest_ ? 1 : 0;
    }
    return {sum, {{"greatest_core", greatest_}, {"nodes_of_greatest_core", innermost_}}};
  }

  std::string check(bool /*fully*/) override { return kcore::verifyCores(graph_, cores_.data()); }

  std::vector<std::string> summary() const override {
    std::vector<std::string> lines{
        fmt::format("Greatest core number: {}, of {} nodes", greatest_, innermost_)};
    if (reportNode.getNumOccurrences() > 0) {
      const std::uint32_t node = lonestar::nodeNamed(reportNode, cores_.size(), names_);
      lines.push_back(fmt::format("Node {} has core number {}", names_.nameOf(node), cores_[node]));
    }
    return lonestar::withChoice(std::move(lines), method_.algorithm, chosen_.reason);
  }

  bool hasValues() const override { return true; }
  void write(galois::inputs::OutputFile& file) const override {
    for (std::uint64_t node = 0; node < cores_.size(); ++node) {
      if (cores_[node] >= least) {
        galois::inputs::writeNode(file, names_.nameOf(node));
        file.write(" ");
        file.writeNumber(std::uint64_t{cores_[node]});
        file.write("\n");
      }
    }
  }

private:
  const kcore::Graph& graph_;
  const galois::inputs::NodeIdMap& names_;
  const Choice chosen_;
  const lonestar::Method method_;
  galois::LargeArray<Core> cores_;
  Core greatest_ = 0;
  std::uint64_t innermost_ = 0; ///< number of nodes with the greatest core number
};

int program(int argc, char** argv) {
  galois::SharedMemSys system;
  lonestar::outputFile.setDescription(
      "Write the core numbers there ('-': stdout), one line 'node number' per node");
  lonestar::setDefaultShift({.fixesWidths = true});
  lonestar::start(argc, argv, kDescription, &lonestar::inputFile);
  lonestar::selectedWorklist(); // reports errors in --wl before a graph is read
  auto input = lonestar::loadGraph<galois::graphs::PackedCSR<void>>(false);
  if (reportNode.getNumOccurrences() > 0) {
    lonestar::nodeNamed(reportNode, input.graph.size(), input.file.names);
  }
  lonestar::fitThreads(input.graph.size(), input.graph.sizeEdges());
  const lonestar::InputDescription description = input.describe();
  const kcore::Graph graph(std::move(input.graph));
  CoreNumbers experiment(graph, input.file.names,
                         lonestar::chosenAlgorithm(algorithm, galois::analytics::kcoreAlgorithms(),
                                                   kcore::fastestAlgorithm));
  return lonestar::runExperiment("kcore-cpu", experiment, experiment.method(), description);
}

} // namespace

int main(int argc, char** argv) {
  return lonestar::runMain(argv, [&] { return program(argc, argv); });
}
