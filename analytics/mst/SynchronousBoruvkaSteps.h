/** The steps of SynchronousBoruvka that join components, and the first and last steps. */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

#include "SynchronousBoruvka.h"

namespace mst {

inline void SynchronousBoruvka::cutIntoBlocks() {
  constexpr std::uint64_t kBlocksPerThread = 16; // so that stealing can balance the load
  constexpr std::uint64_t kLeast = 1024;         // least number of nodes and arcs in a block
  const std::uint64_t work = graph_.offset(graph_.size()) + graph_.size();
  const auto bounds = graph_.blocks(static_cast<std::uint32_t>(
      std::min(kBlocksPerThread * galois::getActiveThreads(), work / kLeast + 1)));
  for (std::size_t i = 0; i + 1 < bounds.size(); ++i) {
    blocks_.push_back({bounds[i], bounds[i + 1]});
  }
}

/// Finds the lightest edge of each node. Within a row, ordering edges of equal weight by their
/// other ends is the order of Lighter. Either the other end is the smaller of the two ends, or the
/// smaller end is the row's node, for this edge and for all that follow.
inline void SynchronousBoruvka::findLightestOfRows() {
  forEachBlock([&](Block& block) {
    std::uint64_t listable = 0;
    for (std::size_t n = block.firstNode; n < block.endNode; ++n) {
      const auto node = static_cast<Node>(n);
      std::uint64_t best = kNone;
      for (const auto& edge : graph_.row(node)) {
        best = std::min(best, packed(edge.weight, edge.dst));
        listable += edge.dst > node ? 1 : 0;
      }
      best_[n] = best;
    }
    block.listable = listable;
  });
}

/// Performs the first round: joins each node to the other end of its lightest edge.
inline void SynchronousBoruvka::hookNodes() {
  forEachBlock([&](Block& block) {
    Edge* taken = forest_.data() + block.firstNode + block.taken;
    for (std::size_t n = block.firstNode; n < block.endNode; ++n) {
      const auto node = static_cast<Node>(n);
      const std::uint64_t best = best_[n];
      const Node there = low(best);
      if (best == kNone || (node < there && low(best_[there]) == node)) {
        sets_.makeAlone(node);
      } else {
        sets_.join(node, there);
        *taken++ = Edge::between(node, there, static_cast<Weight>(best >> 32));
      }
    }
    block.taken = static_cast<std::size_t>(taken - forest_.data()) - block.firstNode;
  });
}

/// Points every node at the root of its component. Every component becomes a root without a
/// lightest edge, except for nodes without edges.
inline void SynchronousBoruvka::settle() {
  forEachBlock([&](Block& block) {
    std::size_t end = block.firstNode;
    for (std::size_t n = block.firstNode; n < block.endNode; ++n) {
      const auto node = static_cast<Node>(n);
      if (sets_.flatten(node) == node && graph_.degree(node) > 0) {
        best_[n] = kNone;
        roots_[end++] = node;
      }
    }
    block.roots = end - block.firstNode;
  });
}

/// Joins each root to the component at the other end of its lightest edge.
inline void SynchronousBoruvka::hookRoots() {
  forEachBlock([&](Block& block) {
    Edge* taken = forest_.data() + block.firstNode + block.taken;
    for (std::size_t i = block.firstNode; i < block.firstNode + block.roots; ++i) {
      const Node root = roots_[i];
      const std::uint64_t best = best_[root];
      if (best == kNone) {
        continue;
      }
      const Listed& edge = list_[low(best)];
      const Node there = edge.a == root ? edge.b : edge.a;
      if (there < root || best_[there] != best) {
        sets_.join(root, there);
        *taken++ = {edge.u, edge.v, edge.weight};
      }
    }
    block.taken = static_cast<std::size_t>(taken - forest_.data()) - block.firstNode;
  });
}

/// Points the roots of the last round at the roots of their components. Removes from the list of
/// roots those that are roots no longer or have no edges.
inline void SynchronousBoruvka::jump() {
  forEachBlock([&](Block& block) {
    std::size_t end = block.firstNode;
    for (std::size_t i = block.firstNode; i < block.firstNode + block.roots; ++i) {
      const Node root = roots_[i];
      if (sets_.flatten(root) == root && best_[root] != kNone) {
        best_[root] = kNone;
        roots_[end++] = root;
      }
    }
    block.roots = end - block.firstNode;
  });
}

/// Joins components along the remaining edges of the list, on one thread.
inline void SynchronousBoruvka::joinRest() {
  std::vector<Edge> edges;
  for (const Block& block : blocks_) {
    for (std::uint64_t i = block.firstEdge; i < block.endEdge; ++i) {
      edges.push_back({list_[i].u, list_[i].v, list_[i].weight});
    }
  }
  std::sort(edges.begin(), edges.end(), Lighter());
  std::ranges::copy_if(edges, std::back_inserter(rest_),
                       [&](const Edge& edge) { return sets_.unite(edge.u, edge.v); });
}

/// Returns whether no edge can be added because one tree has all nodes.
inline bool SynchronousBoruvka::complete() const {
  std::size_t taken = rest_.size();
  for (const Block& block : blocks_) {
    taken += block.taken;
  }
  return taken + 1 >= graph_.size();
}

inline std::vector<Edge> SynchronousBoruvka::takeForest() const {
  std::vector<Edge> forest;
  forest.reserve(graph_.size());
  for (const Block& block : blocks_) {
    const Edge* const first = forest_.data() + block.firstNode;
    forest.insert(forest.end(), first, first + block.taken);
  }
  forest.insert(forest.end(), rest_.begin(), rest_.end());
  return forest;
}

} // namespace mst
