/**
 * The binning of OBIM: the rule that chooses the bag of OrderedBags.h or PublishedBags.h for a task.
 * The rules of PMOD are in AdaptiveBins.h, and as printed in PublishedBins.h.
 */
#pragma once

#include <functional>
#include <limits>
#include <type_traits>

#include "galois/substrate/Atomics.h"
#include "galois/worklists/parts/common/WorklistCounters.h"

namespace galois::worklists {

/// The binning of OBIM: one bag per priority. All functions are O(1).
/// @tparam I           integer priority
/// @tparam Descending  larger is more urgent
template <typename I, bool Descending>
class FixedBins {
public:
  using Index = I;
  using Key = I; ///< the name of a bag; convertible to std::size_t, comparable for equality
  /// The order of priorities, and of keys, most urgent first.
  using MoreUrgent = std::conditional_t<Descending, std::greater<I>, std::less<I>>;
  using Before = MoreUrgent;
  /// The least urgent priority.
  static constexpr Index kLeastUrgent =
      Descending ? std::numeric_limits<Index>::lowest() : std::numeric_limits<Index>::max();

  /// A key that comes after those of all bags.
  static constexpr Key kLast = kLeastUrgent;

  /// A key that one thread writes and others read, at first kLast. A reader may find an old one.
  class SharedKey {
  public:
    Key load() const noexcept { return key_.load(order::relaxed); }
    void store(const Key& key) noexcept { key_.store(key, order::relaxed); }

  private:
    substrate::DefaultAtomics::Atomic<Key> key_{kLast}; // relaxed: see PublishedBags.h
  };

  /// The data of one thread.
  struct Local {
    explicit Local(const FixedBins&) noexcept {}
    Index bound = kLeastUrgent; ///< see later()
  };

  /// Returns the key of the bag for a task that the thread pushes now.
  static const Key& keyOf(const Local&, const Index& priority) noexcept { return priority; }

  /// Returns the most urgent priority of a bag.
  static const Index& mostUrgentOf(const Key& key) noexcept { return key; }
  /// Returns the first of all keys whose bag might hold `priority`.
  static const Key& firstWith(const Index& priority) noexcept { return priority; }

  /// Called before the thread takes tasks, with its counters. Here and below, `others(visit)` calls
  /// visit(local) for each active thread.
  template <typename Others>
  static void beforePop(Local&, const WorklistCounters&, Others&&) noexcept {}
  /// Called before the thread searches for another bag; in PublishedBags, when it has found none in its
  /// own map, before it turns to the shared one.
  template <typename Others>
  static void beforeSearch(Local&, const WorklistCounters&, Others&&) noexcept {}
  /// Called when the thread creates a bag that did not exist.
  template <typename Others>
  static void madeBag(Local&, const WorklistCounters&, Others&&) noexcept {}
  /// Called when a task of that priority becomes the first of a chunk.
  static void beganChunk(Local&, const Index&) noexcept {}
  /// Called when the thread has moved to another bag, and when it has left its bag for none.
  static void moved(Local& me, const WorklistCounters&, const Key& key) noexcept { me.bound = key; }
  static void left(Local& me) noexcept { me.bound = kLeastUrgent; }

  /// Returns whether a task of that priority, pushed now, certainly belongs in no bag before the
  /// thread's current one. This saves most comparisons of keys.
  static bool later(const Local& me, const Index& priority) noexcept {
    return MoreUrgent()(me.bound, priority);
  }
};

} // namespace galois::worklists
