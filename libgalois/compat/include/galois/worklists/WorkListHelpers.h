/**
 * What Galois' worklists are made of, for programs that write their own: lists of nodes that are
 * linked through themselves, and the indexer that gives all tasks the same priority.
 */
#pragma once

#include <mutex>

#include "galois/substrate/PaddedLock.h"
#include "galois/worklists/WLCompileCheck.h"
#include "galois/worklists/parts/common/Indexer.h"

namespace galois::worklists {

/// The base of a node of the lists below. A node is in one list at a time.
template <typename T>
class ConExtListNode {
public:
  ConExtListNode() = default;
  T*& getNextPtr() { return next_; }             ///< returns the link to the next node
  T* const& getNextPtr() const { return next_; } ///< returns the same

private:
  T* next_ = nullptr;
};

/// A stack of nodes that the program owns. Thread-safe if `Concurrent`; O(1).
/// @tparam T  derives from ConExtListNode<T>
template <typename T, bool Concurrent>
class ConExtLinkedStack {
public:
  /// Returns whether there was no node when it looked.
  bool empty() const {
    const std::lock_guard<Lock> guard(lock_);
    return top_ == nullptr;
  }
  /// Adds a node.
  void push(T* node) {
    const std::lock_guard<Lock> guard(lock_);
    node->getNextPtr() = top_;
    top_ = node;
  }
  /// Removes and returns the youngest node; null if there is none.
  T* pop() {
    const std::lock_guard<Lock> guard(lock_);
    T* const node = top_;
    if (node != nullptr) {
      top_ = node->getNextPtr();
      node->getNextPtr() = nullptr;
    }
    return node;
  }

private:
  using Lock = substrate::PaddedLock<Concurrent>;
  mutable Lock lock_;
  T* top_ = nullptr;
};

/// A queue of nodes that the program owns. Thread-safe if `Concurrent`; O(1).
/// @tparam T  derives from ConExtListNode<T>
template <typename T, bool Concurrent>
class ConExtLinkedQueue {
public:
  /// Returns whether there was no node when it looked.
  bool empty() const {
    const std::lock_guard<Lock> guard(lock_);
    return first_ == nullptr;
  }
  /// Adds a node.
  void push(T* node) {
    const std::lock_guard<Lock> guard(lock_);
    node->getNextPtr() = nullptr;
    (first_ == nullptr ? first_ : last_->getNextPtr()) = node;
    last_ = node;
  }
  /// Removes and returns the oldest node; null if there is none.
  T* pop() {
    const std::lock_guard<Lock> guard(lock_);
    T* const node = first_;
    if (node != nullptr) {
      first_ = node->getNextPtr();
      node->getNextPtr() = nullptr;
    }
    return node;
  }

private:
  using Lock = substrate::PaddedLock<Concurrent>;
  mutable Lock lock_;
  T* first_ = nullptr;
  T* last_ = nullptr;
};

} // namespace galois::worklists
