/** Renumbers nodes so that nodes used together are near each other in memory. */
#pragma once

#include "inputs/Graph.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace galois::inputs {

/// Orders of nodes. All depend only on the graph, so they are the same everywhere.
enum class NodeOrder {
  kBfs,    ///< breadth-first from the lowest node, then from the lowest one left, until none is
  kRcm,    ///< reverse Cuthill-McKee on the undirected graph: neighbours get close numbers
  kDegree, ///< most arcs first, equal ones in their order: high-degree nodes share cache lines
};

/// Returns the order of this name: "bfs", "rcm", "degree". @throws UsageError
NodeOrder nodeOrderNamed(std::string_view name);

/// Returns the nodes in that order: entry i is the node that becomes node i. Takes O(nodes + arcs
/// log degree) time. kRcm takes memory for a symmetric copy of the graph without weights.
std::vector<std::uint32_t> orderOf(const Graph& graph, NodeOrder order);

/// Renumbers the nodes with their weights, coordinates and ids: node order[i] becomes node i.
/// `order` contains every node once. The arcs of a node keep their order. The result is built
/// beside the input. Takes O(nodes + arcs) time.
void renumber(Graph& graph, const std::vector<std::uint32_t>& order);

} // namespace galois::inputs
