/**
 * color-cpu: colours for the nodes of a graph such that no edge joins two of one colour. It uses
 * few colours, by saturation under any worklist (colorOperator.h) or on one thread
 * (SequentialColoring.h). The answer is checked (colorVerify.h) and reported.
 */
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "analytics/color/ColorProblem.h"
#include "analytics/color/Coloring.h"
#include "analytics/color/SequentialColoring.h"
#include "analytics/color/colorVerify.h"
#include "galois/Galois.h"
#include "galois/analytics/Color.h"
#include "galois/graphs/PackedCSR.h"
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
    "Graph colouring: few colours for all nodes, such that no edge joins two nodes of the same "
    "colour. Directions and loops are ignored.";

const lonestar::Examples examples{
    {"color-cpu web.gr --output=colors.txt", "A colour for each node"},
    {"color-cpu web.gr --algo=dsatur", "Exact order, on one thread"}};

using galois::analytics::ColorPlan;

lonestar::AlgorithmFlag<ColorPlan> algorithm("Algorithm:", galois::analytics::colorAlgorithms());
cll::opt<bool> improve("improve",
                       cll::desc("Colour the dense core again after the loop and empty the highest "
                                 "colours, with bounded effort (default: true)"),
                       cll::init(true), cll::cat(lonestar::algorithmGroup()));
lonestar::NodeFlag reportNode("reportNode", cll::desc("Print the colour of this node"),
                              cll::value_desc("node"), cll::init("0"),
                              cll::cat(lonestar::reportGroup()));
cll::alias reportNodeAlias("report-node", cll::desc("Same as --reportNode"),
                           cll::aliasopt(reportNode), cll::cat(lonestar::reportGroup()));

using color::Color;
using Colors = galois::LargeArray<Color>;

/// Returns what --algo and --wl select.
lonestar::Method methodFor(const color::Problem& problem) {
  return lonestar::methodOf(
      algorithm->name, algorithm->needs,
      lonestar::selectedWorklist(
          algorithm->needs.worklist ? color::preferredWorklist(problem.greatestDegree) : ""),
      {&improve});
}

class ColoringExperiment : public lonestar::Experiment {
public:
  ColoringExperiment(const color::Graph& graph, const galois::inputs::NodeIdMap& names)
      : names_(names), problem_{graph, color::greatestDegree(graph), colors_},
        method_(methodFor(problem_)) {
    colors_.allocateInterleaved(graph.size());
  }

  const lonestar::Method& method() const { return method_; }

  lonestar::Json params() const override {
    return method_.worklist ? lonestar::Json{{"improve", bool{improve}}} : lonestar::Json::object();
  }
  void reset() override { color::uncolor(colors_); }

  lonestar::Outcome run() override {
    ColorPlan plan;
    plan.algorithm = algorithm->algorithm;
    plan.improve = improve;
    return color::colorNodes(problem_, plan, lonestar::runOptions(method_.worklist));
  }

  lonestar::Answer answer() override {
    count_ = color::countColors(colors_);
    lonestar::Json summary = {{"colors", count_}, {"max_degree", problem_.greatestDegree}};
    if (lonestar::verification() == lonestar::Verification::kFull) {
      summary["dsatur_colors"] = colorsOfDsatur();
    }
    return {count_, summary};
  }

  std::string check(bool /*fully*/) override {
    return color::verifyColors(problem_.graph, colors_.data(), problem_.greatestDegree);
  }

  std::vector<std::string> summary() const override {
    std::vector<std::string> lines = {fmt::format(
        "{} colors, greatest degree {}{}", count_, problem_.greatestDegree,
        dsatur_ ? fmt::format(", sequential DSATUR {} colors", *dsatur_) : std::string())};
    if (reportNode.getNumOccurrences() > 0) {
      const std::uint32_t node = lonestar::nodeNamed(reportNode, colors_.size(), names_);
      lines.push_back(fmt::format("Node {} has color {}", names_.nameOf(node), colors_[node]));
    }
    return lines;
  }

  bool hasValues() const override { return true; }
  void write(galois::inputs::OutputFile& file) const override {
    for (std::uint64_t node = 0; node < colors_.size(); ++node) {
      galois::inputs::writeNode(file, names_.nameOf(node));
      file.write(" ");
      file.writeNumber(std::uint64_t{colors_[node]});
      file.write("\n");
    }
  }

private:
  std::uint64_t colorsOfDsatur() {
    if (!dsatur_) {
      Colors colors;
      colors.allocateInterleaved(colors_.size());
      color::uncolor(colors);
      color::colorBySaturation(problem_.graph, colors);
      dsatur_ = color::countColors(colors);
    }
    return *dsatur_;
  }

  const galois::inputs::NodeIdMap& names_;
  Colors colors_;
  const color::Problem problem_;
  const lonestar::Method method_;
  std::uint64_t count_ = 0;
  std::optional<std::uint64_t> dsatur_; ///< colours that sequential DSATUR needs, once known
};

int program(int argc, char** argv) {
  galois::SharedMemSys system;
  lonestar::setDefaultShift({.fixesWidths = true});
  lonestar::start(argc, argv, kDescription, &lonestar::inputFile);
  lonestar::selectedWorklist(); // reports errors in --wl before a graph is read
  auto input = lonestar::loadGraph<galois::graphs::PackedCSR<void>>(false);
  if (reportNode.getNumOccurrences() > 0) {
    lonestar::nodeNamed(reportNode, input.graph.size(), input.file.names);
  }
  lonestar::fitThreads(input.graph.size(), input.graph.sizeEdges());
  const lonestar::InputDescription description = input.describe();
  const color::Graph graph(std::move(input.graph));
  ColoringExperiment experiment(graph, input.file.names);
  return lonestar::runExperiment("color-cpu", experiment, experiment.method(), description);
}

} // namespace

int main(int argc, char** argv) {
  return lonestar::runMain(argv, [&] { return program(argc, argv); });
}
