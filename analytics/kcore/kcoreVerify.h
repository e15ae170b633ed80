/**
 * Checks core numbers against their definition. The code shares nothing with the algorithms.
 *
 * A number is not too high if the node has as many neighbours whose numbers are no lower: then the
 * nodes with numbers of at least k are part of the k-core. No number is too low if, for each k, the
 * nodes of number k can be taken away one after the other from those with numbers of at least k, each
 * with at most k neighbours left: then the (k+1)-core has none of them.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace kcore {

/// Returns "" if `cores` has the core numbers of the nodes, otherwise one line about a node that is
/// wrong. O(nodes + edges) time on one thread, and 8 bytes per node.
template <typename Graph, typename Core>
std::string verifyCores(const Graph& graph, const Core* cores) {
  const std::size_t size = graph.size();
  std::vector<std::uint32_t> left(
      size); // of a node, the neighbours with numbers no lower that are left
  std::vector<std::uint32_t> ready;
  for (std::size_t n = 0; n < size; ++n) {
    for (const auto& edge : graph.row(static_cast<std::uint32_t>(n))) {
      left[n] += cores[edge.dst] >= cores[n] ? 1 : 0;
    }
    if (left[n] < cores[n]) {
      return fmt::format("node {} has core number {}, but only {} neighbours with as high a number",
                         n, cores[n], left[n]);
    }
    if (left[n] == cores[n]) {
      ready.push_back(static_cast<std::uint32_t>(n));
    }
  }
  std::size_t taken = 0;
  while (!ready.empty()) {
    const std::uint32_t node = ready.back();
    ready.pop_back();
    ++taken;
    for (const auto& edge : graph.row(node)) {
      if (cores[edge.dst] == cores[node] && left[edge.dst]-- == cores[node] + 1) {
        ready.push_back(edge.dst);
      }
    }
  }
  if (taken < size) {
    for (std::size_t n = 0; n < size; ++n) {
      if (left[n] > cores[n]) {
        return fmt::format("node {} has core number {}, but it is part of the core of {}", n,
                           cores[n], cores[n] + 1);
      }
    }
  }
  return "";
}

} // namespace kcore
