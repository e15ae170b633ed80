/**
 * A minimum spanning forest after Boruvka, in whatever order the worklist gives: what `--wl=NAME`
 * selects in minimum-spanningtree-cpu.
 *
 * Each component has one task, whose priority is the component's degree when the task was made. The
 * task joins the component to the one at the other end of its lightest edge that leaves it, and the
 * other component's task goes on for both. If no edge leaves it, the component is a tree of the
 * answer. A task whose component's degree has doubled is pushed again.
 *
 * Invariant: a component is named by one of its nodes, its root. The root's lock protects all that
 * is recorded of the component. Only the task of a component joins it to another one. Two locks are
 * taken in ascending order of roots, or the second is only tried.
 *
 * A component's nodes are in a pairing heap, by the lightest edge of each that may leave the
 * component. See Fredman, Sedgewick, Sleator, Tarjan, "The pairing heap: a new form of
 * self-adjusting heap" (Algorithmica 1986).
 */
#pragma once

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "galois/Galois.h"
#include "galois/LargeArray.h"
#include "galois/Timer.h"
#include "galois/graphs/LCGraph.h"
#include "galois/graphs/ReadGraph.h"
#include "galois/worklists/cps/programs/Choice.h"
#include "galois/worklists/cps/programs/Ranks.h"
#include "galois/worklists/cps/programs/Undirected.h"
#include "galois/worklists/cps/substrate/PerThreadStorage.h"
#include "galois/worklists/cps/substrate/SimpleLock.h"

namespace galois::cps::programs {

/// The weight and the number of edges of a forest.
struct ForestTotals {
  std::int64_t weight = 0;
  std::uint64_t edges = 0;
};

/// The components that a forest has joined so far.
class Components {
public:
  using Node = std::uint32_t;
  using Rows = Undirected<int>;
  static constexpr Node kNone = ~Node{0};

  /// Makes a component of each node.
  /// @param rows  lightest edge first; must outlive this
  explicit Components(const Rows& rows) : rows_(rows) {
    nodes_.create(rows.size());
    for (Node node = 0; node < rows.size(); ++node) {
      nodes_[node].parent.store(node, order::relaxed);
      nodes_[node].edge = rows.begin(node);
      nodes_[node].heap = rows.degree(node) > 0 ? node : kNone;
      nodes_[node].degree = rows.degree(node);
    }
  }

  substrate::SimpleLock& lock(Node root) { return nodes_[root].lock; }
  /// Returns the number of a component's edges. The caller holds its lock. The same below.
  std::uint64_t degree(Node root) const { return nodes_[root].degree; }

  /// Returns the root of a node's component. It may be out of date unless the caller holds the
  /// component's lock.
  Node find(Node node) {
    for (;;) {
      const Node parent = nodes_[node].parent.load(order::relaxed);
      const Node next = nodes_[parent].parent.load(order::relaxed);
      if (parent == next) {
        return parent;
      }
      nodes_[node].parent.store(next, order::relaxed); // no root, and never one again
      node = next;
    }
  }

  /// Returns the lightest edge that leaves a component, or nullptr if none does.
  const Rows::Edge* lightest(Node root) {
    Entry& own = nodes_[root];
    while (own.heap != kNone) {
      const Node node = own.heap;
      if (find(nodes_[node].edge->node) != root) {
        return nodes_[node].edge;
      }
      --own.degree;
      own.heap = withoutTop(node);
      if (++nodes_[node].edge != rows_.end(node)) {
        own.heap = melded(own.heap, node);
      }
    }
    return nullptr;
  }

  /// Joins one component to another; the caller holds both locks.
  void join(Node root, Node to) {
    nodes_[root].parent.store(to, order::relaxed);
    nodes_[to].heap = melded(nodes_[root].heap, nodes_[to].heap);
    nodes_[to].degree += nodes_[root].degree;
  }

private:
  struct Entry {
    Atomic<Node> parent{0};
    const Rows::Edge* edge = nullptr; ///< the node's lightest that may leave the component
    Node child = kNone, sibling = kNone;
    substrate::SimpleLock lock;
    // Of a root only:
    Node heap = kNone;
    std::uint64_t degree = 0;
  };

  Node melded(Node one, Node other) {
    if (one == kNone || other == kNone) {
      return one == kNone ? other : one;
    }
    if (nodes_[other].edge->weight < nodes_[one].edge->weight) {
      std::swap(one, other);
    }
    nodes_[other].sibling = nodes_[one].child;
    nodes_[one].child = other;
    return one;
  }

  /// Removes the top of a heap: its children are melded in pairs, and the pairs from the last on.
  Node withoutTop(Node top) {
    Node pairs = kNone;
    Node next = std::exchange(nodes_[top].child, kNone);
    while (next != kNone) {
      const Node one = next;
      const Node other = std::exchange(nodes_[one].sibling, kNone);
      next = other == kNone ? kNone : std::exchange(nodes_[other].sibling, kNone);
      const Node pair = melded(one, other);
      nodes_[pair].sibling = pairs;
      pairs = pair;
    }
    Node heap = kNone;
    while (pairs != kNone) {
      const Node pair = pairs;
      pairs = std::exchange(nodes_[pair].sibling, kNone);
      heap = melded(heap, pair);
    }
    return heap;
  }

  const Rows& rows_;
  galois::LargeArray<Entry> nodes_;
};

/// Returns the totals of a minimum spanning forest, found under the chosen policy.
inline ForestTotals spanningForest(const Undirected<int>& rows) {
  using Node = Components::Node;
  using Task = RankTask<Node>;
  Components components(rows);
  substrate::PerThreadStorage<ForestTotals> totals;
  const auto urgency = [](std::uint64_t degree) {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(degree, ~std::uint32_t{0}));
  };
  std::vector<Task> first;
  for (Node node = 0; node < rows.size(); ++node) {
    first.push_back(Task{node, rows.degree(node)});
  }
  runChosen("SpanningForest", first, ByPriority(), {}, [&](const Task& task, auto& context) {
    const Node here = task.node;
    components.lock(here).lock();
    const std::uint32_t degree = urgency(components.degree(here));
    if (degree / 2 > task.priority) {
      components.lock(here).unlock();
      context.push(Task{here, degree});
      return;
    }
    while (const auto* edge = components.lightest(here)) {
      const Node there = components.find(edge->node);
      if (here < there) {
        components.lock(there).lock();
      } else if (!components.lock(there).try_lock()) {
        components.lock(here).unlock();
        components.lock(there).lock();
        components.lock(here).lock();
        edge = components.lightest(here);
      }
      const bool joined = edge != nullptr && components.find(edge->node) == there;
      if (joined) {
        components.join(here, there);
        totals.getLocal()->weight += edge->weight;
        ++totals.getLocal()->edges;
      }
      components.lock(there).unlock();
      if (joined) {
        break;
      }
    }
    components.lock(here).unlock();
  });
  ForestTotals all;
  for (unsigned thread = 0; thread < totals.size(); ++thread) {
    all.weight += totals.getRemote(thread)->weight;
    all.edges += totals.getRemote(thread)->edges;
  }
  return all;
}

/// Returns the same totals, found on one thread by the algorithm of Kruskal.
inline ForestTotals kruskal(const Undirected<int>& rows) {
  using Node = Components::Node;
  std::vector<std::tuple<int, Node, Node>> edges;
  for (Node node = 0; node < rows.size(); ++node) {
    for (const auto* edge = rows.begin(node); edge != rows.end(node); ++edge) {
      if (node < edge->node) {
        edges.emplace_back(edge->weight, node, edge->node);
      }
    }
  }
  std::sort(edges.begin(), edges.end());
  std::vector<Node> parents(rows.size());
  std::iota(parents.begin(), parents.end(), Node{0});
  const auto find = [&parents](Node node) {
    while (parents[node] != node) {
      node = parents[node] = parents[parents[node]];
    }
    return node;
  };
  ForestTotals all;
  for (const auto& [weight, one, other] : edges) {
    const Node from = find(one), to = find(other);
    if (from != to) {
      parents[from] = to;
      all.weight += weight;
      ++all.edges;
    }
  }
  return all;
}

/// Reads a graph, finds a minimum spanning forest under the chosen policy, and prints its totals.
/// @param skipVerify  do not compare the totals with Kruskal's
/// @return the exit status of the program
inline int spanningForestOfFile(const std::string& file, bool skipVerify) {
  using Graph = galois::graphs::LC_CSR_Graph<unsigned, int>::with_no_lockable<true>::type;
  Graph graph;
  galois::graphs::readGraph(graph, file);
  const Undirected<int> rows(
      graph, [&graph](auto edge) { return graph.getEdgeData(edge); },
      [](const auto& one, const auto& other) { return one.weight < other.weight; });
  std::cout << "Nodes: " << graph.size() << " edges: " << graph.sizeEdges() << "\n";
  galois::StatTimer timer("Timer_0");
  timer.start();
  const ForestTotals forest = spanningForest(rows);
  timer.stop();
  std::cout << "MST weight: " << forest.weight << "\n"
            << "Num trees: " << rows.size() - forest.edges << "\n"
            << "Tree edges: " << forest.edges << "\n";
  if (skipVerify) {
    return 0;
  }
  const ForestTotals right = kruskal(rows);
  if (right.weight != forest.weight || right.edges != forest.edges) {
    std::cerr << "verification failed: Kruskal's forest has weight " << right.weight << " and "
              << right.edges << " edges\n";
    return 1;
  }
  std::cout << "Verification successful.\n";
  return 0;
}

} // namespace galois::cps::programs
