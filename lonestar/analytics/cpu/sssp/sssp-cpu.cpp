/**
 * sssp-cpu: lengths of the shortest paths from one node, by galois::analytics::sssp(), checked
 * (ssspVerify.h) and reported. --algo=limit is no algorithm: it needs the answer, and measures how
 * long computing it again takes without a scheduler (RelaxInOrder.h).
 */
#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "RelaxInOrder.h"
#include "analytics/scheduler/Runs.h"
#include "analytics/sssp/AutomaticSearch.h"
#include "analytics/sssp/DistanceTotals.h"
#include "analytics/sssp/SequentialDijkstra.h"
#include "analytics/sssp/ssspVerify.h"
#include "galois/Galois.h"
#include "galois/analytics/Sssp.h"
#include "inputs/io/Messages.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/AlgorithmFlag.h"
#include "liblonestar/flags/DistanceBitsFlag.h"
#include "liblonestar/flags/PackedFlag.h"
#include "liblonestar/flags/RunFlags.h"
#include "liblonestar/flags/WeightTypeFlag.h"
#include "liblonestar/flags/WorklistFlags.h"
#include "liblonestar/run/GraphInput.h"
#include "liblonestar/run/WorklistExperiment.h"
#include "paths/DistanceExperiment.h"
#include "paths/RunsAtOnce.h"
#include "paths/SourceBatch.h"
#include "paths/WeightCheck.h"
#include "tables/TableFlags.h"
#include "tables/TableRun.h"

namespace cll = llvm::cl;

namespace {

constexpr const char* kDescription =
    "Single-source shortest paths: the length of the shortest path from one node to every other.";

const lonestar::Examples examples{
    {"sssp-cpu roads.gr --startNode=42 --output=distances.txt",
     "Distances from node 42, on all cores"},
    {"sssp-cpu web.txt.gz --weights=uniform:1:255 -t 8 --wl=obim --delta=4",
     "An edge list with random weights, under another scheduler"},
    {"sssp-cpu roads.gr --sources=random:10 --json=records.json",
     "Ten sources, one record for each; each thread searches from one at a time (--source-batch)"},
    {"sssp-cpu roads.gr --sources=depots.txt --targets=shops.txt --table=times.csv",
     "The distance from each source to each target"},
    {"sssp-cpu g.gr --output=- | graph-check sssp g.gr -", "Checks the answer by another program"}};

using galois::analytics::SsspPlan;
using Algorithm = galois::analytics::AlgorithmInfo<SsspPlan>;
using sssp::Deal;
enum class EdgeBytes { kBytes4 = 4, kBytes8 = 8 };

/// Dijkstra's algorithm finds its order, before the clock starts.
constexpr Algorithm kLimit{SsspPlan::kDijkstra,
                           "limit",
                           "no algorithm but a lower bound of the time: each node once, in "
                           "an order that is computed before the clock starts",
                           {.options = {"limit-deal"}}};

lonestar::AlgorithmFlag<SsspPlan> algorithm("Algorithm (default: worklist with --wl, else auto):",
                                            galois::analytics::ssspAlgorithms(), nullptr, &kLimit);
cll::opt<Deal, false, lonestar::ChoiceParser<Deal>> limitDeal(
    "limit-deal", cll::desc("With --algo=limit, which nodes each thread gets:"),
    cll::values(clEnumValN(Deal::kNodes, "nodes", "those whose numbers are in a range (default)"),
                clEnumValN(Deal::kOrder, "order", "those whose distances are in a range"),
                clEnumValN(Deal::kBlocks, "blocks", "in the order of distances, 64 nodes in turn"),
                clEnumValN(Deal::kRandom, "random", "random ones")),
    cll::init(Deal::kNodes), cll::cat(lonestar::algorithmGroup()));
cll::opt<EdgeBytes, false, lonestar::ChoiceParser<EdgeBytes>>
    edgeBytes("edge-bytes", cll::desc("Size of a weight where text is converted:"),
              cll::values(clEnumValN(EdgeBytes::kBytes4, "4",
                                     "whole numbers below 2^32 (their default); rounds floats"),
                          clEnumValN(EdgeBytes::kBytes8, "8",
                                     "whole numbers below 2^63, floats (their default)")),
              cll::init(EdgeBytes::kBytes4), cll::cat(lonestar::inputGroup()));

using galois::analytics::Node;
using lonestar::WeightKind;

const Algorithm& algorithmOf(SsspPlan::Algorithm chosen) {
  return galois::analytics::algorithmOf(galois::analytics::ssspAlgorithms(), chosen);
}

lonestar::Method methodOf(const Algorithm& chosen, const lonestar::WorklistInfo& worklist) {
  return lonestar::methodOf(chosen.name, chosen.needs, worklist,
                            {&limitDeal, &sssp::edgeTileFlag()});
}

/// The algorithm that is run, and the reason if it was not asked for.
struct Choice {
  const Algorithm& algorithm;
  std::string reason{};
  bool beginsThin = false; ///< see sssp::ChosenSearch; the library then chooses the same
};

/// Returns a flag on the command line that only searches under a worklist have, or "".
std::string givenFlagOfWorklists() {
  const std::vector<std::string> flags = lonestar::flagsOfWorklistLoops();
  if (!flags.empty()) {
    return flags.front();
  }
  if (!statFile.empty()) { // the statistics are those of loops
    return "--statFile";
  }
  return sssp::givenEdgeTile() ? "--edge-tile" : "";
}

/// Returns what --algo selects for a graph.
template <typename Weight>
Choice choose(const galois::analytics::Graph<Weight>& graph) {
  if (algorithm->algorithm != SsspPlan::kAuto) {
    return {*algorithm};
  }
  const std::string flag = givenFlagOfWorklists();
  if (!flag.empty()) {
    return {algorithmOf(SsspPlan::kWorklist), algorithm.given() ? fmt::format("for {}", flag) : ""};
  }
  const sssp::ChosenSearch search = sssp::chooseSearch(graph, static_cast<unsigned>(numThreads));
  return {algorithmOf(search.algorithm), search.reason, search.beginsThin};
}

template <typename Weight, typename Distance>
class ShortestPaths : public sssp::DistanceExperiment<Weight, Distance> {
  using Base = sssp::DistanceExperiment<Weight, Distance>;
  using Search = sssp::QueuedSearch<Weight, Distance>;

public:
  /// @param weightBytes  per edge in the file; 0: it has no weights
  /// @param choice  of searches on all threads
  /// @param method  that of `choice`; changed where each thread searches by itself
  /// @param worklist  for algorithms that take one
  /// @throws lonestar::UsageError  when --source-batch does not go with the rest
  ShortestPaths(const galois::analytics::Graph<Weight>& graph,
                const galois::inputs::NodeIdMap& names, std::size_t weightBytes, Choice choice,
                lonestar::Method& method, const lonestar::WorklistInfo& worklist)
      : Base(graph, names), weightBytes_(weightBytes), chosen_(std::move(choice)), method_(method),
        batch_(Base::batchPlan(graph.size() * sizeof(sssp::DijkstraEntry<Distance>),
                               wantedOfTasks())) {
    if (!batch_.sources) {
      return;
    }
    const sssp::BucketShape shape = sssp::bucketShape(graph.rows(), graph.weights());
    const SsspPlan::Algorithm asked = chosen_.algorithm.algorithm;
    const auto search = asked == SsspPlan::kDijkstra                          ? SsspPlan::kDijkstra
                        : asked == SsspPlan::kRadixHeap || shape.buckets == 0 ? SsspPlan::kRadixHeap
                                                                              : SsspPlan::kBuckets;
    method = methodOf(algorithmOf(search), worklist);
    method.sequential = false;
    name_ = method.algorithm;
    method.watchesItself = true;
    runs_.emplace(graph.size(), Base::sourceOfEachRun(), batch_.atOnce, &this->graph().rows(),
                  search, shape, &this->graph().leaves());
    skipsLeaves_ = search != SsspPlan::kDijkstra;
  }

  void reset() override {
    if (!batch_.sources) {
      Base::reset();
    }
  }

  lonestar::Json params() const override {
    lonestar::Json params = Base::params();
    params["distance-bits"] = 8 * sizeof(Distance);
    if (std::is_floating_point_v<Weight>) {
      params.update(
          {{"weight-type", "float"},
           {"weight-bytes", weightBytes_},
           {"priority-scale", sssp::priorityScale(this->graph().weights(), this->graph().size())}});
    }
    if (chosen_.algorithm.algorithm == SsspPlan::kDeltaStepping &&
        !execution_.plan.empty()) { // it has run
      params["delta"] = std::get<std::uint64_t>(execution_.plan.front().value);
    }
    if (isLimit()) {
      params["limit-deal"] =
          limitDeal.getParser().getOption(static_cast<unsigned>(limitDeal.getValue())).str();
    }
    if (!reason().empty()) {
      params["auto"] = reason();
    }
    return params;
  }

  std::vector<std::string> summary() const override {
    return lonestar::withChoice(Base::summary(), method_.algorithm, reason());
  }

  lonestar::Outcome run() override {
    if (isLimit()) {
      return runLimit();
    }
    if (batch_.sources) {
      return takeFromBatch();
    }
    try {
      execution_ = galois::analytics::sssp(
          this->graph(), this->sources(), this->distances(), plan(),
          lonestar::runOptions(chosen_.beginsThin ? nullptr : method_.worklist));
    } catch (const galois::analytics::DistanceOverflow&) {
      throw lonestar::AppError(tooLong());
    }
    this->setUseful(execution_.useful);
    lonestar::Outcome outcome = execution_;
    Base::addBatch(outcome, batch_, 1, outcome.seconds);
    return outcome;
  }

private:
  bool isLimit() const { return &chosen_.algorithm == &kLimit; }

  SsspPlan plan() const {
    SsspPlan plan;
    plan.algorithm = chosen_.beginsThin ? SsspPlan::kAuto : chosen_.algorithm.algorithm;
    if (method_.usesDelta) {
      plan.delta = lonestar::givenShift();
    }
    plan.edgeTile = sssp::givenEdgeTile();
    return plan;
  }

  /// Returns why the algorithm was chosen; "" if it was asked for, or if --source-batch says why.
  std::string reason() const { return batch_.sources ? "" : chosen_.reason; }

  std::string tooLong() const {
    std::string text = sizeof(Distance) == 4
                           ? "distances exceed 32 bits; run again with --distance-bits=64"
                           : "distances exceed 64 bits; scale the weights down";
    if constexpr (std::is_integral_v<Weight>) {
      const Weight greatest = this->graph().weights().greatest;
      if (greatest > std::numeric_limits<Weight>::max() / 2) {
        text += fmt::format(" (the heaviest edge weighs {}: if that is no whole number without a "
                            "sign, say what it is with --weight-type)",
                            greatest);
      }
    }
    return text;
  }

  /// Returns what the command line asks for that only searches on all threads have, for people.
  static std::string wantedOfTasks() {
    if (algorithm->algorithm != SsspPlan::kAuto) {
      return "--algo is given";
    }
    const std::string flag = givenFlagOfWorklists();
    return flag.empty() ? "" : flag + " is given";
  }

  /// The run of --source-batch=sources that comes next.
  lonestar::Outcome takeFromBatch() {
    lonestar::Outcome outcome = Base::shows(runs_->next(), batch_);
    outcome.algorithm = name_;
    const std::uint64_t reached = checkLength();
    if (skipsLeaves_) {
      this->setUseful(reached - this->graph().leaves().countReached(
                                    std::span<const Distance>(this->distances()),
                                    sssp::kInfinity<Distance>, this->sources()));
    }
    return outcome;
  }

  /// Returns the number of reached nodes.
  /// @throws lonestar::AppError  if a shortest path is longer than `Distance` can hold
  std::uint64_t checkLength() {
    const auto totals = sssp::summarize(std::span<const Distance>(this->distances()));
    if (sssp::distancesOverflow(this->graph().rows(), this->distances().data(), totals.max,
                                this->graph().weights().greatest)) {
      throw lonestar::AppError(tooLong());
    }
    return totals.reached;
  }

  /// Relaxes each node but the leaves once, in an order that is known from the answer. This is a lower
  /// bound for the work of every algorithm.
  lonestar::Outcome runLimit() {
    const auto& graph = this->graph().rows();
    Distance* const distances = this->distances().data();
    const Node source = this->sources().front();
    sssp::sequentialDijkstra(graph, source, distances);
    const auto order = sssp::finalOrder(distances, static_cast<Node>(graph.size()),
                                        sssp::kInfinity<Distance>, &this->graph().leaves());
    const auto shares = sssp::shareOut(graph, order, galois::getActiveThreads(),
                                       limitDeal.getValue(), lonestar::seed);
    this->reset();
    distances[source] = 0;
    auto lengthen = [](Distance distance, Weight weight) {
      return sssp::pathLength(distance, weight);
    };
    const lonestar::Stopwatch watch;
    if (shares.size() == 1) {
      sssp::relaxInOrder<true>(graph, shares[0], distances, lengthen);
    } else {
      galois::on_each(
          [&](unsigned thread, unsigned /*threads*/) {
            sssp::relaxInOrder<false>(graph, shares[thread], distances, lengthen);
          },
          galois::loopname("Limit"));
    }
    execution_ = lonestar::executionOf(kLimit.name, lonestar::runOptions(nullptr));
    execution_.seconds = watch.seconds();
    checkLength();
    execution_.executed = order.size();
    execution_.pushed = order.size();
    this->setUseful(order.size());
    lonestar::Outcome outcome = execution_;
    Base::addBatch(outcome, batch_, 1, outcome.seconds);
    return outcome;
  }

  const std::size_t weightBytes_;
  const Choice chosen_;           ///< of searches on all threads
  const lonestar::Method method_; ///< that of `chosen_`
  const sssp::BatchPlan batch_;
  bool skipsLeaves_ = false; ///< whether a thread that searches by itself schedules no leaves
  std::string name_;         ///< of the algorithm with which each thread searches by itself
  std::optional<sssp::RunsAtOnce<Distance, Search>> runs_; ///< with these
  galois::analytics::Execution execution_;                 ///< of the last run
};

/// @param value  see checkWeights()
template <typename Weight, typename Distance, typename Value>
int solve(lonestar::OpenInput& file, WeightKind kind, const lonestar::WorklistInfo& worklist,
          const Value& value) {
  auto input = lonestar::loadGraph<galois::graphs::PackedCSR<Weight>>(file, true);
  sssp::fitThreadsToSources(input.graph.size(), input.graph.sizeEdges());
  const lonestar::InputDescription description = input.describe();
  const galois::analytics::Graph<Weight> graph(std::move(input.graph),
                                               lonestar::knownFacts<Weight>(file));
  if (kind != WeightKind::kInt) {
    sssp::checkWeights(graph, input.file.name, value);
  }
  sssp::findPlaces(graph.size(), input.file.names);
  if (tables::wanted()) {
    const int status =
        tables::writeTable<Weight, Distance>("sssp-cpu", graph, input.file.names, description);
    if (status == 0) {
      lonestar::keepPacked(file, graph);
    }
    return status;
  }
  Choice choice = choose(graph);
  lonestar::Method method = methodOf(choice.algorithm, worklist);
  ShortestPaths<Weight, Distance> experiment(graph, input.file.names, file.edgeSize(),
                                             std::move(choice), method, worklist);
  const int status = lonestar::runExperiment("sssp-cpu", experiment, method, description);
  experiment.commitPaths();
  if (status == 0) {
    lonestar::keepPacked(file, graph);
  }
  return status;
}

int program(int argc, char** argv) {
  galois::SharedMemSys system;
  lonestar::setDefaultShift(
      {.bits = galois::analytics::kSsspShift, .foundIn = "a sample of the weights"});
  tables::shareFlags();
  lonestar::start(argc, argv, kDescription, &lonestar::inputFile);
  sssp::checkSourceFlags();
  sssp::checkPathFlags();
  tables::wanted();
  const lonestar::WorklistInfo& worklist = lonestar::selectedWorklist();
  if (sssp::givenBatch() == sssp::Batch::kSources && algorithm->algorithm != SsspPlan::kAuto &&
      !algorithm->needs.oneThread) {
    throw lonestar::UsageError(fmt::format(
        "--source-batch=sources searches with a sequential algorithm: --algo={}, not {}",
        lonestar::namesOf(
            galois::analytics::ssspAlgorithms(),
            [](const Algorithm& one) { return one.needs.oneThread; }, " (default then)"),
        algorithm->name));
  }
  const bool sized = edgeBytes.getNumOccurrences() > 0;
  lonestar::OpenInput file = lonestar::openInput(
      lonestar::wantedWeights(lonestar::UsableWeights::kNonNegative,
                              sized ? static_cast<unsigned>(edgeBytes.getValue()) : 0),
      lonestar::findPacked);
  if (sized && !file.prepared.weights) {
    lonestar::warn(fmt::format("--edge-bytes has no effect, because {} is binary already",
                               file.prepared.name));
  }
  const WeightKind kind = lonestar::weightKindOf(file);
  const bool floats = kind == WeightKind::kFloat;
  const bool wide = file.edgeSize() == 8;
  const bool wideDistances = lonestar::wideDistances(floats, wide);
  if (floats) {
    return solve<double, double>(file, kind, worklist, [](double weight) { return weight; });
  }
  if (wide) {
    return solve<std::uint64_t, std::uint64_t>(
        file, kind, worklist, [](std::uint64_t bits) { return static_cast<std::int64_t>(bits); });
  }
  auto value = [](std::uint32_t bits) { return static_cast<std::int32_t>(bits); };
  return wideDistances ? solve<std::uint32_t, std::uint64_t>(file, kind, worklist, value)
                       : solve<std::uint32_t, std::uint32_t>(file, kind, worklist, value);
}

} // namespace

int main(int argc, char** argv) {
  return lonestar::runMain(argv, [&] { return program(argc, argv); });
}
