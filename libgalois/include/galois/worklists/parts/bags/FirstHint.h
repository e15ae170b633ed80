/**
 * One word that all threads share and that tells from which priority on other threads may have put
 * nodes into ordered places, such as bags. A search that begins there need not probe every thread.
 *
 * Invariant: a node that any thread may take is no more urgent than the hint, with two exceptions.
 * The thread that put it there may not have called lower() yet. Or a thread that raised the hint
 * past it may not have checked a second time yet. So when no call is in progress, the hint covers
 * every node. During a call, a thread may miss a node for which another thread is about to lower
 * the hint. So users must be correct without the hint. (In OrderedBags, the thread that put a task
 * somewhere finds it again by itself.)
 *
 * Why no node is missed for good. One thread puts the node and then reads the hint in lower().
 * Another raises the hint and then checks the places again. These are accesses of two words by two
 * threads in opposite order, all seq_cst. So either lower() sees the raised hint and lowers it, or
 * the second check sees the node.
 *
 * The word changes only when the first priority with nodes does, so it usually stays in the caches
 * of the threads that read it.
 */
#pragma once

#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"

namespace galois::worklists {

/// The hint. Thread-safe, lock-free.
/// @tparam Index       priority
/// @tparam MoreUrgent  its order, most urgent first
template <typename Index, typename MoreUrgent, typename Atomics = substrate::DefaultAtomics>
class FirstHint {
public:
  /// @param least  the least urgent priority, because no node is anywhere yet
  explicit FirstHint(const Index& least) { hint_.store(least, order::relaxed); }
  FirstHint(const FirstHint&) = delete;
  FirstHint& operator=(const FirstHint&) = delete;

  Index get() const noexcept { return hint_.load(order::relaxed); }

  /// Lowers the hint to `priority` if it is less urgent. Call it after a node of that priority was
  /// put, by a seq_cst store, where other threads search.
  void lower(const Index& priority) {
    // (1) seq_cst: after the caller's store of the node; pairs with (2).
    Index seen = hint_.load(order::seq_cst);
    while (MoreUrgent()(priority, seen) &&
           !hint_.compare_exchange_weak(seen, priority, order::relaxed, order::relaxed)) {
    }
  }

  /// Raises the hint from `seen` to `to`, if it is still `seen`. The caller must have called get(),
  /// which returned `seen`, and must then have found nothing from there to `to`.
  /// @param lookAgain  called if the hint was raised; it must check there a second time, by seq_cst
  ///                   loads, and lower() the hint to what it finds
  template <typename LookAgain>
  void raise(Index seen, const Index& to, LookAgain&& lookAgain) {
    if (!MoreUrgent()(seen, to) || hint_.load(order::relaxed) != seen) {
      return;
    }
    // (2) seq_cst: before the second check; pairs with (1).
    if (hint_.compare_exchange_strong(seen, to, order::seq_cst, order::relaxed)) {
      lookAgain();
    }
  }

private:
  alignas(substrate::kCacheLineSize) typename Atomics::template Atomic<Index> hint_;
};

} // namespace galois::worklists
