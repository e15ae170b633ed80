/**
 * bfs-cpu: the number of edges on the shortest path from one node to every other, under any
 * worklist (bfsOperator.h), level by level in the better direction (SynchronousBfs.h) or with a
 * queue (SequentialBfs.h). The answer is checked by the code that checks sssp-cpu's, of which this
 * is a special case.
 */
#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "analytics/bfs/Searcher.h"
#include "analytics/bfs/SequentialBfs.h"
#include "galois/Galois.h"
#include "galois/analytics/Bfs.h"
#include "inputs/io/Messages.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/AlgorithmFlag.h"
#include "liblonestar/flags/PackedFlag.h"
#include "liblonestar/flags/RunFlags.h"
#include "liblonestar/flags/WorklistFlags.h"
#include "liblonestar/run/GraphInput.h"
#include "liblonestar/run/WorklistExperiment.h"
#include "paths/DistanceExperiment.h"
#include "paths/RunsAtOnce.h"
#include "tables/TableFlags.h"
#include "tables/TableRun.h"

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

using Algorithm = galois::analytics::AlgorithmInfo<BfsPlan>;

const Algorithm& algorithmOf(BfsPlan::Algorithm algorithm) {
  return galois::analytics::algorithmOf(galois::analytics::bfsAlgorithms(), algorithm);
}

/// Selects kLevels, and an alpha of its own.
constexpr Algorithm kAuto{BfsPlan::kLevels, "auto",
                          "sync-do; it goes bottom-up only with 4 or more edges per node, and if "
                          "every edge has its reverse or with 16 or more searches"};

lonestar::AlgorithmFlag<BfsPlan> algorithm("Algorithm (default: worklist with --wl, else auto):",
                                           galois::analytics::bfsAlgorithms(), &kAuto);
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
  BfsPlan::Algorithm algorithm;
  unsigned alpha;     ///< of kLevels
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
    return {BfsPlan::kLevels,
            0,
            fmt::format("top-down: {:.1f} edges per node are fewer than {}", degree,
                        kDegreeForBottomUp),
            {}};
  }
  if (alpha == 0) {
    return {BfsPlan::kLevels, 0, "top-down: --alpha=0", {}};
  }
  const Symmetry symmetry = symmetryOf(graph);
  if (!*symmetry.symmetric && searches < kSearchesForInEdges) {
    return {BfsPlan::kLevels, 0,
            fmt::format("top-down: not every edge has its reverse, and building in-edges pays from "
                        "{} searches on",
                        kSearchesForInEdges),
            symmetry};
  }
  return {BfsPlan::kLevels, alpha,
          fmt::format("in both directions: {:.1f} edges per node are {} or more, and {}", degree,
                      kDegreeForBottomUp,
                      *symmetry.symmetric
                          ? "every edge has its reverse"
                          : fmt::format("{} searches are worth building in-edges", searches)),
          symmetry};
}

/// A sequential search that keeps its queue for the next one. For one thread at a time.
class QueueSearch {
public:
  /// @param graph  must outlive this
  explicit QueueSearch(const Graph::Rows* graph) : graph_(graph) {}

  /// Does what bfs::sequentialBfs() does, and throws the same, and std::bad_alloc.
  sssp::DijkstraCounts operator()(sssp::Node source, std::span<Level> levels) {
    queue_.resize(levels.size()); // on the thread that uses it
    const std::uint64_t reached =
        bfs::sequentialBfs(*graph_, std::span(&source, 1), levels.data(), queue_.data());
    return {.popped = reached, .pushed = reached, .stale = 0};
  }

private:
  const Graph::Rows* graph_;
  std::vector<sssp::Node> queue_;
};

class BreadthFirst : public sssp::DistanceExperiment<void, Level> {
public:
  /// @param worklist  for the algorithm of this name
  BreadthFirst(const Graph& graph, const galois::inputs::NodeIdMap& names,
               const lonestar::WorklistInfo& worklist)
      : DistanceExperiment(graph, names), choice_(choice()), searcher_(graph, searchPlan()) {
    if (choice_.batch.sources) {
      runs_.emplace(graph.size(), sourceOfEachRun(), choice_.batch.atOnce, &this->graph().rows());
    }
    const Algorithm& chosen = algorithmOf(choice_.plan.algorithm);
    method_ = lonestar::methodOf(chosen.name, chosen.needs, worklist,
                                 {&alpha, &beta, &sssp::edgeTileFlag()});
    if (runs_) {
      method_.sequential = false;
      method_.watchesItself = true;
    }
    if (choice_.plan.symmetry.seconds > 0) {
      galois::inputs::printTo(
          lonestar::humanOutput(), "{} edge has its reverse, found in {:.3f} s\n",
          *choice_.plan.symmetry.symmetric ? "Every" : "Not every", choice_.plan.symmetry.seconds);
    }
    if (searcher_.transposeSeconds() > 0) {
      galois::inputs::printTo(lonestar::humanOutput(), "In-edges built in {:.2f} s\n",
                              searcher_.transposeSeconds());
    }
  }

  const lonestar::Method& method() const { return method_; }

  lonestar::Json params() const override {
    lonestar::Json params = DistanceExperiment::params();
    if (choice_.plan.algorithm == BfsPlan::kLevels) {
      params.update({{"alpha", choice_.plan.alpha}, {"beta", unsigned{beta}}});
    }
    if (choice_.plan.symmetry.symmetric) {
      params["symmetric"] = *choice_.plan.symmetry.symmetric;
    }
    if (!choice_.plan.reason.empty()) {
      params["auto"] = choice_.plan.reason;
    }
    return params;
  }

  std::vector<std::string> summary() const override {
    return lonestar::withChoice(DistanceExperiment::summary(), method_.algorithm,
                                choice_.plan.reason);
  }

  void reset() override {
    if (!runs_) {
      DistanceExperiment::reset();
    }
  }

  lonestar::Outcome run() override {
    if (runs_) {
      lonestar::Outcome outcome = shows(runs_->next(), choice_.batch);
      outcome.algorithm = method_.algorithm;
      return outcome;
    }
    lonestar::Outcome outcome =
        searcher_.run(sources(), distances(), lonestar::runOptions(method_.worklist));
    setUseful(outcome.useful);
    if (choice_.plan.symmetry.symmetric) {
      outcome.measures.push_back({"symmetry_s", choice_.plan.symmetry.seconds});
    }
    addBatch(outcome, choice_.batch, 1, outcome.seconds);
    return outcome;
  }

  std::string check(bool fully) override {
    std::string wrong = DistanceExperiment::check(fully);
    // The flag is believed while nothing speaks against it.
    return !wrong.empty() && symmetricGraph && !graph().symmetric() ? lonestar::notSymmetric()
                                                                    : wrong;
  }

private:
  /// The algorithm, and how the searches share the threads.
  struct Choice {
    Plan plan;
    sssp::BatchPlan batch;
  };

  /// Returns what the command line and the graph select. @throws lonestar::UsageError
  Choice choice() const {
    Choice choice{plan(), {}};
    choice.batch = batchPlan(graph().size() * sizeof(sssp::Node), wantedOfTasks(choice.plan));
    if (choice.batch.sources) {
      choice.plan = {BfsPlan::kSequential, 0, "", {}};
    }
    return choice;
  }

  /// Returns what speaks against one source per thread, for people.
  static std::string wantedOfTasks(const Plan& plan) {
    if (algorithm.given() && algorithm != &kAuto) {
      return "--algo is given";
    }
    const std::vector<std::string> flags = lonestar::flagsOfWorklistLoops();
    if (!flags.empty()) {
      return flags.front() + " is given";
    }
    for (const cll::Option* option :
         {static_cast<const cll::Option*>(&alpha), static_cast<const cll::Option*>(&beta),
          &sssp::edgeTileFlag()}) {
      if (option->getNumOccurrences() > 0) {
        return fmt::format("--{} is given", option->ArgStr.str());
      }
    }
    return plan.alpha > 0 ? "going in both directions visits fewer edges" : "";
  }

  /// Returns what --algo and --wl select.
  Plan plan() const {
    if (sssp::givenBatch() == sssp::Batch::kSources) {
      return {BfsPlan::kSequential, 0, "", {}};
    }
    if (!algorithm.given() && lonestar::worklistGiven()) {
      return {BfsPlan::kWorklist, 0, "", {}};
    }
    if (algorithm == &kAuto) {
      return choose(graph(), DistanceExperiment::queries() * lonestar::runs());
    }
    const bool inEdges = algorithm->algorithm == BfsPlan::kLevels && alpha > 0;
    return {algorithm->algorithm, alpha, "", inEdges ? symmetryOf(graph()) : Symmetry{}};
  }

  BfsPlan searchPlan() const {
    BfsPlan plan;
    plan.algorithm = choice_.plan.algorithm;
    plan.alpha = choice_.plan.alpha;
    plan.beta = beta;
    plan.symmetric = choice_.plan.symmetry.symmetric.value_or(false);
    plan.edgeTile = sssp::givenEdgeTile();
    return plan;
  }

  const Choice choice_;
  lonestar::Method method_;
  bfs::Searcher searcher_;
  std::optional<sssp::RunsAtOnce<Level, QueueSearch>> runs_; ///< of --source-batch=sources
};

int program(int argc, char** argv) {
  galois::SharedMemSys system;
  tables::shareFlags();
  lonestar::start(argc, argv, kDescription, &lonestar::inputFile);
  sssp::checkSourceFlags();
  sssp::checkPathFlags();
  tables::wanted();
  if (sssp::givenBatch() == sssp::Batch::kSources && algorithm != &kAuto &&
      !algorithm->needs.oneThread) {
    throw lonestar::UsageError(
        fmt::format("--source-batch=sources searches with a queue on each thread: --algo={}, which "
                    "is the default then",
                    algorithmOf(BfsPlan::kSequential).name));
  }
  const lonestar::WorklistInfo& worklist = lonestar::selectedWorklist();
  lonestar::OpenInput file = lonestar::openInput({.none = true}, lonestar::findPacked);
  auto input = lonestar::loadGraph<Graph::Rows>(file, false);
  sssp::fitThreadsToSources(input.graph.size(), input.graph.sizeEdges());
  const lonestar::InputDescription description = input.describe();
  const Graph graph(std::move(input.graph), lonestar::knownFacts<void>(file));
  sssp::findPlaces(graph.size(), input.file.names);
  if (tables::wanted()) {
    const int status =
        tables::writeTable<void, Level>("bfs-cpu", graph, input.file.names, description);
    if (status == 0) {
      lonestar::keepPacked(file, graph);
    }
    return status;
  }
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
