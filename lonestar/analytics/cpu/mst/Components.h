/**
 * The components that Boruvka's algorithm contracts, and what each knows of its edges.
 *
 * A component keeps its nodes in a pairing heap. A node's key is the lightest of its edges that has
 * not been dropped; its row is in order of weight, so dropping is a step along the row. So joining
 * two components' edge lists takes one comparison, and the lightest edge is on top. Edges whose
 * ends have come to be in one component are dropped when they come to the top.
 *
 * Invariant: what belongs to a component (its heap, its degree, its nodes' keys) is touched only by
 * the thread that holds its lock, and so is the parent of the node that stands for it. A thread
 * that holds the lock has seen all that made the component, because every join happened under the
 * locks of both.
 *
 * Memory: 40 bytes a node beside the graph, whose rows it reorders.
 */
#ifndef GALOIS_LONESTAR_MST_COMPONENTS_H
#define GALOIS_LONESTAR_MST_COMPONENTS_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <vector>

#include "DisjointSets.h"
#include "MstProblem.h"
#include "galois/LargeArray.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/Prefetch.h"
#include "galois/substrate/SimpleLock.h"

namespace mst {

class Components {
public:
  /// Memory for the graph's nodes; prepare() comes before anything else. Throws std::bad_alloc.
  explicit Components(Graph& graph) : graph_(graph), sets_(graph.size()) {
    keys_.allocateInterleaved(graph.size());
    steps_.allocateInterleaved(graph.size());
    states_.allocateInterleaved(graph.size());
  }

  /// Makes every node a component. All active threads, O(edges).
  void prepare() {
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
  /// False once it has been joined to another.
  bool alive(Node component) const { return sets_.parent(component) == component; }
  /// Edges that have not been dropped, each counted once for each end inside; the priority.
  std::uint32_t degree(Node component) const { return states_[component].degree; }
  /// Drops edges that lead back until the lightest one that leaves is on top, at most `limit` of
  /// them. Says what became of it.
  enum class Search { Found, Nothing, Limit };
  Search lightest(Node component, unsigned limit);
  /// After Found: the end of the lightest edge inside, the one outside.
  Node near(Node component) const { return states_[component].top; }
  Node far(Node component) const { return keys_[near(component)].far(); }
  /// Joins `small`, with its lightest edge, to the component `large` that this edge leads to. The
  /// caller holds both locks.
  void join(Node small, Node large);
  ///@}

  /// Who stands for the component of `node`, or did not long ago. Any thread.
  Node find(Node node) const { return sets_.find(node); }

  /// The edges along which components were joined, in no order. Outside loops.
  std::vector<Edge> forest() const;

  GALOIS_ATTRIBUTE_ALWAYS_INLINE void prefetchState(Node component) const {
    galois::substrate::prefetchToRead(states_.data() + component);
    galois::substrate::prefetchToRead(keys_.data() + component);
    graph_.prefetchOffset(component);
  }
  /// For a component of one node, which most are when their tasks come up.
  GALOIS_ATTRIBUTE_ALWAYS_INLINE void prefetchFar(Node component) {
    // Relaxed: a hint, and the only look at a key without the lock.
    const auto far = static_cast<Node>(
        galois::AtomicRef<std::uint64_t>(keys_[component].edge).load(galois::order::relaxed));
    sets_.prefetch(far);
    galois::substrate::prefetchToRead(states_.data() + far);
    graph_.prefetchRow(component);
  }

private:
  static constexpr Node kNone = std::numeric_limits<Node>::max();

  /// Degrees beyond are taken for this: a priority need not be exact.
  static constexpr std::uint64_t kMostDegree = std::numeric_limits<std::uint32_t>::max();

  /// A node in its component's heap.
  struct Key {
    std::uint64_t edge; ///< weight, then the other end: in this order within a row
    Node child;         ///< a node whose edge is no lighter; kNone: none
    Node sibling;       ///< the next child of the same node

    Node far() const { return static_cast<Node>(edge); }
    Weight weight() const { return static_cast<Weight>(edge >> 32); }
  };

  struct State {
    galois::substrate::SimpleLock lock;
    Node top;             ///< of the heap; once joined, the near end of the joining edge
    std::uint32_t degree; ///< once joined, the far end of the joining edge
    Weight weight;        ///< once joined, of the joining edge
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
  galois::LargeArray<std::uint32_t> steps_; ///< place in the row of the key's edge
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
  // The rest of the row is put in order when the first edge has been dropped: for most nodes of
  // large degree it never is.
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

/// One heap of two, none of which is empty.
inline Node Components::meld(Node a, Node b) {
  if (lighter(b, a)) {
    std::swap(a, b);
  }
  keys_[b].sibling = keys_[a].child;
  keys_[a].child = b;
  return a;
}

/// One heap of a list of siblings: in pairs from the front, then all pairs from the back.
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

/// Takes the edge on top away.
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
    // Relaxed: prefetchFar() may look.
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
      return Search::Found;
    }
    if (limit-- == 0) {
      return Search::Limit;
    }
    drop(component);
  }
  return Search::Nothing;
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

#endif
