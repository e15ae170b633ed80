/**
 * The binning of PMOD as [PMOD, figures 3 and 4] print it, for PublishedBags. AdaptiveBins.h is the
 * variant that this project developed from it.
 *
 * Every thread counts its own events, and a decision reads the sum of all counts. One atomic word
 * holds lmf and the number of its changes so far, the *epoch*. A count belongs to an epoch, and
 * counts of past epochs are 0. So a change of lmf resets the counters of all threads at once. All
 * accesses are relaxed: the counts are statistics, and lmf is part of a bag's name.
 *
 * The figures are followed except where they cannot be computed:
 *  - lmf is an integer from leastLmf to the number of bits of a priority, so logarithms are rounded
 *    and the result is limited.
 *  - Without a task pushed since the last change there is no range of priorities, and nothing is
 *    decided. Another thread may see that a task was counted before it sees its priority; until it
 *    does, it takes no notice of that thread's tasks.
 *  - A range within one bag counts as 0 bags. Tasks per bag are then infinitely many, so nothing is
 *    merged, and unmerging goes to leastLmf.
 *  - A bag is named by the pair of priority >> lmf and lmf, as the text says [PMOD, section 4.2].
 *    Figure 3 shows only the former.
 *
 * docs/worklists/published.md sets the lines of the figures beside those of this file.
 */
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/Clock.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/worklists/parts/bags/AdaptiveBins.h"
#include "galois/worklists/parts/bags/LmfReports.h"
#include "galois/worklists/parts/bags/MergeController.h"
#include "galois/worklists/parts/common/WorklistCounters.h"

namespace galois::worklists {

/// The binning of the figures. FixedBins documents the members that PublishedBags uses. Thread-safe,
/// if each thread uses only its own Local. ReleasedBins derives from it.
/// @tparam I  integer priority, smaller is more urgent
template <typename I, typename Atomics = substrate::DefaultAtomics>
class PublishedBins {
  template <typename V>
  using Atomic = typename Atomics::template Atomic<V>;

protected:
  using Shape = AdaptiveBins<I, false, Atomics>; ///< the same bags, in the same order

public:
  using Index = I;
  using Key = typename Shape::Key;
  using Before = typename Shape::Before;

  /// See FixedBins::kLast: the last bag of the greatest lmf.
  static constexpr Key kLast{static_cast<Index>(Shape::kLeastUrgent >> Shape::kGreatestLmf),
                             Shape::kGreatestLmf};

  /// See FixedBins::SharedKey. A reader may also find parts of two keys.
  class SharedKey {
  public:
    Key load() const noexcept { return {group_.load(order::relaxed), lmf_.load(order::relaxed)}; }
    void store(const Key& key) noexcept {
      group_.store(key.group, order::relaxed);
      lmf_.store(key.lmf, order::relaxed);
    }

  private:
    Atomic<Index> group_{kLast.group}; // both relaxed: see PublishedBags.h
    Atomic<std::uint32_t> lmf_{kLast.lmf};
  };

  /// The data of one thread. Only that thread writes it.
  struct Local {
    explicit Local(const PublishedBins& bins)
        : word(bins.word_.load(order::relaxed)), lmf(lmfOf(word)) {}

    std::uint64_t word; ///< word_ as this thread has last seen it
    unsigned lmf;
    Key current{};           ///< the thread's bag, if hasCurrent
    bool hasCurrent = false; ///< whether it has one
    bool dequeues = false;   ///< whether the last event was a dequeue, not counted in groupDeqs yet
    Key group{};             ///< the bag of the last dequeue
    std::uint64_t groupDeqs = 0;            ///< dequeues in a row from it, since lmf changed
    std::uint64_t merges = 0, unmerges = 0; ///< decided by this thread
    std::vector<LmfChange> changes;         ///< decided by this thread
    Atomic<std::uint64_t> pops{0};          ///< all pops of this thread; read at changes only

    /// The counts that other threads may read, on a cache line of their own.
    struct alignas(substrate::kCacheLineSize) Counts {
      Atomic<std::uint64_t> epoch{0}, nDeqs{0}, nSyncDeqs{0}, nEnqs{0};
      Atomic<Index> minB{std::numeric_limits<Index>::max()};
      Atomic<Index> maxB{std::numeric_limits<Index>::lowest()};
    } counts;
  };

  /// @param params  `unmerge` has no effect
  explicit PublishedBins(const MergeParams& params = MergeParams())
      : params_(MergeController(params, Shape::kGreatestLmf).params()),
        constructedAt_(substrate::nowNs()) {
    word_.store(params_.initialLmf, order::relaxed);
  }
  PublishedBins(const PublishedBins& other)
      : params_(other.params_), constructedAt_(other.constructedAt_) {
    word_.store(other.word_.load(order::relaxed), order::relaxed);
  }
  PublishedBins& operator=(const PublishedBins&) = delete;

  /// Counts an enqueue, and names the bag of its task [figure 3, lines 20 to 25].
  Key keyOf(Local& me, const Index& priority) const noexcept {
    settle(me);
    catchUp(me);
    auto& counts = me.counts;
    add(counts.nEnqs);
    if (priority > counts.maxB.load(order::relaxed)) {
      counts.maxB.store(priority, order::relaxed);
    }
    if (priority < counts.minB.load(order::relaxed)) {
      counts.minB.store(priority, order::relaxed);
    }
    return {static_cast<Index>(priority >> me.lmf), me.lmf};
  }

  /// Counts a dequeue [figure 3, line 2].
  template <typename Others>
  void beforePop(Local& me, const WorklistCounters& counters, Others&&) const noexcept {
    settle(me);
    catchUp(me);
    me.dequeues = true;
    me.pops.store(counters.pops, order::relaxed);
    add(me.counts.nDeqs);
  }

  /// A synchronizing dequeue [figure 3, lines 8 to 16]: one that finds no task in the bags of the
  /// thread's own map, and turns to the global one [PMOD, section 4.3].
  template <typename Others>
  void beforeSearch(Local& me, const WorklistCounters&, Others&& others) {
    add(me.counts.nSyncDeqs); // line 9
    const Window all = sumOf(me, others);
    const unsigned merged = mergeCheck(all, me.lmf); // line 10
    if (merged != me.lmf) {
      me.merges += change(me, others, merged) ? 1 : 0;
      return;
    }
    const unsigned unmerged = unmergeCheck(all, me.groupDeqs, me.lmf); // line 12
    if (unmerged != me.lmf) {
      me.unmerges += change(me, others, unmerged) ? 1 : 0;
    }
  }

  static void moved(Local& me, const WorklistCounters&, const Key& key) noexcept {
    me.current = key;
    me.hasCurrent = true;
  }
  static void left(Local& me) noexcept { me.hasCurrent = false; }

  unsigned lmf() const noexcept { return lmfOf(word_.load(order::relaxed)); }

  /// See reportLmfChanges(). Between loops only.
  template <typename Others, typename Sink>
  void reportChanges(Others&& others, Sink&& sink) const {
    reportLmfChanges({0, constructedAt_, params_.initialLmf, 0}, others, sink);
  }

protected:
  static constexpr unsigned kLmfBits = 8;

  /// The sums of the counters of all threads.
  struct Window {
    std::uint64_t nDeqs = 0, nSyncDeqs = 0, nEnqs = 0;
    Index minB = std::numeric_limits<Index>::max();
    Index maxB = std::numeric_limits<Index>::lowest();
  };

  static unsigned lmfOf(std::uint64_t word) noexcept {
    return static_cast<unsigned>(word & ((1u << kLmfBits) - 1));
  }
  static std::uint64_t epochOf(std::uint64_t word) noexcept { return word >> kLmfBits; }

  /// Increments a counter of the calling thread.
  static void add(Atomic<std::uint64_t>& count) noexcept {
    count.store(count.load(order::relaxed) + 1, order::relaxed);
  }

  /// Counts the last dequeue, which took its task from the bag that the thread has had since.
  static void settle(Local& me) noexcept {
    if (me.dequeues && me.hasCurrent) {
      me.groupDeqs = me.group == me.current ? me.groupDeqs + 1 : 1;
      me.group = me.current;
    }
    me.dequeues = false;
  }

  /// Adopts lmf, and resets the thread's counters if it has changed [figure 3, lines 13 to 16].
  void catchUp(Local& me) const noexcept {
    const std::uint64_t word = word_.load(order::relaxed);
    if (word != me.word) {
      beginEpoch(me, word);
    }
  }

  static void beginEpoch(Local& me, std::uint64_t word) noexcept {
    me.word = word;
    me.lmf = lmfOf(word);
    me.groupDeqs = 0;
    auto& counts = me.counts;
    counts.nEnqs.store(0, order::relaxed);
    counts.nSyncDeqs.store(0, order::relaxed);
    counts.nDeqs.store(0, order::relaxed);
    counts.maxB.store(std::numeric_limits<Index>::lowest(), order::relaxed);
    counts.minB.store(std::numeric_limits<Index>::max(), order::relaxed);
    counts.epoch.store(epochOf(word), order::relaxed);
  }

  /// Returns the sums of the counts of this epoch.
  template <typename Others>
  static Window sumOf(const Local& me, Others& others) {
    Window all;
    others([&](const Local& local) {
      const auto& counts = local.counts;
      if (counts.epoch.load(order::relaxed) == epochOf(me.word)) {
        all.nDeqs += counts.nDeqs.load(order::relaxed);
        all.nSyncDeqs += counts.nSyncDeqs.load(order::relaxed);
        const Index minB = counts.minB.load(order::relaxed);
        const Index maxB = counts.maxB.load(order::relaxed);
        if (minB <= maxB) {
          all.nEnqs += counts.nEnqs.load(order::relaxed);
          all.minB = std::min(all.minB, minB);
          all.maxB = std::max(all.maxB, maxB);
        }
      }
    });
    return all;
  }

  /// Returns the number of bags between both ends of the range [figure 4, lines 4 and 14].
  static double queuesOf(const Window& all, unsigned lmf) noexcept {
    return static_cast<double>(static_cast<std::uint64_t>(all.maxB >> lmf) -
                               static_cast<std::uint64_t>(all.minB >> lmf));
  }

  /// Returns the next lmf [figure 4, lines 1 to 9].
  unsigned mergeCheck(const Window& all, unsigned lmf) const noexcept {
    if (all.nSyncDeqs * params_.syncEvery <= all.nDeqs || all.nEnqs == 0) { // line 2
      return lmf;
    }
    const double queues = queuesOf(all, lmf);
    if (queues == 0) {
      return lmf;
    }
    const double fillRatio = static_cast<double>(all.nEnqs) / queues; // line 6
    if (fillRatio < params_.minDensity) {                             // lines 7 to 9
      return std::min(lmf + roundedLog2(params_.minDensity / fillRatio), Shape::kGreatestLmf);
    }
    return lmf;
  }

  /// Returns the next lmf [figure 4, lines 11 to 17].
  /// @param dequeues  number of tasks that the thread took from its bag since lmf changed
  unsigned unmergeCheck(const Window& all, std::uint64_t dequeues, unsigned lmf) const noexcept {
    if (dequeues <= params_.maxPops || all.nEnqs == 0) { // line 12
      return lmf;
    }
    const double queues = queuesOf(all, lmf);
    if (queues == 0) {
      return params_.leastLmf;
    }
    if (queues < params_.minQueues) { // lines 15 to 17
      return lmf - std::min(roundedLog2(params_.minQueues / queues), lmf - params_.leastLmf);
    }
    return lmf;
  }

  /// @param ratio  1 or more
  static unsigned roundedLog2(double ratio) noexcept {
    return static_cast<unsigned>(std::lround(std::log2(ratio)));
  }

  /// Sets lmf, unless another thread has just done so. @return whether it has set it
  template <typename Others>
  bool change(Local& me, Others& others, unsigned lmf) {
    const std::uint64_t epoch = epochOf(me.word) + 1;
    const std::uint64_t next = epoch << kLmfBits | lmf;
    std::uint64_t expected = me.word;
    if (!word_.compare_exchange_strong(expected, next, order::relaxed, order::relaxed)) {
      return false;
    }
    std::uint64_t pops = 0;
    others([&pops](const Local& local) { pops += local.pops.load(order::relaxed); });
    me.changes.push_back({epoch, substrate::nowNs(), lmf, pops});
    beginEpoch(me, next);
    return true;
  }

  const MergeParams params_;
  const std::uint64_t constructedAt_;
  alignas(substrate::kCacheLineSize) Atomic<std::uint64_t> word_;
};

} // namespace galois::worklists
