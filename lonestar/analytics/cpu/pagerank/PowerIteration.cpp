#include "PowerIteration.h"

#include <cmath>
#include <utility>

#include "galois/Galois.h"
#include "galois/Reduction.h"

namespace pagerank {

std::uint64_t powerIteration(const Question& question, const Graph& inEdges, double tolerance,
                             std::optional<std::uint64_t> iterations,
                             galois::LargeArray<double>& ranks) {
  const Graph& graph = question.graph;
  const double damping = question.damping;
  galois::GAccumulator<double> change, dangling;
  // Each node's contribution to each neighbour: of the last iteration, and of the next one.
  galois::LargeArray<double> shares, nextShares;
  shares.allocateInterleaved(graph.size());
  nextShares.allocateInterleaved(graph.size());
  auto forNodes = [&](const auto& body) {
    galois::do_all(galois::iterate(graph), body, galois::steal(), galois::chunk_size<512>(),
                   galois::loopname("PageRankPower"));
  };
  auto setRank = [&](Node node, double rank, galois::LargeArray<double>& share) {
    ranks[node] = rank;
    const std::size_t degree = graph.getDegree(node);
    share[node] = degree == 0 ? 0 : damping * rank / static_cast<double>(degree);
    if (degree == 0) {
      dangling += rank;
    }
  };

  const double everywhere = 1.0 / static_cast<double>(graph.size());
  forNodes([&](Node node) { setRank(node, everywhere, shares); });
  std::uint64_t done = 0;
  for (bool more = true; iterations ? done < *iterations : more; ++done) {
    const double restart =
        1 - damping + (question.spreadDangling ? damping * dangling.reduce() : 0.0);
    dangling.reset();
    change.reset();
    forNodes([&](Node node) {
      double rank = restart * question.teleport[node];
      for (const auto& edge : inEdges.edges(node)) {
        rank += shares[edge.dst];
      }
      change += std::abs(rank - ranks[node]);
      setRank(node, rank, nextShares);
    });
    std::swap(shares, nextShares);
    more = change.reduce() * damping / (1 - damping) > tolerance;
  }
  return done;
}

} // namespace pagerank
