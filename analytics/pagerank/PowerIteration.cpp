#include "PowerIteration.h"

#include <cmath>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "NodeSums.h"
#include "galois/runtime/report/LastChange.h"
#include "galois/runtime/report/TaskProgress.h"

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
/// there, because no other node reads it. With weights, all nodes have their ranks there.
/// @tparam Rows  Graph, or Chances if there are weights
template <typename Rows>
class PowerIteration {
public:
  PowerIteration(const Question& question, const Rows& inEdges)
      : graph_(question.graph), inEdges_(inEdges), question_(question) {
    shares_.allocateInterleaved(graph_.size());
    next_.allocateInterleaved(graph_.size());
    const double everywhere = 1.0 / static_cast<double>(graph_.size());
    sums_ = forNodes([&](Node node, Sums& sums) {
      const std::size_t degree = graph_.getDegree(node);
      shares_[node] = everywhere / divisorOf(degree);
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
        received += edge.weight * shares[edge.dst];
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
      const double divisor = divisorOf(degree);
      const double share = rank / divisor;
      sums.change += std::abs(share - shares[node]) * divisor;
      next[node] = share;
    });
    std::swap(shares_, next_);
    return sums_.change;
  }

  void writeRanks(galois::LargeArray<double>& ranks) {
    forNodes(
        [&](Node node, Sums&) { ranks[node] = shares_[node] * divisorOf(graph_.getDegree(node)); });
  }

private:
  /// Returns what a rank is divided by to get a share.
  static double divisorOf(std::size_t degree) {
    return !std::is_void_v<typename Rows::Weight> || degree == 0 ? 1 : static_cast<double>(degree);
  }

  template <typename Body>
  Sums forNodes(const Body& body) const {
    return sumOverNodes<Sums>(graph_, "PageRankPower", body);
  }

  const Graph& graph_;
  const Rows& inEdges_;
  const Question& question_;
  galois::LargeArray<double> shares_; ///< of the last iteration
  galois::LargeArray<double> next_;   ///< of the iteration that runs
  Sums sums_;                         ///< of the last iteration
};

template <typename Rows>
std::uint64_t iterate(const Question& question, const Rows& inEdges, double tolerance,
                      std::optional<std::uint64_t> iterations, galois::LargeArray<double>& ranks) {
  PowerIteration<Rows> run(question, inEdges);
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

} // namespace

std::uint64_t powerIteration(const Question& question, const Graph* inEdges, double tolerance,
                             std::optional<std::uint64_t> iterations,
                             galois::LargeArray<double>& ranks) {
  return question.inChances != nullptr
             ? iterate(question, *question.inChances, tolerance, iterations, ranks)
             : iterate(question, *inEdges, tolerance, iterations, ranks);
}

} // namespace pagerank
