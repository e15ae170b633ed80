/**
 * The binning of OBIM: which of the bags of OrderedBags.h a task belongs in. AdaptiveBins.h is
 * PMOD's.
 */
#ifndef GALOIS_WORKLISTS_PARTS_BAGS_FIXEDBINS_H
#define GALOIS_WORKLISTS_PARTS_BAGS_FIXEDBINS_H

#include <functional>
#include <limits>
#include <type_traits>

#include "galois/worklists/parts/common/WorklistCounters.h"

namespace galois::worklists {

/// The binning of OBIM: every priority has its bag.
/// @tparam I           integer priority
/// @tparam Descending  larger is more urgent
template <typename I, bool Descending>
class FixedBins {
public:
  using Index = I;
  using Key = I; ///< names a bag; convertible to std::size_t, comparable for equality
  /// Order of priorities, and of keys, most urgent first.
  using MoreUrgent = std::conditional_t<Descending, std::greater<I>, std::less<I>>;
  using Before = MoreUrgent;
  /// No task is less urgent.
  static constexpr Index kLeastUrgent =
      Descending ? std::numeric_limits<Index>::lowest() : std::numeric_limits<Index>::max();

  /// What a thread keeps.
  struct Local {
    explicit Local(const FixedBins&) noexcept {}
    Index bound = kLeastUrgent; ///< see later()
  };

  /// The bag of a task that is pushed now.
  static const Key& keyOf(const Local&, const Index& priority) noexcept { return priority; }

  /// The most urgent priority of a bag, and the first of all keys whose bag might hold it.
  static const Index& mostUrgentOf(const Key& key) noexcept { return key; }
  static const Key& firstWith(const Index& priority) noexcept { return priority; }

  /// Called before tasks are taken, with the thread's counters. `others(visit)` calls visit(local)
  /// for each active thread.
  template <typename Others>
  static void beforePop(Local&, const WorklistCounters&, Others&&) noexcept {}
  /// Called before the thread looks for another bag.
  template <typename Others>
  static void beforeSearch(Local&, const WorklistCounters&, Others&&) noexcept {}
  /// Called when the thread makes a bag that nobody had.
  template <typename Others>
  static void madeBag(Local&, const WorklistCounters&, Others&&) noexcept {}
  /// Called when a task of that priority is the first of a chunk.
  static void beganChunk(Local&, const Index&) noexcept {}
  /// Called when the thread has changed its bag, and when it has none any more.
  static void moved(Local& me, const WorklistCounters&, const Key& key) noexcept { me.bound = key; }
  static void left(Local& me) noexcept { me.bound = kLeastUrgent; }

  /// Whether a task of that priority, pushed now, certainly belongs in no bag before the thread's
  /// own. Saves most comparisons of keys.
  static bool later(const Local& me, const Index& priority) noexcept {
    return MoreUrgent()(me.bound, priority);
  }
};

} // namespace galois::worklists

#endif
