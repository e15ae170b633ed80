#include "inputs/transform/LargestComponent.h"

#include "inputs/transform/KeepNodes.h"

#include <algorithm>
#include <numeric>

namespace galois::inputs {

namespace {

/// Returns the lowest node of the set, and halves the path to it.
std::uint32_t rootOf(std::vector<std::uint32_t>& parent, std::uint32_t node) {
  while (parent[node] != node) {
    node = parent[node] = parent[parent[node]];
  }
  return node;
}

/// Returns, for each node, the lowest node of its component.
std::vector<std::uint32_t> components(const Graph& graph) {
  std::vector<std::uint32_t> parent(graph.numNodes());
  std::iota(parent.begin(), parent.end(), 0u);
  for (std::uint64_t node = 0; node < graph.numNodes(); ++node) {
    for (std::uint64_t arc = graph.offsets[node]; arc < graph.offsets[node + 1]; ++arc) {
      const std::uint32_t a = rootOf(parent, static_cast<std::uint32_t>(node));
      const std::uint32_t b = rootOf(parent, graph.dst[arc]);
      parent[std::max(a, b)] = std::min(a, b);
    }
  }
  // A parent is below its child, so roots come first in ascending order.
  for (std::uint32_t& node : parent) {
    node = parent[node];
  }
  return parent;
}

/// Returns a number per node that the nodes of a strongly connected component have in common, below
/// the number of nodes. Tarjan's algorithm, without recursion.
std::vector<std::uint32_t> strongComponents(const Graph& graph) {
  constexpr std::uint32_t kUnseen = UINT32_MAX;
  struct Visit {
    std::uint32_t node;
    std::uint64_t arc; // the next one
  };
  const std::uint64_t nodes = graph.numNodes();
  std::vector<std::uint32_t> order(nodes, kUnseen); // in which nodes are seen
  std::vector<std::uint32_t> low(nodes, 0);         // the lowest of those that are reached and open
  std::vector<std::uint32_t> component(nodes, kUnseen);
  std::vector<std::uint32_t> open; // seen, and in no component yet
  std::vector<Visit> visits;
  std::uint32_t seen = 0;
  const auto visit = [&](std::uint32_t node) {
    order[node] = low[node] = seen++;
    open.push_back(node);
    visits.push_back({node, graph.offsets[node]});
  };
  for (std::uint32_t root = 0; root < nodes; ++root) {
    if (order[root] == kUnseen) {
      visit(root);
    }
    while (!visits.empty()) {
      Visit& here = visits.back();
      const std::uint32_t node = here.node;
      if (here.arc < graph.offsets[node + std::uint64_t{1}]) {
        const std::uint32_t head = graph.dst[here.arc++];
        if (order[head] == kUnseen) {
          visit(head);
        } else if (component[head] == kUnseen) {
          low[node] = std::min(low[node], order[head]);
        }
        continue;
      }
      visits.pop_back();
      if (!visits.empty()) {
        low[visits.back().node] = std::min(low[visits.back().node], low[node]);
      }
      if (low[node] == order[node]) {
        std::uint32_t last = kUnseen;
        do {
          last = open.back();
          open.pop_back();
          component[last] = node;
        } while (last != node);
      }
    }
  }
  return component;
}

/// Keeps the nodes that have the most frequent number, which is below the number of nodes; of
/// several, the one that a node before all others has.
void keepLargestSet(Graph& graph, const std::vector<std::uint32_t>& numbers) {
  std::vector<std::uint32_t> size(numbers.size(), 0);
  for (const std::uint32_t number : numbers) {
    ++size[number];
  }
  std::uint32_t largest = numbers[0];
  for (const std::uint32_t number : numbers) {
    largest = size[number] > size[largest] ? number : largest;
  }
  std::vector<bool> keep(numbers.size());
  for (std::uint64_t node = 0; node < keep.size(); ++node) {
    keep[node] = numbers[node] == largest;
  }
  keepNodes(graph, keep);
}

} // namespace

void keepLargestComponent(Graph& graph) {
  if (graph.numNodes() == 0) {
    return;
  }
  keepLargestSet(graph, components(graph));
}

void keepLargestStrongComponent(Graph& graph) {
  if (graph.numNodes() == 0) {
    return;
  }
  keepLargestSet(graph, strongComponents(graph));
}

} // namespace galois::inputs
