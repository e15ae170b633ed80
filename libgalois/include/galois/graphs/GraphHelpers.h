/**
 * Splits the nodes of a graph between threads so that all get about the same amount of work. The
 * work of a node is one constant for itself plus another constant for each of its edges.
 *
 * A prefix sum is an object with operator[](n) that returns the index after the last edge of node
 * n, counted from node 0: a LargeArray, a vector, or an LC_CSR_Graph.
 */
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <iostream> // programs written for Galois expect it
#include <numeric>
#include <utility>
#include <vector>

#include <boost/iterator/counting_iterator.hpp>

#include "galois/SharedMemSys.h"

namespace galois::graphs {

namespace internal {

/// Returns floor(whole * part / parts) without overflow, for part <= parts < 2^32.
inline std::uint64_t shareOf(std::uint64_t whole, std::uint64_t part, std::uint64_t parts) {
  return whole / parts * part + whole % parts * part / parts;
}

/// Returns the first n in [0, numNodes] for which the nodes before n and their edges have a total
/// weight of at least `target`. `edgesBefore(n)` is the number of edges of nodes before n, for n in
/// [0, numNodes].
template <typename EdgesBefore>
std::uint64_t findSplit(std::uint64_t numNodes, std::uint64_t nodeWeight, std::uint64_t edgeWeight,
                        std::uint64_t target, const EdgesBefore& edgesBefore) {
  std::uint64_t low = 0;
  std::uint64_t high = numNodes;
  while (low < high) {
    const std::uint64_t middle = low + (high - low) / 2;
    if (middle * nodeWeight + edgesBefore(middle) * edgeWeight < target) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

} // namespace internal

/// Returns the share of part `id` of `total` when nodes [nodeOffset, nodeOffset + numNodes) are
/// split into consecutive ranges of about equal weight. The ranges of all parts cover every node
/// once. O(log numNodes). Thread-safe: every thread calls it with its own id.
///
/// @param numNodes     number of nodes to split
/// @param numEdges     number of edges of those nodes
/// @param nodeWeight   work per node, in any unit
/// @param edgeWeight   work per edge, in the same unit; if both are 0, nodeWeight counts as 1
/// @param id           the part to return, in [0, total)
/// @param total        number of parts, at least 1
/// @param prefixSum    ends of the nodes' edges; entry nodeOffset belongs to the first node to
///                     split
/// @param scaleFactor  relative size of each part, `total` entries; empty: all the same
/// @param edgeOffset   number of edges of the nodes before nodeOffset
/// @param nodeOffset   first node to split
/// @return {node range, edge range}: pairs of counting iterators, relative to nodeOffset and
///         edgeOffset
template <typename PrefixSum, typename NodeType = std::uint64_t>
auto divideNodesBinarySearch(NodeType numNodes, std::uint64_t numEdges, std::size_t nodeWeight,
                             std::size_t edgeWeight, std::size_t id, std::size_t total,
                             const PrefixSum& prefixSum,
                             const std::vector<unsigned>& scaleFactor = {},
                             std::uint64_t edgeOffset = 0, std::uint64_t nodeOffset = 0) {
  using NodeIterator = boost::counting_iterator<NodeType>;
  using EdgeIterator = boost::counting_iterator<std::uint64_t>;
  assert(total >= 1 && id < total);
  assert(scaleFactor.empty() || scaleFactor.size() == total);
  if (nodeWeight == 0 && edgeWeight == 0) {
    nodeWeight = 1;
  }

  const auto edgesBefore = [&](std::uint64_t n) -> std::uint64_t {
    return n == 0 ? 0 : prefixSum[nodeOffset + n - 1] - edgeOffset;
  };
  std::uint64_t parts = total;
  std::uint64_t first = id;
  std::uint64_t last = id + 1;
  if (!scaleFactor.empty()) {
    const auto begin = scaleFactor.begin();
    first = std::accumulate(begin, begin + static_cast<std::ptrdiff_t>(id), std::uint64_t{0});
    last = first + scaleFactor[id];
    parts = std::accumulate(begin, scaleFactor.end(), std::uint64_t{0});
  }
  const std::uint64_t weight = numNodes * nodeWeight + numEdges * edgeWeight;
  const auto split = [&](std::uint64_t part) -> std::uint64_t {
    if (part == 0) {
      return 0;
    }
    if (part == parts) {
      return numNodes;
    }
    return internal::findSplit(numNodes, nodeWeight, edgeWeight,
                               internal::shareOf(weight, part, parts), edgesBefore);
  };
  const std::uint64_t begin = split(first);
  const std::uint64_t end = split(last);
  return std::make_pair(
      std::make_pair(NodeIterator(static_cast<NodeType>(begin)),
                     NodeIterator(static_cast<NodeType>(end))),
      std::make_pair(EdgeIterator(edgesBefore(begin)), EdgeIterator(edgesBefore(end))));
}

/// Returns the boundaries of `units` consecutive ranges of about equal weight over nodes
/// [beginNode, endNode) of a prefix sum. These are units + 1 node ids, of which the first is
/// beginNode and the last endNode. O(units log nodes).
/// @param nodeAlpha  work per node if an edge costs 1
template <typename PrefixSum>
std::vector<std::uint32_t>
determineUnitRangesFromPrefixSum(std::uint32_t units, const PrefixSum& prefixSum,
                                 std::uint32_t beginNode, std::uint32_t endNode,
                                 std::uint32_t nodeAlpha = 0) {
  assert(units >= 1 && beginNode <= endNode);
  const std::uint64_t edgesBefore = beginNode == 0 ? 0 : prefixSum[beginNode - 1];
  const std::uint64_t edgesEnd = endNode == 0 ? 0 : prefixSum[endNode - 1];
  std::vector<std::uint32_t> bounds(std::size_t{units} + 1, endNode);
  bounds[0] = beginNode;
  for (std::uint32_t i = 0; i < units; ++i) {
    const auto share = divideNodesBinarySearch<PrefixSum, std::uint32_t>(
        endNode - beginNode, edgesEnd - edgesBefore, nodeAlpha, 1, i, units, prefixSum, {},
        edgesBefore, beginNode);
    bounds[i + 1] = beginNode + *share.first.second;
  }
  return bounds;
}

/// Does the same for the first numNodes nodes.
template <typename PrefixSum>
std::vector<std::uint32_t> determineUnitRangesFromPrefixSum(std::uint32_t units,
                                                            const PrefixSum& prefixSum,
                                                            std::uint32_t numNodes) {
  return determineUnitRangesFromPrefixSum(units, prefixSum, 0, numNodes);
}

/// Does the same for all nodes of a prefix sum that has a size().
template <typename PrefixSum>
std::vector<std::uint32_t> determineUnitRangesFromPrefixSum(std::uint32_t units,
                                                            const PrefixSum& prefixSum) {
  return determineUnitRangesFromPrefixSum(units, prefixSum, 0,
                                          static_cast<std::uint32_t>(prefixSum.size()));
}

/// Does the same for all nodes of a graph whose operator[] is its prefix sum.
template <typename GraphTy>
std::vector<std::uint32_t> determineUnitRangesFromGraph(const GraphTy& graph, std::uint32_t units,
                                                        std::uint32_t nodeAlpha = 0) {
  return determineUnitRangesFromPrefixSum(units, graph, 0, static_cast<std::uint32_t>(graph.size()),
                                          nodeAlpha);
}

/// Does the same for nodes [beginNode, endNode) of a graph.
template <typename GraphTy>
std::vector<std::uint32_t>
determineUnitRangesFromGraph(const GraphTy& graph, std::uint32_t units, std::uint32_t beginNode,
                             std::uint32_t endNode, std::uint32_t nodeAlpha) {
  return determineUnitRangesFromPrefixSum(units, graph, beginNode, endNode, nodeAlpha);
}

} // namespace galois::graphs
