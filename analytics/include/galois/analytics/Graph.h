/**
 * The graph that algorithms run on. Its edges never change. Data that algorithms derive from them
 * is computed at first use and kept.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>

#include "galois/graphs/EdgeTiles.h"
#include "galois/graphs/PackedCSR.h"

namespace lonestar {
class Leaves;
template <typename Weight>
class UndirectedGraph;
template <typename Weight>
class KeyedGraph;
} // namespace lonestar

/// The algorithms as a library: each takes a graph, a plan and run options, and returns an answer
/// and what the run did. Calls run one after the other, on threads of the library
/// (Session.h).
namespace galois::analytics {

/// A node. Nodes are numbered from 0.
using Node = std::uint32_t;

/// A summary of the weights of a graph.
/// @tparam Weight  the type of weights
template <typename Weight>
struct WeightSummary {
  Weight greatest = 0; ///< the greatest weight; 0 without edges
  /// The mean weight; 0 without edges. Its last digits depend on the number of threads.
  double mean = 0;
};

/// What is known about a graph, for one that is read again.
/// @tparam Weight  as of Graph
template <typename Weight>
struct KnownFacts {
  std::optional<WeightSummary<Weight>> weights; ///< a summary of its weights
  std::optional<bool> symmetric;                ///< whether every edge has its reverse
};
/// What is known about a graph without weights.
template <>
struct KnownFacts<void> {
  std::optional<bool> symmetric; ///< whether every edge has its reverse
};

/// A directed graph in compressed sparse rows. It may have loops and parallel edges.
///
/// An object is a handle: copies are cheap and share one graph, which lives as long as any of them.
/// size(), sizeEdges() and rows() may be called on any thread at any time, everything else on any
/// thread outside parallel loops (Session.h).
///
/// @tparam W  the type of weights: std::uint32_t, std::uint64_t, double, or void for none
template <typename W>
class Graph {
public:
  using Weight = W;                  ///< the type of weights
  using Rows = graphs::PackedCSR<W>; ///< the type of the edges' representation
  /// The rows of high-degree nodes, split into tiles.
  struct Tiles {
    graphs::EdgeTiles<Rows> tiles; ///< the tiles
    std::size_t edges;             ///< the greatest number of edges per tile that was requested
    double seconds = 0;            ///< the time that finding them took
  };

  /// Makes a graph of `rows`, which must be complete. O(1).
  explicit Graph(Rows rows);
  /// Makes a graph of `rows` of which these facts, which must be true, are known. O(1).
  Graph(Rows rows, const KnownFacts<W>& known);

  /// Makes a graph from arrays of compressed sparse rows, which it copies in parallel and checks.
  /// O(nodes + edges). The arrays are not needed afterwards.
  /// @param offsets  one more than there are nodes, ascending from 0 to the number of edges. Edges
  ///                 offsets[n] to offsets[n + 1] - 1 are those of node n
  /// @param targets  the node to which each edge leads
  /// @param weights  the weight of each edge
  /// @throws InvalidGraph    when the arrays do not describe a graph, or when it has more nodes
  ///                         than 32-bit numbers allow
  /// @throws std::bad_alloc  when there is not enough memory
  template <typename V = W>
  requires(!std::is_void_v<V>) static Graph
      pack(std::span<const std::uint64_t> offsets, std::span<const Node> targets,
           std::span<const std::type_identity_t<V>> weights);

  /// Makes a graph without weights on arrays of compressed sparse rows, which it checks and does
  /// not copy. The arrays must outlive the graph and all its copies, and must not change. O(nodes +
  /// edges).
  /// @param offsets  as for pack()
  /// @param targets  as for pack()
  /// @throws InvalidGraph  as pack()
  static Graph borrow(std::span<const std::uint64_t> offsets,
                      std::span<const Node> targets) requires(std::is_void_v<W>);
  /// Does the same with 32-bit offsets.
  static Graph borrow(std::span<const std::uint32_t> offsets,
                      std::span<const Node> targets) requires(std::is_void_v<W>);

  /// Returns the number of nodes.
  std::size_t size() const noexcept { return state_->rows.size(); }
  /// Returns the number of edges.
  std::size_t sizeEdges() const noexcept { return state_->rows.sizeEdges(); }
  /// Returns the edges, by node.
  const Rows& rows() const noexcept { return state_->rows; }
  /// Returns those facts that have been found so far, or were given. O(1). May be called where
  /// derived data may.
  KnownFacts<W> known() const;

  /// @name Derived data
  /// The first call computes the result on all active threads and keeps it in the graph; later
  /// calls return it in O(1) time. References stay valid as long as the graph, unless it says
  /// otherwise. The algorithms call these functions as they need them. Each throws std::bad_alloc
  /// when there is not enough memory.
  ///@{

  /// Returns a summary of the weights, and checks that shortest paths can use them. O(nodes +
  /// edges) at first.
  /// @throws InvalidGraph  when a weight is negative, infinite or not a number; it names an edge
  const WeightSummary<W>& weights() const requires(!std::is_void_v<W>);
  /// Returns the rows split into tiles (EdgeTiles.h). O(nodes + tiles) at first. The graph keeps
  /// the tiles of one size: a call with another number replaces them and invalidates references.
  /// @param edges  the greatest number of edges per tile, at least 1; graphs::kWholeRows splits
  ///               none
  const Tiles& tiles(std::size_t edges) const;
  /// Returns the reversed edges: an edge from v to u for every edge from u to v, of the same
  /// weight. O(nodes + edges) per thread at first, and as much memory as the graph.
  const Rows& transpose() const;
  /// Returns the graph without directions, loops and parallel edges, with each edge in the rows of
  /// both ends. Of parallel edges the lightest counts. O(nodes + edges log edges) work at first,
  /// and memory for up to two more graphs. The algorithms of the library may reorder its rows
  /// during a call; do not change them.
  lonestar::UndirectedGraph<W>& undirected() const
      requires(std::is_void_v<W> || std::is_same_v<W, std::uint32_t>);
  /// Returns undirected() with 32-bit integers for weights, in the same order as the weights, for
  /// algorithms that only compare weights. Without weights, every edge has weight 1. The graph keeps
  /// 16 bytes per edge without a direction, 8 per node and, unless all weights are integers that lie
  /// within 2^32 of each other, 8 per different weight. The first call takes O(nodes + edges log
  /// edges) time and, while it runs, up to as much memory again and 16 bytes per edge of the graph.
  /// The algorithms of the library may reorder its rows during a call; do not change them.
  /// @throws InvalidGraph  when a weight is infinite or not a number, or when there are more than
  ///                       2^32 different weights that do not all lie within 2^32 of each other
  lonestar::KeyedGraph<W>& keyed() const requires(!std::is_same_v<W, std::uint32_t>);
  /// Returns whether every edge has its reverse. Of parallel edges, equally many must lead each
  /// way; weights are ignored. A sample of edges and then a sum of hashes decide, so the result for
  /// a graph that is not symmetric is wrong with a probability of about 2^-60. O(nodes + edges) at
  /// first, and much less for most directed graphs.
  bool symmetric() const;
  /// Returns the nodes from which no search goes on (analytics/graphs/Leaves.h). O(nodes + edges) at
  /// first.
  const lonestar::Leaves& leaves() const;
  ///@}

private:
  struct NoWeights {};

  void summarizeWeights() const requires(!std::is_void_v<W>);

  struct State {
    explicit State(Rows given) : rows(std::move(given)) {}

    const Rows rows;
    std::optional<std::conditional_t<std::is_void_v<W>, NoWeights, WeightSummary<W>>> weights;
    std::optional<Tiles> tiles;
    std::optional<Rows> transpose;
    std::optional<bool> symmetric;
    std::shared_ptr<const lonestar::Leaves> leaves;
    std::shared_ptr<lonestar::UndirectedGraph<W>> undirected;
    std::shared_ptr<lonestar::KeyedGraph<W>> keyed;
  };

  std::shared_ptr<State> state_;
};

} // namespace galois::analytics
