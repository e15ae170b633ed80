/**
 * greedymatching-cpu: the maximal matching of the greedy algorithm, by proposals under any worklist
 * (greedymatchingOperator.h) or without one (MatchingByProposals.h), or one edge after the other
 * (SequentialMatching.h), checked (greedymatchingVerify.h) and reported.
 */
#include <algorithm>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "analytics/greedymatching/GreedyMatchingProblem.h"
#include "analytics/greedymatching/greedymatchingVerify.h"
#include "galois/Galois.h"
#include "galois/analytics/GreedyMatching.h"
#include "galois/graphs/PackedCSR.h"
#include "inputs/io/OutputFile.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/AlgorithmChoice.h"
#include "liblonestar/flags/AlgorithmFlag.h"
#include "liblonestar/flags/RunFlags.h"
#include "liblonestar/flags/WorklistFlags.h"
#include "liblonestar/run/GraphInput.h"
#include "liblonestar/run/WorklistExperiment.h"

namespace cll = llvm::cl;

namespace {

constexpr const char* kDescription =
    "Greedy maximal matching: looks at the edges in an order and takes each whose ends are free. "
    "Every scheduler and number of threads gives the same matching. Directions and loops are "
    "ignored, and of parallel edges the lightest counts.";

const lonestar::Examples examples{
    {"greedymatching-cpu web.gr --output=matching.txt", "The edges of the matching"},
    {"greedymatching-cpu roads.gr --order=weight", "The heaviest edges first"}};

using galois::analytics::GreedyMatchingPlan;
using greedymatching::kUnmatched;
using greedymatching::Node;

lonestar::AlgorithmFlag<GreedyMatchingPlan>
    algorithm("Algorithm (default: worklist with --wl, else auto):",
              galois::analytics::greedyMatchingAlgorithms());
using Order = GreedyMatchingPlan::Order;
cll::opt<Order, false, lonestar::ChoiceParser<Order>>
    order("order", cll::desc("Order of the edges:"),
          cll::values(clEnumValN(GreedyMatchingPlan::kRandom, "random", "a random order (default)"),
                      clEnumValN(GreedyMatchingPlan::kById, "id",
                                 "by their lower ends, then by their higher ends"),
                      clEnumValN(GreedyMatchingPlan::kByWeight, "weight",
                                 "the heaviest first, equal ones by their ends")),
          cll::init(GreedyMatchingPlan::kRandom), cll::cat(lonestar::algorithmGroup()));
cll::opt<std::uint64_t> orderSeed("order-seed", cll::desc("Selects the order of --order=random"),
                                  cll::value_desc("seed"), cll::init(1),
                                  cll::cat(lonestar::algorithmGroup()));

const char* nameOfOrder() {
  return order == GreedyMatchingPlan::kById       ? "id"
         : order == GreedyMatchingPlan::kByWeight ? "weight"
                                                  : "random";
}

using Choice = lonestar::AlgorithmChoice<GreedyMatchingPlan>;

/// @tparam Weight  std::uint32_t where the order depends on weights, else void
template <typename Weight>
class Matching : public lonestar::Experiment {
public:
  using Graph = lonestar::UndirectedGraph<Weight>;

  /// @param names  what the input calls its nodes
  Matching(const Graph& graph, const galois::inputs::NodeIdMap& names, Choice chosen)
      : graph_(graph), names_(names), chosen_(std::move(chosen)),
        order_(greedymatching::orderOf(graph, plan())),
        method_(lonestar::methodOf(chosen_.algorithm.name, chosen_.algorithm.needs,
                                   lonestar::selectedWorklist())) {
    method_.chosen = !chosen_.reason.empty();
    if (order != GreedyMatchingPlan::kRandom) {
      method_.ignored.push_back(&orderSeed);
    }
    partners_.allocateInterleaved(graph.size());
  }

  const lonestar::Method& method() const { return method_; }

  lonestar::Json params() const override {
    lonestar::Json params = {{"order", nameOfOrder()}};
    if (order == GreedyMatchingPlan::kRandom) {
      params["order-seed"] = std::uint64_t{orderSeed};
    }
    if (!chosen_.reason.empty()) {
      params["auto"] = chosen_.reason;
    }
    return params;
  }

  void reset() override { std::fill(partners_.begin(), partners_.end(), kUnmatched); }

  lonestar::Outcome run() override {
    return greedymatching::findMatching<Weight>({graph_, order_, partners_},
                                                chosen_.algorithm.algorithm,
                                                lonestar::runOptions(method_.worklist));
  }

  lonestar::Answer answer() override {
    std::uint64_t sum = 0;
    edges_ = weight_ = 0;
    forEachPair([&](Node u, Node v) {
      ++edges_;
      sum += std::uint64_t{u} << 32 | v;
      for (const auto& edge : graph_.row(u)) {
        weight_ += edge.dst == v ? greedymatching::weightOf(edge) : 0;
      }
    });
    lonestar::Json summary = {{"edges", edges_}};
    if (order == GreedyMatchingPlan::kByWeight) {
      summary["weight"] = weight_;
    }
    return {sum, summary};
  }

  std::string check(bool /*fully*/) override {
    return greedymatching::verifyMatching(graph_, greedymatching::placesIn(order_), partners_,
                                          kUnmatched);
  }

  std::vector<std::string> summary() const override {
    return lonestar::withChoice(
        {order == GreedyMatchingPlan::kByWeight
             ? fmt::format("{} edges in the matching, of weight {}", edges_, weight_)
             : fmt::format("{} edges in the matching", edges_)},
        method_.algorithm, chosen_.reason);
  }

  bool hasValues() const override { return true; }
  void write(galois::inputs::OutputFile& file) const override {
    forEachPair([&](Node u, Node v) {
      galois::inputs::writeNode(file, names_.nameOf(u));
      file.write(" ");
      galois::inputs::writeNode(file, names_.nameOf(v));
      file.write("\n");
    });
  }

private:
  static GreedyMatchingPlan plan() {
    GreedyMatchingPlan plan;
    plan.order = order;
    plan.orderSeed = orderSeed;
    return plan;
  }

  /// Calls function(u, v) for the partners u < v.
  template <typename Function>
  void forEachPair(const Function& function) const {
    for (std::uint64_t node = 0; node < partners_.size(); ++node) {
      if (partners_[node] != kUnmatched && node < partners_[node]) {
        function(static_cast<Node>(node), partners_[node]);
      }
    }
  }

  const Graph& graph_;
  const galois::inputs::NodeIdMap& names_;
  const Choice chosen_;
  const greedymatching::EdgeOrder order_;
  lonestar::Method method_;
  galois::LargeArray<Node> partners_;
  std::uint64_t edges_ = 0;  ///< number of edges of the matching
  std::uint64_t weight_ = 0; ///< the sum of their weights
};

template <typename Weight>
int match() {
  auto input = lonestar::loadGraph<galois::graphs::PackedCSR<Weight>>(!std::is_void_v<Weight>);
  lonestar::fitThreads(input.graph.size(), input.graph.sizeEdges());
  const lonestar::InputDescription description = input.describe();
  const lonestar::UndirectedGraph<Weight> graph(std::move(input.graph));
  Matching<Weight> experiment(
      graph, input.file.names,
      lonestar::chosenAlgorithm(
          algorithm, galois::analytics::greedyMatchingAlgorithms(), [](unsigned threads) {
            return greedymatching::fastestAlgorithm(threads, order == GreedyMatchingPlan::kById);
          }));
  return lonestar::runExperiment("greedymatching-cpu", experiment, experiment.method(),
                                 description);
}

int program(int argc, char** argv) {
  galois::SharedMemSys system;
  lonestar::outputFile.setDescription(
      "Write the matching there ('-': stdout), one line 'from to' per edge");
  lonestar::setDefaultShift({.bits = greedymatching::kShift, .fixesWidths = true});
  lonestar::start(argc, argv, kDescription, &lonestar::inputFile);
  lonestar::selectedWorklist(); // reports errors in --wl before a graph is read
  return order == GreedyMatchingPlan::kByWeight ? match<std::uint32_t>() : match<void>();
}

} // namespace

int main(int argc, char** argv) {
  return lonestar::runMain(argv, [&] { return program(argc, argv); });
}
