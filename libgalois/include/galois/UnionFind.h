/**
 * Disjoint sets whose nodes are objects of the application.
 *
 *     struct Node : galois::UnionFindNode<Node> { Node() : UnionFindNode(this) {} };
 *
 * All operations are lock-free, and all threads may call them concurrently.
 *
 * Invariant: a node's component is one of its ancestors, or the node itself if it is the
 * representative of its set. A representative is only ever linked to a node with a lower address.
 * PathCompression.h explains why neither joins nor shortened paths create a cycle.
 */
#pragma once

#include "galois/PathCompression.h"
#include "galois/substrate/Atomics.h"

namespace galois {

/// The base class that makes T a node. T derives from it publicly and must not move while it is
/// linked to other nodes.
template <typename T, typename Atomics = substrate::DefaultAtomics>
class UnionFindNode {
public:
  /// Returns whether this node is currently the representative of its set.
  bool isRep() const { return load() == self(); }

  /// Returns the current component pointer. After compress() it is the representative if no sets
  /// were joined since; otherwise it is an ancestor. @{
  const T* component() const { return load(); }
  T* component() { return load(); }
  T* get() const { return load(); }
  /// @}
  /// Returns the representative. O(path length). Does not change the path. @{
  const T* find() const { return const_cast<UnionFindNode*>(this)->find(); }
  T* find() {
    T* node = self();
    for (T* up = load(); up != node; up = node->load()) {
      node = up;
    }
    return node;
  }
  /// @}
  /// Returns the representative and makes this node point to it. Also shortens the path of the
  /// nodes in between.
  T* findAndCompress() { return findAndFlatten(Links(), self()); }

  /// Makes this node point to its representative.
  void compress() { findAndCompress(); }

  /// Joins this node's set with `other`'s. Returns the representative of the joined set, or null if
  /// both nodes were already in the same set.
  T* merge(T* other) { return joinTrees(Links(), self(), other) ? other : nullptr; }

protected:
  /// Makes a node that is alone in its set.
  UnionFindNode() : m_component(self()) {}
  /// Makes a node that points to `component`, which is usually the node itself.
  explicit UnionFindNode(T* component) : m_component(component) {}
  /// A copy is a new node that is alone in its set.
  UnionFindNode(const UnionFindNode&) : UnionFindNode() {}
  UnionFindNode& operator=(const UnionFindNode&) { return *this; } ///< changes nothing
  ~UnionFindNode() = default;
  /// The component pointer.
  typename Atomics::template Atomic<T*>
      m_component; // NOLINT(readability-identifier-naming): Galois programs name it

private:
  /// Provides the Links interface of PathCompression.h.
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
