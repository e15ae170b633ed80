/**
 * mis-cpu: the maximal independent set of the greedy algorithm, under any worklist (misOperator.h), in
 * rounds (SetInRounds.h) or one node after the other (SequentialSet.h), checked (misVerify.h) and
 * reported.
 */
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "analytics/mis/MisProblem.h"
#include "analytics/mis/misVerify.h"
#include "galois/Galois.h"
#include "galois/analytics/Mis.h"
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
    "Greedy maximal independent set: looks at the nodes in an order and takes each that has no "
    "neighbour in the set so far. Every scheduler and number of threads gives the same set. "
    "Directions, loops and parallel edges are ignored.";

const lonestar::Examples examples{
    {"mis-cpu web.gr --output=set.txt", "The nodes, with 1 for those in the set"},
    {"mis-cpu web.gr --order=id --wl=smq -t 2", "In the order of the nodes' numbers"}};

using galois::analytics::MisPlan;

lonestar::AlgorithmFlag<MisPlan> algorithm("Algorithm (default: worklist with --wl, else auto):",
                                           galois::analytics::misAlgorithms());
cll::opt<MisPlan::Order, false, lonestar::ChoiceParser<MisPlan::Order>>
    order("order", cll::desc("Order of the nodes:"),
          cll::values(clEnumValN(MisPlan::kRandom, "random", "a random permutation (default)"),
                      clEnumValN(MisPlan::kById, "id", "by their numbers")),
          cll::init(MisPlan::kRandom), cll::cat(lonestar::algorithmGroup()));
cll::opt<std::uint64_t> orderSeed("order-seed",
                                  cll::desc("Selects the permutation of --order=random"),
                                  cll::value_desc("seed"), cll::init(1),
                                  cll::cat(lonestar::algorithmGroup()));

using Choice = lonestar::AlgorithmChoice<MisPlan>;

class IndependentSet : public lonestar::Experiment {
public:
  /// @param names  what the input calls its nodes
  IndependentSet(const mis::Graph& graph, const galois::inputs::NodeIdMap& names, Choice chosen)
      : graph_(graph), names_(names), chosen_(std::move(chosen)), order_(graph.size(), plan()),
        method_(lonestar::methodOf(chosen_.algorithm.name, chosen_.algorithm.needs,
                                   lonestar::selectedWorklist())) {
    method_.chosen = !chosen_.reason.empty();
    if (order == MisPlan::kById) {
      method_.ignored.push_back(&orderSeed);
    }
    members_.allocateInterleaved(graph.size());
  }

  const lonestar::Method& method() const { return method_; }

  lonestar::Json params() const override {
    lonestar::Json params = {{"order", order == MisPlan::kById ? "id" : "random"}};
    if (order == MisPlan::kRandom) {
      params["order-seed"] = std::uint64_t{orderSeed};
    }
    if (!chosen_.reason.empty()) {
      params["auto"] = chosen_.reason;
    }
    return params;
  }

  void reset() override { std::fill(members_.begin(), members_.end(), std::uint8_t{0}); }

  lonestar::Outcome run() override {
    return mis::findSet({graph_, order_, members_}, chosen_.algorithm.algorithm,
                        lonestar::runOptions(method_.worklist));
  }

  lonestar::Answer answer() override {
    std::uint64_t sum = 0;
    count_ = 0;
    for (std::uint64_t node = 0; node < members_.size(); ++node) {
      sum += members_[node] == 1 ? node + 1 : 0;
      count_ += members_[node];
    }
    return {sum, {{"members", count_}}};
  }

  std::string check(bool /*fully*/) override { return mis::verifySet(graph_, order_, members_); }

  std::vector<std::string> summary() const override {
    return lonestar::withChoice({fmt::format("{} nodes in the set", count_)}, method_.algorithm,
                                chosen_.reason);
  }

  bool hasValues() const override { return true; }
  void write(galois::inputs::OutputFile& file) const override {
    for (std::uint64_t node = 0; node < members_.size(); ++node) {
      galois::inputs::writeNode(file, names_.nameOf(node));
      file.write(members_[node] == 1 ? " 1\n" : " 0\n");
    }
  }

private:
  static MisPlan plan() {
    MisPlan plan;
    plan.order = order;
    plan.orderSeed = orderSeed;
    return plan;
  }

  const mis::Graph& graph_;
  const galois::inputs::NodeIdMap& names_;
  const Choice chosen_;
  const mis::NodeOrder order_;
  lonestar::Method method_;
  galois::LargeArray<std::uint8_t> members_;
  std::uint64_t count_ = 0; ///< number of nodes in the set
};

int program(int argc, char** argv) {
  galois::SharedMemSys system;
  lonestar::outputFile.setDescription(
      "Write the set there ('-': stdout), one line 'node 1' or 'node 0' per node");
  lonestar::setDefaultShift({.bits = mis::kShift, .fixesWidths = true});
  lonestar::start(argc, argv, kDescription, &lonestar::inputFile);
  lonestar::selectedWorklist(); // reports errors in --wl before a graph is read
  auto input = lonestar::loadGraph<galois::graphs::PackedCSR<void>>(false);
  lonestar::fitThreads(input.graph.size(), input.graph.sizeEdges());
  const lonestar::InputDescription description = input.describe();
  const mis::Graph graph(std::move(input.graph));
  IndependentSet experiment(graph, input.file.names,
                            lonestar::chosenAlgorithm(algorithm, galois::analytics::misAlgorithms(),
                                                      mis::fastestAlgorithm));
  return lonestar::runExperiment("mis-cpu", experiment, experiment.method(), description);
}

} // namespace

int main(int argc, char** argv) {
  return lonestar::runMain(argv, [&] { return program(argc, argv); });
}
