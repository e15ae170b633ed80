/** Helpers of Galois' applications that look at a graph before they run. */
#pragma once

#include <cstdint>
#include <iterator>
#include <random>

#include "galois/Loops.h"
#include "galois/Reduction.h"

/// Draws nodes that have edges, as the sources of several runs. Two pickers of the same graph draw
/// the same nodes. For one thread.
template <typename Graph>
class SourcePicker {
public:
  /// The graph must outlive the picker. `seed` selects the sequence.
  explicit SourcePicker(const Graph& graph, std::uint64_t seed = 27491095) // arbitrary
      : graph_(graph), random_(seed) {}

  /// Returns a node that has edges, each with the same probability. If it draws no such node in 64
  /// times as many tries as there are nodes, the graph probably has no edges, and it returns node
  /// 0. The graph must have nodes.
  auto PickNext() {
    using Node = typename Graph::GraphNode;
    std::uniform_int_distribution<std::uint64_t> draw(0, graph_.size() - 1);
    for (std::uint64_t tries = 64 * static_cast<std::uint64_t>(graph_.size()); tries > 0; --tries) {
      const auto node = static_cast<Node>(draw(random_));
      if (graph_.edge_begin(node) != graph_.edge_end(node)) {
        return node;
      }
    }
    return Node{0};
  }

private:
  const Graph& graph_;
  std::mt19937_64 random_;
};

/// Returns whether the degrees look like those of a power law: of a sample of up to 1,000 nodes,
/// the greatest degree is more than 40 times the mean. A graph with fewer than 10 edges per node,
/// as roads have, is none either way. Runs in O(sample).
template <typename Graph>
bool isApproximateDegreeDistributionPowerLaw(const Graph& graph) {
  const std::uint64_t nodes = graph.size();
  if (nodes == 0 || graph.sizeEdges() / nodes < 10) {
    return false;
  }
  constexpr std::uint64_t kSample = 1000;
  const std::uint64_t drawn = nodes < kSample ? nodes : kSample;
  std::uint64_t sum = 0;
  std::uint64_t greatest = 0;
  for (std::uint64_t i = 0; i < drawn; ++i) {
    const auto node = static_cast<typename Graph::GraphNode>(i * nodes / drawn);
    const auto degree =
        static_cast<std::uint64_t>(std::distance(graph.edge_begin(node), graph.edge_end(node)));
    sum += degree;
    greatest = degree > greatest ? degree : greatest;
  }
  return greatest * drawn > 40 * sum;
}
