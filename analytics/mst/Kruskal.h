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
#include <limits>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "DisjointSets.h"
#include "EdgesByWeight.h"
#include "MstProblem.h"
#include "analytics/graphs/Reverses.h"
#include "analytics/graphs/RowOfEdge.h"
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

  /// Makes each entry the greatest member of its set, which number() returns until the next unite().
  void flatten() {
    for (std::size_t node = above_.size(); node-- > 0;) {
      above_[node] = above_[above_[node]]; // that entry has been visited
    }
  }
  Node number(Node node) const { return above_[node]; }

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

/// Edges between the prefetch of their ends and their use.
inline constexpr std::size_t kAhead = 12;

/// Kruskal's algorithm on the arcs of a graph as they are.
template <typename Arcs>
class SequentialKruskal {
public:
  /// @throws std::bad_alloc
  explicit SequentialKruskal(const Arcs& arcs)
      : arcs_(arcs), sets_(arcs.size()), most_(arcs.size() - 1) {
    edges_.allocateFloating(arcs.sizeEdges());
    scratch_.allocateFloating(arcs.sizeEdges());
    forest_.reserve(std::min(most_, arcs.sizeEdges()));
  }

  /// Returns the forest. Call it once. @throws galois::substrate::Cancelled
  std::vector<Edge> run() {
    lastLight_ = lastLightRank();
    std::size_t listed = listUp();
    if (oneWay_) {
      listed = listDown(listed);
    }
    std::span<Edge> light(edges_.data(), listed);
    Edge* scratch = scratch_.data();
    if (oneWay_ || !inOrder_) {
      light = sortByEnds(light, scratch, arcs_.size());
      scratch = light.data() == scratch ? edges_.data() : scratch;
    }
    if (visit(light, scratch) && lastLight_ != kHeaviest) {
      std::span<Edge> heavy(edges_.data(), listHeavy());
      scratch = scratch_.data();
      if (oneWay_ || !inOrder_) {
        heavy = sortByEnds(heavy, scratch, arcs_.size());
        scratch = heavy.data() == scratch ? edges_.data() : scratch;
      }
      visit(heavy, scratch);
    }
    return std::move(forest_);
  }

  std::uint64_t looked() const { return looked_; } ///< number of edges visited

private:
  static constexpr std::uint64_t kHeaviest = std::numeric_limits<std::uint64_t>::max();

  /// Returns a number that orders edges of different rank as Lighter does.
  static std::uint64_t rank(Node smallerEnd, Weight weight) {
    return std::uint64_t{weight} << 32 | smallerEnd;
  }

  /// Returns the greatest rank of the edges to begin with: all, or a few per node where there are
  /// many, estimated from a sample.
  std::uint64_t lastLightRank() const {
    constexpr std::size_t kManyArcs = 8, kLightArcs = 6; // per node
    constexpr std::size_t kSample = 1024;
    const std::size_t count = arcs_.sizeEdges();
    if (count < kManyArcs * arcs_.size() || count < kSample) {
      return kHeaviest;
    }
    const auto all = arcs_.edges();
    std::vector<std::uint64_t> sample;
    for (std::size_t i = 0; i < kSample; ++i) {
      const std::size_t place = count / kSample * i + count % kSample * i / kSample;
      const auto& arc = all[static_cast<std::ptrdiff_t>(place)];
      sample.push_back(rank(std::min(lonestar::rowOfEdge(arcs_, place), arc.dst), arc.weight));
    }
    const auto light =
        sample.begin() + static_cast<std::ptrdiff_t>(kSample * kLightArcs * arcs_.size() / count);
    std::nth_element(sample.begin(), light, sample.end());
    return *light;
  }

  /// Lists the light arcs to greater nodes. Finds out whether there are arcs without a reverse of the
  /// same weight, and whether rows are in the order of their ends. Returns the length of the list.
  std::size_t listUp() {
    std::size_t end = 0;
    std::uint64_t directions = 0;
    for (std::size_t n = 0; n < arcs_.size(); ++n) {
      const auto node = static_cast<Node>(n);
      Node before = 0;
      for (const auto& arc : arcs_.edges(node)) {
        directions += lonestar::directionHash(node, arc);
        inOrder_ &= before <= arc.dst;
        before = arc.dst;
        // Without branches, because which of a node's arcs lead up is as good as random.
        edges_[end] = {node, arc.dst, arc.weight};
        end += static_cast<std::size_t>(arc.dst > node) &
               static_cast<std::size_t>(rank(node, arc.weight) <= lastLight_);
      }
    }
    oneWay_ = directions != 0;
    return end;
  }

  /// Lists the light arcs to smaller nodes behind those to greater ones, which end at `end`.
  std::size_t listDown(std::size_t end) {
    for (std::size_t n = 0; n < arcs_.size(); ++n) {
      const auto node = static_cast<Node>(n);
      for (const auto& arc : arcs_.edges(node)) {
        if (arc.dst < node && rank(arc.dst, arc.weight) <= lastLight_) {
          edges_[end++] = {arc.dst, node, arc.weight};
        }
      }
    }
    return end;
  }

  /// Lists the heavy edges that still join two trees. Returns the length of the list.
  std::size_t listHeavy() {
    galois::runtime::TaskProgress::countOrThrow(0);
    sets_.flatten();
    std::size_t end = 0;
    const auto* const near = arcs_.edges().end() - std::min(kAhead, arcs_.sizeEdges());
    for (std::size_t n = 0; n < arcs_.size(); ++n) {
      const auto node = static_cast<Node>(n);
      const Node here = sets_.number(node);
      for (const auto& arc : arcs_.edges(node)) {
        if (&arc < near) {
          sets_.prefetch((&arc + kAhead)->dst);
        }
        if (arc.dst > node || (oneWay_ && arc.dst < node)) {
          const Edge edge = Edge::between(node, arc.dst, arc.weight);
          const bool heavy = rank(edge.u, edge.weight) > lastLight_;
          looked_ += heavy ? 1 : 0;
          edges_[end] = edge;
          end += static_cast<std::size_t>(heavy) &
                 static_cast<std::size_t>(here != sets_.number(arc.dst));
        }
      }
    }
    looked_ -= end; // which visit() counts
    return end;
  }

  /// Adds the edges that join two trees to the forest, from light to heavy. Returns false if one
  /// tree has all nodes then.
  bool visit(std::span<Edge> edges, Edge* scratch) {
    // While few edges are in the forest, few of the next ones would close a cycle.
    const std::size_t enough = edges.size() > 2 * arcs_.size() ? arcs_.size() / 2 : arcs_.size();
    return visitByWeight(
        edges, scratch,
        [&](std::span<Edge> some) { return forest_.size() < enough ? some.size() : needed(some); },
        [&](std::span<const Edge> some) {
          galois::runtime::TaskProgress::countOrThrow(some.size());
          for (std::size_t i = 0; i < some.size() && forest_.size() < most_; ++i) {
            if (i + kAhead < some.size()) {
              sets_.prefetch(some[i + kAhead].u);
              sets_.prefetch(some[i + kAhead].v);
            }
            ++looked_;
            if (sets_.unite(some[i])) {
              forest_.push_back(some[i]);
            }
          }
          return forest_.size() < most_;
        });
  }

  /// Moves the edges that join two trees to the front. Returns their number.
  std::size_t needed(std::span<Edge> some) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < some.size(); ++i) {
      if (i + kAhead < some.size()) {
        sets_.prefetch(some[i + kAhead].u);
        sets_.prefetch(some[i + kAhead].v);
      }
      const Edge edge = some[i];
      some[kept] = edge;
      kept += sets_.joins(edge) ? 1 : 0;
    }
    looked_ += some.size() - kept;
    return kept;
  }

  const Arcs& arcs_;
  SequentialSets sets_;
  const std::size_t most_;
  std::uint64_t lastLight_ = kHeaviest; ///< the greatest rank of the edges that are listed first
  bool oneWay_ = false;                 ///< some arcs have no reverse of the same weight
  bool inOrder_ = true;                 ///< the ends of each row ascend
  galois::LargeArray<Edge> edges_, scratch_;
  std::vector<Edge> forest_;
  std::uint64_t looked_ = 0;
};

} // namespace internal

/// Returns the least forest. Runs on one thread in O(m) time besides that of the disjoint sets.
/// Takes a graph as it is given, with arcs in any direction, parallel ones and loops. Of an edge with
/// arcs both ways one is listed. Edges are sorted by the digits of their weights. Where there are
/// many edges per node, the light ones are listed first. Those heavy ones that join two trees after
/// that are listed then, so most are in no list.
/// @tparam Arcs   galois::graphs::PackedCSR or lonestar::UndirectedGraph with weights of 32 bits
/// @param looked  receives the number of edges visited
/// @throws galois::substrate::Cancelled
/// @throws std::bad_alloc
template <typename Arcs>
std::vector<Edge> kruskal(const Arcs& arcs, std::uint64_t& looked) {
  internal::SequentialKruskal<Arcs> algorithm(arcs);
  std::vector<Edge> forest = algorithm.run();
  looked = algorithm.looked();
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
