/**
 * Long rows of a graph, cut into tiles, so that several threads may share the edges of one node: in
 * graphs with hubs a task about a hub else takes longer than thousands of others, and whatever its
 * thread holds waits.
 *
 * A tile but the first of its row goes by an id of its own, behind those of the nodes. So a task
 * {node, priority} can be about a tile and needs no more room. Who runs the task about a node does
 * the edges of the first tile and pushes a task of the same priority for each of the others; who
 * runs the task about a tile does its edges.
 *
 *   auto body = [&](const Task& task, auto& ctx) {
 *     const Node node = tiles.owner(task.node);
 *     ... // what the node is about; drop the task if it is outdated
 *     for (const auto& edge : tiles.edges(task.node)) ...
 *     for (Node other : tiles.others(task.node)) ctx.push({other, task.priority});
 *   };
 */
#ifndef GALOIS_GRAPHS_EDGETILES_H
#define GALOIS_GRAPHS_EDGETILES_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include <boost/range/irange.hpp>

#include "galois/LargeArray.h"
#include "galois/Loops.h"
#include "galois/gstl.h"
#include "galois/substrate/ActiveThreads.h"

namespace galois::graphs {

/// For "edges of a tile": no row is cut.
inline constexpr std::size_t kWholeRows = std::numeric_limits<std::size_t>::max();

/// @tparam Graph  with 32-bit ids and rows in one piece, as PackedCSR
///
/// Everything is const after construction: any thread may use it at any time. The graph must
/// outlive it. All calls O(1). Memory: 4 bytes a node and a tile if any row is cut, else none.
template <typename Graph>
class EdgeTiles {
public:
  using Node = std::uint32_t;
  using Edge = typename Graph::Edge;

  /// Cuts rows of more than `most` edges, in parallel. Between loops only. O(nodes + tiles).
  /// @param most  edges of a tile, 1 or more; kWholeRows: no row is cut. None is, either, where
  ///              there are not enough ids
  /// @throws std::bad_alloc
  explicit EdgeTiles(const Graph& graph, std::size_t most = kWholeRows);

  /// Edges of a tile at most; kWholeRows if no row is cut.
  std::size_t most() const noexcept { return most_; }
  /// How many tiles have ids of their own: graph.size() and the numbers that follow.
  std::size_t size() const noexcept { return owner_.size(); }

  bool isTile(Node id) const noexcept { return id >= nodes_; }

  /// The node whose edges `id` stands for: itself, if it is one.
  Node owner(Node id) const {
    if (!isTile(id)) [[likely]] {
      return id;
    }
    return owner_[id - nodes_];
  }

  /// The edges that a task about `id` is to do. Of a node with most() edges or fewer, all of them.
  std::span<const Edge> edges(Node id) const;

  /// The tiles of a node but the first; none if its row is whole, or if `id` is a tile.
  boost::integer_range<Node> others(Node id) const;

private:
  /// Tiles of a node but the first.
  Node othersOf(Node node) const {
    const std::size_t degree = graph_->getDegree(node);
    return degree > most_ ? static_cast<Node>((degree - 1) / most_) : 0;
  }

  const Graph* graph_;
  Node nodes_;
  std::size_t most_;
  galois::LargeArray<Node> owner_; ///< of each tile
  galois::LargeArray<Node> first_; ///< of each node with tiles: how many there are before its own
};

template <typename Graph>
EdgeTiles<Graph>::EdgeTiles(const Graph& graph, std::size_t most)
    : graph_(&graph), nodes_(static_cast<Node>(graph.size())), most_(most) {
  if (most == kWholeRows) {
    return;
  }
  // Counted by blocks first, since most graphs turn out to need no memory.
  std::vector<std::uint64_t> before(substrate::getActiveThreads() + 1); // tiles in earlier blocks
  galois::on_each([&](unsigned thread, unsigned threads) {
    const auto [first, last] = galois::block_range(Node{0}, nodes_, thread, threads);
    std::uint64_t tiles = 0;
    for (Node node = first; node < last; ++node) {
      tiles += othersOf(node);
    }
    before[thread + 1] = tiles;
  });
  std::partial_sum(before.begin(), before.end(), before.begin());
  const std::uint64_t tiles = before.back();
  if (tiles == 0 || tiles > std::numeric_limits<Node>::max() - nodes_) {
    most_ = kWholeRows;
    return;
  }
  owner_.allocateInterleaved(tiles);
  first_.allocateInterleaved(nodes_);
  galois::on_each([&](unsigned thread, unsigned threads) {
    const auto [first, last] = galois::block_range(Node{0}, nodes_, thread, threads);
    std::uint64_t tile = before[thread];
    for (Node node = first; node < last; ++node) {
      first_[node] = static_cast<Node>(tile);
      for (Node count = othersOf(node); count > 0; --count) {
        owner_[tile++] = node;
      }
    }
  });
}

template <typename Graph>
auto EdgeTiles<Graph>::edges(Node id) const -> std::span<const Edge> {
  const Node node = owner(id);
  const std::span<const Edge> row(graph_->rowBegin(node), graph_->rowEnd(node));
  const std::size_t before = isTile(id) ? most_ * (1 + (id - nodes_) - first_[node]) : 0;
  return row.subspan(before, std::min(row.size() - before, most_));
}

template <typename Graph>
auto EdgeTiles<Graph>::others(Node id) const -> boost::integer_range<Node> {
  const Node count = isTile(id) ? 0 : othersOf(id);
  const Node from = count > 0 ? nodes_ + first_[id] : 0;
  return boost::irange(from, from + count);
}

} // namespace galois::graphs

#endif
