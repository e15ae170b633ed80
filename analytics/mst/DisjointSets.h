/**
 * Disjoint sets of nodes in an array. Entry n is n itself if n is the root of its set; otherwise it
 * is another member of the set that is nearer to the root.
 *
 * Any thread may search at any time. A thread that joins two sets must make sure by other means
 * that no other thread joins the same root elsewhere. Entries are relaxed words: an entry always
 * names an ancestor, and ancestors stay ancestors, so an old value costs one more step and is never
 * wrong.
 *
 * galois/PathCompression.h says how paths are shortened, and why a delayed thread never lengthens a
 * path that others have shortened. So other threads find the result of flatten().
 */
#pragma once

#include <cstddef>
#include <cstdint>

#include "galois/LargeArray.h"
#include "galois/PathCompression.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/Prefetch.h"

namespace mst {

class DisjointSets {
public:
  using Node = std::uint32_t;

  /// Allocates memory for `size` nodes. Call makeAlone() for each before anything else. @throws
  /// std::bad_alloc
  explicit DisjointSets(std::size_t size) { parents_.allocateInterleaved(size); }

  void makeAlone(Node node) { parents_[node] = node; }

  /// Returns the node's entry. For a root it is exact; for other nodes it may be an old ancestor.
  Node parent(Node node) const { return at(node).load(galois::order::relaxed); }

  /// Returns the root of the node's set, and halves the path on the way. A thread that has seen all
  /// joins of a set gets the right answer for its members. Other threads may get a node that was
  /// the root not long ago.
  Node find(Node node) const { return galois::findAndHalve(Links{*this}, node); }

  /// Like find(). Afterwards the node's entry is the result, until that root joins another set.
  Node flatten(Node node) const { return galois::findAndFlatten(Links{*this}, node); }

  /// Puts the set of `root` below `above`, a member of another set.
  void join(Node root, Node above) { at(root).store(above, galois::order::relaxed); }

  /// Unites the sets of two nodes. Returns false if they are in one set already. No other thread
  /// may use the sets meanwhile.
  bool unite(Node a, Node b) {
    a = find(a);
    b = find(b);
    if (a != b) {
      join(a, b);
    }
    return a != b;
  }

  GALOIS_ATTRIBUTE_ALWAYS_INLINE void prefetch(Node node) const {
    galois::substrate::prefetchToRead(parents_.data() + node);
  }

private:
  /// The entries as galois/PathCompression.h expects them.
  struct Links {
    const DisjointSets& sets;

    Node parent(Node node) const { return sets.parent(node); }
    bool moveUp(Node node, Node& parent, Node ancestor) const {
      // relaxed: see galois/PathCompression.h
      return sets.at(node).compare_exchange_strong(parent, ancestor, galois::order::relaxed);
    }
  };

  galois::AtomicRef<Node> at(Node node) const { return galois::AtomicRef<Node>(parents_[node]); }

  mutable galois::LargeArray<Node> parents_;
};

} // namespace mst
