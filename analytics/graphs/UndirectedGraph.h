/**
 * A graph for algorithms on undirected graphs, without loops and parallel edges, and with each edge
 * in the rows of both its ends. It is made from any directed graph. Two nodes have an edge if an
 * arc leads from one to the other in either direction, and its weight is that of the lightest such
 * arc.
 *
 * Algorithms may reorder the rows in place.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <boost/range/iterator_range.hpp>

#include "analytics/graphs/Reverses.h"
#include "analytics/scheduler/OneThreadIfSmall.h"
#include "galois/Galois.h"
#include "galois/LargeArray.h"
#include "galois/Reduction.h"
#include "galois/graphs/GraphHelpers.h"
#include "galois/graphs/PackedCSR.h"
#include "galois/substrate/Atomics.h"

namespace lonestar {

/// @tparam Weight  std::uint32_t, or void for edges without weights
template <typename Weight>
class UndirectedGraph {
public:
  using Edge = galois::graphs::PackedEdge<Weight>;
  using Node = std::uint32_t;

  /// Makes the graph on all active threads, in O(m log m) time. It frees `directed` as early as
  /// possible. If the caller moves its graph into it, the peak is the memory of two graphs, or of
  /// three where arcs lack their reverses. Call it outside parallel loops.
  /// @throws std::bad_alloc if there is not enough memory
  explicit UndirectedGraph(galois::graphs::PackedCSR<Weight> directed);

  /// Returns the number of nodes.
  std::size_t size() const { return numNodes_; }
  /// Returns the number of edges, each counted once.
  std::uint64_t numEdges() const { return offsets_[numNodes_] / 2; }
  /// Returns the position of the row of n among all rows; n may be size().
  std::uint64_t offset(std::size_t n) const { return offsets_[n]; }
  /// Returns the number of edges of n.
  std::uint64_t degree(Node n) const { return offsets_[std::size_t{n} + 1] - offsets_[n]; }
  /// Returns the edges of n, sorted by their other ends unless the caller has reordered them.
  std::span<const Edge> row(Node n) const { return {edges_.data() + offsets_[n], degree(n)}; }
  std::span<Edge> row(Node n) { return {edges_.data() + offsets_[n], degree(n)}; }
  /// @name The rows as those of a PackedCSR
  ///@{
  std::size_t sizeEdges() const { return offsets_[numNodes_]; }
  boost::iterator_range<const Edge*> edges() const {
    return {edges_.data(), edges_.data() + sizeEdges()};
  }
  std::span<const Edge> edges(Node n) const { return row(n); }
  const Edge* rowEnd(Node n) const { return edges_.data() + offsets_[std::size_t{n} + 1]; }
  ///@}
  /// Divides the nodes into `count` consecutive blocks with about the same total of nodes and ends
  /// of edges. Returns the first node of each block, and then size(). O(count log size()).
  std::vector<Node> blocks(std::uint32_t count) const {
    const std::uint64_t* const rowEnds = offsets_.data() + 1;
    return galois::graphs::determineUnitRangesFromPrefixSum(count, rowEnds, 0,
                                                            static_cast<Node>(numNodes_), 1);
  }
  /// Prefetches the offset of the row of n.
  GALOIS_ATTRIBUTE_ALWAYS_INLINE void prefetchOffset(Node n) const {
    __builtin_prefetch(&offsets_[n]);
  }
  /// Prefetches the beginning of the row of n, which loads its offset.
  GALOIS_ATTRIBUTE_ALWAYS_INLINE void prefetchRow(Node n) const {
    __builtin_prefetch(edges_.data() + offsets_[n]);
  }

  /// Says that the application is about to reorder rows.
  void leaveRowsUnsorted() { sorted_ = false; }
  /// Sorts every row by the other ends of its edges, unless all are known to be sorted. Runs on all
  /// active threads.
  void sortRows() {
    if (!sorted_) {
      forEachNode([&](Node n) { std::ranges::sort(row(n), {}, &Edge::dst); });
      sorted_ = true;
    }
  }

private:
  static constexpr bool kWeighted = !std::is_void_v<Weight>;

  template <typename Function>
  void forEachNode(const Function& function) const {
    const OneThreadIfSmall few(numNodes_ + edges_.size());
    galois::do_all(
        galois::iterate(std::size_t{0}, numNodes_),
        [&](std::size_t n) { function(static_cast<Node>(n)); }, galois::steal(),
        galois::chunk_size<256>());
  }

  static bool nearerOrLighter(const Edge& a, const Edge& b) {
    if constexpr (kWeighted) {
      return a.dst != b.dst ? a.dst < b.dst : a.weight < b.weight;
    } else {
      return a.dst < b.dst;
    }
  }

  void copyRows(const galois::graphs::PackedCSR<Weight>& directed);
  bool lacksReverses() const;
  void closeGaps(const galois::LargeArray<std::uint64_t>& kept);
  template <typename Found, typename Lacks>
  void forEachReverse(const Found& found, const Lacks& lacks);
  std::uint64_t matchReverses(galois::LargeArray<std::uint64_t>& missing);
  void addReverses(galois::LargeArray<std::uint64_t>& missing);

  galois::LargeArray<std::uint64_t> offsets_; ///< entry n is the first edge of n, up to numNodes_
  galois::LargeArray<Edge> edges_;
  std::size_t numNodes_ = 0;
  bool sorted_ = true; // whether every row is known to be in the order of its other ends
};

template <typename Weight>
UndirectedGraph<Weight>::UndirectedGraph(galois::graphs::PackedCSR<Weight> directed)
    : numNodes_(directed.size()) {
  copyRows(directed);
  directed = {};
  if (lacksReverses()) {
    galois::LargeArray<std::uint64_t> missing;
    missing.allocateInterleaved(numNodes_ + 1);
    if (matchReverses(missing) > 0) {
      addReverses(missing);
    }
  }
}

/// Returns whether some arc has no reverse of the same weight. Wrong with a probability of about
/// 2^-64 (Reverses.h).
template <typename Weight>
bool UndirectedGraph<Weight>::lacksReverses() const {
  galois::GAccumulator<std::uint64_t> sum;
  forEachNode([&](Node n) {
    std::uint64_t here = 0;
    for (const Edge& edge : row(n)) {
      here += directionHash(n, edge);
    }
    sum += here;
  });
  return sum.reduce() != 0;
}

/// Copies each row without loops, sorted, and of parallel arcs only the lightest.
template <typename Weight>
void UndirectedGraph<Weight>::copyRows(const galois::graphs::PackedCSR<Weight>& directed) {
  offsets_.allocateInterleaved(numNodes_ + 1);
  edges_.allocateInterleaved(directed.sizeEdges());
  galois::LargeArray<std::uint64_t> kept;
  kept.allocateInterleaved(numNodes_ + 1);
  forEachNode([&](Node n) {
    offsets_[n] = static_cast<std::uint64_t>(directed.rowBegin(n) - directed.edges().begin());
    Edge* const first = edges_.data() + offsets_[n];
    Edge* last = first;
    for (const auto& arc : directed.edges(n)) {
      if (arc.dst == n) {
        continue;
      }
      *last++ = arc;
    }
    if (!std::is_sorted(first, last, nearerOrLighter)) {
      std::sort(first, last, nearerOrLighter);
    }
    last = std::unique(first, last, [](const Edge& a, const Edge& b) { return a.dst == b.dst; });
    kept[n] = static_cast<std::uint64_t>(last - first);
  });
  offsets_[numNodes_] = directed.sizeEdges();
  closeGaps(kept);
}

/// Moves the rows together, so that there are no gaps behind the first `kept` edges of each. Runs
/// on one thread, because it only copies.
template <typename Weight>
void UndirectedGraph<Weight>::closeGaps(const galois::LargeArray<std::uint64_t>& kept) {
  std::uint64_t end = 0;
  for (std::size_t n = 0; n < numNodes_; ++n) {
    if (offsets_[n] != end) {
      std::copy_n(edges_.data() + offsets_[n], kept[n], edges_.data() + end);
      offsets_[n] = end;
    }
    end += kept[n];
  }
  offsets_[numNodes_] = end;
}

/// Calls `found(edge, reverse)` for each arc whose reverse exists, and `lacks(n, edge)` for each
/// other arc of n. Each active thread reads all arcs and handles those that lead to its own nodes.
/// Nodes are visited in order and rows are sorted, so the search in a row continues where it
/// stopped. Only the thread that owns a node accesses this position. O(edges) time per thread.
template <typename Weight>
template <typename Found, typename Lacks>
void UndirectedGraph<Weight>::forEachReverse(const Found& found, const Lacks& lacks) {
  galois::LargeArray<std::uint64_t> next; // per node, the edge of its row to compare next
  next.allocateInterleaved(numNodes_);
  forEachNode([&](Node n) { next[n] = offsets_[n]; });
  const OneThreadIfSmall few(numNodes_ + edges_.size());
  const std::vector<Node> bounds = blocks(galois::getActiveThreads());
  galois::on_each([&](unsigned tid, unsigned) {
    constexpr std::uint64_t kFar = 32, kNear = 16;
    const Node first = bounds[tid], count = bounds[tid + 1] - first;
    const auto isOwn = [&](std::uint64_t e) { return edges_[e].dst - first < count; };
    const std::uint64_t last = offsets_[numNodes_];
    for (std::size_t node = 0; node < numNodes_; ++node) {
      for (std::uint64_t e = offsets_[node]; e < offsets_[node + 1]; ++e) {
        // Both words are far from those of the previous edge, so they are prefetched.
        if (e + kFar < last && isOwn(e + kFar)) {
          __builtin_prefetch(&next[edges_[e + kFar].dst]);
        }
        if (e + kNear < last && isOwn(e + kNear)) {
          __builtin_prefetch(edges_.data() + next[edges_[e + kNear].dst]);
        }
        if (!isOwn(e)) {
          continue;
        }
        const Node to = edges_[e].dst;
        std::uint64_t& at = next[to];
        const std::uint64_t end = offsets_[std::size_t{to} + 1];
        while (at != end && edges_[at].dst < node) {
          ++at;
        }
        if (at != end && edges_[at].dst == node) {
          found(edges_[e], edges_[at]);
        } else {
          lacks(static_cast<Node>(node), edges_[e]);
        }
      }
    }
  });
}

/// Gives both arcs of an edge the lesser weight. Counts the arcs without a reverse that lead to
/// each node in `missing`, and returns their total.
template <typename Weight>
std::uint64_t UndirectedGraph<Weight>::matchReverses(galois::LargeArray<std::uint64_t>& missing) {
  forEachNode([&](Node n) { missing[n] = 0; });
  forEachReverse(
      []([[maybe_unused]] Edge& edge, [[maybe_unused]] Edge& reverse) {
        if constexpr (kWeighted) {
          // Relaxed: another thread may store the minimum into `reverse` at the same time, and with
          // either of its values the minimum is the same.
          galois::AtomicRef<std::uint32_t> here(edge.weight), there(reverse.weight);
          const std::uint32_t least =
              std::min(here.load(galois::order::relaxed), there.load(galois::order::relaxed));
          if (here.load(galois::order::relaxed) != least) {
            here.store(least, galois::order::relaxed);
          }
        }
      },
      [&](Node, const Edge& edge) { ++missing[edge.dst]; });
  galois::GAccumulator<std::uint64_t> total;
  forEachNode([&](Node n) { total += missing[n]; });
  return total.reduce();
}

/// Adds the reverse of every arc that has none. `missing` is the number of arcs that each node
/// gets; it is 0 for all nodes afterwards.
template <typename Weight>
void UndirectedGraph<Weight>::addReverses(galois::LargeArray<std::uint64_t>& missing) {
  galois::LargeArray<std::uint64_t> offsets;
  offsets.allocateInterleaved(numNodes_ + 1);
  std::uint64_t end = 0;
  for (std::size_t n = 0; n < numNodes_; ++n) {
    offsets[n] = end;
    end += degree(static_cast<Node>(n)) + missing[n];
  }
  offsets[numNodes_] = end;
  galois::LargeArray<Edge> edges;
  edges.allocateInterleaved(end);
  // The old arcs go to the front of their rows, and the new ones to the end.
  forEachNode([&](Node n) { std::ranges::copy(row(n), edges.data() + offsets[n]); });
  forEachReverse([](const Edge&, const Edge&) {},
                 [&](Node n, const Edge& edge) {
                   Edge& added = edges[offsets[std::size_t{edge.dst} + 1] - missing[edge.dst]--];
                   added = edge;
                   added.dst = n;
                 });
  offsets_ = std::move(offsets);
  edges_ = std::move(edges);
  leaveRowsUnsorted();
  sortRows();
}

} // namespace lonestar
