/**
 * Lists of chunks that threads share: ChunkList, and ChunkLists, which is one list per group of
 * threads.
 *
 * Invariant of a ChunkList. A node of the list is in one of two chains through `next`. `ready_` is
 * ordered oldest first; a stack does not use it. `added_` is ordered youngest first, and its nodes
 * are younger than those in `ready_`. Only the thread that holds the lock removes nodes and changes
 * the links of nodes in the list. Any thread may add a node in front of `added_` without the lock.
 * There is no ABA problem: only the holder of the lock takes nodes out, so while it removes a node,
 * no other thread can have removed that node and added it again.
 *
 * No thread waits long for one that was descheduled while it held the lock. After some
 * milliseconds, a thread that wants to add a node does so without the lock, and a thread that wants
 * to take one gives up. The holder of the lock finds the added nodes when it continues. (Threads do
 * not add without the lock at once: 256 simulated threads that exchange one word make each other's
 * compare-exchange fail, and the chain that they add has to be reversed.)
 *
 * Without the lock, `added_` and `ready_` are read only as a hint whether to take the lock. A node
 * that moves from `added_` to `ready_` is in `ready_` before it leaves `added_`. So a thread that
 * reads `added_` first and `ready_` second misses none.
 */
#pragma once

#include <algorithm>
#include <mutex>
#include <vector>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/Backoff.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/substrate/SimpleLock.h"

namespace galois::worklists {

/// A queue or a stack of nodes that threads push and pop. Thread-safe, O(1) amortised.
/// @tparam Node    has a member `next`, assignable from Node*
/// @tparam Lifo    youngest first instead of oldest first
/// @tparam Hinted  whether threads find the list by a hint that they raise and lower (FirstHint.h);
///                 each push of an empty queue then costs a sequentially consistent store
template <typename Node, bool Lifo, typename Atomics = substrate::DefaultAtomics,
          bool Hinted = false>
class ChunkList {
public:
  ChunkList() : added_(nullptr), ready_(nullptr), last_(nullptr) {}
  ChunkList(const ChunkList&) = delete;
  ChunkList& operator=(const ChunkList&) = delete;

  /// Returns whether the list seems to be empty. False means that there is a node, unless another
  /// thread takes it first. True means that no node that this thread has pushed is left.
  bool seemsEmpty() const noexcept {
    // (1) acquire: synchronizes with (7), so that nodes that have left added_ are seen in ready_.
    return added_.load(order::acquire) == nullptr &&
           (Lifo || ready_.load(order::relaxed) == nullptr);
  }

  /// Returns the same, for a thread that has just changed a hint (FirstHint.h) by which other
  /// threads find this list.
  bool stillSeemsEmpty() const noexcept {
    static_assert(Hinted, "only lists with a hint order their pushes before a look at it");
    // (2) seq_cst: after the change of the hint; pairs with (3) and (4). Also acquire, for (7).
    return added_.load(order::seq_cst) == nullptr &&
           (Lifo || ready_.load(order::seq_cst) == nullptr);
  }

  /// Adds a node. Never fails.
  void push(Node* node) noexcept {
    if (!lock_.try_lock() && !awaitLock(/*unlessEmpty=*/false)) {
      add(node);
      return;
    }
    const std::lock_guard<Lock> guard(lock_, std::adopt_lock);
    if (Lifo) {
      add(node);
    } else {
      makeReady();
      node->next = nullptr;
      append(node, node);
    }
  }

  /// Adds the nodes of a chain, oldest first, as push() of each would. A queue takes them with one
  /// lock. Never fails.
  /// @param last  the node at the end of the chain, whose `next` need not be null
  void push(Node* first, Node* last) noexcept {
    if (!Lifo && (lock_.try_lock() || awaitLock(/*unlessEmpty=*/false))) {
      const std::lock_guard<Lock> guard(lock_, std::adopt_lock);
      makeReady();
      last->next = nullptr;
      append(first, last);
      return;
    }
    while (first != last) {
      Node* const next = first->next; // before another thread may take the node
      add(first);
      first = next;
    }
    add(last);
  }

  /// Removes the oldest node, or the youngest if this is a stack.
  /// @return nullptr if there is none, or if another thread holds the lock for long
  Node* pop() {
    if (seemsEmpty() || (!lock_.try_lock() && !awaitLock(/*unlessEmpty=*/true))) {
      return nullptr;
    }
    const std::lock_guard<Lock> guard(lock_, std::adopt_lock);
    return Lifo ? popAdded() : popReady();
  }

private:
  using Lock = substrate::BasicSimpleLock<Atomics>;

  /// Waits for the lock for some milliseconds.
  /// @param unlessEmpty  whether to give up when the list becomes empty, too, because holders of
  ///                     the lock may take all nodes
  /// @return whether this thread holds the lock
  GALOIS_ATTRIBUTE_NOINLINE bool awaitLock(bool unlessEmpty) noexcept {
    substrate::BasicBackoff<Atomics> backoff;
    do {
      if (backoff.inVain()) {
        return false;
      }
      backoff();
      if (unlessEmpty && seemsEmpty()) {
        return false;
      }
    } while (!lock_.try_lock());
    return true;
  }

  /// Adds a node to added_; needs no lock.
  void add(Node* node) noexcept {
    Node* first = added_.load(order::relaxed);
    do {
      node->next = first;
      // (3) seq_cst: before the caller reads a hint; pairs with (2). Also release: synchronizes
      // with (5), (6) and (8), whose threads take the node. (Only exchanges write added_ in
      // between, so they continue the release sequence.)
    } while (!added_.compare_exchange_weak(first, node, order::seq_cst, order::relaxed));
  }

  Node* popAdded() noexcept {
    for (;;) {
      // (5) acquire: synchronizes with (3).
      Node* first = added_.load(order::acquire);
      // Relaxed: makes nothing visible. It fails if another thread has added a node.
      if (!first ||
          added_.compare_exchange_weak(first, first->next, order::relaxed, order::relaxed)) {
        return first;
      }
    }
  }

  Node* popReady() noexcept {
    if (!ready_.load(order::relaxed)) {
      makeReady();
    }
    Node* const first = ready_.load(order::relaxed);
    if (first) {
      ready_.store(first->next, order::relaxed);
    }
    return first;
  }

  /// Adds a chain at the end of ready_.
  void append(Node* first, Node* last) noexcept {
    if (ready_.load(order::relaxed)) {
      Node* const before = last_;
      before->next = first;
    } else {
      if constexpr (Hinted) {
        // (4) seq_cst: before a caller of push() reads a hint; pairs with (2).
        ready_.store(first, order::seq_cst);
      } else {
        // Relaxed: without the lock, which orders everything else, ready_ is only compared to null.
        ready_.store(first, order::relaxed);
      }
    }
    last_ = last;
  }

  /// Moves the nodes of added_, oldest first, to the end of ready_.
  void makeReady() noexcept {
    // (6) acquire: synchronizes with (3).
    Node* const youngest = added_.load(order::acquire);
    if (!youngest) {
      return;
    }
    Node* oldest = nullptr;
    for (Node* node = youngest; node;) {
      Node* const older = node->next;
      node->next = oldest;
      oldest = node;
      node = older;
    }
    append(oldest, youngest);
    Node* same = youngest;
    // (7) release: ready_ is written before; synchronizes with (1) and (2).
    if (!added_.compare_exchange_strong(same, nullptr, order::release, order::relaxed)) {
      // Other threads have added nodes in front. (8) acquire: synchronizes with (3).
      Node* last = added_.load(order::acquire);
      while (last->next != youngest) {
        last = last->next;
      }
      last->next = nullptr;
    }
  }

  typename Atomics::template Atomic<Node*> added_;
  typename Atomics::template Atomic<Node*> ready_; ///< written under the lock
  typename Atomics::template Plain<Node*> last_;   ///< the last node of ready_, if that is not null
  Lock lock_;
};

/// A fixed number of ChunkLists, each the home of some threads and on cache lines of its own.
/// Thread-safe. The template parameters are those of ChunkList.
template <typename Node, bool Lifo, typename Atomics = substrate::DefaultAtomics,
          bool Hinted = false>
class ChunkLists {
public:
  /// @param lists  number of lists, 1 or more
  explicit ChunkLists(unsigned lists) : lists_(lists) {}

  unsigned count() const noexcept { return static_cast<unsigned>(lists_.size()); }

  /// Adds a node to list `home`, which must be below count().
  void push(unsigned home, Node* node) noexcept { lists_[home].list.push(node); }

  /// Adds the nodes of a chain, oldest first, to list `home`.
  void push(unsigned home, Node* first, Node* last) noexcept {
    lists_[home].list.push(first, last);
  }

  /// Returns ChunkList::seemsEmpty() of list `home`.
  bool seemsEmpty(unsigned home) const noexcept { return lists_[home].list.seemsEmpty(); }

  /// Returns whether ChunkList::stillSeemsEmpty() is true of all lists.
  bool stillSeemsEmpty() const noexcept {
    return std::all_of(lists_.begin(), lists_.end(),
                       [](const Padded& each) { return each.list.stillSeemsEmpty(); });
  }

  /// Takes a node from list `home`. @return nullptr if it got none
  Node* pop(unsigned home) { return lists_[home].list.pop(); }

  /// Takes a node from any list except `home`, in the circular order that begins after `home`.
  /// @return nullptr if it got none
  Node* steal(unsigned home) {
    for (unsigned i = home + 1; i < count(); ++i) {
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

  /// Takes a node from list `home`, or else from any other. @return nullptr if it got none
  Node* popAny(unsigned home) {
    Node* node = pop(home);
    return node ? node : steal(home);
  }

  /// Takes out all nodes and calls `dispose(node)` for each. No other thread may use the lists.
  template <typename Dispose>
  void clear(Dispose&& dispose) {
    for (Padded& each : lists_) {
      while (!each.list.seemsEmpty()) {
        if (Node* node = each.list.pop()) {
          dispose(node);
        }
      }
    }
  }

private:
  struct alignas(substrate::kCacheLineSize) Padded {
    ChunkList<Node, Lifo, Atomics, Hinted> list;
  };
  std::vector<Padded> lists_;
};

} // namespace galois::worklists
