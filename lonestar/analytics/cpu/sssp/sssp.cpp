/**
 * sssp-cpu: lengths of the shortest paths from one node, under any worklist (ssspOperator.h) or
 * with sequential Dijkstra (SequentialDijkstra.h), checked (ssspVerify.h) and reported.
 */
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "SequentialDijkstra.h"
#include "SsspProblem.h"
#include "galois/Galois.h"
#include "galois/Reduction.h"
#include "inputs/io/OutputFile.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/Experiment.h"
#include "liblonestar/GraphInput.h"
#include "liblonestar/RunFlags.h"
#include "liblonestar/WorklistRegistry.h"
#include "ssspVerify.h"

namespace cll = llvm::cl;

namespace {

constexpr const char* kDescription =
    "Single-source shortest paths: the length of the shortest path from one node to every other.";

/// Weights of road networks are in the thousands: 2^13 keeps OBIM's buckets filled. Galois'
/// default.
constexpr unsigned kDefaultShift = 13;

enum class Algorithm { Worklist, Dijkstra };
enum class DistanceBits { Bits32, Bits64 };

cll::opt<Algorithm, false, lonestar::ChoiceParser<Algorithm>>
    algorithm("algo", cll::desc("Algorithm:"),
              cll::values(clEnumValN(Algorithm::Worklist, "worklist",
                                     "relaxation in the order of --wl (default)"),
                          clEnumValN(Algorithm::Dijkstra, "dijkstra", "sequential, on one thread")),
              cll::init(Algorithm::Worklist), cll::cat(lonestar::algorithmGroup()));
cll::opt<DistanceBits, false, lonestar::ChoiceParser<DistanceBits>> distanceBits(
    "distance-bits", cll::desc("Size of a distance:"),
    cll::values(clEnumValN(DistanceBits::Bits32, "32", "up to 4294967294 (default)"),
                clEnumValN(DistanceBits::Bits64, "64", "twice the memory, never too small")),
    cll::init(DistanceBits::Bits32), cll::cat(lonestar::algorithmGroup()));
cll::opt<uint64_t> startNode("startNode",
                             cll::desc("Source, counted from 0: node i of a DIMACS or PACE file is "
                                       "number i-1 here (default 0)"),
                             cll::value_desc("node"), cll::init(0),
                             cll::cat(lonestar::algorithmGroup()));
cll::opt<uint64_t> reportNode("reportNode",
                              cll::desc("Print the distance of this node (default 1)"),
                              cll::value_desc("node"), cll::init(1),
                              cll::cat(lonestar::reportGroup()));
cll::alias reportNodeAlias("report-node", cll::desc("Same as --reportNode"),
                           cll::aliasopt(reportNode), cll::cat(lonestar::reportGroup()));

using sssp::Graph;
using sssp::Node;

/// What people and programs are told about distances.
struct Totals {
  std::uint64_t reached = 0;
  std::uint64_t sum = 0; ///< of finite distances, mod 2^64
  std::uint64_t max = 0; ///< finite distance
};

template <typename Distance>
Totals summarize(const galois::LargeArray<Distance>& distances) {
  galois::GAccumulator<std::uint64_t> reached, sum;
  galois::GReduceMax<std::uint64_t> max;
  galois::do_all(galois::iterate(std::size_t{0}, distances.size()), [&](std::size_t node) {
    if (distances[node] != sssp::kInfinity<Distance>) {
      reached += 1;
      sum += distances[node];
      max.update(distances[node]);
    }
  });
  return {reached.reduce(), sum.reduce(), max.reduce()};
}

template <typename Distance>
void forget(galois::LargeArray<Distance>& distances) {
  galois::do_all(galois::iterate(std::size_t{0}, distances.size()),
                 [&](std::size_t node) { distances[node] = sssp::kInfinity<Distance>; });
}

std::uint32_t greatestWeight(const Graph& graph) {
  galois::GReduceMax<std::uint32_t> greatest;
  galois::do_all(galois::iterate(graph), [&](Node node) {
    std::uint32_t here = 0;
    for (const auto& edge : graph.edges(node)) {
      here = std::max(here, edge.weight);
    }
    greatest.update(here);
  });
  return greatest.reduce();
}

/// Distances of the type that --distance-bits asks for.
template <typename Distance>
class ShortestPaths : public lonestar::Experiment {
public:
  ShortestPaths(const Graph& graph, const lonestar::Method& method)
      : method_(method), problem_{graph, static_cast<Node>(startNode), distances_},
        greatestWeight_(greatestWeight(graph)) {
    distances_.allocateInterleaved(graph.size());
  }

  lonestar::Json params() const override {
    return {{"startNode", problem_.source}, {"distance-bits", 8 * sizeof(Distance)}};
  }

  void forget() override { ::forget(distances_); }

  lonestar::Outcome run() override {
    if (!method_.worklist) {
      return runDijkstra();
    }
    lonestar::LoopRun run;
    lonestar::visitWorklist(*method_.worklist, [&](auto tag) {
      run = sssp::runWorklist<typename decltype(tag)::type>(
          problem_, lonestar::worklistSettings(*method_.worklist));
    });
    return lonestar::outcomeOf(run);
  }

  lonestar::Answer answer() override {
    totals_ = summarize(distances_);
    if (sssp::distancesOverflow(problem_.graph, distances_.data(),
                                static_cast<Distance>(totals_.max), greatestWeight_)) {
      throw lonestar::AppError("distances exceed 32 bits; run again with --distance-bits=64");
    }
    return {totals_.sum, {{"reached", totals_.reached}, {"max", totals_.max}}, totals_.reached};
  }

  std::string check(bool fully) override {
    std::string wrong = sssp::verifyDistances(problem_.graph, problem_.source, distances_.data());
    if (wrong.empty() && fully) {
      galois::LargeArray<Distance> reference;
      reference.allocateInterleaved(problem_.graph.size());
      ::forget(reference);
      sssp::sequentialDijkstra(problem_.graph, problem_.source, reference.data());
      wrong = sssp::compareDistances(problem_.graph, distances_.data(), reference.data());
    }
    return wrong;
  }

  std::vector<std::string> summary() const override {
    // Galois' default for the node that is shown is 1, which small graphs do not have.
    const std::uint64_t shown = std::min<std::uint64_t>(reportNode, problem_.graph.size() - 1);
    const Distance distance = distances_[shown];
    return {
        fmt::format("Node {} has distance {} from node {}", shown,
                    distance == sssp::kInfinity<Distance> ? "infinity" : std::to_string(distance),
                    problem_.source),
        fmt::format("{} nodes reached, max distance {}, sum of distances {}", totals_.reached,
                    totals_.max, totals_.sum)};
  }

  void write(galois::inputs::OutputFile& file) const override {
    for (std::uint64_t node = 0; node < distances_.size(); ++node) {
      file.writeNumber(node);
      if (distances_[node] == sssp::kInfinity<Distance>) {
        file.write(" inf\n");
      } else {
        file.write(" ");
        file.writeNumber(std::uint64_t{distances_[node]});
        file.write("\n");
      }
    }
  }

private:
  lonestar::Outcome runDijkstra() {
    const lonestar::Stopwatch watch;
    const sssp::DijkstraCounts counts =
        sssp::sequentialDijkstra(problem_.graph, problem_.source, distances_.data());
    lonestar::Outcome outcome;
    outcome.seconds = watch.seconds();
    outcome.executed = counts.popped;
    outcome.pushed = counts.pushed;
    outcome.stale = counts.stale;
    return outcome;
  }

  const lonestar::Method method_;
  galois::LargeArray<Distance> distances_;
  const sssp::Problem<Distance> problem_;
  const std::uint32_t greatestWeight_;
  Totals totals_;
};

template <typename Distance>
int solve(const lonestar::GraphInput<Graph>& input, const lonestar::Method& method) {
  ShortestPaths<Distance> experiment(input.graph, method);
  return lonestar::conduct("sssp-cpu", experiment, method, input.describe());
}

int program(int argc, char** argv) {
  galois::SharedMemSys system;
  lonestar::setDefaultShift(kDefaultShift);
  lonestar::start(argc, argv, kDescription, &lonestar::inputFile);
  // Wrong names of worklists and wrong parameters are found out before the graph is read.
  const lonestar::WorklistInfo& worklist = lonestar::selectedWorklist();
  lonestar::worklistSettings(worklist);
  const lonestar::Method method = algorithm == Algorithm::Dijkstra
                                      ? lonestar::Method{"dijkstra", nullptr, true}
                                      : lonestar::Method{"worklist", &worklist, false};
  const auto input = lonestar::loadGraph<Graph>(true);
  lonestar::needNode("startNode", startNode, input.graph);
  if (reportNode.getNumOccurrences() > 0) {
    lonestar::needNode("reportNode", reportNode, input.graph);
  }
  return distanceBits == DistanceBits::Bits64 ? solve<std::uint64_t>(input, method)
                                              : solve<std::uint32_t>(input, method);
}

} // namespace

int main(int argc, char** argv) {
  return lonestar::runMain(argv, [&] { return program(argc, argv); });
}
