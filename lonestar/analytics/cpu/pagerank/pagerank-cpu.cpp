/**
 * pagerank-cpu: ranks of nodes, by residuals under any worklist (pagerankOperator.h) or by power
 * iteration (PowerIteration.h), checked (pagerankVerify.h) and reported. PagerankProblem.h defines
 * what is computed.
 */
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "Edges.h"
#include "Personalization.h"
#include "RankText.h"
#include "analytics/pagerank/PagerankProblem.h"
#include "analytics/pagerank/Solver.h"
#include "analytics/pagerank/WeightedEdges.h"
#include "analytics/pagerank/pagerankVerify.h"
#include "galois/Galois.h"
#include "galois/Reduction.h"
#include "galois/analytics/Pagerank.h"
#include "inputs/io/Messages.h"
#include "inputs/io/OutputFile.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/AlgorithmFlag.h"
#include "liblonestar/flags/PagerankFlags.h"
#include "liblonestar/flags/RunFlags.h"
#include "liblonestar/flags/WeightTypeFlag.h"
#include "liblonestar/flags/WorklistFlags.h"
#include "liblonestar/run/GraphInput.h"
#include "liblonestar/run/WorklistExperiment.h"

namespace cll = llvm::cl;

namespace {

constexpr const char* kDescription =
    "PageRank: the share of time that a random surfer, who follows edges and sometimes restarts, "
    "spends at each node.";

const lonestar::Examples examples{
    {"pagerank-cpu web.gr --output=ranks.txt", "Ranks of all nodes"},
    {"pagerank-cpu web.gr --damping=0.9 --tolerance=1e-6 --verify=full",
     "Another question, checked in full"},
    {"pagerank-cpu trade.csv --weighted --weight-type=float",
     "Edges are followed in proportion to their weights"},
    {"pagerank-cpu web.gr --wl=obim --priority=whole", "Under a worklist with priorities"}};

using galois::analytics::PagerankPlan;
using pagerank::Graph;
using pagerank::Node;

using lonestar::damping;
using lonestar::Dangling;
using lonestar::danglingFlag;
using lonestar::tolerance;

template <typename Choice>
using ChoiceFlag = cll::opt<Choice, false, lonestar::ChoiceParser<Choice>>;

lonestar::AlgorithmFlag<PagerankPlan>
    algorithm("Algorithm (default: worklist with --wl, else auto):",
              galois::analytics::pagerankAlgorithms());
ChoiceFlag<PagerankPlan::Update> updateFlag(
    "update", cll::desc("How a task improves the rank of its node:"),
    cll::values(clEnumValN(PagerankPlan::kPush, "push", "add the residual, push it on (default)"),
                clEnumValN(PagerankPlan::kPullPush, "pull-push",
                           "pull the rank over in-edges, push the change")),
    cll::init(PagerankPlan::kPush), cll::cat(lonestar::algorithmGroup()));
ChoiceFlag<PagerankPlan::Priority> priorityFlag(
    "priority", cll::desc("Priority of a task, the greater the residual the more urgent:"),
    cll::values(clEnumValN(PagerankPlan::kRounds, "rounds",
                           "none: existing tasks before those that they push (default)"),
                clEnumValN(PagerankPlan::kWhole, "whole",
                           "the residual in units of the mean rank, rounded down; then by rounds"),
                clEnumValN(PagerankPlan::kDetailed, "detailed",
                           "the same with three decimals; then by rounds")),
    cll::init(PagerankPlan::kRounds), cll::cat(lonestar::algorithmGroup()));
cll::opt<unsigned> iterationsFlag("iterations",
                                  cll::desc("With --algo=power: do exactly so many from 1/N"),
                                  cll::value_desc("count"), cll::init(0),
                                  cll::cat(lonestar::algorithmGroup()));
cll::opt<bool> weightedFlag(
    "weighted",
    cll::desc("Follow edges in proportion to their weights (default: all of a node alike)"),
    cll::cat(lonestar::algorithmGroup()));
cll::opt<std::string>
    personalize("personalize",
                cll::desc("Where surfers restart: lines 'node weight' (default: anywhere)"),
                cll::value_desc("file"), cll::cat(lonestar::algorithmGroup()));
cll::opt<double>
    relaxation("relaxation",
               lonestar::Numbers{"a number above 0 and less than 2",
                                 [](double share) { return share > 0 && share < 2; }},
               cll::desc("Share of a residual that --update=push takes at once, above 0 and below "
                         "2 (default 1; on symmetric graphs a greater one that depends on "
                         "--damping)"),
               cll::value_desc("share"), cll::init(0), cll::cat(lonestar::algorithmGroup()));
lonestar::NodeFlag reportNode("reportNode", cll::desc("Print the rank of this node (default 1)"),
                              cll::value_desc("node"), cll::init("1"),
                              cll::cat(lonestar::reportGroup()));
cll::alias reportNodeAlias("report-node", cll::desc("Same as --reportNode"),
                           cll::aliasopt(reportNode), cll::cat(lonestar::reportGroup()));

/// Returns the algorithm that the flags ask for, or kAuto.
PagerankPlan::Algorithm askedFor() {
  const bool byWorklist = !algorithm.given() && lonestar::worklistGiven();
  return byWorklist ? PagerankPlan::kWorklist : algorithm->algorithm;
}

constexpr std::array kPriorityNames = {"rounds", "whole",
                                       "detailed"}; // as in PagerankPlan::Priority
constexpr std::size_t kTop = 10;

/// Returns the nodes of highest rank, highest first; among equals, lower numbers come first.
std::vector<Node> topNodes(const galois::LargeArray<double>& ranks) {
  auto before = [&](Node a, Node b) { return ranks[a] != ranks[b] ? ranks[a] > ranks[b] : a < b; };
  std::vector<Node> top;
  for (std::size_t node = 0; node < ranks.size(); ++node) {
    const Node here = static_cast<Node>(node);
    if (top.size() == kTop && !before(here, top.back())) {
      continue;
    }
    top.insert(std::upper_bound(top.begin(), top.end(), here, before), here);
    top.resize(std::min(top.size(), kTop));
  }
  return top;
}

/// Returns the weights of the edges in a file that is open; none if there are none there.
/// @param kind  what they are
galois::LargeArray<double> weightsOf(lonestar::OpenInput& input, lonestar::WeightKind kind) {
  galois::LargeArray<double> weights;
  galois::graphs::FileGraph& file = input.file();
  if (file.edgeSize() == 0) {
    return weights;
  }
  weights.allocateInterleaved(file.sizeEdges());
  const galois::inputs::WeightType type = *galois::inputs::weightTypeOf(kind);
  const auto read = [&]<typename Bits>(Bits /*size*/) {
    file.checkEdgeSize(sizeof(Bits));
    const Bits* const all = file.edge_data_begin<Bits>();
    galois::do_all(galois::iterate(std::size_t{0}, weights.size()), [&](std::size_t edge) {
      weights[edge] = galois::inputs::withNumber<Bits>(type, [&](auto number) {
        return static_cast<double>(std::bit_cast<decltype(number)>(all[edge]));
      });
    });
  };
  if (file.edgeSize() == sizeof(std::uint64_t)) {
    read(std::uint64_t{});
  } else {
    read(std::uint32_t{});
  }
  return weights;
}

/// Refuses over-relaxation on graphs that are not symmetric. On symmetric graphs every task reduces
/// the error, measured in the energy norm, for any share below 2 and in any order. On others a
/// share above 1 may increase the error without bound.
void checkRelaxation(bool symmetric) {
  if (relaxation.getNumOccurrences() > 0 && relaxation > 1 && !symmetric) {
    throw lonestar::AppError(fmt::format("--relaxation={}: more than 1 is for graphs in which "
                                         "every edge has its reverse{}",
                                         double{relaxation},
                                         weightedFlag ? ", of the same weight" : ""));
  }
}

/// Returns the plan that the flags select, without the distribution of restarts. Its algorithm may
/// be kAuto.
PagerankPlan planOfFlags() {
  PagerankPlan plan;
  plan.algorithm = askedFor();
  plan.update = updateFlag;
  plan.priority = priorityFlag;
  plan.damping = damping;
  plan.tolerance = tolerance;
  plan.spreadDangling = danglingFlag == Dangling::kUniform;
  if (relaxation.getNumOccurrences() > 0) {
    plan.relaxation = relaxation;
  }
  if (iterationsFlag.getNumOccurrences() > 0) {
    plan.iterations = iterationsFlag;
  }
  return plan;
}

class Ranks : public lonestar::Experiment {
public:
  /// All arguments but the last five must outlive this.
  /// @param graph      the input, which the question may have without some edges
  /// @param inEdges    as for Solver, as are `symmetric` and `plan`
  /// @param reason     why the plan's algorithm was chosen; "" if it was asked for
  /// @param method     that of the plan
  Ranks(const Graph& graph, const pagerank::Question& question,
        const galois::inputs::NodeIdMap& names, const Graph* inEdges, bool symmetric,
        const PagerankPlan& plan, std::string reason, const lonestar::Method& method)
      : graph_(graph), question_(question), names_(names), method_(method), plan_(plan),
        reason_(std::move(reason)), solver_(question, inEdges, symmetric, plan_, ranks_) {
    ranks_.allocateInterleaved(question.graph.size());
  }

  lonestar::Json params() const override {
    lonestar::Json params = {{"damping", question_.damping},
                             {"dangling", question_.spreadDangling ? "uniform" : "none"}};
    if (weightedFlag) {
      params["weighted"] = true;
    }
    if (!personalize.empty()) {
      params["personalize"] = personalize;
    }
    if (!reason_.empty()) {
      params["auto"] = reason_;
    }
    if (plan_.iterations) {
      params["iterations"] = *plan_.iterations;
    } else {
      params["tolerance"] = double{tolerance};
    }
    if (method_.worklist) {
      params["update"] = plan_.update == PagerankPlan::kPush ? "push" : "pull-push";
      params["priority"] = kPriorityNames[plan_.priority];
      params["residuals"] = solver_.residualsAllowed();
      if (plan_.update == PagerankPlan::kPush) {
        params["relaxation"] = solver_.relaxation();
      }
    }
    return params;
  }

  void reset() override {
    galois::do_all(galois::iterate(question_.graph), [&](Node node) { ranks_[node] = 0; });
  }

  lonestar::Outcome run() override { return solver_.run(lonestar::runOptions(method_.worklist)); }

  lonestar::Answer answer() override {
    galois::GAccumulator<double> sum;
    galois::do_all(galois::iterate(question_.graph), [&](Node node) { sum += ranks_[node]; });
    sum_ = sum.reduce();
    top_ = topNodes(ranks_);
    lonestar::Json top = lonestar::Json::array();
    for (const Node node : top_) {
      top.push_back({names_.nameOf(node), ranks_[node]});
    }
    // No checksum: the last digits of ranks depend on the order of tasks.
    return {nullptr, {{"sum", sum_}, {"top", top}}};
  }

  std::string check(bool fully) override {
    const auto& teleport = question_.teleport.weights();
    const pagerank::Definition definition{question_.damping,
                                          question_.spreadDangling,
                                          {teleport.begin(), teleport.end()},
                                          plan_.weights};
    const std::vector<double> ranks(ranks_.begin(), ranks_.end());
    return plan_.iterations
               ? pagerank::verifyIterations(graph_, definition, ranks, *plan_.iterations)
               : pagerank::verifyRanks(graph_, definition, ranks, tolerance, fully);
  }

  std::vector<std::string> summary() const override {
    // Galois reports node 1 by default, which a small graph may not have.
    const Node shown = lonestar::nodeNear(reportNode, ranks_.size(), names_);
    std::vector<std::string> highest;
    for (std::size_t i = 0; i < std::min<std::size_t>(top_.size(), 3); ++i) {
      highest.push_back(fmt::format("{} ({:.6g})", names_.nameOf(top_[i]), ranks_[top_[i]]));
    }
    return lonestar::withChoice(
        {fmt::format("Node {} has rank {:.9g}", names_.nameOf(shown), ranks_[shown]),
         fmt::format("Highest ranks: {}", fmt::join(highest, ", ")),
         fmt::format("Sum of ranks {:.9g}", sum_)},
        method_.algorithm, reason_);
  }

  bool hasValues() const override { return true; }
  void write(galois::inputs::OutputFile& file) const override {
    std::string line;
    for (std::size_t node = 0; node < ranks_.size(); ++node) {
      line = names_.nameOf(node).text();
      pagerank::appendRank(line, ranks_[node]);
      line += '\n';
      file.write(line);
    }
  }

private:
  const Graph& graph_;
  const pagerank::Question& question_;
  const galois::inputs::NodeIdMap& names_;
  const lonestar::Method method_;
  const PagerankPlan plan_;
  const std::string reason_; ///< why the algorithm was chosen, or ""
  galois::LargeArray<double> ranks_;
  pagerank::Solver solver_;
  double sum_ = 0;
  std::vector<Node> top_;
};

void checkFlags() {
  if (iterationsFlag.getNumOccurrences() > 0 &&
      !pagerank::infoOf(askedFor()).needs.uses("iterations")) {
    throw lonestar::UsageError(fmt::format("--iterations goes with --algo={}: a worklist has none",
                                           pagerank::infoOf(PagerankPlan::kPower).name));
  }
  if (weightedFlag && !pagerank::givenTransposed().empty()) {
    throw lonestar::UsageError(
        fmt::format("{} does not go with --weighted, which needs the weights "
                    "of the edges as they are followed; leave one of them out",
                    pagerank::givenTransposed()));
  }
  if (!weightedFlag && lonestar::weightType.getNumOccurrences() > 0) {
    throw lonestar::UsageError(
        "--weight-type goes with --weighted: weights are ignored without it");
  }
  try {
    pagerank::checkPlan(planOfFlags());
  } catch (const galois::analytics::InvalidOption& error) {
    throw lonestar::UsageError(fmt::format("--{}", error.what()));
  }
}

/// Returns the edges with weights; none without weights.
/// @throws lonestar::AppError  for a weight that cannot be used
std::optional<pagerank::WeightedEdges> weightedEdges(const Graph& graph,
                                                     std::span<const double> weights, bool inEdges,
                                                     const std::string& name) {
  if (weights.empty()) {
    return std::nullopt;
  }
  try {
    return std::optional<pagerank::WeightedEdges>(std::in_place, graph, weights, inEdges);
  } catch (const galois::analytics::InvalidGraph& error) {
    throw lonestar::AppError(fmt::format("{}: {}", name, error.what()));
  }
}

int program(int argc, char** argv) {
  galois::SharedMemSys system;
  lonestar::start(argc, argv, kDescription, &lonestar::inputFile);
  checkFlags();
  const lonestar::WorklistInfo& worklist = lonestar::selectedWorklist();
  lonestar::OpenInput file = lonestar::openInput(
      weightedFlag ? lonestar::wantedWeights(lonestar::UsableWeights::kNonNegative)
                   : lonestar::WantedWeights{.none = true});
  galois::LargeArray<double> weights;
  if (weightedFlag) {
    weights = weightsOf(file, lonestar::weightKindOf(file));
  }
  auto input = lonestar::loadGraph<Graph>(file, weightedFlag);
  lonestar::fitThreads(input.graph.size(), input.graph.sizeEdges());
  if (reportNode.getNumOccurrences() > 0) {
    lonestar::nodeNamed(reportNode, input.graph.size(), input.file.names);
  }
  PagerankPlan plan = planOfFlags();
  std::string reason;
  if (plan.algorithm == PagerankPlan::kAuto) {
    pagerank::ChosenAlgorithm fastest = pagerank::fastestAlgorithm(plan, !personalize.empty());
    plan.algorithm = fastest.algorithm;
    reason = std::move(fastest.reason);
  }
  const auto& info = pagerank::infoOf(plan.algorithm);
  const bool pulls = info.needs.inEdges || updateFlag == PagerankPlan::kPullPush;
  plan.weights = {weights.data(), weights.size()};
  const pagerank::Edges edges(input.graph, pulls && weights.empty());
  const auto weighted = weightedEdges(input.graph, plan.weights, pulls, input.file.name);
  const bool symmetric = weighted ? weighted->symmetric() : edges.symmetric();
  checkRelaxation(symmetric);
  const lonestar::Method method = lonestar::methodOf(info.name, info.needs, worklist,
                                                     {&updateFlag, &priorityFlag, &relaxation});
  const pagerank::Question question{weighted ? weighted->graph() : input.graph,
                                    personalize.empty()
                                        ? pagerank::Teleport(input.graph.size())
                                        : pagerank::Teleport(pagerank::readPersonalization(
                                              personalize, input.graph.size(), input.file.names)),
                                    damping,
                                    danglingFlag == Dangling::kUniform,
                                    weighted ? &weighted->chances() : nullptr,
                                    weighted ? weighted->inChances() : nullptr};
  Ranks experiment(input.graph, question, input.file.names, weighted ? nullptr : edges.inEdges(),
                   symmetric, plan, std::move(reason), method);
  // Asked first, since standard input is gone after the runs.
  const bool ignored = !weightedFlag && lonestar::inputHasWeights();
  const int status = lonestar::runExperiment("pagerank-cpu", experiment, method, input.describe());
  if (status == 0 && ignored) {
    lonestar::note(
        fmt::format("the weights of {} are ignored; --weighted uses them", input.file.name));
  }
  return status;
}

} // namespace

int main(int argc, char** argv) {
  return lonestar::runMain(argv, [&] { return program(argc, argv); });
}
