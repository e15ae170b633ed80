#include "inputs/describe/Components.h"

#include "inputs/describe/Blocks.h"

#include "galois/UnionFind.h"

namespace galois::inputs {

namespace {

struct Node : galois::UnionFindNode<Node> {
  Node() : UnionFindNode(this) {}
};

} // namespace

Components weakComponents(const Graph& graph) {
  Components found;
  const std::uint64_t nodes = graph.numNodes();
  found.of.resize(nodes);
  {
    std::vector<Node> sets(nodes);
    forEachBlock(nodes, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t node = begin; node < end; ++node) {
        for (std::uint64_t arc = graph.offsets[node]; arc < graph.offsets[node + 1]; ++arc) {
          sets[node].merge(&sets[graph.dst[arc]]);
        }
      }
    });
    forEachBlock(nodes, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t node = begin; node < end; ++node) {
        found.of[node] = static_cast<std::uint32_t>(sets[node].find() - sets.data());
      }
    });
  }
  std::vector<std::uint32_t> sizes(nodes, 0);
  for (const std::uint32_t component : found.of) {
    if (sizes[component]++ == 0) {
      ++found.count;
    }
  }
  for (const std::uint32_t component : found.of) {
    if (sizes[component] <= found.largest) {
      continue;
    }
    found.largest = sizes[component];
    found.largestId = component;
  }
  return found;
}

} // namespace galois::inputs
