/**
 * Distances from a node by relaxation, in whatever order the worklist gives: the loop that
 * `--wl=NAME` selects in sssp-cpu and bfs-cpu.
 *
 * A task says that a node can be reached at a distance. If a shorter one is known by now, the task
 * is stale and does nothing. Otherwise it relaxes the node's edges and pushes a task for each
 * neighbour whose distance it improves. The order decides how much work is wasted, never the
 * answer.
 */
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "galois/Galois.h"
#include "galois/MethodFlags.h"
#include "galois/worklists/cps/programs/Choice.h"
#include "galois/worklists/cps/programs/Words.h"

namespace galois::cps::programs {

/// That `node` can be reached at `distance`.
template <typename Node, typename Distance>
struct ReachedAt {
  Node node;
  Distance distance;
};

/// The distance of a task is its priority.
struct ByDistance {
  template <typename Task>
  auto operator()(const Task& task) const -> decltype(task.distance) {
    return task.distance;
  }
};

/// Computes the distance of every node from `source`, into the nodes' data: an unsigned integer or
/// an atomic one. Nodes that cannot be reached have upstream's number for that. Edges without data
/// have the length 1.
template <typename Graph, typename Node>
void relaxFrom(Graph& graph, Node sourceNode, Coarseness coarse = {}) {
  using GraphNode = typename Graph::GraphNode;
  constexpr galois::MethodFlag kNoLock = galois::MethodFlag::UNPROTECTED;
  const auto source = static_cast<GraphNode>(sourceNode);
  using Distance = decltype(loadWord(graph.getData(source, kNoLock)));
  using Task = ReachedAt<GraphNode, Distance>;
  static_assert(std::is_unsigned_v<Distance>, "distances are unsigned integers");
  constexpr Distance kUnreached = std::numeric_limits<Distance>::max() / 2 - 1;

  galois::do_all(galois::iterate(graph), [&](GraphNode node) {
    storeWord(graph.getData(node, kNoLock), node == source ? Distance{0} : kUnreached);
  });
  std::vector<Task> first{Task{source, 0}};
  runChosen("Relaxation", first, ByDistance(), coarse, [&graph](const Task& task, auto& context) {
    if (loadWord(graph.getData(task.node, kNoLock)) < task.distance) {
      return;
    }
    for (auto edge : graph.edges(task.node, kNoLock)) {
      std::uint64_t candidate = task.distance; // 64 bits, so that sums do not wrap around
      if constexpr (std::is_void_v<typename Graph::edge_data_type>) {
        candidate += 1;
      } else {
        candidate += graph.getEdgeData(edge, kNoLock);
      }
      const GraphNode other = graph.getEdgeDst(edge);
      auto& word = graph.getData(other, kNoLock);
      Distance known = loadWord(word);
      while (candidate < known) {
        const auto improved = static_cast<Distance>(candidate);
        if (replaceWord(word, known, improved)) {
          context.push(Task{other, improved});
          break;
        }
      }
    }
  });
}

} // namespace galois::cps::programs
