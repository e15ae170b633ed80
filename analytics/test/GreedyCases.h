/** Graphs for the tests of algorithms that have to repeat a sequential greedy one. */
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "RandomGraphs.h"

namespace galois::test {

/// Forty graphs: random ones with loops, parallel edges, a hub and edges in one direction, grids,
/// paths, stars, and graphs without edges.
inline std::vector<Arrays> greedyGraphs() {
  std::vector<Arrays> graphs;
  for (unsigned seed = 0; seed < 30; ++seed) {
    graphs.push_back(randomArrays(seed));
  }
  for (const std::uint32_t side : {2U, 7U, 20U}) {
    graphs.push_back(grid(side));
  }
  for (const std::uint32_t nodes : {1U, 2U, 3U, 40U, 700U}) { // paths, one direction per edge
    Arrays path;
    for (std::uint32_t node = 0; node < nodes; ++node) {
      if (node + 1 < nodes) {
        path.targets.push_back(node + 1);
        path.weights.push_back(1 + node % 3);
      }
      path.offsets.push_back(path.targets.size());
    }
    graphs.push_back(path);
  }
  graphs.push_back({std::vector<std::uint64_t>(9), {}, {}});
  graphs.push_back({{0, 1, 2}, {0, 1}, {5, 6}}); // only loops
  return graphs;
}

/// The neighbours of each node, without loops.
inline std::vector<std::set<std::uint32_t>> neighboursIn(const Arrays& arrays) {
  std::vector<std::set<std::uint32_t>> near(arrays.nodes());
  for (std::uint32_t node = 0; node < arrays.nodes(); ++node) {
    for (std::uint64_t e = arrays.offsets[node]; e < arrays.offsets[node + 1]; ++e) {
      if (arrays.targets[e] != node) {
        near[node].insert(arrays.targets[e]);
        near[arrays.targets[e]].insert(node);
      }
    }
  }
  return near;
}

} // namespace galois::test
