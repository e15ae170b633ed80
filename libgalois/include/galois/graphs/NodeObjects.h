/**
 * What graphs have in common whose nodes are objects with data and an abstract lock, and whose
 * GraphNode is a pointer to such an object: MorphGraph and LC_Morph_Graph.
 */
#pragma once

#include <type_traits>
#include <utility>

#include "galois/MethodFlags.h"
#include "galois/runtime/Context.h"

namespace galois::graphs::internal {

/// The data of a node or an edge; nothing if T is void.
template <typename T>
struct MorphData {
  template <typename... Args>
  explicit MorphData(Args&&... args) : value(std::forward<Args>(args)...) {}
  T value;
};
template <>
struct MorphData<void> {};

/// In the place of the lock of a node that has none.
struct NoLock {};

/// The base of a node that has an abstract lock, or none.
template <bool HasNoLockable>
using NodeLock = std::conditional_t<HasNoLockable, NoLock, runtime::Lockable>;

/// Takes the lock of a node if it has one and `flag` asks for it. @{
inline void lockNode(runtime::Lockable* node, MethodFlag flag) { runtime::acquire(node, flag); }
inline void lockNode(NoLock* /*node*/, MethodFlag /*flag*/) noexcept {} /// @}

/// Takes the locks of the nodes to which edges lead, if they have locks and `flag` asks for it.
/// @tparam Edges  a range of objects with a member `dst` that is a pointer to a node
template <bool HasNoLockable, typename Edges>
void lockEnds([[maybe_unused]] const Edges& edges, [[maybe_unused]] MethodFlag flag) {
  if constexpr (!HasNoLockable) {
    if (runtime::shouldLock(flag) && runtime::getThreadContext() != nullptr) {
      for (const auto& edge : edges) {
        lockNode(edge.dst, flag);
      }
    }
  }
}

/// Turns an iterator over nodes into one over pointers to them.
struct AddressOf {
  template <typename Node>
  Node* operator()(Node& node) const {
    return &node;
  }
};

} // namespace galois::graphs::internal
