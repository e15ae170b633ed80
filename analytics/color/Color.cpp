#include "galois/analytics/Color.h"

#include <string>

#include "Coloring.h"
#include "FewerColors.h"
#include "SequentialColoring.h"
#include "SpeculativeGreedy.h"
#include "analytics/graphs/PerNode.h"
#include "analytics/graphs/UndirectedGraph.h"
#include "analytics/scheduler/AlgorithmTable.h"
#include "analytics/scheduler/OneThreadIfSmall.h"
#include "analytics/scheduler/Runs.h"
#include "colorVerify.h"
#include "galois/Loops.h"
#include "galois/analytics/Session.h"

namespace color {

using galois::analytics::ColorPlan;
using galois::analytics::Execution;
using galois::analytics::RunOptions;

namespace {

using Info = galois::analytics::AlgorithmInfo<ColorPlan>;
using Row =
    lonestar::Algorithm<ColorPlan, Execution (*)(const Info& self, const Problem& problem,
                                                 const ColorPlan& plan, const RunOptions& options)>;

Execution runUnderWorklist(const Info& /*self*/, const Problem& problem, const ColorPlan& plan,
                           const RunOptions& options) {
  // Queues that would find the width of their buckets get the least one. Here a wide bucket saves no
  // work, and it costs colours, because nodes of different saturation then run in any order.
  Execution execution = lonestar::runUnder(
      options, {.fixesWidths = true},
      [&](auto tag, const lonestar::WorklistSettings& settings) {
        return runWorklist<typename decltype(tag)::type>(problem, settings);
      },
      preferredWorklist(problem.greatestDegree));
  SpeculativeGreedy(problem).colorRest();
  if (plan.improve) {
    FewerColors(problem).run();
  }
  return execution;
}

Execution runDsatur(const Info& self, const Problem& problem, const ColorPlan& /*plan*/,
                    const RunOptions& options) {
  Execution execution = lonestar::executionOf(self.name, options, self.needs.oneThread);
  execution.executed = execution.pushed = colorBySaturation(problem.graph, problem.colors);
  execution.stale = execution.executed - problem.colors.size();
  return execution;
}

Execution runGreedy(const Info& self, const Problem& problem, const ColorPlan& /*plan*/,
                    const RunOptions& options) {
  Execution execution = lonestar::executionOf(self.name, options, self.needs.oneThread);
  colorGreedily(problem);
  execution.executed = execution.pushed = problem.colors.size();
  return execution;
}

Execution runParallelGreedy(const Info& self, const Problem& problem, const ColorPlan& /*plan*/,
                            const RunOptions& options) {
  Execution execution = lonestar::executionOf(self.name, options);
  const auto counts = SpeculativeGreedy(problem).colorAll();
  execution.executed = execution.pushed = counts.colored;
  execution.measures.push_back({"conflicts", std::uint64_t{counts.undone}});
  return execution;
}

/// All that is known about each algorithm. The flag --algo, Python, and records read it.
constexpr Row kAlgorithms[] = {
    {{ColorPlan::kWorklist,
      "worklist",
      "nodes with the most colours around them first, in the order of --wl (default)",
      {.worklist = true, .options = {"improve"}}},
     runUnderWorklist},
    {{ColorPlan::kDsatur, "dsatur", "the same in exact order, on one thread", {.oneThread = true}},
     runDsatur},
    {{ColorPlan::kGreedy, "greedy", "in the order of nodes, on one thread", {.oneThread = true}},
     runGreedy},
    {{ColorPlan::kParallelGreedy, "parallel-greedy",
      "nearly in the order of nodes, on all threads"},
     runParallelGreedy}};

} // namespace

void uncolor(galois::LargeArray<Color>& colors) {
  const lonestar::OneThreadIfSmall few(colors.size());
  galois::do_all(galois::iterate(std::size_t{0}, colors.size()),
                 [&](std::size_t node) { colors[node] = kUncolored; });
}

Execution colorNodes(const Problem& problem, const ColorPlan& plan, const RunOptions& options) {
  const lonestar::Stopwatch clock;
  const Row& row = galois::analytics::algorithmOf(kAlgorithms, plan.algorithm);
  Execution execution = row.run(row, problem, plan, options);
  // For all algorithms, the time includes allocating what they need besides graph and answer.
  execution.seconds = clock.seconds();
  execution.useful = problem.colors.size();
  return execution;
}

} // namespace color

namespace galois::analytics {

AlgorithmList<ColorPlan> colorAlgorithms() {
  static constexpr auto kInfos = lonestar::infosOf(::color::kAlgorithms);
  return kInfos;
}

Execution color(const Graph<void>& graph, std::span<Color> colors, const ColorPlan& plan,
                const RunOptions& options) {
  lonestar::checkOnePerNode("colors", colors.size(), graph.size());
  Execution execution;
  Session::get().run(options, graph.size() + graph.sizeEdges(), [&] {
    const ::color::Graph& undirected = graph.undirected();
    LargeArray<Color> view(colors.data(), colors.size());
    ::color::uncolor(view);
    const ::color::Problem problem{undirected, ::color::greatestDegree(undirected), view};
    execution = ::color::colorNodes(problem, plan, options);
  });
  return execution;
}

ColorResult color(const Graph<void>& graph, const ColorPlan& plan, const RunOptions& options) {
  ColorResult result;
  Session::get().run(options, graph.size() + graph.sizeEdges(), [&] {
    result.colors.allocateInterleaved(graph.size());
    result.execution =
        color(graph, std::span<Color>(result.colors.data(), result.colors.size()), plan, options);
  });
  return result;
}

std::string verifyColor(const Graph<void>& graph, std::span<const Color> colors) {
  lonestar::checkOnePerNode("colors", colors.size(), graph.size());
  std::string wrong;
  Session::get().run([&] {
    const lonestar::OneThreadIfSmall few(graph.size() + graph.sizeEdges());
    const ::color::Graph& undirected = graph.undirected();
    wrong = ::color::verifyColors(undirected, colors.data(), ::color::greatestDegree(undirected));
  });
  return wrong;
}

} // namespace galois::analytics
