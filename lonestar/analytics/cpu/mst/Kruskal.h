/**
 * Kruskal's algorithm, which is the baseline, and Filter-Kruskal, the usual choice on many cores
 * [Osipov, Sanders, Singler, "The Filter-Kruskal Minimum Spanning Tree Algorithm", ALENEX 2009].
 * Filter-Kruskal sorts only the light edges. Before it visits the heavy ones, it drops those whose
 * ends the light ones have joined. Partitioning, filtering and sorting run on all active threads;
 * joining is sequential.
 */
#ifndef GALOIS_LONESTAR_MST_KRUSKAL_H
#define GALOIS_LONESTAR_MST_KRUSKAL_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "DisjointSets.h"
#include "MstProblem.h"
#include "galois/LargeArray.h"
#include "galois/ParallelSTL.h"
#include "galois/runtime/CancellableSort.h"
#include "galois/runtime/TaskProgress.h"

namespace mst {

/// A forest that grows edge by edge.
class GrowingForest {
public:
  explicit GrowingForest(std::size_t nodes) : sets_(nodes), most_(nodes - 1) {
    galois::do_all(galois::iterate(std::size_t{0}, nodes),
                   [this](std::size_t node) { sets_.makeAlone(static_cast<Node>(node)); });
  }

  /// Returns whether no edge can be added because one tree has all nodes.
  bool complete() const { return edges_.size() == most_; }
  /// Returns whether both ends of the edge are in one tree. Any thread may call it while none adds
  /// edges.
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

/// Returns the least forest. Runs on one thread in O(m log m) time, with an edge list beside the
/// graph.
/// @param looked  receives the number of edges visited
/// @throws galois::substrate::Cancelled
inline std::vector<Edge> kruskal(const Graph& graph, std::uint64_t& looked) {
  GrowingForest forest(graph.size());
  galois::LargeArray<Edge> edges = edgesOnce(graph);
  galois::runtime::sortOrThrow(edges.begin(), edges.end(), Lighter());
  forest.add(edges.begin(), edges.end());
  looked = forest.looked();
  return forest.takeEdges();
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

#endif
