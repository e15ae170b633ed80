#include "inputs/describe/Description.h"

#include "inputs/describe/Blocks.h"
#include "inputs/describe/Components.h"
#include "inputs/transform/SortArcs.h"

#include "galois/Reduction.h"

#include <algorithm>

namespace galois::inputs {

namespace {

void countArcs(const Graph& graph, Description& found) {
  galois::GAccumulator<std::uint64_t> loops, parallel, oneWay, oneWayEnds;
  forEachBlock(graph.numNodes(), [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t tail = begin; tail < end; ++tail) {
      const auto node = static_cast<std::uint32_t>(tail);
      for (std::uint64_t arc = graph.offsets[tail]; arc < graph.offsets[tail + 1]; ++arc) {
        const std::uint32_t head = graph.dst[arc];
        if (head == node) {
          loops += 1;
        }
        if (arc > graph.offsets[tail] && graph.dst[arc - 1] == head) {
          parallel += 1;
        }
        const std::uint64_t weight = graph.weights.empty() ? 0 : graph.weights[arc];
        if (head == node || hasArc(graph, head, node, weight)) {
          continue;
        }
        oneWay += 1;
        const auto [first, last] = arcsBetween(graph, head, node);
        if (first == last) {
          oneWayEnds += 1;
        }
      }
    }
  });
  found.loops = loops.reduce();
  found.parallelArcs = parallel.reduce();
  found.oneWayArcs = oneWay.reduce();
  found.oneWayEnds = oneWayEnds.reduce();
}

Distribution degreesOf(const Graph& graph) {
  return distributionOf(graph.numNodes(), [&](std::uint64_t node) { return graph.degree(node); });
}

/// Returns the node of the largest component with the most out-arcs; among equals, the lowest.
std::uint32_t busiestNode(const Graph& graph, const Components& components) {
  std::uint32_t busiest = components.largestId;
  for (std::uint64_t node = 0; node < graph.numNodes(); ++node) {
    if (components.of[node] == components.largestId && graph.degree(node) > graph.degree(busiest)) {
      busiest = static_cast<std::uint32_t>(node);
    }
  }
  return busiest;
}

std::uint64_t isolatedNodes(const Graph& graph, const Components& components) {
  std::vector<bool> alone(graph.numNodes());
  for (std::uint64_t node = 0; node < graph.numNodes(); ++node) {
    alone[node] = components.of[node] == node;
  }
  for (std::uint64_t node = 0; node < graph.numNodes(); ++node) {
    if (components.of[node] != node) {
      alone[components.of[node]] = false;
    }
  }
  return static_cast<std::uint64_t>(std::count(alone.begin(), alone.end(), true));
}

void sweepBothWays(const Graph& graph, const Graph& backward, std::uint32_t start,
                   Description& found) {
  Sweeps sweeps(graph, backward);
  found.hops = sweeps.farthest(start, Measure::kHops, found.sweeps);
  // With a negative weight there need not be shortest paths.
  if (!graph.weights.empty() && weightRange(graph).first >= graph.weights.zero()) {
    found.length = sweeps.farthest(start, Measure::kWeight, found.sweeps);
  }
}

} // namespace

Description describe(Graph& graph, unsigned sweeps) {
  Description found;
  found.nodes = graph.numNodes();
  found.arcs = graph.numArcs();
  found.sweeps = sweeps;
  found.weightBytes = graph.weights.bytes();
  found.weightType = graph.weights.type();
  found.fileBytes =
      32 + 8 * found.nodes + 4 * (found.arcs + found.arcs % 2) + found.arcs * found.weightBytes;
  found.memoryBytes = 16 * found.nodes + (4 + found.weightBytes) * found.arcs;

  forEachBlock(graph.numNodes(),
               [&](std::uint64_t begin, std::uint64_t end) { sortArcs(graph, begin, end); });
  countArcs(graph, found);
  found.outDegrees = degreesOf(graph);
  if (!graph.weights.empty()) {
    found.weights = distributionOf(
        found.arcs, [&](std::uint64_t arc) { return graph.weights.real(graph.weights[arc]); });
  }

  const Components components = weakComponents(graph);
  found.components = components.count;
  found.largestComponent = components.largest;
  found.isolated = isolatedNodes(graph, components);
  const std::uint32_t start = found.nodes == 0 ? 0 : busiestNode(graph, components);
  const bool sweep = sweeps > 0 && found.nodes > 0;
  if (found.oneWayArcs == 0) {
    if (sweep) {
      sweepBothWays(graph, graph, start, found);
    }
  } else {
    const Graph backward = reversed(graph);
    found.inDegrees = degreesOf(backward);
    if (sweep) {
      sweepBothWays(graph, backward, start, found);
    }
  }
  return found;
}

} // namespace galois::inputs
