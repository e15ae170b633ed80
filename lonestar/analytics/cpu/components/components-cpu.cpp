/**
 * components-cpu: the connected components of a graph, weak ones by disjoint sets (SampledUnion.h)
 * or under any worklist (componentsOperator.h), strong ones by depth-first search
 * (SequentialComponents.h). The answer is checked (componentsVerify.h) and reported.
 */
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "analytics/components/ComponentsProblem.h"
#include "galois/Galois.h"
#include "galois/analytics/Components.h"
#include "inputs/io/OutputFile.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/AlgorithmFlag.h"
#include "liblonestar/flags/InputFlags.h"
#include "liblonestar/flags/RunFlags.h"
#include "liblonestar/flags/WorklistFlags.h"
#include "liblonestar/run/GraphInput.h"
#include "liblonestar/run/WorklistExperiment.h"

namespace cll = llvm::cl;

namespace {

constexpr const char* kDescription =
    "Connected components: how many there are, and which nodes belong together. Directions are "
    "ignored, or with --strong followed both ways. Weights have no effect.";

const lonestar::Examples examples{
    {"components-cpu web.gr --output=labels.txt",
     "For each node, the lowest node of its component"},
    {"components-cpu web.gr --strong", "Strongly connected components"}};

using galois::analytics::ComponentsPlan;
using Graph = galois::analytics::Graph<void>;

lonestar::AlgorithmFlag<ComponentsPlan>
    algorithm("Algorithm (default: worklist with --wl, else auto):",
              galois::analytics::componentsAlgorithms());
cll::opt<bool> strong("strong",
                      cll::desc("Components are strong: a path leads from each node to each other"),
                      cll::cat(lonestar::algorithmGroup()));
lonestar::NodeFlag reportNode("reportNode", cll::desc("Print the component of this node"),
                              cll::value_desc("node"), cll::init("0"),
                              cll::cat(lonestar::reportGroup()));
cll::alias reportNodeAlias("report-node", cll::desc("Same as --reportNode"),
                           cll::aliasopt(reportNode), cll::cat(lonestar::reportGroup()));

/// Returns what --algo, --strong and --wl select. @throws lonestar::UsageError
ComponentsPlan planOfFlags() {
  ComponentsPlan plan{algorithm->algorithm, bool{strong}, lonestar::saidSymmetric()};
  if (!strong && !algorithm.given() && lonestar::worklistGiven()) {
    plan.algorithm = ComponentsPlan::kWorklist;
  }
  try {
    plan.algorithm = components::chosenAlgorithm(plan, {}).algorithm;
  } catch (const galois::analytics::InvalidOption& error) {
    throw lonestar::UsageError(std::string("--") + error.what());
  }
  return plan;
}

class ComponentsExperiment : public lonestar::Experiment {
public:
  ComponentsExperiment(const Graph& graph, const galois::inputs::NodeIdMap& names,
                       const ComponentsPlan& plan, const lonestar::Method& method)
      : graph_(graph), names_(names), plan_(plan), method_(method),
        problem_(components::problemFor(graph, plan, labels_)) {
    labels_.allocateInterleaved(graph.size());
  }

  lonestar::Json params() const override {
    lonestar::Json params{{"strong", plan_.strong}};
    if (!plan_.strong) {
      params["symmetric"] = problem_.symmetric;
    }
    return params;
  }
  void reset() override {
    const lonestar::OneThreadIfSmall few(labels_.size());
    galois::do_all(galois::iterate(std::size_t{0}, labels_.size()), [&](std::size_t node) {
      labels_[node] = std::numeric_limits<components::Node>::max();
    });
  }

  lonestar::Outcome run() override {
    return components::findComponents(problem_, plan_, lonestar::runOptions(method_.worklist));
  }

  lonestar::Answer answer() override {
    counts_ = galois::analytics::countComponents(labels());
    std::uint64_t sum = 0;
    for (const components::Node label : labels_) {
      sum += label;
    }
    return {sum, {{"components", counts_.components}, {"largest", counts_.largest}}};
  }

  std::string check(bool /*fully*/) override {
    std::string wrong = galois::analytics::verifyComponents(graph_, labels(), plan_.strong);
    return !wrong.empty() && symmetricGraph && !graph_.symmetric() ? lonestar::notSymmetric()
                                                                   : wrong;
  }

  std::vector<std::string> summary() const override {
    std::vector<std::string> lines = {
        fmt::format("{}, the largest of {}",
                    lonestar::counted(counts_.components,
                                      plan_.strong ? "strongly connected component" : "component"),
                    lonestar::counted(counts_.largest, "node"))};
    if (reportNode.getNumOccurrences() > 0) {
      const std::uint32_t node = lonestar::nodeNamed(reportNode, labels_.size(), names_);
      lines.push_back(fmt::format("Node {} is in the component of node {}", names_.nameOf(node),
                                  names_.nameOf(labels_[node])));
    }
    return lines;
  }

  void write(galois::inputs::OutputFile& file) const override {
    for (std::uint64_t node = 0; node < labels_.size(); ++node) {
      galois::inputs::writeNode(file, names_.nameOf(node));
      file.write(" ");
      galois::inputs::writeNode(file, names_.nameOf(labels_[node]));
      file.write("\n");
    }
  }

private:
  std::span<const components::Node> labels() const { return {labels_.data(), labels_.size()}; }

  const Graph& graph_;
  const galois::inputs::NodeIdMap& names_;
  const ComponentsPlan plan_;
  const lonestar::Method method_;
  components::Labels labels_;
  const components::Problem problem_;
  galois::analytics::ComponentCounts counts_;
};

int program(int argc, char** argv) {
  galois::SharedMemSys system;
  lonestar::start(argc, argv, kDescription, &lonestar::inputFile);
  const lonestar::WorklistInfo& worklist = lonestar::selectedWorklist();
  const ComponentsPlan plan = planOfFlags();
  auto input = lonestar::loadGraph<Graph::Rows>(false);
  if (reportNode.getNumOccurrences() > 0) {
    lonestar::nodeNamed(reportNode, input.graph.size(), input.file.names);
  }
  lonestar::fitThreads(input.graph.size(), input.graph.sizeEdges());
  const lonestar::InputDescription description = input.describe();
  const Graph graph(std::move(input.graph));
  const auto& info =
      galois::analytics::algorithmOf(galois::analytics::componentsAlgorithms(), plan.algorithm);
  const lonestar::Method method = lonestar::methodOf(info.name, info.needs, worklist);
  ComponentsExperiment experiment(graph, input.file.names, plan, method);
  return lonestar::runExperiment("components-cpu", experiment, method, description);
}

} // namespace

int main(int argc, char** argv) {
  return lonestar::runMain(argv, [&] { return program(argc, argv); });
}
