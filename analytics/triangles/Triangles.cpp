#include "galois/analytics/Triangles.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <string>

#include "Counting.h"
#include "OrderedRows.h"
#include "TrianglesProblem.h"
#include "analytics/graphs/PerNode.h"
#include "analytics/scheduler/AlgorithmTable.h"
#include "analytics/scheduler/Runs.h"
#include "galois/analytics/Session.h"
#include "trianglesVerify.h"

namespace triangles {

using galois::analytics::Execution;
using galois::analytics::RunOptions;
using galois::analytics::TrianglesPlan;

namespace {

using Info = galois::analytics::AlgorithmInfo<TrianglesPlan>;
using Row = lonestar::Algorithm<TrianglesPlan, void (Counts::*)()>;

/// All that is known about each algorithm. The flag --algo, Python, and records read it.
constexpr Row kAlgorithms[] = {
    {{TrianglesPlan::kAuto, "auto",
      "the fastest: marks if these take no more memory than the edges, else merge"},
     nullptr},
    {{TrianglesPlan::kMarks, "marks", "looks later neighbours up among marks of each thread"},
     &Counts::run<Marking>},
    {{TrianglesPlan::kMerge, "merge", "merges the sorted rows of both ends of an edge"},
     &Counts::run<Merging>}};

} // namespace

Problem problemFor(const galois::analytics::Graph<void>& graph, std::span<std::uint64_t> triangles,
                   std::span<double> clustering) {
  return {graph.undirected(), clustering.empty() || graph.symmetric() ? nullptr : &graph.rows(),
          triangles, clustering};
}

const Info& chosenAlgorithm(const TrianglesPlan& plan, const Undirected& graph, unsigned threads) {
  if (plan.algorithm != TrianglesPlan::kAuto) {
    return galois::analytics::algorithmOf(kAlgorithms, plan.algorithm);
  }
  return galois::analytics::algorithmOf(kAlgorithms, graph.size() * threads <= 2 * graph.numEdges()
                                                         ? TrianglesPlan::kMarks
                                                         : TrianglesPlan::kMerge);
}

Execution countTriangles(const Problem& problem, const TrianglesPlan& plan,
                         const RunOptions& options) {
  const lonestar::Stopwatch clock;
  const Row& row = galois::analytics::algorithmOf(kAlgorithms, plan.algorithm);
  const OrderedRows rows(problem.graph);
  std::optional<Directions> directions;
  if (problem.arcs != nullptr) {
    directions.emplace(rows, *problem.arcs);
  }
  Counts counts(rows, directions ? &*directions : nullptr);
  (counts.*row.run)();
  rows.forEachRank([&](Node rank) {
    const Node node = rows.nodeOf(rank);
    problem.triangles[node] = counts.triangles(rank);
    if (!problem.clustering.empty()) {
      const auto degree = static_cast<double>(problem.graph.degree(node));
      problem.clustering[node] =
          degree < 2 ? 0 : static_cast<double>(counts.arcs(rank)) / (degree * (degree - 1));
    }
  });
  Execution execution = lonestar::executionOf(row.name, options);
  execution.executed = execution.pushed = counts.steps();
  execution.useful = counts.total();
  execution.seconds = clock.seconds();
  return execution;
}

} // namespace triangles

namespace galois::analytics {

AlgorithmList<TrianglesPlan> trianglesAlgorithms() {
  static constexpr auto kInfos = lonestar::infosOf(::triangles::kAlgorithms);
  return kInfos;
}

Execution triangles(const Graph<void>& graph, std::span<std::uint64_t> triangles,
                    std::span<double> clustering, const TrianglesPlan& plan,
                    const RunOptions& options) {
  lonestar::checkOnePerNode("triangles", triangles.size(), graph.size());
  if (!clustering.empty()) {
    lonestar::checkOnePerNode("clustering", clustering.size(), graph.size());
  }
  Execution execution;
  Session::get().run(options, graph.size() + graph.sizeEdges(), [&] {
    const ::triangles::Problem problem = ::triangles::problemFor(graph, triangles, clustering);
    TrianglesPlan chosen = plan;
    chosen.algorithm =
        ::triangles::chosenAlgorithm(plan, problem.graph, galois::getActiveThreads()).algorithm;
    execution = ::triangles::countTriangles(problem, chosen, options);
  });
  return execution;
}

TrianglesResult triangles(const Graph<void>& graph, const TrianglesPlan& plan,
                          const RunOptions& options) {
  TrianglesResult result;
  Session::get().run(options, graph.size() + graph.sizeEdges(), [&] {
    result.triangles.allocateInterleaved(graph.size());
    result.clustering.allocateInterleaved(graph.size());
    result.execution = triangles(
        graph, std::span<std::uint64_t>(result.triangles.data(), result.triangles.size()),
        std::span<double>(result.clustering.data(), result.clustering.size()), plan, options);
    result.total = result.execution.useful;
  });
  return result;
}

double meanClustering(std::span<const double> clustering) {
  return clustering.empty() ? 0
                            : std::accumulate(clustering.begin(), clustering.end(), 0.0) /
                                  static_cast<double>(clustering.size());
}

std::string verifyTriangles(const Graph<void>& graph, std::span<const std::uint64_t> triangles,
                            std::span<const double> clustering, bool fully) {
  lonestar::checkOnePerNode("triangles", triangles.size(), graph.size());
  if (!clustering.empty()) {
    lonestar::checkOnePerNode("clustering", clustering.size(), graph.size());
  }
  constexpr std::uint64_t kVisits = 16;
  std::string wrong;
  Session::get().run([&] {
    wrong = ::triangles::verifyCounts(graph.rows(), graph.transpose(), triangles, clustering,
                                      fully ? std::numeric_limits<std::uint64_t>::max()
                                            : kVisits * graph.sizeEdges());
  });
  return wrong;
}

} // namespace galois::analytics
