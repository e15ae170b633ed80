/**
 * Checks labels by performing the rounds again on one thread, for all nodes, where the labels around a
 * node are sorted. The code shares nothing with the algorithm.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace cdlp {

/// Returns the label that most of `around` are, and the least of several; it sorts them.
inline std::uint32_t mostFrequent(std::vector<std::uint32_t>& around) {
  std::sort(around.begin(), around.end());
  std::size_t most = 0;
  std::uint32_t best = around.front();
  for (std::size_t first = 0; first < around.size();) {
    std::size_t end = first;
    while (end < around.size() && around[end] == around[first]) {
      ++end;
    }
    if (end - first > most) {
      most = end - first;
      best = around[first];
    }
    first = end;
  }
  return best;
}

/// Returns "" when all labels are right, and otherwise one line about the first node that is wrong.
/// @tparam Graph   has size() and edges(node)
/// @param inEdges  the reversed edges
/// @param initial  the first labels; none: the numbers of the nodes
template <typename Graph>
std::string verifyLabels(const Graph& graph, const Graph& inEdges,
                         std::span<const std::uint32_t> labels,
                         std::span<const std::uint32_t> initial, unsigned iterations) {
  std::vector<std::uint32_t> now(initial.begin(), initial.end()), around;
  if (now.empty()) {
    now.resize(graph.size());
    std::iota(now.begin(), now.end(), 0U);
  }
  for (unsigned round = 0; round < iterations; ++round) {
    std::vector<std::uint32_t> next = now;
    for (std::uint32_t node = 0; node < graph.size(); ++node) {
      around.clear();
      for (const Graph* rows : {&graph, &inEdges}) {
        for (const auto& edge : rows->edges(node)) {
          around.push_back(now[edge.dst]);
        }
      }
      if (!around.empty()) {
        next[node] = mostFrequent(around);
      }
    }
    if (next == now) {
      break;
    }
    now.swap(next);
  }
  for (std::size_t node = 0; node < graph.size(); ++node) {
    if (labels[node] != now[node]) {
      return fmt::format("node {} has label {}; it is {}", node, labels[node], now[node]);
    }
  }
  return "";
}

} // namespace cdlp
