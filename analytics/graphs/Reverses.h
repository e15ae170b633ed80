/** Tests whether the edges of one graph are the reversed edges of another, or of itself. */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "analytics/graphs/RowOfEdge.h"
#include "galois/Loops.h"
#include "galois/Reduction.h"

namespace lonestar {

/// Returns a hash of a number.
inline std::uint64_t hashOf(std::uint64_t number) {
  std::uint64_t hash = number + 0x9e3779b97f4a7c15;
  hash = (hash ^ hash >> 30) * 0xbf58476d1ce4e5b9;
  hash = (hash ^ hash >> 27) * 0x94d049bb133111eb;
  return hash ^ hash >> 31;
}

/// Returns a hash of an edge, which differs from that of the reversed edge.
inline std::uint64_t edgeHash(std::uint32_t from, std::uint32_t to) {
  return hashOf(std::uint64_t{from} << 32 | to);
}

/// Returns a hash of an edge with its weight. The hash of its reverse is the same number with the
/// other sign, and that of a loop is 0. So the sum over all edges of a graph is 0 if each has a reverse
/// of its weight, with equally many parallel ones each way. Otherwise it is 0 with a probability of
/// about 2^-64.
template <typename Edge>
std::uint64_t directionHash(std::uint32_t node, const Edge& edge) {
  const std::uint64_t ends =
      std::uint64_t{std::min(node, edge.dst)} << 32 | std::max(node, edge.dst);
  const std::uint64_t sign =
      static_cast<std::uint64_t>(edge.dst > node) - static_cast<std::uint64_t>(edge.dst < node);
  return hashOf(ends + 0x9fb21c651e98df25 * edge.weight) * sign;
}

/// Returns the sum of the hashes of all edges, or of all reversed edges. Runs on all active
/// threads, in O(edges) time.
template <typename Graph>
std::uint64_t sumOfEdgeHashes(const Graph& graph, bool reverses) {
  galois::GAccumulator<std::uint64_t> sum;
  galois::do_all(
      galois::iterate(graph),
      [&](std::uint32_t node) {
        std::uint64_t here = 0;
        for (const auto& edge : graph.edges(node)) {
          here += reverses ? edgeHash(edge.dst, node) : edgeHash(node, edge.dst);
        }
        sum += here;
      },
      galois::steal(), galois::chunk_size<512>());
  return sum.reduce();
}

/// Returns whether the edges of `a` are the reversed edges of `b`, with equally many parallel ones.
/// Weights are ignored. Graphs for which this is wrong pass with a probability of about 2^-64. Runs
/// on all active threads, in O(edges) time.
template <typename Graph>
bool areReverses(const Graph& a, const Graph& b) {
  return a.size() == b.size() && a.sizeEdges() == b.sizeEdges() &&
         sumOfEdgeHashes(a, false) == sumOfEdgeHashes(b, true);
}

/// Returns whether some edges of a sample have no reverse, which shows soon that most directed
/// graphs are not symmetric. Edges to nodes with long rows are left out. Runs on one thread.
template <typename Graph>
bool hasOneWayEdges(const Graph& graph) {
  constexpr std::size_t kSample = 64;
  constexpr std::size_t kLongRow = std::size_t{1} << 14;
  const auto edges = graph.edges();
  const std::size_t count = std::min<std::size_t>(edges.size(), kSample);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t place = edges.size() / count * i + edges.size() % count * i / count;
    const std::uint32_t tail = rowOfEdge(graph, place);
    const std::uint32_t head = edges[place].dst;
    if (graph.getDegree(head) > kLongRow) {
      continue;
    }
    const auto row = graph.edges(head);
    if (std::none_of(row.begin(), row.end(), [&](const auto& edge) { return edge.dst == tail; })) {
      return true;
    }
  }
  return false;
}

/// Returns 0 if every edge has its reverse, with equally many parallel ones each way, and otherwise
/// 0 with a probability of about 2^-60. Runs on all active threads, in O(edges) time, and reads each
/// edge once.
///
/// The two halves of a hash of a node u are the numbers a(u) and b(u). The result is the sum of a(u)
/// b(v) - b(u) a(v) over all edges (u, v). An edge and its reverse cancel each other, and a loop
/// adds 0. What remains otherwise is a quadratic polynomial of numbers that look random. The part of
/// a node needs the sums of a(v) and of b(v) over its edges, so that there is one hash per edge.
template <typename Graph>
std::uint64_t sumOfDirections(const Graph& graph) {
  constexpr std::uint64_t kLow = 0xffffffff;
  galois::GAccumulator<std::uint64_t> sum;
  galois::do_all(
      galois::iterate(graph),
      [&](std::uint32_t node) {
        std::uint64_t high = 0;
        std::uint64_t low = 0;
        for (const auto& edge : graph.edges(node)) {
          const std::uint64_t hash = hashOf(edge.dst);
          high += hash >> 32;
          low += hash & kLow;
        }
        const std::uint64_t own = hashOf(node);
        sum += (own >> 32) * low - (own & kLow) * high;
      },
      galois::steal(), galois::chunk_size<512>());
  return sum.reduce();
}

/// Returns whether every edge has its reverse, with equally many parallel ones each way. Weights are
/// ignored. Is wrong as sumOfDirections() is. Runs on all active threads, in O(edges) time.
template <typename Graph>
bool isSymmetric(const Graph& graph) {
  return !hasOneWayEdges(graph) && sumOfDirections(graph) == 0;
}

} // namespace lonestar
