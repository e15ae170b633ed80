#include "galois/analytics/Betweenness.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <fmt/format.h>

#include "BetweennessProblem.h"
#include "LevelSearch.h"
#include "SourceSearch.h"
#include "analytics/graphs/PerNode.h"
#include "analytics/scheduler/AlgorithmTable.h"
#include "analytics/scheduler/Runs.h"
#include "betweennessVerify.h"
#include "galois/analytics/Session.h"
#include "galois/substrate/Atomics.h"

namespace betweenness {

using galois::analytics::BetweennessPlan;
using galois::analytics::Execution;
using galois::analytics::RunOptions;

namespace {

/// All that is known about each algorithm. The flag --algo, Python, and records read it.
constexpr galois::analytics::AlgorithmInfo<BetweennessPlan> kAlgorithms[] = {
    {BetweennessPlan::kAuto, "auto",
     "the fastest: sources with weights, on one thread or with two sources per thread, else "
     "levels"},
    {BetweennessPlan::kSources, "sources", "each thread searches from one source at a time"},
    {BetweennessPlan::kLevels, "levels",
     "all threads search from one source, level by level; without weights"}};

/// Searches from one source with numbers of paths that are too great for a double.
/// @throws galois::analytics::InvalidGraph  if they are too great for a long double
template <typename W>
class WideSearch {
public:
  explicit WideSearch(const galois::graphs::PackedCSR<W>& rows) : rows_(rows) {}

  std::size_t addFrom(Node source, bool endpoints, double* scores) {
    if (!search_) {
      search_ = std::make_unique<SourceSearch<W, long double>>(rows_);
    }
    const std::size_t reached = search_->addFrom(source, endpoints, scores);
    if (reached == 0) {
      throw galois::analytics::InvalidGraph(
          fmt::format("from node {} more shortest paths lead to a node than can be counted, {:.0e}",
                      source, kMostPaths<long double>));
    }
    return reached;
  }

private:
  const galois::graphs::PackedCSR<W>& rows_;
  std::unique_ptr<SourceSearch<W, long double>> search_; ///< once it is needed
};

/// What a thread has for its searches.
template <typename W>
struct Own {
  Own(const galois::graphs::PackedCSR<W>& rows, bool needsScores) : search(rows), wide(rows) {
    if (needsScores) {
      scores.allocateLocal(rows.size());
      std::fill(scores.begin(), scores.end(), 0.0);
    }
  }

  SourceSearch<W, double> search;
  WideSearch<W> wide;
  galois::LargeArray<double> scores; ///< none where the thread has the answer's
  std::uint64_t reached = 0;
};

/// Adds up over all sources. Each thread takes one at a time. Returns how many nodes searches reached.
template <typename W>
std::uint64_t searchOnEachThread(const Problem<W>& problem, bool endpoints) {
  const std::size_t sources = problem.sourceCount();
  std::vector<std::unique_ptr<Own<W>>> own(
      std::min<std::size_t>(galois::getActiveThreads(), sources));
  // Relaxed: the number only selects a source, and the end of the loop publishes what threads wrote.
  galois::Atomic<std::size_t> next{0};
  galois::on_each(
      [&](unsigned thread, unsigned /*threads*/) {
        if (thread >= own.size()) {
          return;
        }
        try {
          own[thread] = std::make_unique<Own<W>>(problem.rows, thread > 0);
          Own<W>& mine = *own[thread];
          double* const scores = thread > 0 ? mine.scores.data() : problem.scores.data();
          for (std::size_t i = next.fetch_add(1, galois::order::relaxed); i < sources;
               i = next.fetch_add(1, galois::order::relaxed)) {
            const Node source = problem.source(i);
            const std::size_t reached = mine.search.addFrom(source, endpoints, scores);
            mine.reached += reached > 0 ? reached : mine.wide.addFrom(source, endpoints, scores);
          }
        } catch (...) {
          next.store(sources, galois::order::relaxed);
          throw;
        }
      },
      galois::loopname("Betweenness"));
  galois::do_all(galois::iterate(std::size_t{0}, problem.scores.size()), [&](std::size_t node) {
    for (std::size_t thread = 1; thread < own.size(); ++thread) {
      problem.scores[node] += own[thread]->scores[node];
    }
  });
  std::uint64_t reached = 0;
  for (const auto& one : own) {
    reached += one->reached;
  }
  return reached;
}

/// Does the same on all threads for one source after the other.
std::uint64_t searchTogether(const Problem<void>& problem, bool endpoints) {
  LevelSearch search(problem.rows);
  WideSearch<void> wide(problem.rows);
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < problem.sourceCount(); ++i) {
    const Node source = problem.source(i);
    const std::size_t reached = search.addFrom(source, endpoints, problem.scores.data());
    sum += reached > 0 ? reached : wide.addFrom(source, endpoints, problem.scores.data());
  }
  return sum;
}

} // namespace

const galois::analytics::AlgorithmInfo<BetweennessPlan>&
chosenAlgorithm(const BetweennessPlan& plan, std::size_t sources, bool weighted, unsigned threads) {
  BetweennessPlan::Algorithm chosen = plan.algorithm;
  if (chosen == BetweennessPlan::kLevels && weighted) {
    throw galois::analytics::InvalidOption(
        "algo", "levels", "it is for graphs without weights; with weights there is sources");
  }
  if (chosen == BetweennessPlan::kAuto) {
    const bool busy = threads == 1 || sources >= std::size_t{2} * threads;
    chosen = weighted || busy ? BetweennessPlan::kSources : BetweennessPlan::kLevels;
  }
  return galois::analytics::algorithmOf(kAlgorithms, chosen);
}

template <typename W>
Execution findBetweenness(const Problem<W>& problem, const BetweennessPlan& plan,
                          const RunOptions& options) {
  const lonestar::Stopwatch clock;
  galois::do_all(galois::iterate(std::size_t{0}, problem.scores.size()),
                 [&](std::size_t node) { problem.scores[node] = 0; });
  std::uint64_t reached = 0;
  if constexpr (std::is_void_v<W>) {
    reached = plan.algorithm == BetweennessPlan::kLevels
                  ? searchTogether(problem, plan.endpoints)
                  : searchOnEachThread(problem, plan.endpoints);
  } else {
    reached = searchOnEachThread(problem, plan.endpoints);
  }
  const Scale scale(problem.rows.size(), problem.sources.size(), problem.undirected, plan);
  if (!scale.isOne()) {
    std::vector<bool> given(problem.rows.size(), false);
    for (const Node source : problem.sources) {
      given[source] = true;
    }
    galois::do_all(galois::iterate(std::size_t{0}, problem.scores.size()),
                   [&](std::size_t node) { problem.scores[node] *= scale.of(given[node]); });
  }
  Execution execution = lonestar::executionOf(
      galois::analytics::algorithmOf(kAlgorithms, plan.algorithm).name, options);
  execution.executed = execution.pushed = execution.useful = reached;
  execution.measures.push_back({"sources", std::uint64_t{problem.sourceCount()}});
  execution.seconds = clock.seconds();
  return execution;
}

Scale::Scale(std::size_t nodes, std::size_t sources, bool undirected, const BetweennessPlan& plan) {
  if (!plan.normalized) {
    source_ = other_ = sources == 0 && undirected ? 0.5 : 1;
    return;
  }
  // Without endpoints a node has no path that begins or ends at itself.
  const double ends = static_cast<double>(nodes) - (plan.endpoints ? 0 : 1);
  if (ends < 2) {
    return;
  }
  const double begins = sources == 0 ? ends : static_cast<double>(sources);
  source_ = other_ = 1 / (begins * (ends - 1));
  if (sources > 0 && !plan.endpoints) {
    source_ =
        sources > 1 ? 1 / ((begins - 1) * (ends - 1)) : std::numeric_limits<double>::quiet_NaN();
  }
}

} // namespace betweenness

namespace galois::analytics {

namespace {

/// Returns the number of edges that searches read, at most: the size of the work.
template <typename W>
std::uint64_t workOf(const Graph<W>& graph, std::span<const Node> sources) {
  const double work = static_cast<double>(sources.empty() ? graph.size() : sources.size()) *
                      static_cast<double>(graph.size() + graph.sizeEdges());
  return work < 1e18 ? static_cast<std::uint64_t>(work) : std::uint64_t{1000000000000000000};
}

template <typename W>
void checkArguments(const Graph<W>& graph, std::span<const Node> sources, std::size_t scores) {
  lonestar::checkOnePerNode("scores", scores, graph.size());
  for (const Node source : sources) {
    if (source >= graph.size()) {
      throw NodeOutOfRange(source, graph.size());
    }
  }
}

/// Whether answers have to be halved. Finds out Graph::symmetric() only if that matters.
template <typename W>
bool isUndirected(const Graph<W>& graph, std::span<const Node> sources,
                  const BetweennessPlan& plan) {
  return sources.empty() && !plan.normalized &&
         (plan.undirected ? *plan.undirected : graph.symmetric());
}

} // namespace

AlgorithmList<BetweennessPlan> betweennessAlgorithms() { return ::betweenness::kAlgorithms; }

template <typename W>
Execution betweenness(const Graph<W>& graph, std::span<const Node> sources,
                      std::span<double> scores, const BetweennessPlan& plan,
                      const RunOptions& options) {
  checkArguments(graph, sources, scores.size());
  Execution execution;
  Session::get().run(options, workOf(graph, sources), [&] {
    if constexpr (!std::is_void_v<W>) {
      graph.weights(); // refuses some
    }
    BetweennessPlan chosen = plan;
    const ::betweenness::SimpleRows<W> rows(graph.rows());
    const ::betweenness::Problem<W> problem{rows.rows(), sources,
                                            isUndirected(graph, sources, plan), scores};
    chosen.algorithm = ::betweenness::chosenAlgorithm(plan, problem.sourceCount(),
                                                      !std::is_void_v<W>, getActiveThreads())
                           .algorithm;
    execution = ::betweenness::findBetweenness(problem, chosen, options);
  });
  return execution;
}

template <typename W>
BetweennessResult betweenness(const Graph<W>& graph, std::span<const Node> sources,
                              const BetweennessPlan& plan, const RunOptions& options) {
  BetweennessResult result;
  Session::get().run(options, workOf(graph, sources), [&] {
    result.scores.allocateInterleaved(graph.size());
    result.execution =
        betweenness(graph, sources, std::span<double>(result.scores.data(), result.scores.size()),
                    plan, options);
  });
  return result;
}

template <typename W>
std::string verifyBetweenness(const Graph<W>& graph, std::span<const Node> sources,
                              std::span<const double> scores, const BetweennessPlan& plan,
                              bool fully) {
  checkArguments(graph, sources, scores.size());
  constexpr std::uint64_t kEdges = std::uint64_t{1} << 25;
  const std::uint64_t work = workOf(graph, sources);
  std::string wrong;
  Session::get().run([&] {
    const ::betweenness::Scale scale(graph.size(), sources.size(),
                                     isUndirected(graph, sources, plan), plan);
    const auto scaleOf = [&](bool isSource) { return scale.of(isSource); };
    if (fully || work <= std::max(kEdges, 16 * (graph.size() + graph.sizeEdges()))) {
      wrong =
          ::betweenness::verifyByDefinition(graph.rows(), sources, scores, scaleOf, plan.endpoints);
    } else {
      wrong = ::betweenness::verifyBounds(graph.rows(), graph.transpose(), sources, scores, scaleOf,
                                          plan.endpoints);
    }
  });
  return wrong;
}

#define GALOIS_ANALYTICS_BETWEENNESS(W)                                                            \
  template Execution betweenness(const Graph<W>&, std::span<const Node>, std::span<double>,        \
                                 const BetweennessPlan&, const RunOptions&);                       \
  template BetweennessResult betweenness(const Graph<W>&, std::span<const Node>,                   \
                                         const BetweennessPlan&, const RunOptions&);               \
  template std::string verifyBetweenness(const Graph<W>&, std::span<const Node>,                   \
                                         std::span<const double>, const BetweennessPlan&, bool);
GALOIS_ANALYTICS_BETWEENNESS(void)
GALOIS_ANALYTICS_BETWEENNESS(std::uint32_t)
GALOIS_ANALYTICS_BETWEENNESS(std::uint64_t)
GALOIS_ANALYTICS_BETWEENNESS(double)
#undef GALOIS_ANALYTICS_BETWEENNESS

} // namespace galois::analytics
