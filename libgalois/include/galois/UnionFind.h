/**
 * Disjoint sets whose nodes are the user's own objects.
 *
 *     struct Node : galois::UnionFindNode<Node> { Node() : UnionFindNode(this) {} };
 *
 * All operations may run on all threads at once and are lock-free.
 *
 * Invariant: a node's component is itself (it is the representative of its set) or an ancestor.
 * Representatives are only ever joined to nodes with lower addresses, so joins make no cycle;
 * PathCompression.h says why shortening paths makes none.
 */
#ifndef GALOIS_UNIONFIND_H
#define GALOIS_UNIONFIND_H

#include <functional>
#include <utility>

#include "galois/PathCompression.h"
#include "galois/substrate/Atomics.h"

namespace galois {

/// The base of T, which makes T a node. T derives from it publicly and must not move while it is
/// linked.
/// @tparam Atomics  see galois/substrate/Atomics.h
template <typename T, typename Atomics = substrate::DefaultAtomics>
class UnionFindNode {
public:
  /// Whether this node represents its set, at this moment.
  bool isRep() const { return load() == self(); }

  /// The component pointer as it stands: the representative after compress() if no sets were joined
  /// since, else an ancestor.
  const T* component() const { return load(); }
  T* component() { return load(); }
  T* get() const { return load(); }

  /// The representative. O(path), leaves the path as it is.
  const T* find() const { return const_cast<UnionFindNode*>(this)->find(); }
  T* find() {
    T* node = self();
    for (T* up = load(); up != node; up = node->load()) {
      node = up;
    }
    return node;
  }

  /// The representative, and makes this node point at it; nodes on the path get nearer to it.
  T* findAndCompress() { return findAndFlatten(Links(), self()); }

  /// Makes this node point at its representative.
  void compress() { findAndCompress(); }

  /// Joins this node's set and `other`'s. Returns the representative of the joint set if this call
  /// joined them, null if they were one set already.
  T* merge(T* other) {
    T* a = self();
    T* b = other;
    while (true) {
      a = findAndHalve(Links(), a);
      b = findAndHalve(Links(), b);
      if (a == b) {
        return nullptr;
      }
      if (std::less<>()(a, b)) {
        std::swap(a, b);
      }
      T* expected = a;
      // relaxed: links order nothing but themselves; nodes are made before the loop that uses them.
      if (a->m_component.compare_exchange_strong(expected, b, substrate::order::relaxed,
                                                 substrate::order::relaxed)) {
        return b;
      }
    }
  }

protected:
  /// A node alone in its set.
  UnionFindNode() : m_component(self()) {}
  /// A node that points at `component`, usually itself.
  explicit UnionFindNode(T* component) : m_component(component) {}
  /// Copies become nodes of their own, alone in their sets.
  UnionFindNode(const UnionFindNode&) : UnionFindNode() {}
  UnionFindNode& operator=(const UnionFindNode&) { return *this; }
  ~UnionFindNode() = default;

  typename Atomics::template Atomic<T*>
      m_component; // NOLINT(readability-identifier-naming): Galois programs name it

private:
  /// Nodes as PathCompression.h wants them.
  struct Links {
    T* parent(T* node) const { return node->load(); }
    bool moveUp(T* node, T*& parent, T* ancestor) const {
      // relaxed: see PathCompression.h
      return node->m_component.compare_exchange_strong(parent, ancestor, substrate::order::relaxed,
                                                       substrate::order::relaxed);
    }
  };

  T* self() { return static_cast<T*>(this); }
  const T* self() const { return static_cast<const T*>(this); }
  T* load() const { return m_component.load(substrate::order::relaxed); }
};

} // namespace galois

#endif
