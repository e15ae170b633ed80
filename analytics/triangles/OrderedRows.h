/**
 * The edges of an undirected graph, each in the row of the end that comes first in the order of
 * degrees. Nodes have new numbers, their ranks in this order, and rows are sorted by rank. No row is
 * longer than the square root of twice the number of edges: each node in it has at least as many
 * edges as the node of the row.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "TrianglesProblem.h"
#include "galois/LargeArray.h"
#include "galois/Loops.h"

namespace triangles {

class OrderedRows {
public:
  /// Makes the rows on all active threads, except for a few passes over the nodes. O(nodes + edges
  /// log edges) work, 12 bytes per node and 4 per edge.
  explicit OrderedRows(const Undirected& graph) : nodes_(graph.size()) {
    rankNodes(graph);
    offsets_.allocateInterleaved(nodes_ + 1);
    forEachRank([&](Node rank) {
      const auto row = graph.row(order_[rank]);
      offsets_[rank] = static_cast<std::uint64_t>(std::count_if(
          row.begin(), row.end(), [&](const auto& edge) { return ranks_[edge.dst] > rank; }));
    });
    std::uint64_t end = 0;
    for (std::size_t rank = 0; rank < nodes_; ++rank) {
      const std::uint64_t length = offsets_[rank];
      offsets_[rank] = end;
      end += length;
    }
    offsets_[nodes_] = end;
    later_.allocateInterleaved(end);
    forEachRank([&](Node rank) {
      Node* const first = later_.data() + offsets_[rank];
      Node* last = first;
      for (const auto& edge : graph.row(order_[rank])) {
        if (ranks_[edge.dst] > rank) {
          *last++ = ranks_[edge.dst];
        }
      }
      std::sort(first, last);
    });
  }

  std::size_t size() const { return nodes_; }
  std::uint64_t sizeEdges() const { return later_.size(); }
  /// Returns the node of a rank.
  Node nodeOf(Node rank) const { return order_[rank]; }
  /// Returns the rank of a node.
  Node rankOf(Node node) const { return ranks_[node]; }
  /// Returns the position of a rank's row among all rows.
  std::uint64_t offset(Node rank) const { return offsets_[rank]; }
  /// Returns the ranks of the later neighbours.
  std::span<const Node> row(Node rank) const {
    return {later_.data() + offsets_[rank], offsets_[std::size_t{rank} + 1] - offsets_[rank]};
  }

  /// Calls `visit(rank)` for all ranks on all active threads.
  template <typename Visit>
  void forEachRank(const Visit& visit) const {
    galois::do_all(
        galois::iterate(std::size_t{0}, nodes_),
        [&](std::size_t rank) { visit(static_cast<Node>(rank)); }, galois::steal(),
        galois::chunk_size<64>());
  }

private:
  /// Sorts the nodes by degree, and nodes of equal degree by number.
  void rankNodes(const Undirected& graph) {
    order_.allocateInterleaved(nodes_);
    ranks_.allocateInterleaved(nodes_);
    std::vector<Node> next(1, 0); // per degree, the rank of its next node
    for (std::size_t node = 0; node < nodes_; ++node) {
      const std::size_t degree = graph.degree(static_cast<Node>(node));
      if (next.size() <= degree + 1) {
        next.resize(degree + 2, 0);
      }
      ++next[degree + 1];
    }
    for (std::size_t degree = 1; degree < next.size(); ++degree) {
      next[degree] += next[degree - 1];
    }
    for (std::size_t node = 0; node < nodes_; ++node) {
      const Node rank = next[graph.degree(static_cast<Node>(node))]++;
      order_[rank] = static_cast<Node>(node);
      ranks_[node] = rank;
    }
  }

  const std::size_t nodes_;
  galois::LargeArray<Node> order_, ranks_;
  galois::LargeArray<std::uint64_t> offsets_;
  galois::LargeArray<Node> later_;
};

/// How many edges of a directed graph, from 1 to 2, each edge of OrderedRows stands for.
class Directions {
public:
  /// Looks up each edge of `arcs` in the rows. Runs on all active threads.
  Directions(const OrderedRows& rows, const Arcs& arcs) {
    both_.allocateInterleaved(rows.sizeEdges());
    rows.forEachRank([&](Node rank) {
      const std::uint64_t first = rows.offset(rank);
      std::fill_n(both_.data() + first, rows.row(rank).size(), Ends{});
    });
    rows.forEachRank([&](Node rank) {
      for (const auto& edge : arcs.edges(rows.nodeOf(rank))) {
        const Node other = rows.rankOf(edge.dst);
        if (other == rank) {
          continue;
        }
        const auto row = rows.row(std::min(rank, other));
        const auto place = std::ranges::lower_bound(row, std::max(rank, other)) - row.begin();
        Ends& ends = both_[rows.offset(std::min(rank, other)) + static_cast<std::uint64_t>(place)];
        // Each byte is only written here, by the thread that has the node of the arc's tail.
        (rank < other ? ends.fromFirst : ends.fromLater) = 1;
      }
    });
  }

  /// Returns the number for the edge at a position among all rows.
  std::uint64_t at(std::uint64_t position) const {
    return std::uint64_t{both_[position].fromFirst} + both_[position].fromLater;
  }

private:
  /// Whether an edge leads from either end to the other.
  struct Ends {
    std::uint8_t fromFirst = 0, fromLater = 0;
  };

  galois::LargeArray<Ends> both_;
};

} // namespace triangles
