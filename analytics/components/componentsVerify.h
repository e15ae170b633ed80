/**
 * Checks the labels of components against the definition, on one thread. The code shares nothing
 * with the algorithms.
 *
 * Labels are right if and only if
 *
 * 1. the label of a node is the lowest node that has this label,
 * 2. nodes of one component have one label, and
 * 3. nodes of one label are in one component.
 *
 * For weak components, 2 holds if the ends of each edge have one label. Then 3 holds if there are no
 * more components than labels, which disjoint sets, joined by size, count.
 *
 * For strong components, 3 holds if searches along the edges and against them, from the label and
 * among the nodes that have it, find all these nodes. Then 2 holds if the edges between nodes of
 * different labels close no cycle: labels without such an edge into them can be removed again and
 * again until none is left.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace components {

/// Returns "" when (1) holds.
inline std::string verifyNames(const std::uint32_t* labels, std::size_t nodes) {
  for (std::size_t node = 0; node < nodes; ++node) {
    const std::uint32_t label = labels[node];
    if (label > node || labels[label] != label) {
      return fmt::format("node {} has the label {}, which is not the lowest node of that label",
                         node, label);
    }
  }
  return "";
}

/// Returns "" when the labels are those of weak components, and otherwise one line about what is
/// wrong. Takes nearly O(nodes + edges) time and 8 bytes per node.
template <typename Graph>
std::string verifyWeak(const Graph& graph, const std::uint32_t* labels) {
  const std::size_t nodes = graph.size();
  if (std::string wrong = verifyNames(labels, nodes); !wrong.empty()) {
    return wrong;
  }
  std::vector<std::uint32_t> up(nodes), members(nodes, 1);
  for (std::size_t node = 0; node < nodes; ++node) {
    up[node] = static_cast<std::uint32_t>(node);
  }
  const auto leader = [&up](std::uint32_t node) {
    while (up[node] != node) {
      node = up[node];
    }
    return node;
  };
  std::size_t components = nodes;
  for (std::size_t place = 0; place < nodes; ++place) {
    const auto node = static_cast<std::uint32_t>(place);
    for (const auto& edge : graph.edges(node)) {
      if (labels[edge.dst] != labels[node]) {
        return fmt::format("nodes {} and {} have an edge, and the labels {} and {}", node, edge.dst,
                           labels[node], labels[edge.dst]);
      }
      std::uint32_t a = leader(node), b = leader(edge.dst);
      if (a != b) {
        if (members[a] > members[b]) {
          std::swap(a, b);
        }
        up[a] = b;
        members[b] += members[a];
        --components;
      }
    }
  }
  for (std::size_t node = 0; node < nodes; ++node) {
    if (leader(static_cast<std::uint32_t>(node)) != leader(labels[node])) {
      return fmt::format("node {} has the label {}, and nothing connects them; there are {} "
                         "components",
                         node, labels[node], components);
    }
  }
  return "";
}

/// Returns the first node that no search within its label finds from there, or the number of nodes.
template <typename Graph>
std::size_t firstUnfound(const Graph& graph, const std::uint32_t* labels) {
  std::vector<bool> found(graph.size());
  std::vector<std::uint32_t> open;
  for (std::size_t place = 0; place < graph.size(); ++place) {
    const auto root = static_cast<std::uint32_t>(place);
    if (labels[root] != root) {
      continue;
    }
    found[root] = true;
    open.assign(1, root);
    while (!open.empty()) {
      const std::uint32_t node = open.back();
      open.pop_back();
      for (const auto& edge : graph.edges(node)) {
        if (labels[edge.dst] == root && !found[edge.dst]) {
          found[edge.dst] = true;
          open.push_back(edge.dst);
        }
      }
    }
  }
  return static_cast<std::size_t>(std::find(found.begin(), found.end(), false) - found.begin());
}

/// Returns a label that lies on a cycle of edges between different labels, or from which such a cycle
/// leads; without a cycle the number of nodes.
template <typename Graph>
std::size_t labelOnCycle(const Graph& graph, const std::uint32_t* labels) {
  constexpr std::uint32_t kEnd = std::numeric_limits<std::uint32_t>::max();
  const std::size_t nodes = graph.size();
  std::vector<std::uint64_t> entering(nodes, 0); // per label, edges from labels not removed yet
  std::vector<std::uint32_t> first(nodes, kEnd), next(nodes); // per label, a list of its nodes
  for (std::size_t place = 0; place < nodes; ++place) {
    const auto node = static_cast<std::uint32_t>(place);
    next[node] = first[labels[node]];
    first[labels[node]] = node;
    for (const auto& edge : graph.edges(node)) {
      entering[labels[edge.dst]] += labels[edge.dst] != labels[node] ? 1 : 0;
    }
  }
  std::vector<std::uint32_t> open;
  std::vector<bool> removed(nodes);
  for (std::size_t node = 0; node < nodes; ++node) {
    if (labels[node] == node && entering[node] == 0) {
      open.push_back(static_cast<std::uint32_t>(node));
    }
  }
  while (!open.empty()) {
    const std::uint32_t label = open.back();
    open.pop_back();
    removed[label] = true;
    for (std::uint32_t node = first[label]; node != kEnd; node = next[node]) {
      for (const auto& edge : graph.edges(node)) {
        const std::uint32_t to = labels[edge.dst];
        if (to != label && --entering[to] == 0) {
          open.push_back(to);
        }
      }
    }
  }
  std::size_t left = 0;
  while (left < nodes && (labels[left] != left || removed[left])) {
    ++left;
  }
  return left;
}

/// Returns "" when the labels are those of strong components, and otherwise one line about what is
/// wrong. Takes O(nodes + edges) time and 20 bytes per node.
/// @param inEdges  the reversed edges
template <typename Graph>
std::string verifyStrong(const Graph& graph, const Graph& inEdges, const std::uint32_t* labels) {
  const std::size_t nodes = graph.size();
  if (std::string wrong = verifyNames(labels, nodes); !wrong.empty()) {
    return wrong;
  }
  if (const std::size_t node = firstUnfound(graph, labels); node != nodes) {
    return fmt::format("node {} has the label {}, and no path leads there from node {}", node,
                       labels[node], labels[node]);
  }
  if (const std::size_t node = firstUnfound(inEdges, labels); node != nodes) {
    return fmt::format("node {} has the label {}, and no path leads from there to node {}", node,
                       labels[node], labels[node]);
  }
  if (const std::size_t label = labelOnCycle(graph, labels); label != nodes) {
    return fmt::format(
        "a cycle leads through nodes of different labels, one of them at or before {}", label);
  }
  return "";
}

} // namespace components
