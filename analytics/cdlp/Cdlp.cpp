#include "galois/analytics/Cdlp.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "CdlpProblem.h"
#include "Rounds.h"
#include "analytics/graphs/PerNode.h"
#include "analytics/scheduler/Runs.h"
#include "cdlpVerify.h"
#include "galois/analytics/Session.h"
#include "galois/runtime/report/TaskProgress.h"

namespace cdlp {

using galois::analytics::CdlpPlan;
using galois::analytics::Execution;
using galois::analytics::RunOptions;

Problem problemFor(const galois::analytics::Graph<void>& graph, std::span<std::uint32_t> labels) {
  return {graph.rows(), graph.symmetric() ? nullptr : &graph.transpose(), labels};
}

Execution propagate(const Problem& problem, const CdlpPlan& plan, const RunOptions& options) {
  const lonestar::Stopwatch clock;
  galois::do_all(galois::iterate(std::size_t{0}, problem.labels.size()), [&](std::size_t node) {
    problem.labels[node] =
        plan.initial.empty() ? static_cast<std::uint32_t>(node) : plan.initial[node];
  });
  Rounds rounds(problem.rows, problem.inEdges, problem.labels);
  Execution execution = lonestar::executionOf("rounds", options);
  std::uint64_t count = 0;
  for (std::uint64_t changed = 1; count < plan.iterations && changed > 0; ++count) {
    const std::uint64_t before = rounds.looked();
    changed = rounds.run();
    execution.useful += changed;
    galois::runtime::TaskProgress::countOrThrow(rounds.looked() - before);
  }
  execution.executed = execution.pushed = rounds.looked();
  execution.measures.push_back({"rounds", count});
  execution.seconds = clock.seconds();
  return execution;
}

} // namespace cdlp

namespace galois::analytics {

namespace {

void checkArguments(const Graph<void>& graph, std::size_t labels, const CdlpPlan& plan) {
  lonestar::checkOnePerNode("labels", labels, graph.size());
  if (!plan.initial.empty()) {
    lonestar::checkOnePerNode("initial", plan.initial.size(), graph.size());
  }
}

} // namespace

Execution cdlp(const Graph<void>& graph, std::span<Node> labels, const CdlpPlan& plan,
               const RunOptions& options) {
  checkArguments(graph, labels.size(), plan);
  Execution execution;
  Session::get().run(options, graph.size() + graph.sizeEdges(), [&] {
    execution = ::cdlp::propagate(::cdlp::problemFor(graph, labels), plan, options);
  });
  return execution;
}

CdlpResult cdlp(const Graph<void>& graph, const CdlpPlan& plan, const RunOptions& options) {
  CdlpResult result;
  Session::get().run(options, graph.size() + graph.sizeEdges(), [&] {
    result.labels.allocateInterleaved(graph.size());
    result.execution =
        cdlp(graph, std::span<Node>(result.labels.data(), result.labels.size()), plan, options);
  });
  return result;
}

std::string verifyCdlp(const Graph<void>& graph, std::span<const Node> labels,
                       const CdlpPlan& plan) {
  checkArguments(graph, labels.size(), plan);
  std::string wrong;
  Session::get().run([&] {
    wrong = ::cdlp::verifyLabels(graph.rows(), graph.transpose(), labels, plan.initial,
                                 plan.iterations);
  });
  return wrong;
}

} // namespace galois::analytics
