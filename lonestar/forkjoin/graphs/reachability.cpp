/**
 * reachability-cpu: the nodes that paths from a source reach (Reachability.h), checked
 * (ReachabilityVerify.h) and reported.
 */
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "Reachability.h"
#include "ReachabilityVerify.h"
#include "forkjoin/graphs/GraphChoice.h"
#include "galois/Galois.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/InputFlags.h"
#include "liblonestar/run/Experiment.h"
#include "liblonestar/run/ForkJoinExperiment.h"

namespace cll = llvm::cl;

namespace {

using reachability::Coalescing;

constexpr const char* kDescription =
    "The nodes that paths from a source reach, depth first on every thread.";

const lonestar::Examples examples{
    {"reachability-cpu g.gr --startNode=42", "The nodes that node 42 reaches"},
    {"reachability-cpu --input=grid3d --n=1000000", "In a generated graph"}};

const forkjoin::GraphKindFlag inputKind({"grid2d", "grid3d", "rlg", "rmat"},
                                        forkjoin::GraphKind::kGrid3d);
lonestar::NodeFlag startNode("startNode", cll::desc("The source (default: the node of most edges)"),
                             cll::value_desc("node"), cll::cat(lonestar::algorithmGroup()));
cll::opt<Coalescing, false, lonestar::ChoiceParser<Coalescing>>
    coalesce("coalesce", cll::desc("How nodes are grouped into tasks:"),
             cll::values(clEnumValN(Coalescing::kSplit, "split",
                                    "one vector of nodes that is divided on demand (default)"),
                         clEnumValN(Coalescing::kNone, "none", "one task per node"),
                         clEnumValN(Coalescing::kConstant, "constant", "one task per batch"),
                         clEnumValN(Coalescing::kCong, "cong",
                                    "one task per min(2^Q, batch) nodes, for Q tasks that wait")),
             cll::init(Coalescing::kSplit), cll::cat(lonestar::algorithmGroup()));
cll::opt<unsigned> batchFlag("batch", lonestar::WholeNumbers{1, UINT32_MAX},
                             cll::desc("Nodes that are visited between two polls (default 256)"),
                             cll::value_desc("count"), cll::init(256),
                             cll::cat(lonestar::algorithmGroup()));

const char* nameOf(Coalescing rule) {
  switch (rule) {
  case Coalescing::kSplit:
    return "split";
  case Coalescing::kNone:
    return "none";
  case Coalescing::kConstant:
    return "constant";
  default:
    return "cong";
  }
}

std::uint32_t sourceOf(const forkjoin::ChosenGraph& input) {
  const galois::inputs::Graph& graph = input.graph;
  if (startNode.getNumOccurrences() > 0) {
    return lonestar::nodeNamed(startNode, graph.numNodes(), input.names);
  }
  std::uint32_t best = 0;
  for (std::uint32_t node = 1; node < graph.numNodes(); ++node) {
    best = graph.degree(node) > graph.degree(best) ? node : best;
  }
  return best;
}

class Reachability : public lonestar::Experiment {
public:
  Reachability(const forkjoin::ChosenGraph& input, std::uint32_t source)
      : names_(input.names), graph_(input.graph), source_(source),
        search_(graph_, {coalesce, batchFlag}) {}

  lonestar::Json params() const override {
    return {{"source", names_.nameOf(source_)},
            {"coalesce", nameOf(coalesce)},
            {"batch", unsigned{batchFlag}}};
  }
  void reset() override { search_.reset(); }
  lonestar::Outcome run() override {
    lonestar::Outcome outcome =
        lonestar::runForkJoin([&](auto& context) { counts_ = search_.run(context, source_); });
    outcome.measures = {{"node_tasks", counts_.tasks},
                        {"offers", counts_.offers},
                        {"offers_taken", counts_.taken},
                        {"nodes_moved", counts_.moved},
                        {"split_s", counts_.splitSeconds}};
    return outcome;
  }
  /// The checksum depends on which nodes were reached.
  lonestar::Answer answer() override {
    std::uint64_t sum = 0;
    reached_ = 0;
    for (std::size_t node = 0; node < search_.reached().size(); ++node) {
      if (search_.reached()[node] != 0) {
        sum += (node + 1) * 0x9e3779b97f4a7c15u;
        ++reached_;
      }
    }
    return {sum, {{"reached_nodes", reached_}}};
  }
  std::string check(bool /*fully*/) override {
    if (right_.empty()) {
      right_ = reachability::reachedByLevels(graph_, source_);
    }
    return reachability::reachedFault(right_, search_.reached(), counts_.visited);
  }
  std::vector<std::string> summary() const override {
    return {fmt::format("Reached nodes: {} of {}", reached_, graph_.numNodes())};
  }
  void write(galois::inputs::OutputFile& file) const override {
    for (std::size_t node = 0; node < search_.reached().size(); ++node) {
      if (search_.reached()[node] != 0) {
        file.write(fmt::format("{}\n", names_.nameOf(node)));
      }
    }
  }

private:
  const galois::inputs::NodeIdMap& names_;
  const galois::inputs::Graph& graph_;
  const std::uint32_t source_;
  reachability::Search search_;
  reachability::SearchCounts counts_;
  std::uint64_t reached_ = 0;
  std::vector<std::uint8_t> right_; // by breadth-first search, made for the first check
};

int program(int argc, char** argv) {
  galois::SharedMemSys system;
  lonestar::startForkJoin(argc, argv, kDescription, lonestar::inputFile);
  const forkjoin::ChosenGraph input = inputKind.choose(false);
  Reachability experiment(input, sourceOf(input));
  return lonestar::runExperiment("reachability-cpu", experiment, input.description);
}

} // namespace

int main(int argc, char** argv) {
  return lonestar::runMain(argv, [&] { return program(argc, argv); });
}
