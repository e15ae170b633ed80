/**
 * independentset-cpu: the maximal independent set that the greedy algorithm finds in a random order
 * of the nodes (IndependentSet.h), checked (IndependentSetVerify.h) and reported.
 */
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "IndependentSet.h"
#include "IndependentSetVerify.h"
#include "forkjoin/graphs/GraphChoice.h"
#include "forkjoin/graphs/PrefixFlags.h"
#include "galois/Galois.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/InputFlags.h"
#include "liblonestar/run/Experiment.h"
#include "liblonestar/run/ForkJoinExperiment.h"

namespace {

constexpr const char* kDescription = "Maximal independent set of an undirected graph: that of the "
                                     "greedy algorithm in a random order "
                                     "of the nodes, in rounds.";

const lonestar::Examples examples{
    {"independentset-cpu g.gr --output=set.txt", "A maximal independent set of a graph"},
    {"independentset-cpu --input=rmat --n=1000000 --scheduler=receiver",
     "Of a generated graph, under another scheduler"}};

const forkjoin::GraphKindFlag inputKind({"grid2d", "grid3d", "rlg", "rmat"},
                                        forkjoin::GraphKind::kGrid2d);

class MaximalSet : public lonestar::Experiment {
public:
  explicit MaximalSet(const forkjoin::ChosenGraph& input)
      : names_(input.names), graph_(input.graph), order_(forkjoin::randomOrder(graph_.numNodes())),
        finder_(graph_, order_), prefix_(forkjoin::prefixOf(order_.size())) {}

  lonestar::Json params() const override {
    return {{"prefix", prefix_}, {"leaf", std::uint64_t{forkjoin::grainFlag}}};
  }
  void reset() override { finder_.reset(); }
  lonestar::Outcome run() override {
    lonestar::Outcome outcome = lonestar::runForkJoin(
        [&](auto& context) { counts_ = finder_.run(context, prefix_, forkjoin::grainFlag); });
    outcome.measures = {{"rounds", counts_.rounds}, {"looks", counts_.looks}};
    return outcome;
  }
  /// The checksum depends on which nodes are in the set.
  lonestar::Answer answer() override {
    std::uint64_t sum = 0;
    size_ = 0;
    for (std::size_t node = 0; node < finder_.states().size(); ++node) {
      if (finder_.states()[node] == independentset::kIn) {
        sum += (node + 1) * 0x9e3779b97f4a7c15u;
        ++size_;
      }
    }
    return {sum, {{"set_nodes", size_}}};
  }
  std::string check(bool /*fully*/) override {
    const std::string fault = independentset::setFault(graph_, finder_.states());
    return fault.empty() ? independentset::greedyFault(graph_, order_, finder_.states()) : fault;
  }
  std::vector<std::string> summary() const override {
    return {fmt::format("Nodes in the set: {} of {}", size_, graph_.numNodes()),
            fmt::format("Rounds: {}", counts_.rounds)};
  }
  void write(galois::inputs::OutputFile& file) const override {
    for (std::size_t node = 0; node < finder_.states().size(); ++node) {
      if (finder_.states()[node] == independentset::kIn) {
        file.write(fmt::format("{}\n", names_.nameOf(node)));
      }
    }
  }

private:
  const galois::inputs::NodeIdMap& names_;
  const galois::inputs::Graph& graph_;
  const std::vector<std::uint32_t> order_;
  independentset::SetFinder finder_;
  const std::size_t prefix_;
  std::uint64_t size_ = 0; // nodes of the set
  forkjoin::RoundCounts counts_;
};

int program(int argc, char** argv) {
  galois::SharedMemSys system;
  lonestar::startForkJoin(argc, argv, kDescription, lonestar::inputFile);
  forkjoin::prefixOf(1); // reports errors in flags before a graph is made
  const forkjoin::ChosenGraph input = inputKind.choose(true);
  MaximalSet experiment(input);
  return lonestar::runExperiment("independentset-cpu", experiment, input.description);
}

} // namespace

int main(int argc, char** argv) {
  return lonestar::runMain(argv, [&] { return program(argc, argv); });
}
