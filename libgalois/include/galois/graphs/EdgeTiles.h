/**
 * Splits long rows of a graph into tiles, so that several threads can share the edges of one node.
 * Otherwise the task of a high-degree node takes longer than thousands of others and delays all
 * tasks that its thread holds.
 *
 * Every tile except the first of its row has an id of its own, greater than those of the nodes. So
 * a task {node, priority} can also refer to a tile and needs no more space. The task of a node
 * processes the edges of its first tile and pushes one task of the same priority for each of the
 * other tiles. The task of a tile processes the edges of the tile.
 *
 *   auto body = [&](const Task& task, auto& ctx) {
 *     const Node node = tiles.owner(task.node);
 *     ... // read the data of the node; return if the task is stale
 *     for (const auto& edge : tiles.edges(task.node)) ...
 *     for (Node other : tiles.others(task.node)) ctx.push({other, task.priority});
 *   };
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include <boost/range/irange.hpp>
#include <boost/range/iterator_range.hpp>

#include "galois/LargeArray.h"
#include "galois/Loops.h"
#include "galois/gstl.h"
#include "galois/substrate/ActiveThreads.h"

namespace galois::graphs {

/// The tile size that splits no row.
inline constexpr std::size_t kWholeRows = std::numeric_limits<std::size_t>::max();

/// The tiles of a graph. All members are const after construction, so any thread may use it at any
/// time. The graph must outlive it. All calls take O(1). If any row is split, it takes 4 bytes per
/// node and per tile, otherwise no memory.
///
/// @tparam Graph  has 32-bit ids and contiguous rows, like PackedCSR
template <typename Graph>
class EdgeTiles {
public: /// The types of nodes and edges. @{
  using Node = std::uint32_t;
  using Edge = typename Graph::Edge;
  /// @}
  /// Splits rows of more than `most` edges, in parallel. Must be called outside loops. O(nodes +
  /// tiles).
  /// @param most  maximum number of edges per tile, at least 1; kWholeRows splits no row. If there
  ///              are not enough ids, no row is split either
  /// @throws std::bad_alloc if there is not enough memory
  explicit EdgeTiles(const Graph& graph, std::size_t most = kWholeRows);

  /// Returns the maximum number of edges per tile, or kWholeRows if no row is split.
  std::size_t most() const noexcept { return most_; }
  /// Returns the number of tiles with ids of their own. These ids are graph.size() and the numbers
  /// that follow.
  std::size_t size() const noexcept { return owner_.size(); }
  /// Returns whether `id` is that of a tile.
  bool isTile(Node id) const noexcept { return id >= nodes_; }

  /// Returns the node to which the tile `id` belongs, or `id` itself if it is a node.
  Node owner(Node id) const {
    if (__builtin_expect(!isTile(id), true)) {
      return id;
    }
    return owner_[id - nodes_];
  }

  /// Returns the edges that the task of `id` processes. For a node with at most most() edges these
  /// are all its edges.
  boost::iterator_range<const Edge*> edges(Node id) const;

  /// Returns the ids of all tiles of a node except the first. There are none if its row is not
  /// split, or if `id` is a tile.
  boost::integer_range<Node> others(Node id) const;

private:
  /// Returns the number of tiles of a node, not counting the first.
  Node othersOf(Node node) const {
    const std::size_t degree = graph_->getDegree(node);
    return degree > most_ ? static_cast<Node>((degree - 1) / most_) : 0;
  }

  const Graph* graph_;
  Node nodes_;
  std::size_t most_;
  galois::LargeArray<Node> owner_; ///< for each tile, the node to which it belongs
  galois::LargeArray<Node> first_; ///< for each node with tiles: number of tiles of earlier nodes
};

template <typename Graph>
EdgeTiles<Graph>::EdgeTiles(const Graph& graph, std::size_t most)
    : graph_(&graph), nodes_(static_cast<Node>(graph.size())), most_(most) {
  if (most == kWholeRows) {
    return;
  }
  // Count the tiles of each block of nodes first, since most graphs have none and then need no
  // memory.
  std::vector<std::uint64_t> before(substrate::getActiveThreads() + 1); // tiles of earlier blocks
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
auto EdgeTiles<Graph>::edges(Node id) const -> boost::iterator_range<const Edge*> {
  const Node node = owner(id);
  const boost::iterator_range<const Edge*> row(graph_->rowBegin(node), graph_->rowEnd(node));
  const std::size_t before = isTile(id) ? most_ * (1 + (id - nodes_) - first_[node]) : 0;
  return {row.begin() + before, row.begin() + before + std::min(row.size() - before, most_)};
}

template <typename Graph>
auto EdgeTiles<Graph>::others(Node id) const -> boost::integer_range<Node> {
  const Node count = isTile(id) ? 0 : othersOf(id);
  const Node from = count > 0 ? nodes_ + first_[id] : 0;
  return boost::irange(from, from + count);
}

} // namespace galois::graphs
