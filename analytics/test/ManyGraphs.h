/** Small graphs of many kinds, for tests that compare an algorithm with the definition of its answer. */
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "RandomGraphs.h"

namespace galois::test {

using EdgeList = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

/// Adds the reverse of each edge.
inline EdgeList bothWays(EdgeList edges) {
  for (std::size_t i = 0, count = edges.size(); i < count; ++i) {
    edges.emplace_back(edges[i].second, edges[i].first);
  }
  return edges;
}

/// A graph of these edges, with weights from 1 to 4: the same both ways, and often equal, so that many
/// shortest paths have one length.
inline Arrays weightedArrays(std::uint32_t nodes, const EdgeList& edges) {
  Arrays arrays = arraysOf(nodes, edges);
  for (std::uint32_t node = 0; node < nodes; ++node) {
    for (std::uint64_t e = arrays.offsets[node]; e < arrays.offsets[node + 1]; ++e) {
      arrays.weights.push_back(1 + (node ^ arrays.targets[e]) % 4);
    }
  }
  return arrays;
}

/// Edges between random nodes. @param skew  how many random numbers the least of which is a node: 1 for
///                                          a uniform graph; more, as in RMAT graphs, make hubs
inline EdgeList randomEdges(unsigned seed, std::uint32_t nodes, std::uint32_t edges,
                            unsigned skew = 1) {
  std::mt19937 random(seed);
  const auto node = [&] {
    std::uint32_t least = nodes;
    for (unsigned i = 0; i < skew; ++i) {
      least = std::min(least, static_cast<std::uint32_t>(random() % nodes));
    }
    return least;
  };
  EdgeList list;
  while (list.size() < edges) {
    const std::uint32_t from = node();
    list.emplace_back(from, node());
  }
  return list;
}

/// A grid in which a fifth of the roads is missing, so that it falls apart.
inline EdgeList roads(unsigned seed, std::uint32_t side) {
  std::mt19937 random(seed);
  EdgeList list;
  for (std::uint32_t node = 0; node < side * side; ++node) {
    if ((node + 1) % side != 0 && random() % 5 != 0) {
      list.emplace_back(node, node + 1);
    }
    if (node + side < side * side && random() % 5 != 0) {
      list.emplace_back(node, node + side);
    }
  }
  return list;
}

inline constexpr unsigned kManyGraphs = 40;

/// Returns one of kManyGraphs graphs, with weights of at least 1.
inline Arrays manyGraphs(unsigned turn) {
  switch (turn) {
  case 0:
    return {}; // no node
  case 1:
    return weightedArrays(1, {});
  case 2:
    return weightedArrays(1, {{0, 0}});
  case 3:
    return weightedArrays(20, {});
  case 4: { // both ends of several edges, with loops
    EdgeList edges = randomEdges(turn, 12, 30);
    edges.insert(edges.end(), edges.begin(), edges.begin() + 15);
    edges.emplace_back(3, 3);
    return weightedArrays(12, bothWays(edges));
  }
  case 5: { // layers of 4 nodes, each with edges to all of the next: 4^9 shortest paths
    EdgeList edges;
    for (std::uint32_t node = 0; node < 40; ++node) {
      for (std::uint32_t next = node / 4 * 4 + 4; next < std::min(node / 4 * 4 + 8, 44u); ++next) {
        edges.emplace_back(node, next);
      }
    }
    return weightedArrays(44, edges);
  }
  case 6: { // a path
    EdgeList edges;
    for (std::uint32_t node = 0; node < 80; ++node) {
      edges.emplace_back(node, node + 1);
    }
    return weightedArrays(81, bothWays(edges));
  }
  case 7: { // a star, whose edges lead either way
    EdgeList edges;
    for (std::uint32_t leaf = 1; leaf < 70; ++leaf) {
      leaf % 2 == 0 ? edges.emplace_back(0, leaf) : edges.emplace_back(leaf, 0);
    }
    return weightedArrays(70, edges);
  }
  default:
    break;
  }
  const std::uint32_t size = 10 + 2 * turn;
  if (turn < 16) {
    Arrays arrays = randomArrays(turn);
    for (std::uint32_t& weight : arrays.weights) {
      weight = 1 + weight % 4;
    }
    return arrays;
  }
  switch (turn % 4) {
  case 0:
    return weightedArrays(size, randomEdges(turn, size, size * (turn % 3 + 1)));
  case 1:
    return weightedArrays(size, bothWays(randomEdges(turn, size, size)));
  case 2: {
    const std::uint32_t side = 4 + turn / 6;
    return weightedArrays(side * side, bothWays(roads(turn, side)));
  }
  default: {
    const EdgeList edges = randomEdges(turn, size, 4 * size, 3);
    return weightedArrays(size, turn % 8 == 3 ? edges : bothWays(edges));
  }
  }
}

} // namespace galois::test
