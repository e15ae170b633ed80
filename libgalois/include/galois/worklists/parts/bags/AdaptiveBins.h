/**
 * The binning of PMOD, for OrderedBags: a bag holds 2^lmf priorities, and the threads together
 * change lmf according to the number of tasks per bag [PMOD, section 4]. MergeController decides
 * when to change it.
 *
 * One atomic word holds lmf and the number of windows so far, the *epoch*. Each thread counts in
 * plain variables of its own, and shows the counts when it searches for another bag. When it
 * sees a new epoch, it starts its counts again from 0. Counts that another thread has shown in
 * another epoch are ignored. An epoch ends when lmf changes, or when the number of tasks taken is
 * so large that the first counts are out of date (MergeController::over()). In both cases the word
 * is changed by a compare-exchange. So an epoch ends only once, and a decision from the counts of a
 * past epoch has no effect. There is no lock, and no thread reads plain data of another thread.
 * (Published code takes a lock with every push and pop, and its thread 0 takes all of them.)
 *
 * All accesses are relaxed. A thread may read counts that were not shown at the same time; this
 * can make a decision worse but nothing incorrect. A task goes to the bag of the lmf that its
 * thread has last seen, because lmf is part of the bag's name.
 */
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <type_traits>
#include <vector>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/Clock.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/worklists/parts/bags/LmfReports.h"
#include "galois/worklists/parts/bags/MergeController.h"
#include "galois/worklists/parts/common/WorklistCounters.h"

namespace galois::worklists {

/// The binning of PMOD. FixedBins documents the members. Thread-safe, if each thread uses only its
/// own Local.
/// @tparam I           integer priority
/// @tparam Descending  larger is more urgent
template <typename I, bool Descending = false, typename Atomics = substrate::DefaultAtomics>
class AdaptiveBins {
  template <typename V>
  using Atomic = typename Atomics::template Atomic<V>;

public:
  using Index = I;
  using Key = MergedKey<Index>;
  using MoreUrgent = std::conditional_t<Descending, std::greater<Index>, std::less<Index>>;
  using Before = MergedBefore<Index, Descending>;
  using Window = MergeWindow<Index>;

  static constexpr Index kLeastUrgent =
      Descending ? std::numeric_limits<Index>::lowest() : std::numeric_limits<Index>::max();
  static constexpr unsigned kGreatestLmf = std::numeric_limits<Index>::digits - 1;

  /// The data of one thread. Only that thread accesses the plain members.
  struct Local {
    explicit Local(const AdaptiveBins& bins)
        : word(bins.word_.load(order::relaxed)), lmf(lmfOf(word)) {}

    std::uint64_t word; ///< word_ as this thread has last seen it
    unsigned lmf;
    Index bound = kLeastUrgent; ///< see FixedBins::later()
    Index least = std::numeric_limits<Index>::max();
    Index greatest = std::numeric_limits<Index>::lowest();
    std::uint64_t searches = 0, fruitless = 0, made = 0; ///< counts of this epoch
    std::uint64_t nextLook = 0;  ///< the search of this epoch that next reads all threads' counts
    std::uint64_t lookEvery = 1; ///< number of searches from one such search to the next
    std::uint64_t pushesBefore = 0, popsBefore = 0; ///< pushes and pops when the epoch began
    std::uint64_t popsAtSearch = kNever;            ///< pops when the thread last searched
    std::uint64_t failurePops = kNever; ///< pops when a search was last counted as fruitless
    std::uint64_t popsAtBag = 0; ///< pops when the thread entered its bag or considered unmerging
    std::uint64_t merges = 0, unmerges = 0; ///< decided by this thread
    std::vector<LmfChange> changes;         ///< decided by this thread
    Atomic<std::uint64_t> popsShown{0};     ///< all pops of this thread; read at changes only

    /// The counts that other threads may read, on a cache line of their own.
    struct alignas(substrate::kCacheLineSize) Shown {
      Atomic<std::uint64_t> epoch{0}, dequeues{0}, synchronizing{0}, fruitless{0}, made{0},
          enqueues{0};
      Atomic<Index> least{std::numeric_limits<Index>::max()};
      Atomic<Index> greatest{std::numeric_limits<Index>::lowest()};
    } shown;
  };

  explicit AdaptiveBins(MergeParams params = MergeParams())
      : controller_(params, kGreatestLmf), constructedAt_(substrate::nowNs()) {
    word_.store(controller_.params().initialLmf, order::relaxed);
  }
  AdaptiveBins(const AdaptiveBins& other)
      : controller_(other.controller_), constructedAt_(other.constructedAt_) {
    word_.store(other.word_.load(order::relaxed), order::relaxed);
  }
  AdaptiveBins& operator=(const AdaptiveBins&) = delete;

  static Key keyOf(const Local& me, const Index& priority) noexcept {
    return {static_cast<Index>(priority >> me.lmf), me.lmf};
  }

  /// Extends the range of priorities. Called once per chunk instead of per push, because the other
  /// tasks of the chunk are in the same bag and extend the range by less than a bag.
  static void beganChunk(Local& me, const Index& priority) noexcept {
    me.least = std::min(me.least, priority);
    me.greatest = std::max(me.greatest, priority);
  }

  static Index mostUrgentOf(const Key& key) noexcept { return endOf(key, Descending); }
  static Index leastUrgentOf(const Key& key) noexcept { return endOf(key, !Descending); }
  /// Returns a key with lmf 0, because the narrower of two bags with the same priority comes first.
  static Key firstWith(const Index& priority) noexcept { return {priority, 0}; }

  template <typename Others>
  void beforePop(Local& me, const WorklistCounters& counters, Others&& others) {
    catchUp(me, counters);
    const std::uint64_t popsOfBag = counters.pops - me.popsAtBag;
    if (popsOfBag > controller_.params().maxPops) {
      me.popsAtBag = counters.pops;
      considerUnmerging(me, counters, popsOfBag, others);
    }
  }

  template <typename Others>
  void beforeSearch(Local& me, const WorklistCounters& counters, Others&& others) {
    ++me.searches;
    // A series of searches without a pop in between counts once, because the number of searches of
    // an idle thread depends on how long it waits between them.
    if (counters.pops == me.popsAtSearch && counters.pops != me.failurePops) {
      ++me.fruitless;
      me.failurePops = counters.pops;
    }
    me.popsAtSearch = counters.pops;
    if (me.searches >= me.nextLook &&
        controller_.tooOften(me.searches, counters.pops - me.popsBefore)) {
      considerMerging(me, counters, others);
    } else {
      showCounts(me, counters);
    }
  }

  template <typename Others>
  void madeBag(Local& me, const WorklistCounters& counters, Others&& others) {
    catchUp(me, counters); // a thread that only pushes would otherwise never call it
    ++me.made;
    // Too many new bags are a reason to merge only if a thread creates one per two pushes.
    if (me.made % kBagsPerCheck == 0 && 2 * me.made > counters.pushes - me.pushesBefore) {
      considerMerging(me, counters, others);
    }
  }

  static void moved(Local& me, const WorklistCounters& counters, const Key& key) noexcept {
    me.popsAtBag = counters.pops;
    // Of two overlapping bags the narrower comes first. So if this bag is wider than new ones, a
    // new bag with any priority of this one comes before it.
    me.bound = key.lmf <= me.lmf ? mostUrgentOf(key) : leastUrgentOf(key);
  }
  static void left(Local& me) noexcept { me.bound = kLeastUrgent; }

  static bool later(const Local& me, const Index& priority) noexcept {
    return MoreUrgent()(me.bound, priority);
  }

  unsigned lmf() const noexcept { return lmfOf(word_.load(order::relaxed)); }

  /// See reportLmfChanges(). Between loops only.
  template <typename Others, typename Sink>
  void reportChanges(Others&& others, Sink&& sink) const {
    reportLmfChanges({0, constructedAt_, controller_.params().initialLmf, 0}, others, sink);
  }

private:
  static constexpr unsigned kLmfBits = 8;
  static constexpr unsigned kBagsPerCheck = 64; ///< new bags between two checks of their number
  /// When there are t threads, each reads all threads' counts only once per t/kThreadsPerLook
  /// searches.
  static constexpr unsigned kThreadsPerLook = 4;
  static constexpr auto kNever = std::numeric_limits<std::uint64_t>::max();

  /// Returns the greatest of a bag's priorities, or the smallest.
  static Index endOf(const Key& key, bool greatest) noexcept {
    using Bits = std::make_unsigned_t<Index>;
    const Bits least = static_cast<Bits>(static_cast<Bits>(key.group) << key.lmf);
    const Bits width = static_cast<Bits>((Bits{1} << key.lmf) - 1);
    return static_cast<Index>(greatest ? static_cast<Bits>(least | width) : least);
  }

  static unsigned lmfOf(std::uint64_t word) noexcept {
    return static_cast<unsigned>(word & ((1u << kLmfBits) - 1));
  }
  static std::uint64_t epochOf(std::uint64_t word) noexcept { return word >> kLmfBits; }

  /// Adopts the epoch and lmf that the threads have decided on.
  void catchUp(Local& me, const WorklistCounters& counters) const {
    const std::uint64_t word = word_.load(order::relaxed);
    if (word != me.word) {
      beginEpoch(me, word, counters);
    }
  }

  static void beginEpoch(Local& me, std::uint64_t word, const WorklistCounters& counters) {
    if (lmfOf(word) != me.lmf) {
      me.lmf = lmfOf(word);
      me.bound = kLeastUrgent; // until the next move: it depends on lmf
    }
    me.word = word;
    me.least = std::numeric_limits<Index>::max();
    me.greatest = std::numeric_limits<Index>::lowest();
    me.searches = me.fruitless = me.made = me.nextLook = 0;
    me.lookEvery = 1;
    me.pushesBefore = counters.pushes;
    me.popsBefore = me.popsAtBag = counters.pops;
  }

  /// Shows the thread's counts.
  static void showCounts(Local& me, const WorklistCounters& counters) {
    auto& shown = me.shown;
    me.popsShown.store(counters.pops, order::relaxed);
    shown.epoch.store(epochOf(me.word), order::relaxed);
    shown.dequeues.store(counters.pops - me.popsBefore, order::relaxed);
    shown.synchronizing.store(me.searches, order::relaxed);
    shown.fruitless.store(me.fruitless, order::relaxed);
    shown.made.store(me.made, order::relaxed);
    shown.enqueues.store(counters.pushes - me.pushesBefore, order::relaxed);
    shown.least.store(me.least, order::relaxed);
    shown.greatest.store(me.greatest, order::relaxed);
  }

  /// Returns the sum of the counts that all threads have shown in this thread's epoch. Reads
  /// one cache line per thread. So with more threads, it is called after more searches; the other
  /// threads call it, too.
  template <typename Others>
  static Window windowOf(Local& me, Others& others) {
    Window window;
    std::uint64_t threads = 0;
    others([&](const Local& local) {
      ++threads;
      const auto& shown = local.shown;
      if (shown.epoch.load(order::relaxed) == epochOf(me.word)) {
        Window one;
        one.dequeues = shown.dequeues.load(order::relaxed);
        one.synchronizing = shown.synchronizing.load(order::relaxed);
        one.fruitless = shown.fruitless.load(order::relaxed);
        one.made = shown.made.load(order::relaxed);
        one.enqueues = shown.enqueues.load(order::relaxed);
        one.least = shown.least.load(order::relaxed);
        one.greatest = shown.greatest.load(order::relaxed);
        window.add(one);
      }
    });
    window.threads = threads;
    me.lookEvery =
        std::min(2 * me.lookEvery, std::max<std::uint64_t>(threads / kThreadsPerLook, 1));
    me.nextLook = me.searches + me.lookEvery;
    return window;
  }

  template <typename Others>
  void considerMerging(Local& me, const WorklistCounters& counters, Others& others) {
    decide(me, counters, others, me.merges,
           [&](const Window& window) { return controller_.merged(window, me.lmf); });
  }

  template <typename Others>
  void considerUnmerging(Local& me, const WorklistCounters& counters, std::uint64_t popsOfBag,
                         Others& others) {
    decide(me, counters, others, me.unmerges,
           [&](const Window& window) { return controller_.unmerged(window, popsOfBag, me.lmf); });
  }

  /// Ends the epoch if `lmfFor(window)` is another lmf or the window is over, unless another thread
  /// has already ended it.
  /// @param changes  incremented if lmf changes
  template <typename Others, typename LmfFor>
  void decide(Local& me, const WorklistCounters& counters, Others& others, std::uint64_t& changes,
              LmfFor&& lmfFor) {
    showCounts(me, counters);
    const Window window = windowOf(me, others);
    const unsigned lmf = lmfFor(window);
    const bool changed = lmf != me.lmf;
    if (!changed && !controller_.over(window)) {
      return;
    }
    const std::uint64_t epoch = epochOf(me.word) + 1;
    const std::uint64_t next = epoch << kLmfBits | lmf;
    std::uint64_t expected = me.word;
    if (!word_.compare_exchange_strong(expected, next, order::relaxed, order::relaxed)) {
      return;
    }
    if (changed) {
      ++changes;
      std::uint64_t pops = 0;
      others([&pops](const Local& local) { pops += local.popsShown.load(order::relaxed); });
      me.changes.push_back({epoch, substrate::nowNs(), lmf, pops});
    }
    beginEpoch(me, next, counters);
  }

  const MergeController controller_;
  const std::uint64_t constructedAt_;
  alignas(substrate::kCacheLineSize) Atomic<std::uint64_t> word_;
};

} // namespace galois::worklists
