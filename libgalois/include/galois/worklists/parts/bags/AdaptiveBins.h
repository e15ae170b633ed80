/**
 * The binning of PMOD, for OrderedBags: a bag holds 2^lmf priorities, and threads change lmf
 * together as they learn how many tasks a bag gets [PMOD, section 4]. When to change is decided by
 * MergeController.
 *
 * lmf and the number of windows so far, the *epoch*, share one atomic word. A thread counts in
 * plain variables of its own, tells the others when it looks for another bag, and starts anew when
 * it sees a new epoch; what another thread tells under another epoch is not counted. An epoch ends
 * when lmf changes, or when so many tasks were taken that what was counted at first says nothing of
 * now (MergeController::over()). Either is a compare-exchange of the word, so an epoch ends once,
 * and a decision made from counts of an epoch that is over is dropped. Nothing is locked, and no
 * other thread's plain data is read. (Published code takes a lock with every push and pop, and its
 * thread 0 all of them.)
 *
 * All accesses are relaxed: counts of different threads, or parts of one, that do not belong
 * together cost a less good decision, nothing else; a task is filed under the lmf that its thread
 * believes in, which is part of the bag's name.
 */
#ifndef GALOIS_WORKLISTS_PARTS_BAGS_ADAPTIVEBINS_H
#define GALOIS_WORKLISTS_PARTS_BAGS_ADAPTIVEBINS_H

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <type_traits>
#include <vector>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/Clock.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/worklists/parts/bags/MergeController.h"
#include "galois/worklists/parts/common/WorklistCounters.h"

namespace galois::worklists {

/// See FixedBins for what the members are for. Thread-safe, each Local for its thread.
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

  /// One change of lmf.
  struct Change {
    std::uint64_t epoch; ///< counted from 1
    std::uint64_t when;  ///< substrate::nowNs()
    unsigned lmf;
  };

  /// What a thread keeps. Plain members are the owner's.
  struct Local {
    explicit Local(const AdaptiveBins& bins)
        : word(bins.word_.load(order::relaxed)), lmf(lmfOf(word)) {}

    std::uint64_t word; ///< as last seen
    unsigned lmf;
    Index bound = kLeastUrgent; ///< see FixedBins::later()
    Index least = std::numeric_limits<Index>::max();
    Index greatest = std::numeric_limits<Index>::lowest();
    std::uint64_t searches = 0, fruitless = 0, made = 0; ///< in this epoch
    std::uint64_t nextLook = 0; ///< the search of this epoch that next looks at all threads
    std::uint64_t lookEvery = 1;
    std::uint64_t pushesBefore = 0, popsBefore = 0; ///< when the epoch began
    std::uint64_t popsAtSearch = kNever;            ///< when the thread last searched
    std::uint64_t popsInVain = kNever;              ///< when it last found nothing
    std::uint64_t popsAtBag = 0; ///< when the thread came to its bag, or last thought of leaving it
    std::uint64_t merges = 0, unmerges = 0; ///< decided by this thread
    std::vector<Change> changes;            ///< decided by this thread

    /// What others may read, on a line of its own.
    struct alignas(substrate::kCacheLineSize) Told {
      Atomic<std::uint64_t> epoch{0}, dequeues{0}, synchronizing{0}, fruitless{0}, made{0},
          enqueues{0};
      Atomic<Index> least{std::numeric_limits<Index>::max()};
      Atomic<Index> greatest{std::numeric_limits<Index>::lowest()};
    } told;
  };

  explicit AdaptiveBins(MergeParams params = MergeParams())
      : controller_(params, kGreatestLmf), made_(substrate::nowNs()) {
    word_.store(controller_.params().initialLmf, order::relaxed);
  }
  AdaptiveBins(const AdaptiveBins& other) : controller_(other.controller_), made_(other.made_) {
    word_.store(other.word_.load(order::relaxed), order::relaxed);
  }
  AdaptiveBins& operator=(const AdaptiveBins&) = delete;

  static Key keyOf(const Local& me, const Index& priority) noexcept {
    return {static_cast<Index>(priority >> me.lmf), me.lmf};
  }

  /// Not with every push: what the other tasks of a chunk add to the range is less than a bag.
  static void beganChunk(Local& me, const Index& priority) noexcept {
    me.least = std::min(me.least, priority);
    me.greatest = std::max(me.greatest, priority);
  }

  static Index mostUrgentOf(const Key& key) noexcept { return endOf(key, Descending); }
  static Index leastUrgentOf(const Key& key) noexcept { return endOf(key, !Descending); }
  /// The finer of two bags that fall together comes first.
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
    // How often an idle thread asks depends on how long it waits in between: a spell counts once.
    if (counters.pops == me.popsAtSearch && counters.pops != me.popsInVain) {
      ++me.fruitless;
      me.popsInVain = counters.pops;
    }
    me.popsAtSearch = counters.pops;
    if (me.searches >= me.nextLook &&
        controller_.tooOften(me.searches, counters.pops - me.popsBefore)) {
      considerMerging(me, counters, others);
    } else {
      tell(me, counters);
    }
  }

  template <typename Others>
  void madeBag(Local& me, const WorklistCounters& counters, Others&& others) {
    catchUp(me, counters); // a thread that only pushes has no other occasion
    ++me.made;
    // Merging may be wanted for the bags made only where some thread makes one every other push.
    if (me.made % kMadeAtOnce == 0 && 2 * me.made > counters.pushes - me.pushesBefore) {
      considerMerging(me, counters, others);
    }
  }

  static void moved(Local& me, const WorklistCounters& counters, const Key& key) noexcept {
    me.popsAtBag = counters.pops;
    // Of two bags that fall together the finer comes first, so a coarser bag than are made now may
    // be preceded by any of its own priorities.
    me.bound = key.lmf <= me.lmf ? mostUrgentOf(key) : leastUrgentOf(key);
  }
  static void left(Local& me) noexcept { me.bound = kLeastUrgent; }

  static bool later(const Local& me, const Index& priority) noexcept {
    return MoreUrgent()(me.bound, priority);
  }

  unsigned lmf() const noexcept { return lmfOf(word_.load(order::relaxed)); }

  /// Calls `sink(when, lmf)` for the beginning and each change. `others` as everywhere; between
  /// loops only.
  template <typename Others, typename Sink>
  void reportChanges(Others&& others, Sink&& sink) const {
    std::vector<Change> all{{0, made_, controller_.params().initialLmf}};
    others([&all](const Local& local) {
      all.insert(all.end(), local.changes.begin(), local.changes.end());
    });
    std::sort(all.begin(), all.end(),
              [](const Change& a, const Change& b) { return a.epoch < b.epoch; });
    for (const Change& change : all) {
      sink(change.when, change.lmf);
    }
  }

private:
  static constexpr unsigned kLmfBits = 8;
  static constexpr unsigned kMadeAtOnce = 64; ///< bags made between two looks at how many they are
  static constexpr unsigned kLooksShared =
      4; ///< threads that look once each for a search of every one of them
  static constexpr auto kNever = std::numeric_limits<std::uint64_t>::max();

  /// The greatest of a bag's priorities, or the least.
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

  /// Believes in what the others have decided.
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

  /// Makes the thread's counts known.
  static void tell(Local& me, const WorklistCounters& counters) {
    auto& told = me.told;
    told.epoch.store(epochOf(me.word), order::relaxed);
    told.dequeues.store(counters.pops - me.popsBefore, order::relaxed);
    told.synchronizing.store(me.searches, order::relaxed);
    told.fruitless.store(me.fruitless, order::relaxed);
    told.made.store(me.made, order::relaxed);
    told.enqueues.store(counters.pushes - me.pushesBefore, order::relaxed);
    told.least.store(me.least, order::relaxed);
    told.greatest.store(me.greatest, order::relaxed);
  }

  /// What all threads told in this thread's epoch. Reads a line of each: the more threads there
  /// are, the more searches pass until this one looks again, since the others look, too.
  template <typename Others>
  static Window windowOf(Local& me, Others& others) {
    Window window;
    std::uint64_t threads = 0;
    others([&](const Local& local) {
      ++threads;
      const auto& told = local.told;
      if (told.epoch.load(order::relaxed) == epochOf(me.word)) {
        Window one;
        one.dequeues = told.dequeues.load(order::relaxed);
        one.synchronizing = told.synchronizing.load(order::relaxed);
        one.fruitless = told.fruitless.load(order::relaxed);
        one.made = told.made.load(order::relaxed);
        one.enqueues = told.enqueues.load(order::relaxed);
        one.least = told.least.load(order::relaxed);
        one.greatest = told.greatest.load(order::relaxed);
        window.add(one);
      }
    });
    window.threads = threads;
    me.lookEvery = std::min(2 * me.lookEvery, std::max<std::uint64_t>(threads / kLooksShared, 1));
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

  /// Ends the epoch if `lmfFor(window)` is another lmf, or the window is over, unless another
  /// thread has done so.
  /// @param changes  counts the changes of lmf
  template <typename Others, typename LmfFor>
  void decide(Local& me, const WorklistCounters& counters, Others& others, std::uint64_t& changes,
              LmfFor&& lmfFor) {
    tell(me, counters);
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
      me.changes.push_back({epoch, substrate::nowNs(), lmf});
    }
    beginEpoch(me, next, counters);
  }

  const MergeController controller_;
  const std::uint64_t made_;
  alignas(substrate::kCacheLineSize) Atomic<std::uint64_t> word_;
};

} // namespace galois::worklists

#endif
