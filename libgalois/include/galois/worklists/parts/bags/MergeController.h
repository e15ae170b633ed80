/**
 * Priority merging on demand: how bags of several widths are named and ordered, and when bags
 * should become wider or narrower [PMOD: Yesil, Heidarshenas, Morrison, Torrellas, SC 2019,
 * sections 4.2 to 4.4, figures 3 and 4].
 *
 * A bag holds the tasks whose priorities agree after a right shift by lmf, where lmf is the
 * logarithm of the merging factor at the time of the push. So a bag is named by the pair
 * (priority >> lmf, lmf), and bags of several lmf exist at the same time. (The paper's figure 3
 * uses the first number alone, its text the pair. The former would put tasks from before and after
 * a merge into one bag although their priorities differ by thousands.)
 *
 * Where figure 4 and its text disagree, or where the figure does not work, the comments below say
 * what this code does instead.
 */
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

#include "galois/worklists/parts/common/Parameter.h"
#include "galois/worklists/parts/common/SharedParameters.h"

namespace galois::worklists {

/// The name of a bag, which holds all priorities whose right shift by `lmf` is `group`.
/// @tparam Index  integer priority; negative ones are rounded down by the shift
template <typename Index>
struct MergedKey {
  Index group{};
  std::uint32_t lmf = 0; ///< below the number of bits of Index

  bool operator==(const MergedKey& other) const noexcept {
    return group == other.group && lmf == other.lmf;
  }
  explicit operator std::size_t() const noexcept { return static_cast<std::size_t>(group); }
};

/// Decides which of two bags comes first [PMOD, section 4.2]. Both are compared at the greater lmf.
/// If they are equal there, the bag with the smaller lmf comes first. This is a strict total order.
/// A task that runs before a more urgent one is less urgent by less than 2^(the greater lmf).
/// @tparam Descending  larger is more urgent
template <typename Index, bool Descending = false>
struct MergedBefore {
  bool operator()(const MergedKey<Index>& a, const MergedKey<Index>& b) const noexcept {
    if (a.lmf == b.lmf) { // nearly always
      return first(a.group, b.group);
    }
    const std::uint32_t coarser = std::max(a.lmf, b.lmf);
    const auto groupA = static_cast<Index>(a.group >> (coarser - a.lmf));
    const auto groupB = static_cast<Index>(b.group >> (coarser - b.lmf));
    return groupA == groupB ? a.lmf < b.lmf : first(groupA, groupB);
  }

private:
  static bool first(const Index& a, const Index& b) noexcept { return Descending ? a > b : a < b; }
};

/// Counts since the window began, that is, since lmf last changed or the last window was over().
template <typename Index>
struct MergeWindow {
  std::uint64_t dequeues = 0;      ///< tasks taken
  std::uint64_t synchronizing = 0; ///< times that a thread had to search for another bag
  std::uint64_t fruitless = 0;     ///< series of searches in which a thread found no bag
  std::uint64_t enqueues = 0;      ///< tasks pushed
  std::uint64_t made = 0;          ///< bags that had to be created for them
  std::uint64_t threads = 1;       ///< number of threads counted; add() does not change it
  /// The smallest and the greatest priority pushed, as numbers, whichever is more urgent.
  Index least = std::numeric_limits<Index>::max();
  Index greatest = std::numeric_limits<Index>::lowest();

  /// Adds the counts of `other`, which are those of one thread.
  void add(const MergeWindow& other) noexcept {
    dequeues += other.dequeues;
    synchronizing += other.synchronizing;
    fruitless += other.fruitless;
    enqueues += other.enqueues;
    made += other.made;
    least = std::min(least, other.least);
    greatest = std::max(greatest, other.greatest);
  }

  /// Returns the number of bags that cover the range at `lmf`, at least 1. There are two
  /// differences from figure 4. The figure does not add 1, so that a range within one bag counts as
  /// no bag, by which it then divides. And the figure counts the bags that contain the ends, so
  /// that a narrow range counts as one bag or two.
  double bags(unsigned lmf) const noexcept {
    if (least >= greatest) {
      return 1;
    }
    const std::uint64_t range =
        static_cast<std::uint64_t>(greatest) - static_cast<std::uint64_t>(least);
    return static_cast<double>(range >> lmf) + 1;
  }
  /// Returns the mean number of tasks pushed per bag at `lmf`.
  double density(unsigned lmf) const noexcept { return static_cast<double>(enqueues) / bags(lmf); }
};

namespace parameters {
/// Fields of MergeParams.
/// @{
inline constexpr Parameter kSyncEvery = Parameter::autoNumber(
    "sync-every", {1, 1u << 30},
    "merging is considered when threads change bags more than once in N tasks; auto: --chunk");
inline constexpr Parameter kMaxPops = Parameter::autoNumber(
    "max-pops", {1, 1u << 30},
    "unmerging is considered after more than N tasks of one bag; auto: 4 times --chunk");
inline constexpr Parameter kMinDensity =
    Parameter::number("min-density", {1, 1u << 30}, "bags are merged until they get N tasks");
inline constexpr Parameter kMinQueues = Parameter::number(
    "min-queues", {1, 1u << 30}, "bags are unmerged until N cover the priorities");
inline constexpr Parameter kInitialLmf = Parameter::number(
    "lmf", {0, 63}, "logarithm of the merging factor to begin with", Scale::kExponent);
/// @}
} // namespace parameters

/// The thresholds of [PMOD, section 4.4], with the paper's names where it has some.
struct MergeParams {
  /// Tasks per chunk, the unit that threads exchange. The defaults of the next two depend on it.
  std::uint32_t chunk = 64;
  /// Merging is considered when threads search for another bag more often than once per this number
  /// of tasks, 1/Freq_global. 0 means `chunk`.
  std::uint32_t syncEvery = 0;
  /// Unmerging is considered when a thread has taken more than this number of tasks of one bag. 0
  /// means 4 * `chunk`.
  std::uint32_t maxPops = 0;
  std::uint32_t minDensity = 64; ///< bags are merged until this mean number of tasks per bag
  std::uint32_t minQueues = 16;  ///< bags are unmerged until this number of bags covers the range
  std::uint32_t initialLmf = 0;
  std::uint32_t leastLmf = 0; ///< the smallest lmf that is ever used
  bool unmerge = true;        ///< whether bags may become narrower

  /// Calls `visit(parameter, field)` for each, see parts/common/Parameter.h.
  template <typename Self, typename Visit>
  static void visitParameters(Self& self, Visit&& visit) {
    visit(parameters::kChunk, self.chunk);
    visit(parameters::kSyncEvery, self.syncEvery);
    visit(parameters::kMaxPops, self.maxPops);
    visit(parameters::kMinDensity, self.minDensity);
    visit(parameters::kMinQueues, self.minQueues);
    visit(parameters::kInitialLmf, self.initialLmf);
  }
};

/// Decides the next lmf. It holds parameters only; all functions are pure and O(1).
class MergeController {
public:
  /// @param greatestLmf  largest lmf: the number of bits of a priority, less one
  explicit MergeController(MergeParams params = MergeParams(), unsigned greatestLmf = 63)
      : params_(params), greatest_(greatestLmf) {
    if (params_.syncEvery == 0) {
      params_.syncEvery = std::max<std::uint32_t>(params_.chunk, 1);
    }
    if (params_.maxPops == 0) {
      params_.maxPops = 4 * std::max<std::uint32_t>(params_.chunk, 1);
    }
    params_.leastLmf = std::min<std::uint32_t>(params_.leastLmf, greatest_);
    params_.initialLmf = std::clamp<std::uint32_t>(params_.initialLmf, params_.leastLmf, greatest_);
  }

  const MergeParams& params() const noexcept { return params_; }

  /// Returns whether `events` are more frequent than Freq_global among `dequeues`.
  bool tooOften(std::uint64_t events, std::uint64_t dequeues) const noexcept {
    return events * params_.syncEvery > dequeues;
  }

  /// Returns whether a new window should begin. In figure 4 a window lasts from each change of lmf
  /// to the next. Then it never unmerges again once the tasks have moved on by a few bags, because
  /// the range still contains the priorities that are done.
  template <typename Index>
  bool over(const MergeWindow<Index>& window) const noexcept {
    return window.dequeues > kTurnovers * wantedTasks() * window.threads;
  }

  /// Decides whether to merge: mergeCheck() of [PMOD, figure 4] with additional conditions. It
  /// waits for enough dequeues to estimate a frequency. It also waits until the worklist grows by
  /// at most one task per dequeue, because threads that search while a loop begins will find work
  /// without wider bags. Unless threads are idle, it does not leave fewer bags than unmerging would
  /// restore. Threads that fill the worklist do not dequeue. So it also merges after many pushes if
  /// more than every second one needed a new bag, but only until bags have a few tasks.
  /// @return the new lmf, `lmf` itself or greater
  template <typename Index>
  unsigned merged(const MergeWindow<Index>& window, unsigned lmf) const noexcept {
    const bool searching = window.dequeues >= params_.syncEvery &&
                           tooOften(window.synchronizing, window.dequeues) &&
                           2 * window.dequeues > window.enqueues;
    const bool making = window.enqueues >= wantedTasks() && 2 * window.made > window.enqueues;
    if (window.enqueues == 0 || !(searching || making)) {
      return lmf;
    }
    const double density = window.density(lmf);
    const double wanted = searching ? params_.minDensity : fillingDensity();
    if (density >= wanted) {
      return lmf;
    }
    unsigned next = std::min(lmf + roundedLog2(wanted / density), greatest_);
    if (!idle(window)) {
      while (next > lmf && window.bags(next) < params_.minQueues) {
        --next;
      }
    }
    return next;
  }

  /// Decides whether to unmerge: unmergeCheck() of [PMOD, figure 4] with additional conditions. It
  /// leaves no bags so small that merging would undo it, or that searching for the next bag would
  /// cost noticeable time. It does nothing while threads are idle because there are no full chunks.
  /// (As printed, the two checks undo each other as long as fewer than MinDensity * Min_queues
  /// tasks were seen.)
  /// @param popsOfOneBag  tasks that a thread took from one bag without a search
  /// @return the new lmf, `lmf` itself or smaller
  template <typename Index>
  unsigned unmerged(const MergeWindow<Index>& window, std::uint64_t popsOfOneBag,
                    unsigned lmf) const noexcept {
    if (!params_.unmerge || popsOfOneBag <= params_.maxPops || idle(window)) {
      return lmf;
    }
    const double bags = window.bags(lmf);
    if (bags >= params_.minQueues) {
      return lmf;
    }
    unsigned next = lmf - std::min(roundedLog2(params_.minQueues / bags), lmf - params_.leastLmf);
    while (next < lmf && window.density(next) < static_cast<double>(wantedTasks())) {
      ++next;
    }
    return next;
  }

private:
  /// Length of a window: the tasks taken per thread, in units of wantedTasks().
  static constexpr std::uint64_t kTurnovers = 4;
  static constexpr std::uint32_t kFillingDensity = 4; ///< tasks per bag

  /// Returns the number of tasks in minQueues bags of minDensity tasks.
  std::uint64_t wantedTasks() const noexcept {
    return std::uint64_t{params_.minDensity} * params_.minQueues;
  }

  /// Returns the number of tasks per bag until which bags are merged while the worklist is filled:
  /// enough that most pushes need no new bag. It will get many more, and bags that are merged too far
  /// would stay so, since few of them are too few only below minQueues.
  double fillingDensity() const noexcept { return std::min(params_.minDensity, kFillingDensity); }

  template <typename Index>
  bool idle(const MergeWindow<Index>& window) const noexcept {
    return tooOften(window.fruitless, window.dequeues);
  }

  /// Returns the rounded log2 of `ratio`. The figure adds and subtracts real numbers, but lmf is an
  /// integer of at least 0.
  /// @param ratio  1 or more
  static unsigned roundedLog2(double ratio) noexcept {
    return static_cast<unsigned>(std::lround(std::log2(ratio)));
  }

  MergeParams params_;
  unsigned greatest_;
};

} // namespace galois::worklists
