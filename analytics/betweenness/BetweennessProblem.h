/** What the parts of betweenness-cpu share: the edges that count, the sources, and the run. */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "galois/LargeArray.h"
#include "galois/Loops.h"
#include "galois/Reduction.h"
#include "galois/analytics/Betweenness.h"
#include "galois/graphs/FromArrays.h"
#include "galois/graphs/PackedCSR.h"

namespace betweenness {

using Node = std::uint32_t;

/// Rows without loops and parallel edges: those of a graph, if all of them ascend and it has no loop,
/// or else a copy, in which the lightest of parallel edges is left.
template <typename W>
class SimpleRows {
public:
  using Rows = galois::graphs::PackedCSR<W>;
  using Edge = typename Rows::Edge;

  /// Looks at all rows on all active threads. O(nodes + edges), and for a copy O(edges log edges) and
  /// the memory of two graphs.
  /// @param rows  must outlive this
  explicit SimpleRows(const Rows& rows) : given_(rows) {
    galois::GAccumulator<std::uint64_t> others;
    forEachNode([&](Node node) {
      std::int64_t last = -1;
      for (const Edge& edge : rows.edges(node)) {
        if (std::int64_t{edge.dst} <= last || edge.dst == node) {
          others += 1U;
          return;
        }
        last = edge.dst;
      }
    });
    if (others.reduce() > 0) {
      copy();
    }
  }

  const Rows& rows() const { return offsets_.empty() ? given_ : copy_; }

private:
  template <typename Visit>
  void forEachNode(const Visit& visit) const {
    galois::do_all(
        galois::iterate(std::size_t{0}, given_.size()),
        [&](std::size_t node) { visit(static_cast<Node>(node)); }, galois::steal(),
        galois::chunk_size<256>());
  }

  static bool nearerOrLighter(const Edge& a, const Edge& b) {
    return a.dst != b.dst ? a.dst < b.dst : a.weight < b.weight;
  }

  void copy() {
    galois::LargeArray<std::uint64_t> begins;
    galois::LargeArray<Edge> sorted;
    begins.allocateInterleaved(given_.size() + 1);
    sorted.allocateInterleaved(given_.sizeEdges());
    begins[0] = 0;
    for (std::size_t node = 0; node < given_.size(); ++node) {
      begins[node + 1] = begins[node] + given_.getDegree(static_cast<Node>(node));
    }
    offsets_.allocateInterleaved(given_.size() + 1);
    forEachNode([&](Node node) {
      Edge* const first = sorted.data() + begins[node];
      Edge* last = std::copy_if(given_.rowBegin(node), given_.rowEnd(node), first,
                                [&](const Edge& edge) { return edge.dst != node; });
      std::sort(first, last, nearerOrLighter);
      last = std::unique(first, last, [](const Edge& a, const Edge& b) { return a.dst == b.dst; });
      offsets_[std::size_t{node} + 1] = static_cast<std::uint64_t>(last - first);
    });
    offsets_[0] = 0;
    for (std::size_t node = 0; node < given_.size(); ++node) {
      offsets_[node + 1] += offsets_[node];
    }
    edges_.allocateInterleaved(offsets_[given_.size()]);
    forEachNode([&](Node node) {
      std::copy_n(sorted.data() + begins[node], offsets_[std::size_t{node} + 1] - offsets_[node],
                  edges_.data() + offsets_[node]);
    });
    copy_ = galois::graphs::viewEdges<W>(
        std::span<const std::uint64_t>(offsets_.data(), offsets_.size()),
        std::span<const Edge>(edges_.data(), edges_.size()));
  }

  const Rows& given_;
  galois::LargeArray<std::uint64_t> offsets_;
  galois::LargeArray<Edge> edges_;
  Rows copy_; ///< a view of both
};

/// The question, and the array that an algorithm fills in.
template <typename W>
struct Problem {
  const galois::graphs::PackedCSR<W>& rows; ///< without loops and parallel edges
  std::span<const Node> sources;            ///< none: all nodes
  bool undirected;                          ///< as of BetweennessPlan
  std::span<double> scores;                 ///< one per node

  std::size_t sourceCount() const { return sources.empty() ? rows.size() : sources.size(); }
  Node source(std::size_t index) const {
    return sources.empty() ? static_cast<Node>(index) : sources[index];
  }
};

/// Returns the algorithm that a plan stands for; never kAuto.
/// @throws galois::analytics::InvalidOption  for kLevels with weights
const galois::analytics::AlgorithmInfo<galois::analytics::BetweennessPlan>&
chosenAlgorithm(const galois::analytics::BetweennessPlan& plan, std::size_t sources, bool weighted,
                unsigned threads);

/// Fills in the scores by the algorithm of a plan, which is chosen. The time includes all but making
/// the problem.
template <typename W>
galois::analytics::Execution findBetweenness(const Problem<W>& problem,
                                             const galois::analytics::BetweennessPlan& plan,
                                             const galois::analytics::RunOptions& options);

/// Returns by what a sum over sources is multiplied.
class Scale {
public:
  /// @param sources      given ones; 0: all nodes
  /// @param undirected   as of BetweennessPlan
  Scale(std::size_t nodes, std::size_t sources, bool undirected,
        const galois::analytics::BetweennessPlan& plan);

  double of(bool isSource) const { return isSource ? source_ : other_; }
  bool isOne() const { return source_ == 1 && other_ == 1; }

private:
  double source_ = 1, other_ = 1;
};

} // namespace betweenness
