/**
 * Is this the answer? Checks of PageRank against its definition, by code that shares nothing with
 * the algorithms that computed it: one thread, ranks scattered along the out-edges, nodes without
 * edges redistributed in every step.
 *
 * A step T brings any two vectors d times as near to each other in L1, so a vector x is at most
 * |x - Tx| / (1 - d) from the true ranks. Where that bound does not decide, because x has been
 * computed with little to spare, further steps from x narrow down where the truth lies.
 */
#ifndef GALOIS_LONESTAR_PAGERANK_PAGERANKVERIFY_H
#define GALOIS_LONESTAR_PAGERANK_PAGERANKVERIFY_H

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace pagerank {

/// The definition: see PagerankProblem.h. `teleport` sums to 1; empty: 1/N for every node.
struct Definition {
  double damping = 0.85;
  bool spreadDangling = true;
  std::vector<double> teleport{};
};

namespace internal {

inline double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum += std::abs(a[i] - b[i]);
  }
  return sum;
}

/// The ranks after one step. O(nodes + edges).
template <typename Graph>
std::vector<double> step(const Graph& graph, const Definition& definition,
                         const std::vector<double>& ranks) {
  const std::uint64_t nodes = graph.size();
  std::vector<double> next(nodes, 0.0);
  double stuck = 0; // at nodes without edges
  for (std::uint64_t node = 0; node < nodes; ++node) {
    const auto& edges = graph.edges(static_cast<std::uint32_t>(node));
    if (edges.empty()) {
      stuck += ranks[node];
      continue;
    }
    for (const auto& edge : edges) {
      next[edge.dst] += definition.damping * ranks[node] / static_cast<double>(edges.size());
    }
  }
  const double anew =
      1 - definition.damping + (definition.spreadDangling ? definition.damping * stuck : 0.0);
  for (std::uint64_t node = 0; node < nodes; ++node) {
    next[node] += anew * (definition.teleport.empty() ? 1 / static_cast<double>(nodes)
                                                      : definition.teleport[node]);
  }
  return next;
}

template <typename Graph>
std::vector<double> steps(const Graph& graph, const Definition& definition, std::uint64_t count) {
  std::vector<double> ranks(graph.size(), 1 / static_cast<double>(graph.size()));
  for (std::uint64_t i = 0; i < count; ++i) {
    ranks = step(graph, definition, ranks);
  }
  return ranks;
}

/// "" when the true ranks are within `tolerance` of `ranks`, else one line. `from` is where the
/// search for the truth begins.
template <typename Graph>
std::string compareWithTruth(const Graph& graph, const Definition& definition,
                             const std::vector<double>& ranks, std::vector<double> from,
                             double tolerance) {
  // Beyond this, sums of so many rounded numbers say nothing.
  const double finest = 1e-16 * std::sqrt(static_cast<double>(graph.size()));
  while (true) {
    std::vector<double> nearer = step(graph, definition, from);
    const double off =
        distance(from, nearer) * definition.damping / (1 - definition.damping) + finest;
    from = std::move(nearer);
    const double seen = distance(from, ranks);
    if (!(seen - off <= tolerance)) { // so that ranks that are no numbers are wrong as well
      return fmt::format("the ranks are {:.3g} from what power iteration gives, in L1, and should "
                         "be within {:.3g}",
                         seen, tolerance);
    }
    if (seen + off <= tolerance || off <= std::max(tolerance / 1000, 2 * finest)) {
      return "";
    }
  }
}

} // namespace internal

/// "" when `ranks` are within `tolerance` of the true ones in L1, else one line about it. Takes a
/// step or a few from the ranks themselves; `fully`: also compares with power iteration from 1/N
/// to a thousandth of the tolerance. One thread.
template <typename Graph>
std::string verifyRanks(const Graph& graph, const Definition& definition,
                        const std::vector<double>& ranks, double tolerance, bool fully) {
  std::string wrong = internal::compareWithTruth(graph, definition, ranks, ranks, tolerance);
  if (wrong.empty() && fully) {
    // An iteration leaves d times the distance to the truth, which is 2 at most to begin with.
    const double wanted = tolerance / 1000;
    const double count = definition.damping == 0
                             ? 1
                             : std::ceil(std::log(wanted / 2) / std::log(definition.damping));
    const double seen = internal::distance(
        ranks, internal::steps(graph, definition, static_cast<std::uint64_t>(count)));
    if (!(seen <= tolerance + wanted)) {
      wrong = fmt::format("the ranks are {:.3g} from those of sequential power iteration, in L1, "
                          "and should be within {:.3g}",
                          seen, tolerance);
    }
  }
  return wrong;
}

/// "" when `ranks` are those after exactly `iterations` iterations from 1/N, else one line.
template <typename Graph>
std::string verifyIterations(const Graph& graph, const Definition& definition,
                             const std::vector<double>& ranks, std::uint64_t iterations) {
  const double seen = internal::distance(ranks, internal::steps(graph, definition, iterations));
  return seen <= 1e-10 ? ""
                       : fmt::format("the ranks are {:.3g} from those of {} sequential iterations, "
                                     "in L1, where rounding explains 1e-10",
                                     seen, iterations);
}

} // namespace pagerank

#endif
