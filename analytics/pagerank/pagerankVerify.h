/**
 * Checks PageRank against its definition. The code shares nothing with the algorithms: it runs on
 * one thread, scatters ranks along the out-edges, and redistributes the ranks of nodes without
 * edges in every step.
 *
 * A step T reduces the L1 distance of any two vectors by the factor d. So a vector x is at most |x
 * - Tx| / (1 - d) from the true ranks. Where that bound does not decide, because x meets the
 * tolerance only narrowly, further steps from x narrow down where the true ranks are.
 */
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "galois/substrate/Cancellation.h"

namespace pagerank {

/// The definition, see PagerankProblem.h. `teleport` sums to 1; if it is empty, it is 1/N for every
/// node.
struct Definition {
  double damping = 0.85;
  bool spreadDangling = true;
  std::vector<double> teleport{};
  /// One per edge, in the order of the nodes and of the edges of each; empty: all edges are alike.
  std::span<const double> weights{};
};

namespace internal {

inline double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum += std::abs(a[i] - b[i]);
  }
  return sum;
}

/// Returns the ranks after one step, in O(nodes + edges) time.
/// @throws galois::substrate::Cancelled
template <typename Graph>
std::vector<double> step(const Graph& graph, const Definition& definition,
                         const std::vector<double>& ranks) {
  galois::substrate::Cancellation::throwIfRequested();
  const std::uint64_t nodes = graph.size();
  std::vector<double> next(nodes, 0.0);
  double stuck = 0;        // the rank of nodes without edges, or with weights of 0 alone
  std::uint64_t first = 0; // of all edges, the first one of the node
  for (std::uint64_t node = 0; node < nodes; ++node) {
    const auto& edges = graph.edges(static_cast<std::uint32_t>(node));
    const auto weights = definition.weights.empty()
                             ? definition.weights
                             : definition.weights.subspan(first, edges.size());
    first += edges.size();
    const double greatest = weights.empty() ? 1 : *std::max_element(weights.begin(), weights.end());
    if (edges.empty() || greatest == 0) {
      stuck += ranks[node];
      continue;
    }
    double all = 0; // of the node, in units of the greatest one, whose sum is finite
    for (const double weight : weights) {
      all += weight / greatest;
    }
    std::size_t place = 0;
    for (const auto& edge : edges) {
      next[edge.dst] +=
          weights.empty() ? definition.damping * ranks[node] / static_cast<double>(edges.size())
                          : definition.damping * ranks[node] * (weights[place++] / greatest / all);
    }
  }
  const double restart =
      1 - definition.damping + (definition.spreadDangling ? definition.damping * stuck : 0.0);
  for (std::uint64_t node = 0; node < nodes; ++node) {
    next[node] += restart * (definition.teleport.empty() ? 1 / static_cast<double>(nodes)
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

/// Returns "" when the true ranks are within `tolerance` of `ranks`, otherwise one line. Iterates
/// from `ranks` towards the true ones.
template <typename Graph>
std::string compareWithTruth(const Graph& graph, const Definition& definition,
                             const std::vector<double>& ranks, double tolerance) {
  // Smaller differences between sums of so many rounded numbers have no meaning.
  const double finest = 1e-16 * std::sqrt(static_cast<double>(graph.size()));
  std::vector<double> from; // empty: `ranks`, of which a copy would be needless memory
  while (true) {
    const std::vector<double>& present = from.empty() ? ranks : from;
    std::vector<double> nearer = step(graph, definition, present);
    const double off =
        distance(present, nearer) * definition.damping / (1 - definition.damping) + finest;
    from = std::move(nearer);
    const double seen = distance(from, ranks);
    if (!(seen - off <= tolerance)) { // written so that NaN is wrong as well
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

/// Returns "" when `ranks` are within `tolerance` of the true ones in L1, otherwise one line. Takes
/// one step or a few from the ranks themselves. Runs on one thread.
/// @param fully  also compare with power iteration from 1/N to a thousandth of the tolerance
template <typename Graph>
std::string verifyRanks(const Graph& graph, const Definition& definition,
                        const std::vector<double>& ranks, double tolerance, bool fully) {
  std::string wrong = internal::compareWithTruth(graph, definition, ranks, tolerance);
  if (wrong.empty() && fully) {
    // An iteration multiplies the distance to the true ranks by d; it is at most 2 at the start.
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

/// Returns "" when `ranks` are those after exactly `iterations` iterations from 1/N, otherwise one
/// line.
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
