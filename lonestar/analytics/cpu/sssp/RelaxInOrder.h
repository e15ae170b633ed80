/**
 * The lower limit of the time of shortest paths under any scheduler, for sssp-cpu --algo=limit.
 * Every node but the leaves (analytics/graphs/Leaves.h) is relaxed exactly once, in the order of final distances, which are known beforehand.
 * The data that a relaxation touches is prefetched a few nodes ahead. The time that a run takes
 * beyond this limit is spent by its policy and its executor.
 *
 * The relaxation is that of the applications: it lowers distances, by compare-exchange when several
 * threads work. Only the assignment of nodes to threads is fixed beforehand. Each thread has a list
 * of its own, and no thread waits for another, because each entry holds the node's final distance.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "analytics/graphs/Leaves.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/Random.h"

namespace sssp {

/// A node and its final distance. With 32-bit distances it takes 8 bytes, as a packed task does.
template <typename Distance>
struct Settled {
  std::uint32_t node;
  Distance distance;
};

/// Which thread relaxes which nodes. Each thread relaxes its share in the order of distances.
enum class Deal {
  kNodes,  ///< a range of node numbers per thread; neighbours often have close numbers and the same
           ///< thread
  kOrder,  ///< a range of the order per thread: the first thread has the nearest nodes
  kBlocks, ///< blocks of kBlock nodes of the order, dealt to the threads in turn
  kRandom  ///< each node to a random thread
};

inline constexpr std::size_t kBlock = 64; ///< the block length of Deal::kBlocks

/// Returns the reached nodes, ordered by distance and then by number. O(n log n).
/// @param distances  the final distance of each node
/// @param unreached  the value that marks a node that is not reached
/// @param leaves     nodes that are left out, unless their distance is 0 as that of a source; null: none
template <typename Distance>
std::vector<Settled<Distance>> finalOrder(const Distance* distances, std::uint32_t nodes,
                                          Distance unreached,
                                          const lonestar::Leaves* leaves = nullptr) {
  std::vector<Settled<Distance>> order;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    if (distances[node] != unreached &&
        (leaves == nullptr || distances[node] == 0 || !leaves->has(node))) {
      order.push_back({node, distances[node]});
    }
  }
  std::stable_sort(order.begin(), order.end(),
                   [](const auto& a, const auto& b) { return a.distance < b.distance; });
  return order;
}

/// Divides `order` into one share per thread. In Deal::kNodes and Deal::kOrder each share has about
/// the same sum of edges and nodes. Each node is in exactly one share; shares may be empty.
/// @param threads  at least 1
/// @param seed     for Deal::kRandom
template <typename Graph, typename Distance>
std::vector<std::vector<Settled<Distance>>>
shareOut(const Graph& graph, const std::vector<Settled<Distance>>& order, unsigned threads,
         Deal deal, std::uint64_t seed) {
  std::vector<std::vector<Settled<Distance>>> shares(threads);
  if (deal == Deal::kBlocks) {
    for (std::size_t i = 0; i < order.size(); ++i) {
      shares[i / kBlock % threads].push_back(order[i]);
    }
    return shares;
  }
  if (deal == Deal::kRandom) {
    galois::substrate::Random random(seed);
    for (const auto& settled : order) {
      shares[random.below(threads)].push_back(settled);
    }
    return shares;
  }
  std::vector<std::uint32_t> byRange(order.size());
  std::iota(byRange.begin(), byRange.end(), 0u);
  if (deal == Deal::kNodes) {
    std::sort(byRange.begin(), byRange.end(),
              [&order](std::uint32_t a, std::uint32_t b) { return order[a].node < order[b].node; });
  }
  std::uint64_t total = 0;
  for (const auto& settled : order) {
    total += 1 + graph.getDegree(settled.node);
  }
  std::vector<unsigned> owner(order.size()); // the owner of each node of the order
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

/// Relaxes the out-edges of the nodes of `share`, from first to last.
/// @tparam kAlone     whether no other thread writes distances meanwhile
/// @param distances   of all nodes; those of the nodes in `share` need not be set yet
/// @param lengthen    maps a distance and an edge weight to the length of the path with that edge
template <bool kAlone, typename Graph, typename Distance, typename Lengthen>
void relaxInOrder(const Graph& graph, const std::vector<Settled<Distance>>& share,
                  Distance* distances, const Lengthen& lengthen) {
  // How many nodes ahead each prefetch is. Each one reads what the previous one has prefetched.
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
        galois::AtomicRef<Distance> best(distances[edge.dst]);
        Distance old = best.load(galois::order::relaxed);
        while (candidate < old && !best.compare_exchange_weak(old, static_cast<Distance>(candidate),
                                                              galois::order::relaxed)) {
        }
      }
    }
  }
}

} // namespace sssp
