/**
 * Checks PageRank on a divided graph against its definition. No rank holds all of the ranks of
 * nodes. The code shares nothing with the algorithm: a step T scatters ranks along the edges and
 * redistributes those of nodes without edges.
 *
 * As pagerank/pagerankVerify.h explains, a vector x is at most |x - Tx| / (1 - d) from the true
 * ranks in L1, and further steps from x narrow down where they are if that bound does not decide.
 */
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "PagerankPart.h"
#include "galois/dist/PartitionedGraph.h"
#include "galois/dist/push/GhostValues.h"

namespace dist {

namespace internal {

/// The check of one rank. All functions are collective.
template <galois::dist::Transport T>
class PagerankCheck {
public:
  using Graph = galois::dist::PartitionedGraph<void>;

  PagerankCheck(galois::dist::Endpoint<T>& endpoint, const Graph& graph,
                const PagerankQuestion& question)
      : endpoint_(endpoint), graph_(graph), question_(question),
        everywhere_(1 / static_cast<double>(graph.globalSize())) {}

  /// Returns the L1 distance of two vectors.
  double distance(std::span<const double> a, std::span<const double> b) const {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      sum += std::abs(a[i] - b[i]);
    }
    return galois::dist::sumOfAll(endpoint_, sum);
  }

  /// Returns the ranks after one step.
  std::vector<double> step(std::span<const double> ranks) const {
    std::vector<double> next(graph_.owned(), 0.0), ghosts(graph_.ghosts(), 0.0);
    std::vector<double> copied; // ranks of ghosts, which may have edges here
    if (!graph_.oneColumn()) {
      copied = galois::dist::ghostValues<double>(endpoint_, graph_, ranks);
    }
    double stuck = 0;
    for (std::uint32_t node = 0; node < graph_.rows(); ++node) {
      const double rank = graph_.isGhost(node) ? copied[node - graph_.owned()] : ranks[node];
      const auto degree = static_cast<double>(graph_.getDegree(node));
      if (degree == 0) {
        stuck += rank;
      }
      for (const auto& edge : graph_.edges(node)) {
        (graph_.isGhost(edge.dst) ? ghosts[edge.dst - graph_.owned()] : next[edge.dst]) +=
            question_.damping * rank / degree;
      }
    }
    galois::dist::updateOwners<double>(
        endpoint_, graph_, [&](std::uint32_t ghost) { return std::optional(ghosts[ghost]); },
        [&](std::uint32_t node, double amount) { next[node] += amount; });
    stuck = galois::dist::sumOfAll(endpoint_, stuck);
    const double restart =
        1 - question_.damping + (question_.spreadDangling ? question_.damping * stuck : 0.0);
    for (double& rank : next) {
      rank += restart * everywhere_;
    }
    return next;
  }

  /// Returns "" when the true ranks are within the tolerance of `ranks`.
  std::string compareWithTruth(std::span<const double> ranks) const {
    const double tolerance = question_.tolerance;
    // Smaller differences between sums of so many rounded numbers have no meaning.
    const double finest = 1e-16 * std::sqrt(static_cast<double>(graph_.globalSize()));
    std::vector<double> from(ranks.begin(), ranks.end());
    while (true) {
      std::vector<double> nearer = step(from);
      const double off =
          distance(from, nearer) * question_.damping / (1 - question_.damping) + finest;
      from = std::move(nearer);
      const double seen = distance(from, ranks);
      if (!(seen - off <= tolerance)) { // written so that NaN is wrong as well
        return wrong(seen);
      }
      if (seen + off <= tolerance || off <= std::max(tolerance / 1000, 2 * finest)) {
        return "";
      }
    }
  }

  /// Does the same with power iteration from equal ranks to a thousandth of the tolerance.
  std::string compareWithIteration(std::span<const double> ranks) const {
    // An iteration multiplies the distance to the true ranks by d; it is at most 2 at the start.
    const double wanted = question_.tolerance / 1000;
    const double count =
        question_.damping == 0 ? 1 : std::ceil(std::log(wanted / 2) / std::log(question_.damping));
    std::vector<double> from(graph_.owned(), everywhere_);
    for (auto i = static_cast<std::uint64_t>(count); i > 0; --i) {
      from = step(from);
    }
    const double seen = distance(from, ranks);
    return seen <= question_.tolerance + wanted ? "" : wrong(seen);
  }

private:
  std::string wrong(double seen) const {
    return fmt::format("the ranks are {:.3g} from what power iteration gives, in L1, and should be "
                       "within {:.3g}",
                       seen, question_.tolerance);
  }

  galois::dist::Endpoint<T>& endpoint_;
  const Graph& graph_;
  const PagerankQuestion question_;
  const double everywhere_;
};

} // namespace internal

/// Returns "" on every rank when the true ranks of nodes are within the tolerance of `ranks` in L1,
/// otherwise one line. Collective.
/// @param ranks  of this rank's nodes
/// @param fully  also compare with power iteration from equal ranks
template <galois::dist::Transport T>
std::string
checkRanks(galois::dist::Endpoint<T>& endpoint, const galois::dist::PartitionedGraph<void>& graph,
           const PagerankQuestion& question, std::span<const double> ranks, bool fully) {
  const internal::PagerankCheck<T> check(endpoint, graph, question);
  const std::string wrong = check.compareWithTruth(ranks);
  return wrong.empty() && fully ? check.compareWithIteration(ranks) : wrong;
}

} // namespace dist
