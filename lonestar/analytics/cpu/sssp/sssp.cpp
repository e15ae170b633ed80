/**
 * sssp-cpu: lengths of the shortest paths from one node, under any worklist (ssspOperator.h), with
 * synchronous delta-stepping (DeltaStepping.h) or with sequential Dijkstra (SequentialDijkstra.h).
 * The answer is checked (ssspVerify.h) and reported. --algo=limit is not an algorithm: it needs the
 * answer, and measures how long it takes to compute it again without a scheduler
 * (libgalois/bench/limit/RelaxInOrder.h).
 */
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "DeltaStepping.h"
#include "DistanceExperiment.h"
#include "EdgeWeights.h"
#include "galois/Galois.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/Experiment.h"
#include "liblonestar/GraphInput.h"
#include "liblonestar/RunFlags.h"
#include "liblonestar/WeightTypeFlag.h"
#include "liblonestar/WorklistRegistry.h"
#include "limit/RelaxInOrder.h"

namespace cll = llvm::cl;

namespace {

constexpr const char* kDescription =
    "Single-source shortest paths: the length of the shortest path from one node to every other.";

/// Galois' default. Weights of road networks are in the thousands, so that 2^13 keeps OBIM's
/// buckets filled.
constexpr unsigned kDefaultShift = 13;

enum class Algorithm { kWorklist, kDeltaStepping, kDijkstra, kLimit };
using galois::bench::Deal;
enum class DistanceBits { kBits32, kBits64 };
enum class EdgeBytes { kBytes4, kBytes8 };

cll::opt<Algorithm, false, lonestar::ChoiceParser<Algorithm>>
    algorithm("algo", cll::desc("Algorithm:"),
              cll::values(clEnumValN(Algorithm::kWorklist, "worklist",
                                     "relaxation in the order of --wl (default)"),
                          clEnumValN(Algorithm::kDeltaStepping, "delta-stepping",
                                     "bucket after bucket of 2^delta, with barriers; without "
                                     "--delta, greatest weight / edges per node"),
                          clEnumValN(Algorithm::kDijkstra, "dijkstra", "sequential, on one thread"),
                          clEnumValN(Algorithm::kLimit, "limit",
                                     "no algorithm but a bound: each node once, in an order that "
                                     "is found out before the clock starts")),
              cll::init(Algorithm::kWorklist), cll::cat(lonestar::algorithmGroup()));
cll::opt<Deal, false, lonestar::ChoiceParser<Deal>> limitDeal(
    "limit-deal", cll::desc("With --algo=limit, which nodes each thread gets:"),
    cll::values(clEnumValN(Deal::kNodes, "nodes", "those of a range of numbers (default)"),
                clEnumValN(Deal::kOrder, "order", "a range of the order of distances"),
                clEnumValN(Deal::kBlocks, "blocks", "64 of that order in turn"),
                clEnumValN(Deal::kRandom, "random", "any")),
    cll::init(Deal::kNodes), cll::cat(lonestar::algorithmGroup()));
cll::opt<DistanceBits, false, lonestar::ChoiceParser<DistanceBits>> distanceBits(
    "distance-bits", cll::desc("Size of a distance:"),
    cll::values(clEnumValN(DistanceBits::kBits32, "32", "up to 4294967294 (default)"),
                clEnumValN(DistanceBits::kBits64, "64",
                           "twice the memory, never too small; the default where weights have 64 "
                           "bits or are floats")),
    cll::init(DistanceBits::kBits32), cll::cat(lonestar::algorithmGroup()));
cll::opt<EdgeBytes, false, lonestar::ChoiceParser<EdgeBytes>>
    edgeBytes("edge-bytes", cll::desc("Size of a whole weight where text is converted:"),
              cll::values(clEnumValN(EdgeBytes::kBytes4, "4", "below 2^32 (default)"),
                          clEnumValN(EdgeBytes::kBytes8, "8", "below 2^63")),
              cll::init(EdgeBytes::kBytes4), cll::cat(lonestar::inputGroup()));

using lonestar::WeightKind;
using sssp::Graph;
using sssp::Node;

template <typename Weight, typename Distance>
class ShortestPaths : public sssp::DistanceExperiment<Weight, Distance> {
  using Base = sssp::DistanceExperiment<Weight, Distance>;
  using Base::problem;

public:
  ShortestPaths(const Graph<Weight>& graph, const galois::inputs::NodeIdMap& names,
                const lonestar::Method& method)
      : Base(graph, names, "SSSP"), method_(method), weights_(sssp::summarizeWeights(graph)) {
    problem().scale = sssp::priorityScale(weights_, graph.size());
    if (algorithm == Algorithm::kDeltaStepping) {
      shift_ =
          lonestar::givenShift().value_or(sssp::defaultShift(graph, weights_, problem().scale));
    }
  }

  lonestar::Json params() const override {
    lonestar::Json params = Base::params();
    params["distance-bits"] = 8 * sizeof(Distance);
    if (std::is_floating_point_v<Weight>) {
      params.update({{"weight-type", "float"}, {"priority-scale", problem().scale}});
    }
    if (algorithm == Algorithm::kDeltaStepping) {
      params["delta"] = shift_;
    }
    if (algorithm == Algorithm::kLimit) {
      params["limit-deal"] =
          limitDeal.getParser().getOption(static_cast<unsigned>(limitDeal.getValue())).str();
    }
    return params;
  }

  lonestar::Outcome run() override {
    if (method_.worklist) {
      return this->relaxUnder(*method_.worklist);
    }
    return algorithm == Algorithm::kDeltaStepping ? runDeltaStepping()
           : algorithm == Algorithm::kLimit       ? runLimit()
                                                  : runDijkstra();
  }

  lonestar::Answer answer() override {
    lonestar::Answer answer = Base::answer();
    if (sssp::distancesOverflow(problem().graph, problem().distances.data(), this->totals().max,
                                weights_.greatest)) {
      throw lonestar::AppError(tooLong());
    }
    return answer;
  }

private:
  std::string tooLong() const {
    std::string text = sizeof(Distance) == 4
                           ? "distances exceed 32 bits; run again with --distance-bits=64"
                           : "distances exceed 64 bits; scale the weights down";
    if constexpr (std::is_integral_v<Weight>) {
      if (weights_.greatest > std::numeric_limits<Weight>::max() / 2) {
        text += fmt::format(" (the heaviest edge weighs {}: if that is no whole number without a "
                            "sign, say what it is with --weight-type)",
                            weights_.greatest);
      }
    }
    return text;
  }

  lonestar::Outcome runDeltaStepping() {
    const lonestar::Stopwatch watch;
    sssp::DeltaStepping<Weight, Distance> algorithmRun(problem(), shift_);
    const sssp::DeltaSteppingCounts counts = algorithmRun.run();
    lonestar::Outcome outcome;
    outcome.seconds = watch.seconds();
    outcome.executed = counts.executed;
    outcome.pushed = counts.executed;
    outcome.stale = counts.stale;
    outcome.worklist = {{"rounds", counts.rounds}};
    return outcome;
  }

  lonestar::Outcome runDijkstra() {
    const lonestar::Stopwatch watch;
    const sssp::DijkstraCounts counts =
        sssp::sequentialDijkstra(problem().graph, problem().source, problem().distances.data());
    lonestar::Outcome outcome;
    outcome.seconds = watch.seconds();
    outcome.executed = counts.popped;
    outcome.pushed = counts.pushed;
    outcome.stale = counts.stale;
    return outcome;
  }

  /// Does only what every run has to do, with nodes whose final distances are known.
  lonestar::Outcome runLimit() {
    const Graph<Weight>& graph = problem().graph;
    Distance* const distances = problem().distances.data();
    sssp::sequentialDijkstra(graph, problem().source, distances);
    const auto order = galois::bench::finalOrder(distances, static_cast<Node>(graph.size()),
                                                 sssp::kInfinity<Distance>);
    const auto shares = galois::bench::shareOut(graph, order, galois::getActiveThreads(),
                                                limitDeal.getValue(), lonestar::seed);
    this->forget();
    distances[problem().source] = 0;
    auto lengthen = [](Distance distance, Weight weight) {
      return sssp::pathLength(distance, weight);
    };
    const lonestar::Stopwatch watch;
    if (shares.size() == 1) {
      galois::bench::relaxInOrder<true>(graph, shares[0], distances, lengthen);
    } else {
      galois::on_each(
          [&](unsigned thread, unsigned /*threads*/) {
            galois::bench::relaxInOrder<false>(graph, shares[thread], distances, lengthen);
          },
          galois::loopname("Limit"));
    }
    lonestar::Outcome outcome;
    outcome.seconds = watch.seconds();
    outcome.executed = order.size();
    outcome.pushed = order.size();
    return outcome;
  }

  const lonestar::Method method_;
  const sssp::WeightSummary<Weight> weights_;
  unsigned shift_ = 0; ///< bucket width of delta-stepping, as a number of bits
};

/// @param value  returns the number that the bits of a weight stand for
template <typename Weight, typename Distance, typename Value>
int solve(lonestar::OpenInput& file, WeightKind kind, const lonestar::Method& method,
          const Value& value) {
  const auto input = lonestar::loadGraph<Graph<Weight>>(file, true);
  if (kind != WeightKind::kInt) {
    const std::string refused = sssp::refusedWeight(input.graph, value);
    if (!refused.empty()) {
      throw lonestar::AppError(fmt::format("{}: {}", input.file.name, refused));
    }
  }
  ShortestPaths<Weight, Distance> experiment(input.graph, input.file.names, method);
  return lonestar::conduct("sssp-cpu", experiment, method, input.describe());
}

lonestar::Method methodOf(Algorithm chosen, const lonestar::WorklistInfo& worklist) {
  const cll::Option* const tile = &sssp::edgeTileFlag();
  switch (chosen) {
  case Algorithm::kWorklist:
    return {"worklist", &worklist, false, {&limitDeal}};
  case Algorithm::kDijkstra:
    return {"dijkstra", nullptr, true, {&limitDeal, tile}};
  case Algorithm::kLimit:
    return {"limit", nullptr, false, {tile}};
  default:
    return {"delta-stepping", nullptr, false, {&limitDeal, tile}, true};
  }
}

int program(int argc, char** argv) {
  galois::SharedMemSys system;
  lonestar::setDefaultShift(kDefaultShift);
  lonestar::start(argc, argv, kDescription, &lonestar::inputFile);
  const lonestar::WorklistInfo& worklist = lonestar::selectedWorklist();
  const lonestar::Method method = methodOf(algorithm, worklist);
  lonestar::OpenInput file =
      lonestar::openInput(lonestar::wantedWeights(edgeBytes == EdgeBytes::kBytes8 ? 8 : 4));
  const WeightKind kind = lonestar::weightKindOf(file);
  const bool floats = kind == WeightKind::kFloat;
  const bool wide = floats || file.graph.edgeSize() == 8;
  if (wide && distanceBits == DistanceBits::kBits32 && distanceBits.getNumOccurrences() > 0) {
    throw lonestar::UsageError(fmt::format("--distance-bits=32: with {} distances have 64 bits",
                                           floats ? "floats" : "weights of 64 bits"));
  }
  if (floats) {
    return solve<double, double>(file, kind, method, [](double weight) { return weight; });
  }
  if (wide) {
    return solve<std::uint64_t, std::uint64_t>(
        file, kind, method, [](std::uint64_t bits) { return static_cast<std::int64_t>(bits); });
  }
  auto value = [](std::uint32_t bits) { return static_cast<std::int32_t>(bits); };
  return distanceBits == DistanceBits::kBits64
             ? solve<std::uint32_t, std::uint64_t>(file, kind, method, value)
             : solve<std::uint32_t, std::uint32_t>(file, kind, method, value);
}

} // namespace

int main(int argc, char** argv) {
  return lonestar::runMain(argv, [&] { return program(argc, argv); });
}
