/**
 * Kruskal's algorithm, which is the baseline and the fastest one on a single thread, and
 * Filter-Kruskal, the usual choice on many cores [Osipov, Sanders, Singler, "The Filter-Kruskal
 * Minimum Spanning Tree Algorithm", ALENEX 2009]. Filter-Kruskal sorts only the light edges. Before
 * it visits the heavy ones, it drops those whose ends the light ones have joined. Partitioning,
 * filtering and sorting run on all active threads; joining is sequential.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "DisjointSets.h"
#include "EdgesByWeight.h"
#include "MstProblem.h"
#include "analytics/scheduler/OneThreadIfSmall.h"
#include "galois/LargeArray.h"
#include "galois/ParallelSTL.h"
#include "galois/runtime/loops/CancellableSort.h"
#include "galois/runtime/report/TaskProgress.h"

namespace mst {

/// A forest that grows edge by edge.
class GrowingForest {
public:
  explicit GrowingForest(std::size_t nodes) : sets_(nodes), most_(nodes - 1) {
    const lonestar::OneThreadIfSmall few(nodes);
    galois::do_all(galois::iterate(std::size_t{0}, nodes),
                   [this](std::size_t node) { sets_.makeAlone(static_cast<Node>(node)); });
  }

  /// Returns whether no edge can be added because one tree has all nodes.
  bool complete() const { return edges_.size() == most_; }
  /// Returns whether the edge joins two trees. Any thread may call it while none adds edges.
  bool joins(const Edge& edge) const { return sets_.find(edge.u) != sets_.find(edge.v); }
  /// Adds each edge of the range that joins two trees, in the order of the range. Call on one
  /// thread.
  /// @throws galois::substrate::Cancelled
  void add(const Edge* first, const Edge* last) {
    for (; first != last && !complete(); ++first) {
      if (++looked_ % TaskProgress::kSteps == 0) {
        TaskProgress::countOrThrow(TaskProgress::kSteps);
      }
      if (sets_.unite(first->u, first->v)) {
        edges_.push_back(*first);
      }
    }
  }

  std::vector<Edge> takeEdges() { return std::move(edges_); }
  std::uint64_t looked() const { return looked_; } ///< number of edges that add() has visited

private:
  using TaskProgress = galois::runtime::TaskProgress;

  DisjointSets sets_;
  const std::size_t most_;
  std::vector<Edge> edges_;
  std::uint64_t looked_ = 0;
};

/// Lists every edge once. Runs on all active threads.
inline galois::LargeArray<Edge> edgesOnce(const Graph& graph) {
  galois::LargeArray<Edge> edges;
  edges.allocateInterleaved(graph.numEdges());
  // Each thread takes nodes that have about as many edges together as those of another.
  galois::LargeArray<std::uint64_t> places;
  places.allocateInterleaved(graph.size() + 1);
  galois::do_all(galois::iterate(std::size_t{0}, graph.size()), [&](std::size_t n) {
    const auto node = static_cast<Node>(n);
    const auto row = graph.row(node);
    places[n + 1] = static_cast<std::uint64_t>(
        std::ranges::count_if(row, [&](const auto& edge) { return edge.dst > node; }));
  });
  places[0] = 0;
  for (std::size_t n = 0; n < graph.size(); ++n) {
    places[n + 1] += places[n];
  }
  galois::do_all(galois::iterate(std::size_t{0}, graph.size()), [&](std::size_t n) {
    const auto node = static_cast<Node>(n);
    std::uint64_t place = places[n];
    for (const auto& edge : graph.row(node)) {
      if (edge.dst > node) {
        edges[place++] = {node, edge.dst, edge.weight};
      }
    }
  });
  return edges;
}

namespace internal {

/// Disjoint sets for one thread by Rem's algorithm: an entry names a member of its set with a greater
/// number, or the node itself if there is none. Uniting two sets follows both paths at once, and
/// shortens one by the other on the way [Patwary, Blair, Manne, "Experiments on Union-Find
/// Algorithms for the Disjoint-Set Data Structure", SEA 2010].
class SequentialSets {
public:
  explicit SequentialSets(std::size_t nodes) {
    above_.allocateFloating(nodes);
    std::iota(above_.begin(), above_.end(), Node{0});
  }

  void prefetch(Node node) const { __builtin_prefetch(above_.data() + node); }

  /// Returns whether the edge joins two sets.
  bool joins(const Edge& edge) { return root(edge.u) != root(edge.v); }

  /// Unites the sets of the edge's ends. Returns false if they are in one set already.
  bool unite(const Edge& edge) {
    Node low = edge.u, high = edge.v;
    while (above_[low] != above_[high]) {
      if (above_[low] > above_[high]) {
        std::swap(low, high);
      }
      const Node next = above_[low];
      above_[low] = above_[high];
      if (next == low) {
        return true;
      }
      low = next;
    }
    return false;
  }

private:
  Node root(Node node) {
    while (above_[node] != node) {
      above_[node] = above_[above_[node]];
      node = above_[node];
    }
    return node;
  }

  galois::LargeArray<Node> above_;
};

} // namespace internal

/// Returns the least forest. Runs on one thread in O(m) time besides that of the disjoint sets, with
/// two edge lists beside the graph. Edges are sorted by the digits of their weights. Where there are
/// many edges per node, heavy ones are sorted only if they join two trees when their bucket comes
/// up.
/// @param looked  receives the number of edges visited
/// @throws galois::substrate::Cancelled
inline std::vector<Edge> kruskal(const Graph& graph, std::uint64_t& looked) {
  constexpr std::size_t kAhead = 12; // edges between the prefetch of their ends and their use
  constexpr std::size_t kManyEdges = 4;
  const std::size_t most = graph.size() - 1;
  internal::SequentialSets sets(graph.size());
  galois::LargeArray<Edge> edges = edgesOnce(graph);
  galois::LargeArray<Edge> scratch;
  scratch.allocateFloating(edges.size());
  std::vector<Edge> forest;
  forest.reserve(std::min(most, edges.size()));
  looked = 0;
  // While few edges are in the forest, few of the next ones would close a cycle.
  const std::size_t enough =
      edges.size() > kManyEdges * graph.size() ? graph.size() / 2 : graph.size();
  const auto need = [&](std::span<Edge> some) {
    if (forest.size() < enough) {
      return some.size();
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < some.size(); ++i) {
      if (i + kAhead < some.size()) {
        sets.prefetch(some[i + kAhead].u);
        sets.prefetch(some[i + kAhead].v);
      }
      const Edge edge = some[i];
      some[kept] = edge;
      kept += sets.joins(edge) ? 1 : 0;
    }
    looked += some.size() - kept;
    return kept;
  };
  visitByWeight(std::span(edges.data(), edges.size()), scratch.data(), need,
                [&](std::span<const Edge> some) {
                  galois::runtime::TaskProgress::countOrThrow(some.size());
                  for (std::size_t i = 0; i < some.size() && forest.size() < most; ++i) {
                    if (i + kAhead < some.size()) {
                      sets.prefetch(some[i + kAhead].u);
                      sets.prefetch(some[i + kAhead].v);
                    }
                    ++looked;
                    if (sets.unite(some[i])) {
                      forest.push_back(some[i]);
                    }
                  }
                  return forest.size() < most;
                });
  return forest;
}

namespace internal {

inline void filterKruskal(Edge* first, Edge* last, std::ptrdiff_t enough, GrowingForest& forest) {
  while (!forest.complete()) {
    if (last - first <= enough) {
      galois::ParallelSTL::sort(first, last, Lighter());
      forest.add(first, last);
      return;
    }
    const Edge middle = galois::runtime::medianOfSample(first, last, Lighter());
    Edge* const heavy = galois::ParallelSTL::partition(
        first, last, [&](const Edge& edge) { return Lighter()(edge, middle); });
    filterKruskal(first, heavy, enough, forest);
    first = heavy;
    last = galois::ParallelSTL::partition(first, last,
                                          [&](const Edge& edge) { return forest.joins(edge); });
  }
}

} // namespace internal

/// Returns the same forest as kruskal(), computed on all active threads with the same memory.
/// @param looked  receives the number of edges visited
/// @throws galois::substrate::Cancelled
inline std::vector<Edge> filterKruskal(const Graph& graph, std::uint64_t& looked) {
  GrowingForest forest(graph.size());
  galois::LargeArray<Edge> edges = edgesOnce(graph);
  // A range of fewer edges than this is sorted at once: partitioning it further gains nothing.
  const auto enough = static_cast<std::ptrdiff_t>(std::max<std::size_t>(graph.size() / 2, 1024));
  internal::filterKruskal(edges.begin(), edges.end(), enough, forest);
  looked = forest.looked();
  return forest.takeEdges();
}

} // namespace mst
