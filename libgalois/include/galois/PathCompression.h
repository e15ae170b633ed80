/**
 * Finds the root of a tree and shortens the paths to it, and joins trees, while other threads do the
 * same. UnionFind.h and other disjoint-set structures use it.
 *
 * Every node has a parent; a root is its own parent. A root that has been joined to another tree
 * never becomes a root again. So once a node is an ancestor of another node, it remains one.
 *
 * Invariant: a node's parent is the node itself or one of its ancestors, and every change moves the
 * node closer to the root:
 *   - code that joins trees gives a root a parent in another tree, and ensures that concurrent
 *     joins create no cycle, as joinTrees() does;
 *   - the functions here replace a parent by an ancestor of that parent. They use a
 *     compare-exchange that expects exactly this parent.
 * So there is no cycle, and no word ever takes the same value twice (no ABA problem).
 *
 * A plain store would be wrong. Suppose that a thread is delayed between reading an ancestor and
 * storing it, and that another thread meanwhile stores an ancestor further up. The delayed store
 * would then undo the other thread's change. Nodes between the two ancestors could get a descendant
 * as their parent. This creates a cycle, and the nodes on it lose their root.
 *
 * All accesses can be relaxed, because an old value of a parent is also an ancestor. Reading one
 * costs an extra step, or returns a root that has been joined to another tree in the meantime.
 *
 * The template parameter Links is a type with
 *   - `Node parent(Node) const`: loads the node's parent;
 *   - `bool moveUp(Node node, Node& parent, Node ancestor) const`: compare-exchanges the node's
 *     parent from `parent` to `ancestor`. On failure it sets `parent` to the value that it found.
 */
#pragma once

#include <functional>
#include <utility>

namespace galois {

/// Returns the root of the node's tree and sets the parent of every other node on the path to its
/// grandparent, unless another thread changes it first. The result is exact if the caller has seen
/// all joins; otherwise it may be a node that was a root recently. Lock-free; O(path length),
/// amortised O(log nodes).
template <typename Links, typename Node>
Node findAndHalve(const Links& links, Node node) {
  Node up = links.parent(node);
  while (up != node) {
    const Node next = links.parent(up);
    if (next == up) {
      return up;
    }
    links.moveUp(node, up, next);
    node = next;
    up = links.parent(node);
  }
  return node;
}

/// Like findAndHalve(), but also makes the node's parent the root that was found, or one of that
/// root's ancestors.
template <typename Links, typename Node>
Node findAndFlatten(const Links& links, Node node) {
  Node up = links.parent(node);
  while (true) {
    const Node root = findAndHalve(links, up);
    if (root == up || links.moveUp(node, up, root)) {
      return root;
    }
  }
}

/// Joins the trees of `a` and `b`. Returns whether they were two, and sets `b` to the root of both.
/// A root is only ever linked to a node before it, by std::less, and only while it is a root. So
/// concurrent calls create no cycle, each link joins two trees, and the root of a tree is its first
/// node if nothing else joins trees. Lock-free.
template <typename Links, typename Node>
bool joinTrees(const Links& links, Node a, Node& b) {
  while (true) {
    a = findAndHalve(links, a);
    b = findAndHalve(links, b);
    if (a == b) {
      return false;
    }
    if (std::less<>()(a, b)) {
      std::swap(a, b);
    }
    Node root = a;
    if (links.moveUp(a, root, b)) {
      return true;
    }
  }
}

} // namespace galois
