/**
 * Kruskal's algorithm, the yardstick, and Filter-Kruskal, the peer that a user would pick on many
 * cores [Osipov, Sanders, Singler, "The Filter-Kruskal Minimum Spanning Tree Algorithm", ALENEX
 * 2009]: sort the light edges only, and before looking at the heavy ones, drop those whose ends the
 * light ones have joined. Partitioning, filtering and sorting run on all active threads; joining is
 * sequential.
 */
#ifndef GALOIS_LONESTAR_MST_KRUSKAL_H
#define GALOIS_LONESTAR_MST_KRUSKAL_H

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "DisjointSets.h"
#include "MstProblem.h"
#include "galois/LargeArray.h"
#include "galois/ParallelSTL.h"

namespace mst {

/// A forest that grows edge by edge.
class GrowingForest {
public:
  explicit GrowingForest(std::size_t nodes) : sets_(nodes), most_(nodes - 1) {
    galois::do_all(galois::iterate(std::size_t{0}, nodes),
                   [this](std::size_t node) { sets_.makeAlone(static_cast<Node>(node)); });
  }

  /// Whether no edge can be added: one tree has all nodes.
  bool complete() const { return edges_.size() == most_; }
  /// Whether the edge's ends are in one tree. Any thread, while none adds.
  bool joins(const Edge& edge) const { return sets_.find(edge.u) != sets_.find(edge.v); }
  /// Adds each edge, in the order of the range, that joins two trees. One thread.
  void add(const Edge* first, const Edge* last) {
    for (; first != last && !complete(); ++first) {
      ++looked_;
      if (sets_.unite(first->u, first->v)) {
        edges_.push_back(*first);
      }
    }
  }

  std::vector<Edge> takeEdges() { return std::move(edges_); }
  std::uint64_t looked() const { return looked_; } ///< edges that add() was given and looked at

private:
  DisjointSets sets_;
  const std::size_t most_;
  std::vector<Edge> edges_;
  std::uint64_t looked_ = 0;
};

/// Every edge once. All active threads.
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

/// The least forest, on one thread. O(m log m) time, an edge list beside the graph.
inline std::vector<Edge> kruskal(const Graph& graph, std::uint64_t& looked) {
  GrowingForest forest(graph.size());
  galois::LargeArray<Edge> edges = edgesOnce(graph);
  std::sort(edges.begin(), edges.end(), Lighter());
  forest.add(edges.begin(), edges.end());
  looked = forest.looked();
  return forest.takeEdges();
}

namespace internal {

/// The edges that divides [first, last) best, as far as a few tell.
inline Edge pivot(const Edge* first, const Edge* last) {
  std::array<Edge, 31> sample;
  const auto step = static_cast<std::size_t>(last - first) / sample.size();
  for (std::size_t i = 0; i < sample.size(); ++i) {
    sample[i] = first[i * step];
  }
  std::sort(sample.begin(), sample.end(), Lighter());
  return sample[sample.size() / 2];
}

inline void filterKruskal(Edge* first, Edge* last, std::ptrdiff_t enough, GrowingForest& forest) {
  while (!forest.complete()) {
    if (last - first <= enough) {
      galois::ParallelSTL::sort(first, last, Lighter());
      forest.add(first, last);
      return;
    }
    const Edge middle = pivot(first, last);
    Edge* const heavy = galois::ParallelSTL::partition(
        first, last, [&](const Edge& edge) { return Lighter()(edge, middle); });
    filterKruskal(first, heavy, enough, forest);
    first = heavy;
    last = galois::ParallelSTL::partition(first, last,
                                          [&](const Edge& edge) { return forest.joins(edge); });
  }
}

} // namespace internal

/// The same forest on all active threads. Memory as kruskal().
inline std::vector<Edge> filterKruskal(const Graph& graph, std::uint64_t& looked) {
  GrowingForest forest(graph.size());
  galois::LargeArray<Edge> edges = edgesOnce(graph);
  // Sorting fewer edges than there are nodes has nothing to gain from being cut further.
  const auto enough = static_cast<std::ptrdiff_t>(std::max<std::size_t>(graph.size() / 2, 1024));
  internal::filterKruskal(edges.begin(), edges.end(), enough, forest);
  looked = forest.looked();
  return forest.takeEdges();
}

} // namespace mst

#endif
