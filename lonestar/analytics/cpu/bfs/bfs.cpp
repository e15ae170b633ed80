/**
 * bfs-cpu: the number of edges on the shortest path from one node to every other, under any
 * worklist (bfsOperator.h), level by level in the better direction (SynchronousBfs.h) or with a
 * queue (SequentialBfs.h). The answer is checked by the code that checks sssp-cpu's, of which this
 * is a special case.
 */
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "Searcher.h"
#include "galois/Galois.h"
#include "galois/analytics/Bfs.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/GraphInput.h"
#include "liblonestar/PackedFlag.h"
#include "liblonestar/RunFlags.h"
#include "liblonestar/WorklistExperiment.h"
#include "liblonestar/WorklistFlags.h"
#include "sssp/DistanceExperiment.h"

namespace cll = llvm::cl;

namespace {

constexpr const char* kDescription =
    "Breadth-first search: the number of edges on the shortest path from one node to every other.";

const lonestar::Examples examples{
    {"bfs-cpu web.gr --startNode=42 --output=levels.txt", "Levels from node 42, on all cores"},
    {"bfs-cpu web.txt.gz --symmetrize --algo=worklist --wl=smq",
     "An undirected graph, under a worklist"}};

using galois::analytics::BfsPlan;
using galois::analytics::Level;
using Graph = galois::analytics::Graph<void>;

enum class Algorithm { kAuto, kWorklist, kSyncDo, kSequential };

cll::opt<Algorithm, false, lonestar::ChoiceParser<Algorithm>> algorithm(
    "algo", cll::desc("Algorithm (default: worklist with --wl, else auto):"),
    cll::values(clEnumValN(Algorithm::kAuto, "auto",
                           "sync-do; it goes bottom-up only with 4 or more edges per node, and "
                           "if every edge has its reverse or with 16 or more searches"),
                clEnumValN(Algorithm::kWorklist, "worklist", "relaxation in the order of --wl"),
                clEnumValN(Algorithm::kSyncDo, "sync-do",
                           "level by level, changing direction (Beamer et al., SC 2012)"),
                clEnumValN(Algorithm::kSequential, "sequential", "with a queue, on one thread")),
    cll::init(Algorithm::kAuto), cll::cat(lonestar::algorithmGroup()));
cll::opt<unsigned> alpha(
    "alpha",
    cll::desc("sync-do goes bottom-up when the frontier has more than 1/alpha of the edges of "
              "unreached nodes (default 15; 0: never, and no in-edges are needed)"),
    cll::value_desc("number"), cll::init(15), cll::cat(lonestar::algorithmGroup()));
cll::opt<unsigned> beta("beta", lonestar::WholeNumbers{1, UINT32_MAX},
                        cll::desc("sync-do goes top-down again when a shrinking frontier has fewer "
                                  "than 1/beta of the nodes (default 18)"),
                        cll::value_desc("number"), cll::init(18),
                        cll::cat(lonestar::algorithmGroup()));

/// Below this many edges per node, levels stay small, as on road networks, and bottom-up steps do
/// not pay.
constexpr double kDegreeForBottomUp = 4;
/// Finding in-edges takes about as long as this many searches save by using them.
constexpr std::size_t kSearchesForInEdges = 16;

/// What is known about the reverses of edges.
struct Symmetry {
  std::optional<bool> symmetric; ///< whether each edge has its reverse; empty if nobody asked
  double seconds = 0;            ///< the time that finding out took; 0 with --symmetricGraph
};

/// The algorithm that is run in the end.
struct Plan {
  Algorithm algorithm;
  unsigned alpha;     ///< of sync-do
  std::string reason; ///< of --algo=auto
  Symmetry symmetry;
};

/// Believes --symmetricGraph, and finds out without it.
Symmetry symmetryOf(const Graph& graph) {
  if (symmetricGraph) {
    return {true};
  }
  const lonestar::Stopwatch clock;
  const bool symmetric = graph.symmetric();
  return {symmetric, clock.seconds()};
}

/// Chooses for --algo=auto. Going level by level was faster than all worklists on road networks and
/// on social graphs. Bottom-up steps are used where they pay.
Plan choose(const Graph& graph, std::size_t searches) {
  const double degree = static_cast<double>(graph.sizeEdges()) / static_cast<double>(graph.size());
  if (degree < kDegreeForBottomUp) {
    return {Algorithm::kSyncDo,
            0,
            fmt::format("top-down: {:.1f} edges per node are fewer than {}", degree,
                        kDegreeForBottomUp),
            {}};
  }
  if (alpha == 0) {
    return {Algorithm::kSyncDo, 0, "top-down: --alpha=0", {}};
  }
  const Symmetry symmetry = symmetryOf(graph);
  if (!*symmetry.symmetric && searches < kSearchesForInEdges) {
    return {Algorithm::kSyncDo, 0,
            fmt::format("top-down: not every edge has its reverse, and building in-edges pays from "
                        "{} searches on",
                        kSearchesForInEdges),
            symmetry};
  }
  return {Algorithm::kSyncDo, alpha,
          fmt::format("in both directions: {:.1f} edges per node are {} or more, and {}", degree,
                      kDegreeForBottomUp,
                      *symmetry.symmetric
                          ? "every edge has its reverse"
                          : fmt::format("{} searches are worth building in-edges", searches)),
          symmetry};
}

class BreadthFirst : public sssp::DistanceExperiment<void, Level> {
public:
  /// @param worklist  for the algorithm of this name
  BreadthFirst(const Graph& graph, const galois::inputs::NodeIdMap& names,
               const lonestar::WorklistInfo& worklist)
      : DistanceExperiment(graph, names), plan_(plan()), searcher_(graph, searchPlan()) {
    switch (plan_.algorithm) {
    case Algorithm::kWorklist:
      method_ = {"worklist", &worklist, false, {&alpha, &beta}};
      break;
    case Algorithm::kSequential:
      method_ = {"sequential", nullptr, true, {&alpha, &beta, &sssp::edgeTileFlag()}};
      break;
    default:
      method_ = {"sync-do", nullptr, false, {&sssp::edgeTileFlag()}};
    }
    if (plan_.symmetry.seconds > 0) {
      fmt::print(lonestar::humanOutput(), "{} edge has its reverse, found in {:.3f} s\n",
                 *plan_.symmetry.symmetric ? "Every" : "Not every", plan_.symmetry.seconds);
    }
    if (searcher_.transposeSeconds() > 0) {
      fmt::print(lonestar::humanOutput(), "In-edges built in {:.2f} s\n",
                 searcher_.transposeSeconds());
    }
  }

  const lonestar::Method& method() const { return method_; }

  lonestar::Json params() const override {
    lonestar::Json params = DistanceExperiment::params();
    if (plan_.algorithm == Algorithm::kSyncDo) {
      params.update({{"alpha", plan_.alpha}, {"beta", unsigned{beta}}});
    }
    if (plan_.symmetry.symmetric) {
      params["symmetric"] = *plan_.symmetry.symmetric;
    }
    if (!plan_.reason.empty()) {
      params["auto"] = plan_.reason;
    }
    return params;
  }

  std::vector<std::string> summary() const override {
    std::vector<std::string> lines = DistanceExperiment::summary();
    if (!plan_.reason.empty()) {
      lines.insert(lines.begin(), "Chosen: " + method_.algorithm + " " + plan_.reason);
    }
    return lines;
  }

  lonestar::Outcome run() override {
    lonestar::Outcome outcome = lonestar::outcomeOf(
        searcher_.run(sources(), distances(), lonestar::runOptions(method_.worklist)));
    if (plan_.symmetry.symmetric) {
      outcome.worklist["symmetry_s"] = plan_.symmetry.seconds;
    }
    return outcome;
  }

  std::string check(bool fully) override {
    std::string wrong = DistanceExperiment::check(fully);
    // The flag is believed while nothing speaks against it.
    return !wrong.empty() && symmetricGraph && !graph().symmetric() ? lonestar::notSymmetric()
                                                                    : wrong;
  }

private:
  /// Returns what --algo and --wl select.
  Plan plan() const {
    if (algorithm.getNumOccurrences() == 0 && lonestar::worklistGiven()) {
      return {Algorithm::kWorklist, 0, "", {}};
    }
    if (algorithm == Algorithm::kAuto) {
      return choose(graph(), DistanceExperiment::queries() * lonestar::runs());
    }
    const bool inEdges = algorithm == Algorithm::kSyncDo && alpha > 0;
    return {algorithm, alpha, "", inEdges ? symmetryOf(graph()) : Symmetry{}};
  }

  BfsPlan searchPlan() const {
    BfsPlan plan;
    plan.algorithm = plan_.algorithm == Algorithm::kWorklist     ? BfsPlan::kWorklist
                     : plan_.algorithm == Algorithm::kSequential ? BfsPlan::kSequential
                                                                 : BfsPlan::kLevels;
    plan.alpha = plan_.alpha;
    plan.beta = beta;
    plan.symmetric = plan_.symmetry.symmetric.value_or(false);
    plan.edgeTile = sssp::givenEdgeTile();
    return plan;
  }

  const Plan plan_;
  lonestar::Method method_;
  bfs::Searcher searcher_;
};

int program(int argc, char** argv) {
  galois::SharedMemSys system;
  lonestar::start(argc, argv, kDescription, &lonestar::inputFile);
  sssp::checkSourceFlags();
  sssp::checkPathFlags();
  const lonestar::WorklistInfo& worklist = lonestar::selectedWorklist();
  lonestar::OpenInput file = lonestar::openInput({.none = true}, lonestar::findPacked);
  auto input = lonestar::loadGraph<Graph::Rows>(file, false);
  const lonestar::InputDescription description = input.describe();
  const Graph graph(std::move(input.graph), lonestar::knownFacts<void>(file));
  BreadthFirst experiment(graph, input.file.names, worklist);
  const int status =
      lonestar::runExperiment("bfs-cpu", experiment, experiment.method(), description);
  experiment.commitPaths();
  if (status == 0) {
    lonestar::keepPacked(file, graph);
  }
  return status;
}

} // namespace

int main(int argc, char** argv) {
  return lonestar::runMain(argv, [&] { return program(argc, argv); });
}
