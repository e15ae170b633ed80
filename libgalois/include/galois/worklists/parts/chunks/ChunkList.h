/**
 * Lists of chunks that threads share: ChunkList, and ChunkLists, one list a group of threads.
 *
 * Invariant of a ChunkList. A node that is in it is in one of two chains through `next`: `ready_`,
 * oldest first (which a stack does without), or `added_`, youngest first and all of them younger
 * than those in `ready_`. Who holds the lock, and nobody else, removes nodes and changes links of
 * nodes that are in. Any thread may add a node in front of `added_`, without the lock: the node
 * that it finds there cannot go and come again under the feet of who removes it.
 *
 * Nobody waits long for a thread that was put aside while it had the lock: after some milliseconds
 * who wants to add a node does so without, and who wants one gives up; the thread that has the lock
 * finds it when it goes on. (Not at once: 256 simulated threads that exchange one word fail against
 * each other, and chains that others added have to be turned around.)
 *
 * Without the lock `added_` and `ready_` are read as a hint whether locking is worth while. Nodes
 * that change from one to the other are in `ready_` before they leave `added_`, so who reads them
 * in the opposite order overlooks none.
 */
#ifndef GALOIS_WORKLISTS_PARTS_CHUNKS_CHUNKLIST_H
#define GALOIS_WORKLISTS_PARTS_CHUNKS_CHUNKLIST_H

#include <algorithm>
#include <mutex>
#include <vector>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/Backoff.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/substrate/SimpleLock.h"

namespace galois::worklists {

/// A queue or a stack of nodes that threads push and pop. Thread-safe, O(1) amortised.
/// @tparam Node  has a member `next`, assignable from Node*
/// @tparam Lifo  youngest first instead of oldest first
template <typename Node, bool Lifo, typename Atomics = substrate::DefaultAtomics>
class ChunkList {
public:
  ChunkList() {
    added_.store(nullptr, order::relaxed);
    ready_.store(nullptr, order::relaxed);
    last_ = nullptr;
  }
  ChunkList(const ChunkList&) = delete;
  ChunkList& operator=(const ChunkList&) = delete;

  /// False means that there is a node unless another thread takes it first. True is right of the
  /// nodes that this thread has pushed.
  bool seemsEmpty() const noexcept {
    // (1) acquire: synchronizes with (7), so that what was there shows in ready_.
    return added_.load(order::acquire) == nullptr &&
           (Lifo || ready_.load(order::relaxed) == nullptr);
  }

  /// The same for a thread that has changed a hint (FirstHint.h) by which others find this list.
  bool stillSeemsEmpty() const noexcept {
    // (2) seq_cst: after the change of the hint; pairs with (3) and (4). Also acquire, for (7).
    return added_.load(order::seq_cst) == nullptr &&
           (Lifo || ready_.load(order::seq_cst) == nullptr);
  }

  /// Adds a node.
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

  /// Removes the oldest node, of a stack the youngest. @return nullptr when there is none, or when
  /// another thread keeps the lock for long
  Node* pop() {
    if (seemsEmpty() || (!lock_.try_lock() && !awaitLock(/*unlessEmpty=*/true))) {
      return nullptr;
    }
    const std::lock_guard<Lock> guard(lock_, std::adopt_lock);
    return Lifo ? popAdded() : popReady();
  }

private:
  using Lock = substrate::BasicSimpleLock<Atomics>;

  /// Waits for the lock some milliseconds.
  /// @param unlessEmpty  gives up when the list is empty, too: others with the lock may take all
  /// @return whether this thread has it
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
      // (3) seq_cst: before the caller looks at a hint; pairs with (2). Also release: synchronizes
      // with (5), (6) and (8), which hand the node over. (Only exchanges write in between, so the
      // chain of them is not broken.)
    } while (!added_.compare_exchange_weak(first, node, order::seq_cst, order::relaxed));
  }

  Node* popAdded() noexcept {
    for (;;) {
      // (5) acquire: synchronizes with (3).
      Node* first = added_.load(order::acquire);
      // Relaxed: publishes nothing. It fails when a thread has added one.
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

  /// Lays a chain behind what is ready.
  void append(Node* first, Node* last) noexcept {
    if (ready_.load(order::relaxed)) {
      Node* const before = last_;
      before->next = first;
    } else {
      // (4) seq_cst: before a caller of push() looks at a hint; pairs with (2).
      ready_.store(first, order::seq_cst);
    }
    last_ = last;
  }

  /// Moves what was added to the end of what is ready.
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
      // Threads have added some in front. (8) acquire: synchronizes with (3).
      Node* last = added_.load(order::acquire);
      while (last->next != youngest) {
        last = last->next;
      }
      last->next = nullptr;
    }
  }

  typename Atomics::template Atomic<Node*> added_;
  typename Atomics::template Atomic<Node*> ready_; ///< written under the lock
  typename Atomics::template Plain<Node*> last_;   ///< of ready_, if that is not null
  Lock lock_;
};

/// A fixed number of ChunkLists, each the home of some threads, on cache lines of their own.
/// Thread-safe.
template <typename Node, bool Lifo, typename Atomics = substrate::DefaultAtomics>
class ChunkLists {
public:
  /// @param lists  number of lists, 1 or more
  explicit ChunkLists(unsigned lists) : lists_(lists) {}

  unsigned count() const noexcept { return static_cast<unsigned>(lists_.size()); }

  /// Puts a node into list `home`, below count().
  void push(unsigned home, Node* node) noexcept { lists_[home].list.push(node); }

  /// See ChunkList::seemsEmpty().
  bool seemsEmpty(unsigned home) const noexcept { return lists_[home].list.seemsEmpty(); }

  /// See ChunkList::stillSeemsEmpty(), of all lists.
  bool stillSeemsEmpty() const noexcept {
    return std::all_of(lists_.begin(), lists_.end(),
                       [](const Padded& each) { return each.list.stillSeemsEmpty(); });
  }

  /// Takes a node from list `home`. @return nullptr when it got none
  Node* pop(unsigned home) { return lists_[home].list.pop(); }

  /// Takes a node from any list but `home`, nearest number first. @return nullptr when it got none
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

  /// Takes a node from list `home`, or else from any other. @return nullptr when it got none
  Node* popAny(unsigned home) {
    Node* node = pop(home);
    return node ? node : steal(home);
  }

  /// Takes all nodes out and gives each to `dispose`. No other thread may use the lists.
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
    ChunkList<Node, Lifo, Atomics> list;
  };
  std::vector<Padded> lists_;
};

} // namespace galois::worklists

#endif
