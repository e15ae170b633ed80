/** Properties of graphs that the tests of generators examine. */
#pragma once

#include "Support.h"

#include "inputs/generate/NodeRange.h"
#include "inputs/transform/RandomWeights.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <tuple>
#include <vector>

namespace galois::inputs::test {

/// Returns a number that depends on every part of a graph.
inline std::uint64_t fingerprint(const Graph& graph) {
  std::uint64_t hash = graph.numNodes();
  const auto add = [&hash](std::uint64_t value) {
    hash = detail::splitMix64(hash ^ value) + value;
  };
  for (const auto& [from, to, weight] : arcsOf(graph)) {
    add(from);
    add(to);
    add(weight);
  }
  for (const Coordinate& at : graph.coords) {
    add(static_cast<std::uint32_t>(at.x));
    add(static_cast<std::uint32_t>(at.y));
  }
  return hash;
}

/// Returns whether every arc has as many reverse arcs of its weight as it has parallel ones.
inline bool isSymmetric(const Graph& graph) {
  Arcs there = arcsOf(graph);
  Arcs back;
  for (const auto& [from, to, weight] : there) {
    back.emplace_back(to, from, weight);
  }
  return sorted(there) == sorted(back);
}

/// Returns the number of weakly connected components.
inline std::uint64_t components(const Graph& graph) {
  std::vector<std::uint64_t> parent(graph.numNodes());
  std::iota(parent.begin(), parent.end(), std::uint64_t{0});
  const auto find = [&](std::uint64_t node) {
    while (parent[node] != node) {
      node = parent[node] = parent[parent[node]];
    }
    return node;
  };
  std::uint64_t count = graph.numNodes();
  for (const auto& [from, to, weight] : arcsOf(graph)) {
    const std::uint64_t a = find(from);
    const std::uint64_t b = find(to);
    if (a == b) {
      continue;
    }
    parent[a] = b;
    --count;
  }
  return count;
}

/// Returns the share of nodes of each degree.
inline std::map<std::uint64_t, double> degreeShares(const Graph& graph) {
  std::map<std::uint64_t, double> shares;
  for (std::uint64_t node = 0; node < graph.numNodes(); ++node) {
    shares[graph.degree(node)] += 1.0 / static_cast<double>(graph.numNodes());
  }
  return shares;
}

/// Checks that the rows of each range are those of the whole graph.
/// @param make  make(rows) returns them
template <typename Make>
void expectRows(const Make& make) {
  const Arcs all = arcsOf(make(NodeRange{}));
  const std::uint64_t nodes = make(NodeRange{}).numNodes();
  for (std::uint64_t first = 0; first <= nodes; ++first) {
    for (std::uint64_t last = first; last <= nodes + 1; ++last) {
      Arcs rows;
      const Graph graph = make(NodeRange{first, last});
      EXPECT_EQ(graph.numNodes(), std::min(last, nodes) - first);
      for (const auto& [from, to, weight] : arcsOf(graph)) {
        rows.emplace_back(from + first, to, weight);
      }
      Arcs wanted;
      std::copy_if(all.begin(), all.end(), std::back_inserter(wanted), [&](const auto& arc) {
        return std::get<0>(arc) >= first && std::get<0>(arc) < last;
      });
      EXPECT_EQ(rows, wanted) << first << " to " << last;
    }
  }
}

} // namespace galois::inputs::test
