/**
 * Finding the root of a tree, and shortening the paths to it, while other threads do the same and
 * join trees. Used by UnionFind.h and by other disjoint sets.
 *
 * Every node has a parent; a root is its own parent. A root that is joined to another tree is never
 * a root again, so a node that is an ancestor of another one stays an ancestor of it.
 *
 * Invariant: a node's parent is the node itself or an ancestor, and every change moves the node up:
 *   - whoever joins trees gives a root a parent in another tree, and sees to it that roots that are
 *     joined at the same time make no cycle;
 *   - the functions here replace a parent by an ancestor of that parent, and only by
 *     compare-exchange from the parent of which they know that.
 * So there is no cycle, and no word has the same value twice (no ABA problem).
 *
 * Why not a plain store: a thread that is delayed between reading an ancestor and storing it would
 * put it in the place of one further up that another thread has stored meanwhile. That undoes the
 * other thread's work. If the first ancestor lies below the second one, nodes on the path then get
 * descendants for parents: a cycle, and the trees that it hangs on are lost.
 *
 * All accesses can be relaxed: an old value of a parent is an ancestor, too. It costs a step, or
 * makes a root that has been joined a moment ago the answer.
 *
 * Links, below, is a type with
 *   - `Node parent(Node) const`: loads the node's parent;
 *   - `bool moveUp(Node node, Node& parent, Node ancestor) const`: the compare-exchange of the
 *     node's parent from `parent` to `ancestor`; when it fails, `parent` is the one found.
 */
#ifndef GALOIS_PATHCOMPRESSION_H
#define GALOIS_PATHCOMPRESSION_H

namespace galois {

/// The root of the node's tree; gives every other node on the path its grandparent for a parent, as
/// far as no other thread is faster. Exact if the caller has seen all joins, else the answer may be
/// a root of not long ago. Lock-free; O(path), amortised O(log nodes).
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

/// findAndHalve(), after which the node's parent is the root that was found, or a node above it.
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

} // namespace galois

#endif
