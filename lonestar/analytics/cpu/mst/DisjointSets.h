/**
 * Disjoint sets of nodes in an array: entry n is n itself if it stands for its set, else another
 * member that is nearer to the one that does.
 *
 * Any thread may look at any time; whoever joins two sets must know by other means that nobody else
 * joins them elsewhere. Entries are relaxed words: an entry always names an ancestor, and ancestors
 * stay ancestors, so an old value costs a step and is never wrong.
 *
 * How paths are shortened, and why a thread that was held up does not undo what others have done,
 * is in galois/PathCompression.h. So what flatten() leaves behind, others find.
 */
#ifndef GALOIS_LONESTAR_MST_DISJOINTSETS_H
#define GALOIS_LONESTAR_MST_DISJOINTSETS_H

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

  /// Memory for `size` nodes; makeAlone() comes before anything else. Throws std::bad_alloc.
  explicit DisjointSets(std::size_t size) { parents_.allocateInterleaved(size); }

  void makeAlone(Node node) { parents_[node] = node; }

  /// Where the node is on its way to who stands for its set: exact for those, an old one for
  /// others.
  Node parent(Node node) const { return at(node).load(galois::order::relaxed); }

  /// Who stands for the node's set; halves the path on the way. A thread that has seen all joins of
  /// a set gets the right answer for its members; others may get one who was right not long ago.
  Node find(Node node) const { return galois::findAndHalve(Links{*this}, node); }

  /// find(), and the node is next to who it found until that one joins another set.
  Node flatten(Node node) const { return galois::findAndFlatten(Links{*this}, node); }

  /// Puts the set of `root`, which stands for it, under `above`, a member of another set.
  void join(Node root, Node above) { at(root).store(above, galois::order::relaxed); }

  /// Makes one set of those of two nodes; false if they are one already. While nobody else looks.
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
  /// Entries as galois/PathCompression.h wants them.
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

#endif
