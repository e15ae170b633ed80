#include "galois/analytics/Components.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "ComponentsProblem.h"
#include "SampledUnion.h"
#include "SequentialComponents.h"
#include "analytics/graphs/PerNode.h"
#include "analytics/scheduler/AlgorithmTable.h"
#include "analytics/scheduler/OneThreadIfSmall.h"
#include "analytics/scheduler/Runs.h"
#include "componentsVerify.h"
#include "galois/Loops.h"
#include "galois/analytics/Session.h"

namespace components {

using galois::analytics::ComponentsPlan;
using galois::analytics::Execution;
using galois::analytics::InvalidOption;
using galois::analytics::RunOptions;

namespace {

using Info = galois::analytics::AlgorithmInfo<ComponentsPlan>;
using Row =
    lonestar::Algorithm<ComponentsPlan, Execution (*)(const Info& self, const Problem& problem,
                                                      const RunOptions& options)>;

Execution describe(Execution execution, const Problem& problem, const UnionCounts& counts) {
  execution.executed = execution.pushed = counts.looked;
  execution.useful = problem.graph.size() - counts.components;
  return execution;
}

Execution runSampling(const Info& self, const Problem& problem, const RunOptions& options) {
  const UnionCounts counts = galois::getActiveThreads() == 1
                                 ? SampledUnion<Access::kAlone>(problem).run()
                                 : SampledUnion<Access::kShared>(problem).run();
  Execution execution = describe(lonestar::executionOf(self.name, options), problem, counts);
  execution.measures.push_back({"skipped", counts.skipped});
  return execution;
}

Execution runUnderWorklist(const Info& /*self*/, const Problem& problem,
                           const RunOptions& options) {
  labelAlone(problem.labels);
  Execution execution =
      lonestar::runUnder(options, {}, [&](auto tag, const lonestar::WorklistSettings& settings) {
        return runWorklist<typename decltype(tag)::type>(problem, settings);
      });
  execution.useful = problem.graph.size(); // the last task of each node
  return execution;
}

Execution runUnionFind(const Info& self, const Problem& problem, const RunOptions& options) {
  return describe(lonestar::executionOf(self.name, options, self.needs.oneThread), problem,
                  sequentialUnion(problem));
}

Execution runTarjan(const Info& self, const Problem& problem, const RunOptions& options) {
  const std::uint64_t components = StrongSearch(problem).run();
  return describe(lonestar::executionOf(self.name, options, self.needs.oneThread), problem,
                  {problem.graph.sizeEdges(), 0, components});
}

/// All that is known about each algorithm. The flag --algo, Python, and records read it.
constexpr Row kAlgorithms[] = {
    {{ComponentsPlan::kAuto, "auto", "the fastest: sampling, or tarjan with --strong"}, nullptr},
    {{ComponentsPlan::kSampling, "sampling",
      "disjoint sets; a few edges per node first, which join most nodes"},
     runSampling},
    {{ComponentsPlan::kWorklist,
      "worklist",
      "labels spread along edges, in the order of --wl",
      {.worklist = true}},
     runUnderWorklist},
    {{ComponentsPlan::kUnionFind,
      "union-find",
      "disjoint sets, edge by edge, on one thread",
      {.oneThread = true}},
     runUnionFind},
    {{ComponentsPlan::kTarjan,
      "tarjan",
      "strong components by depth-first search, on one thread",
      {.oneThread = true}},
     runTarjan}};

const Row& rowOf(ComponentsPlan::Algorithm algorithm) {
  return galois::analytics::algorithmOf(kAlgorithms, algorithm);
}

} // namespace

void labelAlone(Labels& labels) {
  const lonestar::OneThreadIfSmall few(labels.size());
  galois::do_all(galois::iterate(std::size_t{0}, labels.size()),
                 [&](std::size_t node) { labels[node] = static_cast<Node>(node); });
}

const Info& chosenAlgorithm(const ComponentsPlan& plan, const RunOptions& options) {
  if (plan.algorithm == ComponentsPlan::kAuto) {
    return rowOf(plan.strong                        ? ComponentsPlan::kTarjan
                 : lonestar::wantsWorklist(options) ? ComponentsPlan::kWorklist
                                                    : ComponentsPlan::kSampling);
  }
  const Info& chosen = rowOf(plan.algorithm);
  if ((plan.algorithm == ComponentsPlan::kTarjan) != plan.strong) {
    throw InvalidOption("algo", chosen.name,
                        plan.strong ? fmt::format("finds weak components; {} finds strong ones",
                                                  rowOf(ComponentsPlan::kTarjan).name)
                                    : "finds strong components, which the option strong asks for");
  }
  return chosen;
}

Problem problemFor(const galois::analytics::Graph<void>& graph, const ComponentsPlan& plan,
                   Labels& labels) {
  const bool worklist = plan.algorithm == ComponentsPlan::kWorklist;
  const bool symmetric =
      plan.symmetric || graph.known().symmetric.value_or(false) || (worklist && graph.symmetric());
  return {graph.rows(), worklist && !symmetric ? &graph.transpose() : nullptr, symmetric, labels,
          plan.order};
}

Execution findComponents(const Problem& problem, const ComponentsPlan& plan,
                         const RunOptions& options) {
  const lonestar::Stopwatch clock;
  const Row& row = rowOf(plan.algorithm);
  Execution execution = row.run(row, problem, options);
  execution.seconds = clock.seconds();
  return execution;
}

} // namespace components

namespace galois::analytics {

AlgorithmList<ComponentsPlan> componentsAlgorithms() {
  static constexpr auto kInfos = lonestar::infosOf(::components::kAlgorithms);
  return kInfos;
}

Execution components(const Graph<void>& graph, std::span<Node> labels, const ComponentsPlan& plan,
                     const RunOptions& options) {
  lonestar::checkOnePerNode("labels", labels.size(), graph.size());
  ComponentsPlan chosen = plan;
  chosen.algorithm = ::components::chosenAlgorithm(plan, options).algorithm;
  if (chosen.order != nullptr) {
    chosen.order->clear();
  }
  Execution execution;
  Session::get().run(options, graph.size() + graph.sizeEdges(), [&] {
    LargeArray<Node> view(labels.data(), labels.size());
    const ::components::Problem problem = ::components::problemFor(graph, chosen, view);
    execution = ::components::findComponents(problem, chosen, options);
  });
  return execution;
}

ComponentsResult components(const Graph<void>& graph, const ComponentsPlan& plan,
                            const RunOptions& options) {
  ComponentsResult result;
  Session::get().run(options, graph.size() + graph.sizeEdges(), [&] {
    result.labels.allocateInterleaved(graph.size());
    const std::span<Node> labels(result.labels.data(), result.labels.size());
    result.execution = components(graph, labels, plan, options);
    result.counts = countComponents(labels);
  });
  return result;
}

ComponentCounts countComponents(std::span<const Node> labels) {
  std::vector<Node> sizes(labels.size(), 0);
  for (const Node label : labels) {
    if (label >= labels.size()) {
      throw NodeOutOfRange(label, labels.size());
    }
    ++sizes[label];
  }
  ComponentCounts counts;
  for (std::size_t label = 0; label < sizes.size(); ++label) {
    counts.components += sizes[label] > 0 ? 1 : 0;
    if (sizes[label] > counts.largest) {
      counts.largest = sizes[label];
      counts.largestLabel = static_cast<Node>(label);
    }
  }
  return counts;
}

std::string verifyComponents(const Graph<void>& graph, std::span<const Node> labels, bool strong) {
  lonestar::checkOnePerNode("labels", labels.size(), graph.size());
  std::string wrong;
  Session::get().run([&] {
    wrong = strong ? ::components::verifyStrong(graph.rows(), graph.transpose(), labels.data())
                   : ::components::verifyWeak(graph.rows(), labels.data());
  });
  return wrong;
}

} // namespace galois::analytics
