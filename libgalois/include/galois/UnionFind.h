/**
 * Disjoint sets whose nodes are the user's own objects.
 *
 *     struct Node : galois::UnionFindNode<Node> { Node() : UnionFindNode(this) {} };
 *
 * All operations may run on all threads at once and are lock-free.
 *
 * Invariant: a node's component is itself (it is the representative of its set) or an ancestor
 * with a lower address, so there are no cycles. Once an ancestor, always an ancestor: only
 * representatives get linked, and a node that is none never becomes one again.
 */
#ifndef GALOIS_UNIONFIND_H
#define GALOIS_UNIONFIND_H

#include <functional>
#include <utility>

#include "galois/substrate/Atomics.h"

namespace galois {

/// The base of T, which makes T a node. T derives from it publicly and must not move while it is
/// linked.
template <typename T>
class UnionFindNode {
public:
  /// Whether this node represents its set, at this moment.
  bool isRep() const { return load() == self(); }

  /// The component pointer as it stands: the representative after compress(), else an ancestor.
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

  /// The representative, and makes all nodes on the path point at it.
  T* findAndCompress() {
    T* const representative = find();
    // Overwriting a newer pointer by this one is harmless: this ancestor leads on to that one.
    for (T* node = self(); node != representative;) {
      T* const up = node->load();
      if (up == node) {
        break;
      }
      node->m_component.store(representative, substrate::order::relaxed);
      node = up == representative ? representative : up;
    }
    return representative;
  }

  /// Shortens the path from this node.
  void compress() { findAndCompress(); }

  /// Joins this node's set and `other`'s. Returns the representative of the joint set if this call
  /// joined them, null if they were one set already.
  T* merge(T* other) {
    T* a = self();
    T* b = other;
    while (true) {
      a = a->findAndCompress();
      b = b->findAndCompress();
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

  substrate::Atomic<T*>
      m_component; // NOLINT(readability-identifier-naming): Galois programs name it

private:
  T* self() { return static_cast<T*>(this); }
  const T* self() const { return static_cast<const T*>(this); }
  T* load() const { return m_component.load(substrate::order::relaxed); }
};

} // namespace galois

#endif
