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

#include "ColorProblem.h"
#include "FewerColors.h"
#include "SequentialColoring.h"
#include "SpeculativeGreedy.h"
#include "colorVerify.h"
#include "galois/Galois.h"
#include "galois/graphs/PackedCSR.h"
#include "inputs/io/OutputFile.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/Experiment.h"
#include "liblonestar/GraphInput.h"
#include "liblonestar/RunFlags.h"
#include "liblonestar/WorklistRegistry.h"

namespace cll = llvm::cl;

namespace {

constexpr const char* kDescription =
    "Graph colouring: a colour for every node, few in all, such that no edge joins two of one. An "
    "edge is there whichever way its arc leads; loops count for nothing.";

enum class Algorithm { kWorklist, kDsatur, kGreedy, kParallelGreedy };

cll::opt<Algorithm, false, lonestar::ChoiceParser<Algorithm>> algorithm(
    "algo", cll::desc("Algorithm:"),
    cll::values(clEnumValN(Algorithm::kWorklist, "worklist",
                           "the node that sees most colours first, in the order of --wl (default)"),
                clEnumValN(Algorithm::kDsatur, "dsatur", "the same exactly, on one thread"),
                clEnumValN(Algorithm::kGreedy, "greedy", "in the order of nodes, on one thread"),
                clEnumValN(Algorithm::kParallelGreedy, "parallel-greedy",
                           "nearly so, on all threads")),
    cll::init(Algorithm::kWorklist), cll::cat(lonestar::algorithmGroup()));
cll::opt<bool> improve("improve",
                       cll::desc("Colour the dense core again after the loop and empty the highest "
                                 "colours, with bounded effort (default: true)"),
                       cll::init(true), cll::cat(lonestar::algorithmGroup()));
cll::opt<std::uint64_t> reportNode("reportNode", cll::desc("Print the colour of this node"),
                                   cll::value_desc("node"), cll::init(0),
                                   cll::cat(lonestar::reportGroup()));
cll::alias reportNodeAlias("report-node", cll::desc("Same as --reportNode"),
                           cll::aliasopt(reportNode), cll::cat(lonestar::reportGroup()));

using color::Color;
using Colors = galois::LargeArray<Color>;

void uncolor(Colors& colors) {
  galois::do_all(galois::iterate(std::size_t{0}, colors.size()),
                 [&](std::size_t node) { colors[node] = color::kUncolored; });
}

class Coloring : public lonestar::Experiment {
public:
  Coloring(const color::Graph& graph, const galois::inputs::NodeIdMap& names,
           const lonestar::Method& method)
      : names_(names), method_(method), problem_{graph, color::greatestDegree(graph), colors_} {
    colors_.allocateInterleaved(graph.size());
  }

  lonestar::Json params() const override {
    return method_.worklist ? lonestar::Json{{"improve", bool{improve}}} : lonestar::Json::object();
  }
  void forget() override { uncolor(colors_); }

  lonestar::Outcome run() override {
    const lonestar::Stopwatch watch;
    lonestar::Outcome outcome;
    if (method_.worklist) {
      lonestar::WorklistSettings settings = lonestar::worklistSettings(*method_.worklist);
      // Queues that would choose the bucket width themselves get a fixed one. Tasks whose
      // saturation differs should not share a bucket: that would save no work here and cost
      // colours.
      settings.shiftGiven = true;
      lonestar::LoopRun run;
      lonestar::visitWorklist(*method_.worklist, [&](auto tag) {
        run = color::runWorklist<typename decltype(tag)::type>(problem_, settings);
      });
      outcome = lonestar::outcomeOf(run);
      color::SpeculativeGreedy(problem_).colorRest();
      if (improve) {
        color::FewerColors(problem_).run();
      }
    } else if (algorithm == Algorithm::kDsatur) {
      outcome.executed = outcome.pushed = color::colorBySaturation(problem_.graph, colors_);
      outcome.stale = outcome.executed - colors_.size();
    } else if (algorithm == Algorithm::kParallelGreedy) {
      const auto counts = color::SpeculativeGreedy(problem_).colorAll();
      outcome.executed = outcome.pushed = counts.colored;
      outcome.worklist = {{"conflicts", counts.undone}};
    } else {
      color::colorGreedily(problem_);
      outcome.executed = outcome.pushed = colors_.size();
    }
    // For all algorithms the time includes allocating memory beside the graph and the answer.
    outcome.seconds = watch.seconds();
    return outcome;
  }

  lonestar::Answer answer() override {
    count_ = color::countColors(colors_);
    lonestar::Json summary = {{"colors", count_}, {"max_degree", problem_.greatestDegree}};
    if (lonestar::verification() != lonestar::Verification::kNone) {
      summary["dsatur_colors"] = colorsOfDsatur();
    }
    return {count_, summary, colors_.size()};
  }

  std::string check(bool /*fully*/) override {
    return color::verifyColors(problem_.graph, colors_.data(), problem_.greatestDegree);
  }

  std::vector<std::string> summary() const override {
    std::vector<std::string> lines = {fmt::format(
        "{} colors, greatest degree {}{}", count_, problem_.greatestDegree,
        dsatur_ ? fmt::format(", sequential DSATUR {} colors", *dsatur_) : std::string())};
    if (reportNode.getNumOccurrences() > 0) {
      lines.push_back(fmt::format("Node {} has color {}", std::uint64_t{reportNode},
                                  colors_[*names_.nodeOf(reportNode, colors_.size())]));
    }
    return lines;
  }

  void write(galois::inputs::OutputFile& file) const override {
    for (std::uint64_t node = 0; node < colors_.size(); ++node) {
      file.writeNumber(names_.idOf(node));
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
      uncolor(colors);
      color::colorBySaturation(problem_.graph, colors);
      dsatur_ = color::countColors(colors);
    }
    return *dsatur_;
  }

  const galois::inputs::NodeIdMap& names_;
  const lonestar::Method method_;
  Colors colors_;
  const color::Problem problem_;
  std::uint64_t count_ = 0;
  std::optional<std::uint64_t> dsatur_; ///< colours that sequential DSATUR needs, once known
};

int program(int argc, char** argv) {
  galois::SharedMemSys system;
  lonestar::start(argc, argv, kDescription, &lonestar::inputFile);
  const lonestar::WorklistInfo& worklist = lonestar::selectedWorklist();
  lonestar::Method method{"worklist", &worklist, false};
  if (algorithm == Algorithm::kDsatur) {
    method = {"dsatur", nullptr, true, {&improve}};
  } else if (algorithm == Algorithm::kGreedy) {
    method = {"greedy", nullptr, true, {&improve}};
  } else if (algorithm == Algorithm::kParallelGreedy) {
    method = {"parallel-greedy", nullptr, false, {&improve}};
  }
  auto input = lonestar::loadGraph<galois::graphs::PackedCSR<void>>(false);
  if (reportNode.getNumOccurrences() > 0) {
    lonestar::nodeNamed("reportNode", reportNode, input.graph.size(), input.file.names);
  }
  const lonestar::InputDescription description = input.describe();
  const color::Graph graph(std::move(input.graph));
  Coloring experiment(graph, input.file.names, method);
  return lonestar::conduct("color-cpu", experiment, method, description);
}

} // namespace

int main(int argc, char** argv) {
  return lonestar::runMain(argv, [&] { return program(argc, argv); });
}
