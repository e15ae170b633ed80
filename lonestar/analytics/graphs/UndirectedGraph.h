/**
 * A graph as algorithms on undirected graphs want it: no loops, no parallel edges, and each edge in
 * the rows of both its ends. Made in memory from whatever the input is: an edge is there if an arc
 * leads one way or the other, and its weight is that of the lightest such arc.
 *
 * Rows may be changed in place: the graph belongs to the application.
 */
#ifndef GALOIS_LONESTAR_GRAPHS_UNDIRECTEDGRAPH_H
#define GALOIS_LONESTAR_GRAPHS_UNDIRECTEDGRAPH_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

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

  /// Lets go of `directed` as soon as it can: move it here, and peak memory is that of two graphs,
  /// or three where arcs lack their reverses. All active threads; O(m log m) time. Throws
  /// std::bad_alloc.
  explicit UndirectedGraph(galois::graphs::PackedCSR<Weight> directed);

  std::size_t size() const { return numNodes_; }
  /// Edges, each counted once.
  std::uint64_t numEdges() const { return offsets_[numNodes_] / 2; }
  /// Where the row of n begins among all rows; n may be size().
  std::uint64_t offset(std::size_t n) const { return offsets_[n]; }
  std::uint64_t degree(Node n) const { return offsets_[std::size_t{n} + 1] - offsets_[n]; }
  /// The edges of n; by their other ends, ascending, unless the application changed that.
  std::span<const Edge> row(Node n) const { return {edges_.data() + offsets_[n], degree(n)}; }
  std::span<Edge> row(Node n) { return {edges_.data() + offsets_[n], degree(n)}; }
  /// Where `count` consecutive blocks of nodes begin that take about as long, nodes and ends of
  /// edges counting alike; then size(). O(count log size()).
  std::vector<Node> blocks(std::uint32_t count) const {
    const std::uint64_t* const rowEnds = offsets_.data() + 1;
    return galois::graphs::determineUnitRangesFromPrefixSum(count, rowEnds, 0,
                                                            static_cast<Node>(numNodes_), 1);
  }
  /// Asks for the place that says where the row of n is, or for the beginning of the row.
  GALOIS_ATTRIBUTE_ALWAYS_INLINE void prefetchOffset(Node n) const {
    __builtin_prefetch(&offsets_[n]);
  }
  GALOIS_ATTRIBUTE_ALWAYS_INLINE void prefetchRow(Node n) const {
    __builtin_prefetch(edges_.data() + offsets_[n]);
  }

  /// Puts every row back into the order of its other ends. All active threads.
  void sortRows() {
    forEachNode([&](Node n) { std::ranges::sort(row(n), {}, &Edge::dst); });
  }

private:
  static constexpr bool kWeighted = !std::is_void_v<Weight>;

  template <typename Function>
  void forEachNode(const Function& function) const {
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
  void closeGaps(const galois::LargeArray<std::uint64_t>& kept);
  template <typename Found, typename Lacks>
  void forEachReverse(const Found& found, const Lacks& lacks);
  std::uint64_t matchReverses(galois::LargeArray<std::uint64_t>& missing);
  void addReverses(galois::LargeArray<std::uint64_t>& missing);

  galois::LargeArray<std::uint64_t> offsets_; // entry n: the first edge of n, for n to numNodes_
  galois::LargeArray<Edge> edges_;
  std::size_t numNodes_ = 0;
};

template <typename Weight>
UndirectedGraph<Weight>::UndirectedGraph(galois::graphs::PackedCSR<Weight> directed)
    : numNodes_(directed.size()) {
  copyRows(directed);
  directed = {};
  galois::LargeArray<std::uint64_t> missing;
  missing.allocateInterleaved(numNodes_ + 1);
  if (matchReverses(missing) > 0) {
    addReverses(missing);
  }
}

/// Each row without loops, sorted, of parallel arcs the lightest alone.
template <typename Weight>
void UndirectedGraph<Weight>::copyRows(const galois::graphs::PackedCSR<Weight>& directed) {
  offsets_.allocateInterleaved(numNodes_ + 1);
  edges_.allocateInterleaved(directed.sizeEdges());
  galois::LargeArray<std::uint64_t> kept;
  kept.allocateInterleaved(numNodes_ + 1);
  forEachNode([&](Node n) {
    offsets_[n] = static_cast<std::uint64_t>(directed.rowBegin(n) - directed.edges().data());
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

/// Moves the rows, of which the first `kept` edges count, up to each other. One thread: a copy.
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

/// Calls `found(edge, reverse)` for each arc of which the reverse is there, `lacks(n, edge)` for
/// each other arc n has. Each active thread reads all arcs and answers for those that lead to its
/// own nodes: nodes come in order and rows are sorted, so it goes on in a row where it left off,
/// and what is kept for the node that an arc leads to is no other thread's. O(edges) a thread.
template <typename Weight>
template <typename Found, typename Lacks>
void UndirectedGraph<Weight>::forEachReverse(const Found& found, const Lacks& lacks) {
  galois::LargeArray<std::uint64_t> next; // edge to look at in the row of each node
  next.allocateInterleaved(numNodes_);
  forEachNode([&](Node n) { next[n] = offsets_[n]; });
  const std::vector<Node> bounds = blocks(galois::getActiveThreads());
  galois::on_each([&](unsigned tid, unsigned) {
    constexpr std::uint64_t kFar = 32, kNear = 16;
    const Node first = bounds[tid], count = bounds[tid + 1] - first;
    const auto isOwn = [&](std::uint64_t e) { return edges_[e].dst - first < count; };
    const std::uint64_t last = offsets_[numNodes_];
    for (std::size_t node = 0; node < numNodes_; ++node) {
      for (std::uint64_t e = offsets_[node]; e < offsets_[node + 1]; ++e) {
        // Both are elsewhere for each edge: ask in time.
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

/// Gives both arcs of an edge the lesser weight. Counts for each node the arcs that lead there
/// without a reverse, and returns their number.
template <typename Weight>
std::uint64_t UndirectedGraph<Weight>::matchReverses(galois::LargeArray<std::uint64_t>& missing) {
  forEachNode([&](Node n) { missing[n] = 0; });
  forEachReverse(
      []([[maybe_unused]] Edge& edge, [[maybe_unused]] Edge& reverse) {
        if constexpr (kWeighted) {
          // Relaxed: whichever of the two values the thread that comes the other way has stored,
          // the least is the same.
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

/// Gives every arc without a reverse one; `missing` says how many each node gets, and is used up.
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
  // New arcs go to the end of their rows, the old ones to the front.
  forEachNode([&](Node n) { std::ranges::copy(row(n), edges.data() + offsets[n]); });
  forEachReverse([](const Edge&, const Edge&) {},
                 [&](Node n, const Edge& edge) {
                   Edge& added = edges[offsets[std::size_t{edge.dst} + 1] - missing[edge.dst]--];
                   added = edge;
                   added.dst = n;
                 });
  offsets_ = std::move(offsets);
  edges_ = std::move(edges);
  sortRows();
}

} // namespace lonestar

#endif
