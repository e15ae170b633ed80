#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "analytics/graphs/PerNode.h"
#include "galois/LargeArray.h"
#include "galois/Loops.h"
#include "galois/analytics/Bfs.h"
#include "galois/analytics/Distances.h"
#include "galois/substrate/Atomics.h"

namespace galois::analytics {

namespace {

/// Finds the position of the source at the root of each node's tree, on all active threads. A thread
/// follows predecessors to a node whose position is known, and then writes it along its way. Others
/// may write the same there at the same time.
/// @param positions  those of the sources, and kNoSource elsewhere
void spreadPositions(std::span<const Node> predecessors, std::span<std::uint32_t> positions) {
  const auto at = [&](Node node) { return AtomicRef<std::uint32_t>(positions[node]); };
  do_all(
      iterate(std::size_t{0}, predecessors.size()),
      [&](std::size_t first) {
        if (predecessors[first] == kNoPredecessor) {
          return;
        }
        // Relaxed: a position carries no other data with it, and the end of the loop publishes it.
        Node node = static_cast<Node>(first);
        std::uint32_t position = at(node).load(order::relaxed);
        while (position == kNoSource) {
          node = predecessors[node];
          position = at(node).load(order::relaxed);
        }
        for (Node on = static_cast<Node>(first); on != node; on = predecessors[on]) {
          at(on).store(position, order::relaxed);
        }
      },
      steal());
}

} // namespace

template <typename W, typename D>
Execution nearest(const Graph<W>& graph, std::span<const Node> sources, std::span<D> distances,
                  std::span<std::uint32_t> positions, const RunOptions& options) {
  lonestar::checkOnePerNode("positions", positions.size(), graph.size());
  if (sources.size() >= kNoSource) {
    throw InvalidOption("sources", std::to_string(sources.size()),
                        fmt::format("fewer than {} sources are needed", kNoSource));
  }
  Execution execution;
  Session::get().run(options, graph.size() + graph.sizeEdges(), [&] {
    if constexpr (std::is_void_v<W>) {
      execution = bfs(graph, sources, distances, {}, options);
    } else {
      execution = sssp(graph, sources, distances, {}, options);
    }
    const LargeArray<Node> predecessors =
        shortestPathTree(graph, sources, std::span<const D>(distances), options);
    do_all(iterate(std::size_t{0}, positions.size()),
           [&](std::size_t node) { positions[node] = kNoSource; });
    for (std::size_t i = sources.size(); i-- > 0;) { // the first of equal ones is written last
      positions[sources[i]] = static_cast<std::uint32_t>(i);
    }
    spreadPositions({predecessors.data(), predecessors.size()}, positions);
  });
  return execution;
}

template <typename D>
std::vector<Node> pathTo(const SparseDistances<D>& table, std::size_t row, Node target) {
  if (row >= table.rows()) {
    throw InvalidOption("row", std::to_string(row),
                        fmt::format("the table has {} rows", table.rows()));
  }
  const std::size_t first = table.offsets[row], last = table.offsets[row + 1];
  if (table.predecessors.size() < last) {
    throw InvalidOption("predecessors", "0", "a table with predecessors is needed");
  }
  const Node* const begin = table.nodes.data() + first;
  const Node* const end = table.nodes.data() + last;
  std::vector<Node> path;
  for (Node node = target;;) {
    const Node* const entry = std::lower_bound(begin, end, node);
    if (entry == end || *entry != node) {
      if (path.empty()) {
        return path;
      }
      break;
    }
    path.push_back(node);
    const Node before = table.predecessors[first + static_cast<std::size_t>(entry - begin)];
    if (before == node) {
      std::reverse(path.begin(), path.end());
      return path;
    }
    if (path.size() > last - first) {
      break;
    }
    node = before;
  }
  throw InvalidOption("predecessors", std::to_string(target),
                      "the predecessors of the target must lead to the source of the row");
}

#define GALOIS_ANALYTICS_NEAREST(W, D)                                                             \
  template Execution nearest(const Graph<W>&, std::span<const Node>, std::span<D>,                 \
                             std::span<std::uint32_t>, const RunOptions&);
GALOIS_ANALYTICS_NEAREST(void, Level)
GALOIS_ANALYTICS_NEAREST(std::uint32_t, std::uint32_t)
GALOIS_ANALYTICS_NEAREST(std::uint32_t, std::uint64_t)
GALOIS_ANALYTICS_NEAREST(std::uint64_t, std::uint64_t)
GALOIS_ANALYTICS_NEAREST(double, double)
#undef GALOIS_ANALYTICS_NEAREST
template std::vector<Node> pathTo(const SparseDistances<std::uint32_t>&, std::size_t, Node);
template std::vector<Node> pathTo(const SparseDistances<std::uint64_t>&, std::size_t, Node);
template std::vector<Node> pathTo(const SparseDistances<double>&, std::size_t, Node);

} // namespace galois::analytics
