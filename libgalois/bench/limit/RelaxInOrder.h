/**
 * The limit that no scheduler of shortest paths gets below: every node relaxed exactly once, in the
 * order of final distances, which is known beforehand, with all that a relaxation touches fetched a
 * few nodes ahead. What a run takes beyond this, its policy and its executor took.
 *
 * It is the applications' relaxation: distances are lowered, by compare-exchange when several
 * threads work. Only who works on what is given: each thread has a list of its own, and no thread
 * waits for another, because a node's final distance comes with it.
 */
#ifndef GALOIS_BENCH_LIMIT_RELAXINORDER_H
#define GALOIS_BENCH_LIMIT_RELAXINORDER_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/Random.h"

namespace galois::bench {

/// A node and its final distance: 8 bytes with 32-bit distances, as a packed task.
template <typename Distance>
struct Settled {
  std::uint32_t node;
  Distance distance;
};

/// Which thread relaxes which nodes. Within its share each goes from near to far.
enum class Deal {
  Nodes,  ///< those of a range of numbers: neighbours mostly stay with one thread, if numbers tell
  Order,  ///< a range of the order: the nearest, the next ones ...
  Blocks, ///< 64 of the order in turn
  Random  ///< each to anybody
};

inline constexpr std::size_t kBlock = 64; ///< of Deal::Blocks

/// The reached nodes by distance, then number. O(n log n).
/// @param distances  final ones, an entry a node
/// @param unreached  what stands for a node that is not reached
template <typename Distance>
std::vector<Settled<Distance>> finalOrder(const Distance* distances, std::uint32_t nodes,
                                          Distance unreached) {
  std::vector<Settled<Distance>> order;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    if (distances[node] != unreached) {
      order.push_back({node, distances[node]});
    }
  }
  std::stable_sort(order.begin(), order.end(),
                   [](const auto& a, const auto& b) { return a.distance < b.distance; });
  return order;
}

/// Shares `order` out. Ranges have about as many edges and nodes, put together, each. A node is in
/// one share; shares may be empty.
/// @param threads  at least 1
/// @param seed     of Deal::Random
template <typename Graph, typename Distance>
std::vector<std::vector<Settled<Distance>>>
shareOut(const Graph& graph, const std::vector<Settled<Distance>>& order, unsigned threads,
         Deal deal, std::uint64_t seed) {
  std::vector<std::vector<Settled<Distance>>> shares(threads);
  if (deal == Deal::Blocks) {
    for (std::size_t i = 0; i < order.size(); ++i) {
      shares[i / kBlock % threads].push_back(order[i]);
    }
    return shares;
  }
  if (deal == Deal::Random) {
    substrate::Random random(seed);
    for (const auto& settled : order) {
      shares[random.below(threads)].push_back(settled);
    }
    return shares;
  }
  std::vector<std::uint32_t> byRange(order.size());
  std::iota(byRange.begin(), byRange.end(), 0u);
  if (deal == Deal::Nodes) {
    std::sort(byRange.begin(), byRange.end(),
              [&order](std::uint32_t a, std::uint32_t b) { return order[a].node < order[b].node; });
  }
  std::uint64_t total = 0;
  for (const auto& settled : order) {
    total += 1 + graph.getDegree(settled.node);
  }
  std::vector<unsigned> owner(order.size()); // of each node of the order
  std::uint64_t before = 0;
  for (const std::uint32_t i : byRange) {
    owner[i] = static_cast<unsigned>(before * threads / total);
    before += 1 + graph.getDegree(order[i].node);
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    shares[owner[i]].push_back(order[i]);
  }
  return shares;
}

/// Relaxes the out-edges of the nodes of `share`, first to last.
/// @tparam kAlone     no other thread writes distances now
/// @param distances   of all nodes; those of the share need not be there yet
/// @param lengthen    (distance, weight of an edge) -> what a path over that edge comes to
template <bool kAlone, typename Graph, typename Distance, typename Lengthen>
void relaxInOrder(const Graph& graph, const std::vector<Settled<Distance>>& share,
                  Distance* distances, const Lengthen& lengthen) {
  // Nodes ahead. Each touches what the one before it asked for.
  constexpr std::size_t kRow = 32, kEdges = 16, kEnds = 8;
  const std::size_t count = share.size();
  for (std::size_t i = 0; i < std::min(kRow, count); ++i) {
    graph.prefetchRow(share[i].node);
  }
  for (std::size_t i = 0; i < std::min(kEdges, count); ++i) {
    graph.prefetchEdges(share[i].node);
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (i + kRow < count) {
      graph.prefetchRow(share[i + kRow].node);
    }
    if (i + kEdges < count) {
      graph.prefetchEdges(share[i + kEdges].node);
    }
    if (i + kEnds < count) {
      const std::uint32_t node = share[i + kEnds].node;
      for (const auto* edge = graph.rowBegin(node); edge != graph.rowEnd(node); ++edge) {
        __builtin_prefetch(&distances[edge->dst], 1);
      }
    }
    for (const auto& edge : graph.edges(share[i].node)) {
      const auto candidate = lengthen(share[i].distance, edge.weight);
      if constexpr (kAlone) {
        if (candidate < distances[edge.dst]) {
          distances[edge.dst] = static_cast<Distance>(candidate);
        }
      } else {
        AtomicRef<Distance> best(distances[edge.dst]);
        Distance old = best.load(order::relaxed);
        while (candidate < old &&
               !best.compare_exchange_weak(old, static_cast<Distance>(candidate), order::relaxed)) {
        }
      }
    }
  }
}

} // namespace galois::bench

#endif
