#include "galois/analytics/Color.h"

#include <string>

#include "Coloring.h"
#include "FewerColors.h"
#include "SequentialColoring.h"
#include "SpeculativeGreedy.h"
#include "analytics/graphs/PerNode.h"
#include "analytics/graphs/UndirectedGraph.h"
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

Execution colorUnderWorklist(const Problem& problem, bool improve, const RunOptions& options) {
  // Queues that would find the width of their buckets get the least one. Here a wide bucket saves no
  // work, and it costs colours, because nodes of different saturation then run in any order.
  Execution execution = lonestar::runUnder(
      options, 0,
      [&](auto tag, const lonestar::WorklistSettings& settings) {
        return runWorklist<typename decltype(tag)::type>(problem, settings);
      },
      lonestar::Widths::kFixed, preferredWorklist(problem.greatestDegree));
  SpeculativeGreedy(problem).colorRest();
  if (improve) {
    FewerColors(problem).run();
  }
  return execution;
}

Execution colorWithoutWorklist(const Problem& problem, ColorPlan::Algorithm algorithm,
                               const RunOptions& options) {
  if (algorithm == ColorPlan::kParallelGreedy) {
    Execution execution = lonestar::executionOf("parallel-greedy", options);
    const auto counts = SpeculativeGreedy(problem).colorAll();
    execution.executed = execution.pushed = counts.colored;
    execution.measures.push_back({"conflicts", std::uint64_t{counts.undone}});
    return execution;
  }
  const bool dsatur = algorithm == ColorPlan::kDsatur;
  Execution execution = lonestar::executionOf(dsatur ? "dsatur" : "greedy", options, true);
  if (dsatur) {
    execution.executed = execution.pushed = colorBySaturation(problem.graph, problem.colors);
    execution.stale = execution.executed - problem.colors.size();
  } else {
    colorGreedily(problem);
    execution.executed = execution.pushed = problem.colors.size();
  }
  return execution;
}

} // namespace

void uncolor(galois::LargeArray<Color>& colors) {
  const lonestar::OneThreadIfSmall few(colors.size());
  galois::do_all(galois::iterate(std::size_t{0}, colors.size()),
                 [&](std::size_t node) { colors[node] = kUncolored; });
}

Execution colorNodes(const Problem& problem, const ColorPlan& plan, const RunOptions& options) {
  const lonestar::Stopwatch clock;
  Execution execution = plan.algorithm == ColorPlan::kWorklist
                            ? colorUnderWorklist(problem, plan.improve, options)
                            : colorWithoutWorklist(problem, plan.algorithm, options);
  // For all algorithms, the time includes allocating what they need besides graph and answer.
  execution.seconds = clock.seconds();
  execution.useful = problem.colors.size();
  return execution;
}

} // namespace color

namespace galois::analytics {

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
