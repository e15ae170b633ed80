/**
 * matching-cpu: the maximal matching that the greedy algorithm finds in a random order of the edges
 * (Matching.h), checked (MatchingVerify.h) and reported.
 */
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "Matching.h"
#include "MatchingVerify.h"
#include "forkjoin/graphs/GraphChoice.h"
#include "forkjoin/graphs/PrefixFlags.h"
#include "galois/Galois.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/InputFlags.h"
#include "liblonestar/run/Experiment.h"
#include "liblonestar/run/ForkJoinExperiment.h"

namespace {

constexpr const char* kDescription = "Maximal matching of an undirected graph: that of the greedy "
                                     "algorithm in a random order of the "
                                     "edges, in rounds.";

const lonestar::Examples examples{
    {"matching-cpu g.gr --output=edges.txt", "A maximal matching of a graph"},
    {"matching-cpu --input=egrmat --n=1000000 -t 4", "Of a generated graph, on four threads"}};

const forkjoin::GraphKindFlag inputKind({"eggrid2d", "grid3d", "egrlg", "egrmat"},
                                        forkjoin::GraphKind::kGrid2d);

/// Returns the edges in a random order, the lower end first.
std::vector<matching::Edge> edgesOf(const galois::inputs::Graph& graph) {
  std::vector<matching::Edge> edges;
  for (std::uint32_t node = 0; node < graph.numNodes(); ++node) {
    for (const std::uint32_t head : graph.heads(node)) {
      if (node < head) {
        edges.push_back({node, head});
      }
    }
  }
  if (edges.size() >= matching::kUnmatched) {
    throw lonestar::AppError(
        fmt::format("{} edges are too many: at most {}", edges.size(), matching::kUnmatched - 1));
  }
  const std::vector<std::uint32_t> order = forkjoin::randomOrder(edges.size());
  std::vector<matching::Edge> shuffled(edges.size());
  for (std::size_t i = 0; i < edges.size(); ++i) {
    shuffled[i] = edges[order[i]];
  }
  return shuffled;
}

class MaximalMatching : public lonestar::Experiment {
public:
  explicit MaximalMatching(const forkjoin::ChosenGraph& input)
      : names_(input.names), edges_(edgesOf(input.graph)), matcher_(input.graph.numNodes(), edges_),
        prefix_(forkjoin::prefixOf(edges_.size())) {}

  lonestar::Json params() const override {
    return {{"prefix", prefix_}, {"leaf", std::uint64_t{forkjoin::grainFlag}}};
  }
  void reset() override { matcher_.reset(); }
  lonestar::Outcome run() override {
    lonestar::Outcome outcome = lonestar::runForkJoin(
        [&](auto& context) { counts_ = matcher_.run(context, prefix_, forkjoin::grainFlag); });
    outcome.measures = {{"rounds", counts_.rounds}, {"looks", counts_.looks}};
    return outcome;
  }
  /// The checksum depends on the positions of the matched edges.
  lonestar::Answer answer() override {
    std::uint64_t sum = 0;
    size_ = 0;
    for (std::size_t node = 0; node < matcher_.matched().size(); ++node) {
      const std::uint32_t at = matcher_.matched()[node];
      if (at != matching::kUnmatched) {
        sum += (std::uint64_t{at} + 1) * (node + 1);
        ++size_;
      }
    }
    size_ /= 2;
    return {sum, {{"matched_edges", size_}}};
  }
  std::string check(bool /*fully*/) override {
    const std::string fault = matching::matchingFault(edges_, matcher_.matched());
    return fault.empty() ? matching::greedyFault(edges_, matcher_.matched()) : fault;
  }
  std::vector<std::string> summary() const override {
    return {fmt::format("Matched edges: {} of {}", size_, edges_.size()),
            fmt::format("Rounds: {}", counts_.rounds)};
  }
  void write(galois::inputs::OutputFile& file) const override {
    for (std::size_t node = 0; node < matcher_.matched().size(); ++node) {
      const std::uint32_t at = matcher_.matched()[node];
      if (at != matching::kUnmatched && edges_[at].u == node) {
        file.write(
            fmt::format("{} {}\n", names_.nameOf(edges_[at].u), names_.nameOf(edges_[at].v)));
      }
    }
  }

private:
  const galois::inputs::NodeIdMap& names_;
  const std::vector<matching::Edge> edges_;
  matching::Matcher matcher_;
  const std::size_t prefix_;
  std::uint64_t size_ = 0; // edges of the matching
  forkjoin::RoundCounts counts_;
};

int program(int argc, char** argv) {
  galois::SharedMemSys system;
  lonestar::startForkJoin(argc, argv, kDescription, lonestar::inputFile);
  forkjoin::prefixOf(1); // reports errors in flags before a graph is made
  const forkjoin::ChosenGraph input = inputKind.choose(true);
  MaximalMatching experiment(input);
  return lonestar::runExperiment("matching-cpu", experiment, input.description);
}

} // namespace

int main(int argc, char** argv) {
  return lonestar::runMain(argv, [&] { return program(argc, argv); });
}
