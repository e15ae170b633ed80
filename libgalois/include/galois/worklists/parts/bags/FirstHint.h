/**
 * Where to begin to look for what other threads have put into ordered places: one word that all
 * threads share, for which nobody has to ask every other thread.
 *
 * Invariant: what lies in a place that anybody may take from is no more urgent than the hint,
 * unless the thread that put it there has yet to call lower(), or a thread that raised the hint
 * past it has yet to look a second time. So at rest the hint covers everything; in between, a
 * thread may overlook something that another one is about to bring up. Users must be right without
 * the hint (in OrderedBags, who put a task somewhere finds it again by itself).
 *
 * Why a thing is not passed over for good. Putting it, then reading the hint in lower(), and
 * raising the hint, then looking again, are accesses of two words by two threads in opposite order,
 * all seq_cst: either lower() sees the raised hint and takes it back, or the second look sees what
 * was put.
 *
 * The word changes only when the front moves, so threads that look have it in their caches.
 */
#ifndef GALOIS_WORKLISTS_PARTS_BAGS_FIRSTHINT_H
#define GALOIS_WORKLISTS_PARTS_BAGS_FIRSTHINT_H

#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"

namespace galois::worklists {

/// Thread-safe, lock-free.
/// @tparam Index       priority
/// @tparam MoreUrgent  its order, most urgent first
template <typename Index, typename MoreUrgent, typename Atomics = substrate::DefaultAtomics>
class FirstHint {
public:
  /// @param least  the least urgent priority: nothing lies anywhere
  explicit FirstHint(const Index& least) { hint_.store(least, order::relaxed); }
  FirstHint(const FirstHint&) = delete;
  FirstHint& operator=(const FirstHint&) = delete;

  Index get() const noexcept { return hint_.load(order::relaxed); }

  /// To be called after something of that priority was put, by a seq_cst store, where others look.
  void lower(const Index& priority) {
    // (1) seq_cst: after what the caller has put; pairs with (2).
    Index seen = hint_.load(order::seq_cst);
    while (MoreUrgent()(priority, seen) &&
           !hint_.compare_exchange_weak(seen, priority, order::relaxed, order::relaxed)) {
    }
  }

  /// Moves the hint from `seen`, which get() said before the caller found nothing from there to
  /// `to`. Does nothing when the hint has changed since.
  /// @param lookAgain  called when it was moved, to look there a second time, by seq_cst loads, and
  ///                   to lower() the hint to what it finds
  template <typename LookAgain>
  void raise(Index seen, const Index& to, LookAgain&& lookAgain) {
    if (!MoreUrgent()(seen, to) || hint_.load(order::relaxed) != seen) {
      return;
    }
    // (2) seq_cst: before the second look; pairs with (1).
    if (hint_.compare_exchange_strong(seen, to, order::seq_cst, order::relaxed)) {
      lookAgain();
    }
  }

private:
  alignas(substrate::kCacheLineSize) typename Atomics::template Atomic<Index> hint_;
};

} // namespace galois::worklists

#endif
