#ifndef GALOIS_INPUTS_TRANSFORM_REORDER_H
#define GALOIS_INPUTS_TRANSFORM_REORDER_H

#include "inputs/Graph.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace galois::inputs {

/// Orders of nodes that put nodes that are used together near each other in memory. All are
/// functions of the graph alone: the same everywhere.
enum class NodeOrder {
  kBfs,    ///< as a breadth-first search over the arcs meets them, from the lowest node; then from
           ///< the lowest one that is left, until none is
  kRcm,    ///< reverse Cuthill-McKee, arcs taken for two-way roads: neighbours get close numbers
  kDegree, ///< most arcs first, equal ones in their order: the hubs share cache lines
};

/// The order of this name: "bfs", "rcm", "degree". Throws UsageError.
NodeOrder nodeOrderNamed(std::string_view name);

/// The nodes in that order: entry i is the node that becomes node i. O(nodes + arcs log degree);
/// memory for kRcm: a copy of the graph without weights, made symmetric.
std::vector<uint32_t> orderOf(const Graph& graph, NodeOrder order);

/// Renumbers the nodes, weights, coordinates and ids with them: node order[i] becomes node i.
/// `order` has every node once. The arcs of a node keep their order. Memory: the result beside the
/// input. O(nodes + arcs).
void renumber(Graph& graph, const std::vector<uint32_t>& order);

} // namespace galois::inputs

#endif
