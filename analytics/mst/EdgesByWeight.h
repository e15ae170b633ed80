/**
 * Sorts edges by digits without comparing them, for Kruskal's algorithm on one thread.
 *
 * visitByWeight() is a radix sort from the highest digit of the weights down. It visits each bucket
 * before it sorts the next one. So heavy edges are never sorted if the visitor does not want them. A
 * digit has 8 bits, so that the ends of all buckets of a pass stay in the cache. Digits begin at the
 * highest bit in which the weights of a bucket differ. A bucket that fits into the cache is sorted
 * from the lowest digit up.
 *
 * All passes keep the order of edges of equal digits. So edges that are listed in the order of their
 * ends are visited in the order of Lighter.
 */
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <span>

#include "MstProblem.h"
#include "galois/substrate/Cancellation.h"

namespace mst {

namespace internal {

inline constexpr unsigned kDigitBits = 8;

/// Places for the edges of each of 2^Bits buckets of a pass.
template <unsigned Bits>
class Buckets {
public:
  /// Counts the edges of each bucket. @param digitOf  (edge) -> its bucket
  template <typename DigitOf>
  Buckets(std::span<const Edge> edges, const DigitOf& digitOf) {
    for (const Edge& edge : edges) {
      ++ends_[digitOf(edge) + 1];
    }
    for (std::size_t i = 1; i < ends_.size(); ++i) {
      ends_[i] += ends_[i - 1];
    }
  }

  /// Copies the edges into their buckets.
  template <typename DigitOf>
  void distribute(std::span<const Edge> edges, Edge* to, const DigitOf& digitOf) const {
    auto next = ends_;
    for (const Edge& edge : edges) {
      to[next[digitOf(edge)]++] = edge;
    }
  }

  static constexpr std::size_t count() { return std::size_t{1} << Bits; }
  std::size_t begin(std::size_t bucket) const { return ends_[bucket]; }
  std::size_t size(std::size_t bucket) const { return ends_[bucket + 1] - ends_[bucket]; }

private:
  std::array<std::size_t, (std::size_t{1} << Bits) + 1> ends_{};
};

/// Sorts edges by a key, by digits of so many bits, and keeps the order of those of equal keys.
/// @param edges    are moved to `scratch` and back
/// @param scratch  memory for as many edges
/// @param bits     number of bits of the greatest key
/// @return the sorted edges, which lie in either of the two places
/// @throws galois::substrate::Cancelled
template <unsigned Digit, typename Key>
std::span<Edge> sortByKey(std::span<Edge> edges, Edge* scratch, unsigned bits, const Key& key) {
  std::span<Edge> from = edges, to(scratch, edges.size());
  for (unsigned shift = 0; shift < bits; shift += Digit) {
    galois::substrate::Cancellation::throwIfRequested();
    const auto digitOf = [&](const Edge& edge) { return key(edge) >> shift & ((1U << Digit) - 1); };
    Buckets<Digit>(from, digitOf).distribute(from, to.data(), digitOf);
    std::swap(from, to);
  }
  return from;
}

} // namespace internal

/// Sorts edges by their ends, in O(edges) time for each digit of a node's number.
/// @param nodes  is greater than each end
/// @return the sorted edges, which lie in `edges` or in `scratch`
/// @throws galois::substrate::Cancelled
inline std::span<Edge> sortByEnds(std::span<Edge> edges, Edge* scratch, std::size_t nodes) {
  constexpr unsigned kDigit = 11; // fewer passes: the edges do not fit into the cache
  const auto bits = static_cast<unsigned>(std::bit_width(nodes - 1));
  const std::span<Edge> byGreater =
      internal::sortByKey<kDigit>(edges, scratch, bits, [](const Edge& edge) { return edge.v; });
  return internal::sortByKey<kDigit>(byGreater,
                                     byGreater.data() == scratch ? edges.data() : scratch, bits,
                                     [](const Edge& edge) { return edge.u; });
}

/// Calls visit(edges) with consecutive parts of the edges, each a span in the order of Lighter. All
/// edges of a part come before those of later parts. Runs on one thread, in O(edges) time for each
/// of at most four digits.
/// @param edges    in the order of their ends; are reordered, and not all kept
/// @param scratch  memory for as many edges, apart from `edges`
/// @param need     (edges) -> the number of edges that are still needed, after it has moved these to
///                 the front in their order; called before edges are sorted further
/// @param visit    (std::span<const Edge>) -> whether to go on
/// @return whether visit() has returned true each time
/// @throws galois::substrate::Cancelled
template <typename Need, typename Visit>
bool visitByWeight(std::span<Edge> edges, Edge* scratch, const Need& need, const Visit& visit) {
  constexpr std::size_t kFew = 64;
  constexpr std::size_t kInCache = std::size_t{1} << 13;
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
  const auto bits = static_cast<unsigned>(std::bit_width(greatest - least));
  if (bits == 0) {
    return visit(std::span<const Edge>(edges));
  }
  if (edges.size() <= kInCache) {
    return visit(std::span<const Edge>(internal::sortByKey<internal::kDigitBits>(
        edges, scratch, bits, [&](const Edge& edge) { return edge.weight - least; })));
  }
  const unsigned shift = bits > internal::kDigitBits ? bits - internal::kDigitBits : 0;
  const auto digitOf = [&](const Edge& edge) { return (edge.weight - least) >> shift; };
  using Buckets = internal::Buckets<internal::kDigitBits>;
  const Buckets buckets(edges, digitOf);
  buckets.distribute(edges, scratch, digitOf);
  for (std::size_t i = 0; i < Buckets::count(); ++i) {
    const std::size_t size = buckets.size(i);
    if (size > 0 && !visitByWeight(std::span(scratch + buckets.begin(i), size),
                                   edges.data() + buckets.begin(i), need, visit)) {
      return false;
    }
  }
  return true;
}

} // namespace mst
