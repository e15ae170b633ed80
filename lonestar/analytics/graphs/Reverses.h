/** Tests whether the edges of one graph are the reversed edges of another. */
#pragma once

#include <cstdint>

#include "galois/Loops.h"
#include "galois/Reduction.h"

namespace lonestar {

/// Returns a hash of an edge, which differs from that of the reversed edge.
inline std::uint64_t edgeHash(std::uint32_t from, std::uint32_t to) {
  std::uint64_t hash = (std::uint64_t{from} << 32 | to) + 0x9e3779b97f4a7c15;
  hash = (hash ^ hash >> 30) * 0xbf58476d1ce4e5b9;
  hash = (hash ^ hash >> 27) * 0x94d049bb133111eb;
  return hash ^ hash >> 31;
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

} // namespace lonestar
