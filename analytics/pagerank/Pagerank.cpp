#include "galois/analytics/Pagerank.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "FirstTasks.h"
#include "InitialRanks.h"
#include "PagerankProblem.h"
#include "PowerIteration.h"
#include "Solver.h"
#include "WeightedEdges.h"
#include "analytics/graphs/PerNode.h"
#include "analytics/scheduler/AlgorithmTable.h"
#include "analytics/scheduler/OneThreadIfSmall.h"
#include "analytics/scheduler/Runs.h"
#include "galois/Loops.h"
#include "galois/analytics/Session.h"
#include "pagerankVerify.h"

namespace pagerank {

using galois::analytics::Execution;
using galois::analytics::InvalidOption;
using galois::analytics::PagerankPlan;
using galois::analytics::RunOptions;

double bestRelaxation(double damping) { return 2 / (1 + std::sqrt(1 - damping * damping)); }

void checkPlan(const PagerankPlan& plan) {
  if (!(plan.damping >= 0 && plan.damping < 1)) {
    throw InvalidOption("damping", fmt::to_string(plan.damping), "at least 0 and less than 1");
  }
  if (!(plan.tolerance >= 1e-10 && plan.tolerance < 1)) {
    throw InvalidOption("tolerance", fmt::to_string(plan.tolerance),
                        "at least 1e-10 and less than 1");
  }
  if (plan.relaxation && !(*plan.relaxation > 0 && *plan.relaxation < 2)) {
    throw InvalidOption("relaxation", fmt::to_string(*plan.relaxation),
                        "more than 0 and less than 2");
  }
  if (plan.iterations && !infoOf(plan.algorithm).needs.uses("iterations")) {
    throw InvalidOption("iterations", std::to_string(*plan.iterations),
                        "only power iteration has a number of iterations");
  }
}

ChosenAlgorithm fastestAlgorithm(const PagerankPlan& plan, bool personalized) {
  if (plan.iterations) {
    return {PagerankPlan::kPower, "for a number of iterations"};
  }
  if (personalized) {
    return {PagerankPlan::kWorklist, "for personalised ranks"};
  }
  return {PagerankPlan::kHybrid, "for ranks of all nodes"};
}

namespace {

double relaxationOf(const PagerankPlan& plan, bool symmetric) {
  checkPlan(plan);
  if (!plan.relaxation) {
    return symmetric ? bestRelaxation(plan.damping) : 1;
  }
  if (*plan.relaxation > 1 && !symmetric) {
    throw InvalidOption("relaxation", fmt::to_string(*plan.relaxation),
                        "more than 1 is for graphs in which every edge has its reverse");
  }
  return *plan.relaxation;
}

Update updateOf(const PagerankPlan& plan) {
  return plan.update == PagerankPlan::kPush ? Update::kPush : Update::kPullPush;
}

Priority priorityOf(const PagerankPlan& plan) {
  switch (plan.priority) {
  case PagerankPlan::kWhole:
    return Priority::kWhole;
  case PagerankPlan::kDetailed:
    return Priority::kDetailed;
  default:
    return Priority::kRounds;
  }
}

} // namespace

Solver::Solver(const Question& question, const Graph* inEdges, bool symmetric,
               const PagerankPlan& plan, galois::LargeArray<double>& ranks)
    : question_(question), inEdges_(inEdges), plan_(plan), ranks_(ranks),
      precision_(precisionFor(question, symmetric, plan.tolerance)),
      problem_{question,       inEdges,          symmetric,
               updateOf(plan), priorityOf(plan), relaxationOf(plan, symmetric),
               states_,        ranks_,           shares_,
               busy_} {
  if (plan.algorithm == PagerankPlan::kPower) {
    return;
  }
  states_.allocateInterleaved(question.graph.size());
  shares_.allocateInterleaved(question.graph.size());
  if (plan.update == PagerankPlan::kPullPush) {
    busy_.allocateInterleaved(question.graph.size());
  }
}

/// All that is known about each algorithm. The flag --algo, Python, and records read it.
struct Solver::Table {
  using Row = lonestar::Algorithm<PagerankPlan, Execution (Solver::*)(const Info& self,
                                                                      const RunOptions& options)>;
  static constexpr Row kRows[] = {
      {{PagerankPlan::kAuto,
        "auto",
        "the fastest: worklist with --personalize, power with --iterations, else hybrid",
        {.options = {"iterations"}}},
       nullptr}, // a solver gets the one that fastestAlgorithm() returns
      {{PagerankPlan::kWorklist,
        "worklist",
        "residuals in the order of --wl",
        {.worklist = true, .options = {"update", "priority", "relaxation"}}},
       &Solver::runResiduals},
      {{PagerankPlan::kHybrid,
        "hybrid",
        "Gauss-Seidel sweeps while they pay, then tasks for what is left",
        {.worklist = true, .inEdges = true, .options = {"update", "priority", "relaxation"}}},
       &Solver::runResiduals},
      {{PagerankPlan::kPower,
        "power",
        "power iteration, synchronous",
        {.inEdges = true, .options = {"iterations"}}},
       &Solver::runPower}};
};

galois::analytics::AlgorithmList<PagerankPlan> Solver::algorithms() {
  static constexpr auto kInfos = lonestar::infosOf(Table::kRows);
  return kInfos;
}

Execution Solver::run(const RunOptions& options) {
  const Table::Row& row = galois::analytics::algorithmOf(Table::kRows, plan_.algorithm);
  return (this->*row.run)(row, options);
}

Execution Solver::runResiduals(const Info& self, const RunOptions& options) {
  const bool hybrid = self.algorithm == PagerankPlan::kHybrid;
  const lonestar::Stopwatch clock;
  start(problem_);
  const Sweeps sweeps = hybrid ? sweep(problem_, precision_) : Sweeps{0, false, precision_.allowed};
  galois::LargeArray<Task> tasks;
  if (!sweeps.solved) {
    computeResiduals(problem_, sweeps.allowed);
    tasks = firstTasks(problem_, Urgency(problem_));
  }
  Execution execution =
      lonestar::runUnder(options, {}, [&](auto tag, const lonestar::WorklistSettings& settings) {
        return runWorklist<typename decltype(tag)::type>(problem_, tasks, settings);
      });
  finish(problem_, sweeps.solved);
  execution.seconds = clock.seconds();
  if (hybrid) {
    execution.algorithm = self.name;
    execution.measures.push_back({"sweeps", sweeps.number});
  }
  execution.useful = execution.executed - execution.stale;
  return execution;
}

Execution Solver::runPower(const Info& self, const RunOptions& options) {
  Execution execution = lonestar::executionOf(self.name, options);
  const lonestar::Stopwatch clock;
  const std::uint64_t iterations =
      powerIteration(question_, inEdges_, plan_.tolerance, plan_.iterations, ranks_);
  execution.seconds = clock.seconds();
  execution.executed = execution.useful = iterations * question_.graph.size();
  execution.measures.push_back({"iterations", iterations});
  return execution;
}

} // namespace pagerank

namespace galois::analytics {

namespace {

void checkArguments(const Graph<void>& graph, std::size_t ranks, const PagerankPlan& plan) {
  ::pagerank::checkPlan(plan);
  if (graph.size() == 0) {
    throw InvalidGraph("the graph has no nodes, so no surfer can be anywhere");
  }
  lonestar::checkOnePerNode("ranks", ranks, graph.size());
  if (!plan.personalize.empty() && plan.personalize.size() != graph.size()) {
    throw InvalidOption(
        "personalize", std::to_string(plan.personalize.size()),
        fmt::format("the graph has {} nodes, and each needs a weight", graph.size()));
  }
  if (!plan.weights.empty() && plan.weights.size() != graph.sizeEdges()) {
    throw InvalidOption(
        "weights", std::to_string(plan.weights.size()),
        fmt::format("the graph has {} edges, and each needs a weight", graph.sizeEdges()));
  }
}

/// Returns the restart probabilities, which are the weights divided by their sum.
std::vector<double> teleportOf(std::span<const double> weights) {
  double sum = 0;
  for (const double weight : weights) {
    if (!(weight >= 0)) {
      throw InvalidOption("personalize", fmt::to_string(weight), "weights are at least 0");
    }
    sum += weight;
  }
  if (!(sum > 0 && std::isfinite(sum))) {
    throw InvalidOption("personalize", fmt::to_string(sum),
                        "the sum of the weights is more than 0 and finite");
  }
  std::vector<double> probabilities(weights.begin(), weights.end());
  for (double& probability : probabilities) {
    probability /= sum;
  }
  return probabilities;
}

::pagerank::Teleport teleport(const Graph<void>& graph, const PagerankPlan& plan) {
  if (plan.personalize.empty()) {
    return ::pagerank::Teleport(graph.size());
  }
  const std::vector<double> probabilities = teleportOf(plan.personalize);
  LargeArray<double> kept;
  kept.allocateInterleaved(probabilities.size());
  std::copy(probabilities.begin(), probabilities.end(), kept.begin());
  return ::pagerank::Teleport(std::move(kept));
}

} // namespace

AlgorithmList<PagerankPlan> pagerankAlgorithms() { return ::pagerank::Solver::algorithms(); }

Execution pagerank(const Graph<void>& graph, std::span<double> ranks, const PagerankPlan& plan,
                   const RunOptions& options) {
  checkArguments(graph, ranks.size(), plan);
  Execution execution;
  Session::get().run(options, graph.size() + graph.sizeEdges(), [&] {
    PagerankPlan chosen = plan;
    std::string reason;
    if (plan.algorithm == PagerankPlan::kAuto) {
      ::pagerank::ChosenAlgorithm fastest =
          lonestar::wantsWorklist(options)
              ? ::pagerank::ChosenAlgorithm{PagerankPlan::kWorklist,
                                            "for a scheduler or what it measures"}
              : ::pagerank::fastestAlgorithm(plan, !plan.personalize.empty());
      chosen.algorithm = fastest.algorithm;
      reason = std::move(fastest.reason);
    }
    const bool wanted = ::pagerank::infoOf(chosen.algorithm).needs.inEdges ||
                        plan.update == PagerankPlan::kPullPush;
    std::optional<::pagerank::WeightedEdges> weighted;
    if (!plan.weights.empty()) {
      weighted.emplace(graph.rows(), plan.weights, wanted);
    }
    const ::pagerank::Question question{weighted ? weighted->graph() : graph.rows(),
                                        teleport(graph, plan),
                                        plan.damping,
                                        plan.spreadDangling,
                                        weighted ? &weighted->chances() : nullptr,
                                        weighted ? weighted->inChances() : nullptr};
    const bool symmetric = weighted ? weighted->symmetric() : graph.symmetric();
    const Graph<void>::Rows* const inEdges = weighted    ? nullptr
                                             : symmetric ? &graph.rows()
                                             : wanted    ? &graph.transpose()
                                                         : nullptr;
    LargeArray<double> view(ranks.data(), ranks.size());
    {
      const lonestar::OneThreadIfSmall few(ranks.size());
      do_all(iterate(std::size_t{0}, ranks.size()), [&](std::size_t node) { ranks[node] = 0; });
    }
    execution = ::pagerank::Solver(question, inEdges, symmetric, chosen, view).run(options);
    if (!reason.empty()) {
      execution.plan.push_back({"auto", reason});
    }
  });
  return execution;
}

PagerankResult pagerank(const Graph<void>& graph, const PagerankPlan& plan,
                        const RunOptions& options) {
  PagerankResult result;
  Session::get().run(options, graph.size() + graph.sizeEdges(), [&] {
    result.ranks.allocateInterleaved(graph.size());
    result.execution =
        pagerank(graph, std::span<double>(result.ranks.data(), result.ranks.size()), plan, options);
  });
  return result;
}

std::string verifyPagerank(const Graph<void>& graph, std::span<const double> ranks,
                           const PagerankPlan& plan, bool fully) {
  checkArguments(graph, ranks.size(), plan);
  ::pagerank::Definition definition{plan.damping, plan.spreadDangling, {}, plan.weights};
  if (!plan.personalize.empty()) {
    definition.teleport = teleportOf(plan.personalize);
  }
  const std::vector<double> copy(ranks.begin(), ranks.end());
  std::string wrong;
  Session::get().run([&] {
    const lonestar::OneThreadIfSmall few(graph.size() + graph.sizeEdges());
    wrong = plan.iterations
                ? ::pagerank::verifyIterations(graph.rows(), definition, copy, *plan.iterations)
                : ::pagerank::verifyRanks(graph.rows(), definition, copy, plan.tolerance, fully);
  });
  return wrong;
}

} // namespace galois::analytics
