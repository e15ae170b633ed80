/**
 * A graph that algorithms run on: rows of edges that never change, and what algorithms derive from
 * them, which is made at first use and kept.
 */
#ifndef GALOIS_ANALYTICS_GRAPH_H
#define GALOIS_ANALYTICS_GRAPH_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>

#include "galois/graphs/EdgeTiles.h"
#include "galois/graphs/PackedCSR.h"

namespace lonestar {
template <typename Weight>
class UndirectedGraph;
}

namespace galois::analytics {

/// Nodes are numbered from 0.
using Node = std::uint32_t;

/// What the weights of a graph are like.
template <typename Weight>
struct WeightSummary {
  Weight greatest = 0; ///< 0 without edges
  double mean = 0;     ///< 0 without edges; its last digits depend on the number of threads
};

/// A handle: copies share one graph. Constant to its users, but made for one call at a time,
/// because algorithms fill what is derived. Make it outside parallel loops, while a SharedMemSys is
/// alive.
/// @tparam W  the type of weights: std::uint32_t, std::uint64_t, double, or void for none
template <typename W>
class Graph {
public:
  using Weight = W;
  using Rows = graphs::PackedCSR<W>;
  /// The rows of nodes with many edges, cut into pieces.
  struct Tiles {
    graphs::EdgeTiles<Rows> tiles;
    std::size_t edges;  ///< the number that the pieces were made for
    double seconds = 0; ///< that finding them took
  };

  /// Takes over rows that are filled.
  explicit Graph(Rows rows);

  /// Copies arrays of compressed sparse rows, in parallel. Edges offsets[n] to offsets[n + 1] are
  /// those of node n.
  /// @param weights  one per edge
  /// @throws InvalidGraph  when the arrays describe no graph
  /// @throws std::bad_alloc
  template <typename V = W>
  requires(!std::is_void_v<V>) static Graph
      pack(std::span<const std::uint64_t> offsets, std::span<const Node> targets,
           std::span<const V> weights);

  /// Uses arrays of compressed sparse rows as they are. They must outlive the graph and all its
  /// copies, and must not change.
  /// @throws InvalidGraph  when the arrays describe no graph
  static Graph borrow(std::span<const std::uint64_t> offsets,
                      std::span<const Node> targets) requires(std::is_void_v<W>);
  static Graph borrow(std::span<const std::uint32_t> offsets,
                      std::span<const Node> targets) requires(std::is_void_v<W>);

  /// The number of nodes.
  std::size_t size() const noexcept { return state_->rows.size(); }
  /// The number of edges.
  std::size_t sizeEdges() const noexcept { return state_->rows.sizeEdges(); }
  /// The edges themselves.
  const Rows& rows() const noexcept { return state_->rows; }

  /// @name What algorithms derive. All active threads, O(nodes + edges) at first.
  ///@{
  /// @throws InvalidGraph  when a weight is negative, infinite, or not a number
  const WeightSummary<W>& weights() const requires(!std::is_void_v<W>);
  /// Pieces of at most `edges` edges, see EdgeTiles.h. Those of the last call are kept.
  const Tiles& tiles(std::size_t edges) const;
  /// The edges turned round.
  const Rows& transpose() const;
  /// The graph without directions, loops and parallel edges, as algorithms of this library use it.
  lonestar::UndirectedGraph<W>& undirected() const
      requires(std::is_void_v<W> || std::is_same_v<W, std::uint32_t>);
  /// Whether every edge has its reverse, parallel ones as many, whatever the weights. Wrong with
  /// probability 2^-64.
  bool symmetric() const;
  ///@}

private:
  struct NoWeights {};
  struct State {
    explicit State(Rows given) : rows(std::move(given)) {}

    const Rows rows;
    std::optional<std::conditional_t<std::is_void_v<W>, NoWeights, WeightSummary<W>>> weights;
    std::optional<Tiles> tiles;
    std::optional<Rows> transpose;
    std::optional<bool> symmetric;
    std::shared_ptr<lonestar::UndirectedGraph<W>> undirected;
  };

  std::shared_ptr<State> state_;
};

} // namespace galois::analytics

#endif
