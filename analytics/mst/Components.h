/**
 * The components that Boruvka's algorithm contracts, and the edges of each.
 *
 * A component stores its nodes in a pairing heap. A node's key is its lightest edge that has not
 * been dropped. Its row is ordered by weight, so dropping an edge is one step along the row.
 * Joining two components' edge lists therefore takes one comparison, and the lightest edge is at
 * the top of the heap. Edges whose ends are by now in one component are dropped when they reach the
 * top.
 *
 * Invariant: only the thread that holds a component's lock accesses its heap, its degree and its
 * nodes' keys, and only that thread changes the parent of the component's root. A thread that holds
 * the lock has seen all operations that formed the component, because every join happened under the
 * locks of both components.
 *
 * Memory: 40 bytes per node beside the graph, whose rows are reordered.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <vector>

#include "DisjointSets.h"
#include "MstProblem.h"
#include "analytics/scheduler/OneThreadIfSmall.h"
#include "galois/LargeArray.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/Prefetch.h"
#include "galois/substrate/SimpleLock.h"

namespace mst {

class Components {
public:
  /// Allocates memory for the graph's nodes. Call prepare() before anything else. @throws
  /// std::bad_alloc
  explicit Components(Graph& graph) : graph_(graph), sets_(graph.size()) {
    keys_.allocateInterleaved(graph.size());
    steps_.allocateInterleaved(graph.size());
    states_.allocateInterleaved(graph.size());
  }

  /// Makes every node a component of its own. Runs on all active threads, in O(edges) time.
  void prepare() {
    const lonestar::OneThreadIfSmall few(graph_.size());
    galois::do_all(
        galois::iterate(std::size_t{0}, graph_.size()),
        [this](std::size_t node) { prepareNode(static_cast<Node>(node)); }, galois::steal(),
        galois::chunk_size<1024>());
  }

  const Graph& graph() const { return graph_; }
  std::size_t size() const { return graph_.size(); }
  galois::substrate::SimpleLock& lock(Node component) { return states_[component].lock; }

  /// @name For the holder of the component's lock
  ///@{
  /// Returns false once the component has been joined to another.
  bool alive(Node component) const { return sets_.parent(component) == component; }
  /// Returns the number of edges that have not been dropped, each counted once per end inside. It
  /// is the priority.
  std::uint32_t degree(Node component) const { return states_[component].degree; }
  enum class Search { kFound, kNothing, kLimit };
  /// Drops edges that lead back into the component until its lightest leaving edge is at the top.
  /// @param limit  most edges to drop
  /// @return Found; Nothing when no edge leaves; Limit when the limit was reached first
  Search lightest(Node component, unsigned limit);
  /// After Found, near() is the end of the lightest edge inside, and far() is the end outside.
  Node near(Node component) const { return states_[component].top; }
  Node far(Node component) const { return keys_[near(component)].far(); }
  /// Joins `small`, along its lightest edge, to the component `large` to which this edge leads. The
  /// caller holds both locks.
  void join(Node small, Node large);
  ///@}

  /// Returns the root of the component of `node`, or a node that was its root not long ago. Any
  /// thread may call it.
  Node find(Node node) const { return sets_.find(node); }

  /// Returns the edges along which components were joined, in no particular order. Call it outside
  /// loops.
  std::vector<Edge> forest() const;

  GALOIS_ATTRIBUTE_ALWAYS_INLINE void prefetchState(Node component) const {
    galois::substrate::prefetchToRead(states_.data() + component);
    galois::substrate::prefetchToRead(keys_.data() + component);
    graph_.prefetchOffset(component);
  }
  /// Prefetches the far end of the lightest edge, for a component of one node. Most components have
  /// one node when their tasks run.
  GALOIS_ATTRIBUTE_ALWAYS_INLINE void prefetchFar(Node component) {
    // Relaxed: only a hint, and the only access to a key without the lock.
    const auto far = static_cast<Node>(
        galois::AtomicRef<std::uint64_t>(keys_[component].edge).load(galois::order::relaxed));
    sets_.prefetch(far);
    galois::substrate::prefetchToRead(states_.data() + far);
    graph_.prefetchRow(component);
  }

private:
  static constexpr Node kNone = std::numeric_limits<Node>::max();

  /// Greater degrees are stored as this value, because a priority need not be exact.
  static constexpr std::uint64_t kMostDegree = std::numeric_limits<std::uint32_t>::max();

  /// A node in its component's heap.
  struct Key {
    std::uint64_t edge; ///< weight, then the other end; the order of edges within a row
    Node child;         ///< a node whose edge is no lighter, or kNone
    Node sibling;       ///< the next child of the same node

    Node far() const { return static_cast<Node>(edge); }
    Weight weight() const { return static_cast<Weight>(edge >> 32); }
  };

  struct State {
    galois::substrate::SimpleLock lock;
    Node top;             ///< of the heap; once joined, the near end of the joining edge
    std::uint32_t degree; ///< once joined, the far end of the joining edge
    Weight weight;        ///< once joined, the weight of the joining edge
  };

  static std::uint64_t packed(const RowEdge& edge) {
    return static_cast<std::uint64_t>(edge.weight) << 32 | edge.dst;
  }
  static bool before(const RowEdge& a, const RowEdge& b) { return packed(a) < packed(b); }

  void prepareNode(Node node);
  void drop(Node component);
  bool lighter(Node a, Node b) const;
  Node meld(Node a, Node b);
  Node meldChildren(Node first);

  Graph& graph_;
  DisjointSets sets_;
  galois::LargeArray<Key> keys_;
  galois::LargeArray<std::uint32_t> steps_; ///< index of the key's edge in the row
  galois::LargeArray<State> states_;
};

inline void Components::prepareNode(Node node) {
  const auto row = graph_.row(node);
  sets_.makeAlone(node);
  ::new (states_.data() + node) State{{}, kNone, 0, 0};
  if (row.empty()) {
    keys_[node] = {0, kNone, kNone};
    return;
  }
  // The rest of the row is sorted when the first edge is dropped. For most high-degree nodes that
  // never happens.
  std::swap(row.front(), *std::min_element(row.begin(), row.end(), before));
  keys_[node] = {packed(row.front()), kNone, kNone};
  steps_[node] = 0;
  states_[node].top = node;
  states_[node].degree = static_cast<std::uint32_t>(row.size());
}

inline bool Components::lighter(Node a, Node b) const {
  const Key& left = keys_[a];
  const Key& right = keys_[b];
  if (left.weight() != right.weight()) {
    return left.weight() < right.weight();
  }
  return Edge::between(a, left.far(), 0).ends() < Edge::between(b, right.far(), 0).ends();
}

/// Melds two heaps, neither of which is empty, and returns the top of the result.
inline Node Components::meld(Node a, Node b) {
  if (lighter(b, a)) {
    std::swap(a, b);
  }
  keys_[b].sibling = keys_[a].child;
  keys_[a].child = b;
  return a;
}

/// Melds a list of siblings into one heap: first in pairs from the front, then all pairs from the
/// back.
inline Node Components::meldChildren(Node first) {
  Node pairs = kNone;
  while (first != kNone) {
    Node one = first;
    const Node other = keys_[one].sibling;
    if (other == kNone) {
      first = kNone;
    } else {
      first = keys_[other].sibling;
      one = meld(one, other);
    }
    keys_[one].sibling = pairs;
    pairs = one;
  }
  if (pairs == kNone) {
    return kNone;
  }
  Node heap = pairs;
  Node next = keys_[heap].sibling;
  while (next != kNone) {
    const Node after = keys_[next].sibling;
    heap = meld(heap, next);
    next = after;
  }
  return heap;
}

/// Removes the edge at the top of the component's heap.
inline void Components::drop(Node component) {
  State& state = states_[component];
  const Node node = state.top;
  const auto row = graph_.row(node);
  if (steps_[node] == 0) {
    std::sort(row.begin() + 1, row.end(), before);
  }
  const std::uint32_t step = ++steps_[node];
  Node rest = meldChildren(keys_[node].child);
  if (step < row.size()) {
    // Relaxed: prefetchFar() may read the key meanwhile.
    galois::AtomicRef<std::uint64_t>(keys_[node].edge)
        .store(packed(row[step]), galois::order::relaxed);
    keys_[node].child = kNone;
    rest = rest == kNone ? node : meld(rest, node);
  }
  state.top = rest;
  state.degree -= state.degree > 0 ? 1 : 0;
}

inline Components::Search Components::lightest(Node component, unsigned limit) {
  const State& state = states_[component];
  while (state.top != kNone) {
    if (find(keys_[state.top].far()) != component) {
      return Search::kFound;
    }
    if (limit-- == 0) {
      return Search::kLimit;
    }
    drop(component);
  }
  return Search::kNothing;
}

inline void Components::join(Node small, Node large) {
  State& from = states_[small];
  State& to = states_[large];
  const Edge edge{from.top, keys_[from.top].far(), keys_[from.top].weight()};
  drop(small);
  const std::uint64_t sum = std::uint64_t{to.degree} + from.degree;
  to.degree = static_cast<std::uint32_t>(std::min(sum, kMostDegree));
  if (from.top != kNone) {
    to.top = to.top == kNone ? from.top : meld(from.top, to.top);
  }
  from.top = edge.u;
  from.degree = edge.v;
  from.weight = edge.weight;
  sets_.join(small, large);
}

inline std::vector<Edge> Components::forest() const {
  std::vector<Edge> edges;
  for (std::size_t node = 0; node < size(); ++node) {
    if (!alive(static_cast<Node>(node))) {
      const State& state = states_[node];
      edges.push_back(Edge::between(state.top, state.degree, state.weight));
    }
  }
  return edges;
}

} // namespace mst
