/**
 * Checks a least spanning forest against the definition. The code shares nothing with the
 * algorithms. A set of edges of the graph is the least forest, in the total order by weight and
 * then by ends, if and only if
 *
 * 1. it has no cycle,
 * 2. every edge of the graph has its ends in one tree, and
 * 3. no edge of the graph is lighter than an edge of the tree path between its ends.
 *
 * The forest's edges, from light to heavy, are built into a tree of joins. Each join puts the root
 * of the smaller of two sets below the other root, so no path to the root is longer than the
 * logarithm of the number of nodes. Joins nearer to the root are by heavier edges. So the heaviest
 * edge of the path between two nodes is the last join on their paths to the node where these meet.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "galois/Galois.h"
#include "galois/substrate/Atomics.h"

namespace mst {

/// The tree of joins.
class JoinTree {
public:
  static constexpr std::uint32_t kNever = std::numeric_limits<std::uint32_t>::max();

  explicit JoinTree(std::size_t nodes) : up_(nodes), when_(nodes, kNever), members_(nodes, 1) {
    for (std::size_t node = 0; node < nodes; ++node) {
      up_[node] = static_cast<std::uint32_t>(node);
    }
  }

  /// Joins the sets of a and b at time `when`, which is later than all before. Returns false if
  /// they are in one set.
  bool join(std::uint32_t a, std::uint32_t b, std::uint32_t when) {
    a = leader(a);
    b = leader(b);
    if (a == b) {
      return false;
    }
    if (members_[a] > members_[b]) {
      std::swap(a, b);
    }
    up_[a] = b;
    when_[a] = when;
    members_[b] += members_[a];
    return true;
  }

  /// Returns the time at which the nodes a and b came into one set, or kNever. Any thread may call
  /// it.
  std::uint32_t joined(std::uint32_t a, std::uint32_t b) const {
    std::uint32_t latest = 0;
    while (a != b) {
      // Times increase towards the root, so the node with the earlier time moves first.
      std::uint32_t& earlier = when_[a] < when_[b] ? a : b;
      latest = when_[earlier];
      if (latest == kNever) {
        return kNever;
      }
      earlier = up_[earlier];
    }
    return latest;
  }

private:
  std::uint32_t leader(std::uint32_t node) const {
    while (up_[node] != node) {
      node = up_[node];
    }
    return node;
  }

  std::vector<std::uint32_t> up_, when_, members_;
};

/// Which arcs a graph has.
enum class Arcs {
  kBothWays, ///< those of an undirected graph: both of every edge, without loops and parallel ones
  kAny       ///< any; their directions do not matter
};

/// Returns "" when `forest` is the least spanning forest of `graph`. Otherwise returns one line
/// about what is wrong. Reorders `forest` by weight. Takes O((n + m) log n) time on all active
/// threads, except for building the tree on one thread, and 13 bytes per node.
/// @tparam Graph  has size(), and row(node) with the edges of a node
/// @tparam Edge   has the members u < v and weight, which is not NaN
template <typename Graph, typename Edge>
std::string verifyForest(const Graph& graph, std::vector<Edge>& forest,
                         Arcs arcs = Arcs::kBothWays) {
  const auto order = [](const Edge& edge) { return std::tuple(edge.weight, edge.u, edge.v); };
  std::sort(forest.begin(), forest.end(),
            [&](const Edge& a, const Edge& b) { return order(a) < order(b); });
  JoinTree tree(graph.size());
  for (std::size_t i = 0; i < forest.size(); ++i) {
    if (!tree.join(forest[i].u, forest[i].v, static_cast<std::uint32_t>(i))) {
      return fmt::format("the edge {} {} closes a cycle", forest[i].u, forest[i].v);
    }
  }

  constexpr std::uint64_t kFine = std::numeric_limits<std::uint64_t>::max();
  galois::Atomic<std::uint64_t> bad{kFine};
  std::vector<std::uint8_t> found(forest.size(), 0); // whether the graph has the edge
  galois::do_all(
      galois::iterate(std::uint64_t{0}, std::uint64_t{graph.size()}),
      [&](std::uint64_t n) {
        const auto node = static_cast<std::uint32_t>(n);
        for (const auto& edge : graph.row(node)) {
          if (arcs == Arcs::kBothWays ? edge.dst < node : edge.dst == node) {
            continue;
          }
          const std::uint32_t last = tree.joined(node, edge.dst);
          const auto here =
              std::tuple(edge.weight, std::min(node, edge.dst), std::max(node, edge.dst));
          if (last == JoinTree::kNever || here < order(forest[last])) {
            // Relaxed: any wrong node will do, and the end of the loop publishes it.
            bad.store(n, galois::order::relaxed);
          } else if (here == order(forest[last])) {
            // Relaxed: all threads that store here store the same, and the end of the loop
            // publishes it.
            galois::AtomicRef<std::uint8_t>(found[last]).store(1, galois::order::relaxed);
          }
        }
      },
      galois::steal(), galois::chunk_size<256>());
  if (const std::uint64_t node = bad.load(galois::order::relaxed); node != kFine) {
    return fmt::format(
        "node {} has an edge to another tree, or one that is lighter than the tree's "
        "path between its ends",
        node);
  }
  const auto real = static_cast<std::size_t>(std::count(found.begin(), found.end(), 1));
  return real == forest.size()
             ? ""
             : fmt::format("{} edges of the forest are none of the graph's", forest.size() - real);
}

} // namespace mst
