/**
 * The paths themselves, found after sssp() or bfs(): a predecessor per node. The edges from
 * predecessors form a tree per source, in which every path is a shortest one.
 */
#pragma once

#include <limits>
#include <ranges>
#include <span>
#include <vector>

#include "galois/LargeArray.h"
#include "galois/analytics/Errors.h"
#include "galois/analytics/Graph.h"
#include "galois/analytics/RunOptions.h"
#include "galois/analytics/Session.h"

namespace galois::analytics {

/// The predecessor of a node that no path reaches. A source is its own predecessor.
inline constexpr Node kNoPredecessor = std::numeric_limits<Node>::max();

/// Finds the predecessor of every node on a shortest path from the nearest source.
///
/// An edge is tight if the distance where it begins plus its weight is the distance where it ends.
/// The predecessor of a node is the smallest one with a tight edge to it and a smaller distance. A
/// node without any gets its predecessor from a breadth-first search, which avoids cycles. The
/// search follows tight edges between nodes at equal distances, from nodes that have a predecessor.
/// Such edges have weight 0, or a floating-point weight that is too small to change the sum. The
/// result does not depend on the number of threads.
///
/// The distances are checked on the way: those that verifySssp() or verifyBfs() finds wrong are
/// refused, and no others.
///
/// Any thread may call it, outside parallel loops (Session.h). One pass over the edges takes
/// O(nodes + edges) time on all active threads. The search runs on one thread. It takes O(k log k)
/// time and memory for O(k) nodes, where k counts the edges of the nodes that it visits. After an
/// exception, the contents of `predecessors` are unspecified.
///
/// @tparam W  the type of weights, or void after bfs()
/// @tparam D  the type of distances. W and D are as for sssp(), or void and Level
/// @param graph         the graph of the search
/// @param sources       the sources of the search that computed the distances
/// @param distances     one per node, as sssp() or bfs() leaves them
/// @param predecessors  receives one node per node: a source itself for sources, and kNoPredecessor
///                      where no path leads; the previous contents do not matter
/// @param options       threads, and how the call may end early; it uses no scheduler
/// @throws NodeOutOfRange  when a source is no node
/// @throws InvalidOption   when `distances` or `predecessors` has another size than the graph,
///                         there is no source, the distances are not those of shortest paths, or
///                         an option of the run is out of range
/// @throws Cancelled       when RunOptions::stop asked for it
/// @throws std::bad_alloc  when there is not enough memory
template <typename W, typename D>
void shortestPathTree(const Graph<W>& graph, std::span<const Node> sources,
                      std::span<const D> distances, std::span<Node> predecessors,
                      const RunOptions& options = {});

/// Does the same and allocates the answer.
/// @return one predecessor per node
template <typename W, typename D>
LargeArray<Node> shortestPathTree(const Graph<W>& graph, std::span<const Node> sources,
                                  std::span<const D> distances, const RunOptions& options = {}) {
  LargeArray<Node> predecessors;
  Session::get().run(options, graph.size() + graph.sizeEdges(), [&] {
    predecessors.allocateInterleaved(graph.size());
    shortestPathTree(graph, sources, distances,
                     std::span<Node>(predecessors.data(), predecessors.size()), options);
  });
  return predecessors;
}

/// Do the same for distances in any contiguous range, such as those of an SsspResult. @{
template <typename W, std::ranges::contiguous_range Distances>
void shortestPathTree(const Graph<W>& graph, std::span<const Node> sources,
                      const Distances& distances, std::span<Node> predecessors,
                      const RunOptions& options = {}) {
  using D = std::ranges::range_value_t<Distances>;
  shortestPathTree(graph, sources, std::span<const D>(distances), predecessors, options);
}
template <typename W, std::ranges::contiguous_range Distances>
LargeArray<Node> shortestPathTree(const Graph<W>& graph, std::span<const Node> sources,
                                  const Distances& distances, const RunOptions& options = {}) {
  using D = std::ranges::range_value_t<Distances>;
  return shortestPathTree(graph, sources, std::span<const D>(distances), options);
} /// @}

/// Returns the nodes of the path to `target`, from its source to the target itself, in time linear
/// in their number. It is empty when no path leads there. Thread-safe.
/// @param predecessors  what shortestPathTree() found
/// @param target        the node where the path ends
/// @throws NodeOutOfRange  when there is no predecessor of that number
/// @throws InvalidOption   when the predecessors of the target lead to no source
/// @throws std::bad_alloc  when there is not enough memory
std::vector<Node> pathTo(std::span<const Node> predecessors, Node target);

} // namespace galois::analytics
