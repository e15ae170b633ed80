/**
 * Visits edges from light to heavy without comparing them: a radix sort from the highest digit of
 * the weights down, for Kruskal's algorithm on one thread. It visits each bucket before it sorts
 * the next one. So heavy edges are never sorted if the visitor does not want them.
 *
 * A digit has 8 bits, so that the ends of all buckets of a pass stay in the cache. Digits begin at
 * the highest bit in which the weights of a bucket differ. A bucket of few edges is sorted by
 * comparing.
 */
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <span>

#include "MstProblem.h"
#include "galois/runtime/loops/CancellableSort.h"
#include "galois/substrate/Cancellation.h"

namespace mst {

/// Calls visit(edges) with consecutive parts of the edges, each a span in the order of Lighter. All
/// edges of a part come before those of later parts. Runs on one thread, in O(edges) time for each
/// of at most four digits.
/// @param edges    are reordered, and not all kept
/// @param scratch  memory for as many edges, apart from `edges`
/// @param need     (edges) -> the number of edges that are still needed, after it has moved these to
///                 the front in their order; called before edges are sorted further
/// @param visit    (std::span<const Edge>) -> whether to go on
/// @return whether visit() has returned true each time
/// @throws galois::substrate::Cancelled
template <typename Need, typename Visit>
bool visitByWeight(std::span<Edge> edges, Edge* scratch, const Need& need, const Visit& visit) {
  constexpr unsigned kDigit = 8;
  constexpr std::size_t kFew = 64;
  constexpr std::size_t kManyEdges = std::size_t{1} << 15; // worth asking which are still needed
  edges = edges.first(need(edges));
  if (edges.size() <= kFew) {
    std::sort(edges.begin(), edges.end(), Lighter());
    return edges.empty() || visit(std::span<const Edge>(edges));
  }
  galois::substrate::Cancellation::throwIfRequested();
  Weight least = edges[0].weight, greatest = least;
  for (const Edge& edge : edges) {
    least = std::min(least, edge.weight);
    greatest = std::max(greatest, edge.weight);
  }
  // What the digits have sorted is in order, if edges were listed in the order of their ends. That is
  // not so where rows have another order.
  const auto visitSorted = [&](std::span<Edge> sorted) {
    if (!std::is_sorted(sorted.begin(), sorted.end(), Lighter())) {
      galois::runtime::sortOrThrow(sorted.begin(), sorted.end(), Lighter());
    }
    return visit(std::span<const Edge>(sorted));
  };
  if (least == greatest) {
    return visitSorted(edges);
  }
  const auto bits = static_cast<unsigned>(std::bit_width(greatest - least));
  const unsigned shift = bits > kDigit ? bits - kDigit : 0;
  std::array<std::size_t, (std::size_t{1} << kDigit) + 1> ends{};
  for (const Edge& edge : edges) {
    ++ends[((edge.weight - least) >> shift) + 1];
  }
  for (std::size_t i = 1; i < ends.size(); ++i) {
    ends[i] += ends[i - 1];
  }
  std::array<std::size_t, (std::size_t{1} << kDigit) + 1> next = ends;
  for (const Edge& edge : edges) {
    scratch[next[(edge.weight - least) >> shift]++] = edge;
  }
  if (shift == 0 && edges.size() <= kManyEdges) {
    return visitSorted(std::span(scratch, edges.size()));
  }
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
    const std::size_t size = ends[i + 1] - ends[i];
    if (size > 0 &&
        !visitByWeight(std::span(scratch + ends[i], size), edges.data() + ends[i], need, visit)) {
      return false;
    }
  }
  return true;
}

} // namespace mst
