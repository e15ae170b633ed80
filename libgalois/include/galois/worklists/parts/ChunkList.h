/**
 * Lists of chunks that threads share: ChunkList, and ChunkLists, one list a group of threads.
 *
 * Invariant of a ChunkList. Under its lock, `head_` begins a chain through `next` that ends at
 * `tail_`, and a chunk is in at most one list. Outside the lock only `head_` is read, as a hint
 * whether locking is worth while: a thread always sees its own pushes there, and what it misses of
 * others' is found by the thread that pushed it. The critical sections are a few instructions, once
 * a chunk.
 */
#ifndef GALOIS_WORKLISTS_PARTS_CHUNKLIST_H
#define GALOIS_WORKLISTS_PARTS_CHUNKLIST_H

#include <memory>
#include <mutex>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/Backoff.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/substrate/SimpleLock.h"

namespace galois::worklists {

/// A list of nodes that threads push and pop. Thread-safe, O(1).
/// @tparam Node  has a member `next`, assignable from Node*
template <typename Node, typename Atomics = substrate::DefaultAtomics>
class ChunkList {
public:
  ChunkList() {
    head_.store(nullptr, order::relaxed);
    tail_ = nullptr;
  }
  ChunkList(const ChunkList&) = delete;
  ChunkList& operator=(const ChunkList&) = delete;

  /// False means that there is a node unless another thread takes it first.
  bool seemsEmpty() const noexcept { return head_.load(order::relaxed) == nullptr; }

  /// The same for a thread that has changed a hint (FirstHint.h) by which others find this list.
  bool stillSeemsEmpty() const noexcept {
    // (1) seq_cst: after the change of the hint; pairs with (2) and (3).
    return head_.load(order::seq_cst) == nullptr;
  }

  /// Adds a node behind all others.
  void pushBack(Node* node) {
    const std::lock_guard<Lock> guard(lock_);
    node->next = nullptr;
    if (head_.load(order::relaxed)) {
      Node* last = tail_;
      last->next = node;
    } else {
      // The lock orders it for those who follow the chain.
      // (2) seq_cst: before the caller looks at a hint; pairs with (1).
      head_.store(node, order::seq_cst);
    }
    tail_ = node;
  }

  /// Adds a node before all others.
  void pushFront(Node* node) {
    const std::lock_guard<Lock> guard(lock_);
    Node* first = head_.load(order::relaxed);
    node->next = first;
    if (!first) {
      tail_ = node;
    }
    // (3) seq_cst: as (2); pairs with (1).
    head_.store(node, order::seq_cst);
  }

  /// Removes the first node. @return nullptr when there is none
  Node* popFront() {
    substrate::BasicBackoff<Atomics> backoff;
    for (;;) {
      if (seemsEmpty()) { // also while others have the lock: they may take all there is
        return nullptr;
      }
      if (lock_.try_lock()) {
        break;
      }
      backoff();
    }
    const std::lock_guard<Lock> guard(lock_, std::adopt_lock);
    Node* first = head_.load(order::relaxed);
    if (first) {
      head_.store(first->next, order::relaxed);
    }
    return first;
  }

private:
  using Lock = substrate::BasicSimpleLock<Atomics>;

  typename Atomics::template Atomic<Node*> head_;
  typename Atomics::template Plain<Node*> tail_;
  Lock lock_;
};

/// A fixed number of ChunkLists, each the home of some threads, on cache lines of their own.
/// Thread-safe.
template <typename Node>
class ChunkLists {
public:
  /// @param lists  number of lists, 1 or more
  explicit ChunkLists(unsigned lists) : lists_(new Padded[lists]), count_(lists) {}

  unsigned count() const noexcept { return count_; }

  /// Puts a node into list `home`, below count().
  /// @param lifo  before the others instead of behind them
  void push(unsigned home, Node* node, bool lifo) {
    if (lifo) {
      lists_[home].list.pushFront(node);
    } else {
      lists_[home].list.pushBack(node);
    }
  }

  /// See ChunkList::seemsEmpty().
  bool seemsEmpty(unsigned home) const noexcept { return lists_[home].list.seemsEmpty(); }

  /// See ChunkList::stillSeemsEmpty(), of all lists.
  bool stillSeemsEmpty() const noexcept {
    for (unsigned home = 0; home < count_; ++home) {
      if (!lists_[home].list.stillSeemsEmpty()) {
        return false;
      }
    }
    return true;
  }

  /// Takes a node from list `home`. @return nullptr when there is none
  Node* pop(unsigned home) { return lists_[home].list.popFront(); }

  /// Takes a node from any list but `home`, nearest number first. @return nullptr when there is
  /// none
  Node* steal(unsigned home) {
    for (unsigned i = home + 1; i < count_; ++i) {
      if (Node* node = pop(i)) {
        return node;
      }
    }
    for (unsigned i = 0; i < home; ++i) {
      if (Node* node = pop(i)) {
        return node;
      }
    }
    return nullptr;
  }

  /// Takes a node from list `home`, or else from any other. @return nullptr when there is none
  Node* popAny(unsigned home) {
    Node* node = pop(home);
    return node ? node : steal(home);
  }

  /// Takes all nodes out and gives each to `dispose`. No other thread may use the lists.
  template <typename Dispose>
  void clear(Dispose&& dispose) {
    for (unsigned home = 0; home < count_; ++home) {
      while (Node* node = pop(home)) {
        dispose(node);
      }
    }
  }

private:
  struct alignas(substrate::kCacheLineSize) Padded {
    ChunkList<Node> list;
  };
  const std::unique_ptr<Padded[]> lists_;
  const unsigned count_;
};

} // namespace galois::worklists

#endif
