#include "PowerIteration.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "galois/Galois.h"
#include "galois/Reduction.h"
#include "galois/runtime/LastChange.h"
#include "galois/runtime/TaskProgress.h"
#include "galois/substrate/Charge.h"

namespace pagerank {

namespace {

/// Sums over the nodes of one iteration.
struct Sums {
  double change = 0;   ///< of the ranks, without signs
  double dangling = 0; ///< ranks of the nodes without edges

  friend Sums operator+(const Sums& a, const Sums& b) {
    return {a.change + b.change, a.dangling + b.dangling};
  }
};

/// One run. Between iterations it keeps each node's share, its rank divided by its number of edges,
/// and not its rank: an iteration reads and writes one array. A node without edges has its rank
/// there, because no other node reads it.
class PowerIteration {
public:
  PowerIteration(const Question& question, const Graph& inEdges)
      : graph_(question.graph), inEdges_(inEdges), question_(question) {
    shares_.allocateInterleaved(graph_.size());
    next_.allocateInterleaved(graph_.size());
    const double everywhere = 1.0 / static_cast<double>(graph_.size());
    sums_ = forNodes([&](Node node, Sums& sums) {
      const std::size_t degree = graph_.getDegree(node);
      shares_[node] = degree == 0 ? everywhere : everywhere / static_cast<double>(degree);
      sums.dangling += degree == 0 ? everywhere : 0;
    });
  }

  /// Computes all shares from the previous ones. Returns the sum of the changes of the ranks.
  double step() {
    const double damping = question_.damping;
    const double restart =
        1 - damping + (question_.spreadDangling ? damping * sums_.dangling : 0.0);
    const bool uniform = question_.teleport.uniform();
    const double everywhere = restart / static_cast<double>(graph_.size());
    // Values that every node or edge needs are captured by value, which saves one load.
    sums_ = forNodes([this, damping, restart, uniform, everywhere, shares = shares_.data(),
                      next = next_.data()](Node node, Sums& sums) {
      double received = 0;
      for (const auto& edge : inEdges_.edges(node)) {
        received += shares[edge.dst];
      }
      const double rank =
          damping * received + (uniform ? everywhere : restart * question_.teleport[node]);
      const std::size_t degree = graph_.getDegree(node);
      if (degree == 0) {
        sums.change += std::abs(rank - shares[node]);
        sums.dangling += rank;
        next[node] = rank;
        return;
      }
      const double share = rank / static_cast<double>(degree);
      sums.change += std::abs(share - shares[node]) * static_cast<double>(degree);
      next[node] = share;
    });
    std::swap(shares_, next_);
    return sums_.change;
  }

  void writeRanks(galois::LargeArray<double>& ranks) {
    forNodes([&](Node node, Sums&) {
      const std::size_t degree = graph_.getDegree(node);
      ranks[node] = degree == 0 ? shares_[node] : shares_[node] * static_cast<double>(degree);
    });
  }

private:
  /// Calls body(node, sums) for every node. Each block of nodes has sums of its own, in registers.
  template <typename Body>
  Sums forNodes(const Body& body) const {
    constexpr std::size_t kBlock = 512;
    const std::size_t nodes = graph_.size();
    auto sums = galois::make_reducible([](const Sums& a, const Sums& b) { return a + b; },
                                       [] { return Sums(); });
    galois::do_all(
        galois::iterate(std::size_t{0}, (nodes + kBlock - 1) / kBlock),
        [&](std::size_t block) {
          Sums own;
          const std::size_t end = std::min(nodes, (block + 1) * kBlock);
          galois::substrate::charge(galois::substrate::Work::kIteration, end - block * kBlock);
          for (std::size_t node = block * kBlock; node < end; ++node) {
            body(static_cast<Node>(node), own);
          }
          sums.update(own);
        },
        galois::steal(), galois::chunk_size<1>(), galois::loopname("PageRankPower"));
    return sums.reduce();
  }

  const Graph& graph_;
  const Graph& inEdges_;
  const Question& question_;
  galois::LargeArray<double> shares_; ///< of the last iteration
  galois::LargeArray<double> next_;   ///< of the iteration that runs
  Sums sums_;                         ///< of the last iteration
};

} // namespace

std::uint64_t powerIteration(const Question& question, const Graph& inEdges, double tolerance,
                             std::optional<std::uint64_t> iterations,
                             galois::LargeArray<double>& ranks) {
  PowerIteration run(question, inEdges);
  std::uint64_t done = 0;
  for (bool more = true; iterations ? done < *iterations : more; ++done) {
    const double change = run.step() * question.damping / (1 - question.damping);
    galois::runtime::LastChange::note(change);
    galois::runtime::TaskProgress::count(question.graph.size());
    more = change > tolerance;
  }
  run.writeRanks(ranks);
  return done;
}

} // namespace pagerank
