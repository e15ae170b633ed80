/**
 * Priority merging on demand: how bags of several widths are named and ordered, and when bags
 * should become wider or narrower [PMOD: Yesil, Heidarshenas, Morrison, Torrellas, SC 2019,
 * sections 4.2 to 4.4, figures 3 and 4].
 *
 * A bag holds the tasks whose priorities agree after a right shift by lmf, the logarithm of the
 * merging factor, as it was when they were pushed. So a bag is named by the pair (priority >> lmf,
 * lmf), and bags of several lmf exist side by side. (The paper's figure 3 files by the first number
 * alone, its text by the pair; the former would put tasks of before and after a merge, thousands of
 * priorities apart, into one bag.)
 *
 * Where figure 4 and its text disagree, or where the figure fails, the code here says what it does.
 */
#ifndef GALOIS_WORKLISTS_PARTS_BAGS_MERGECONTROLLER_H
#define GALOIS_WORKLISTS_PARTS_BAGS_MERGECONTROLLER_H

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <type_traits>

namespace galois::worklists {

/// The name of a bag: of all priorities that give `group` when `lmf` bits are shifted away.
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

/// Which of two bags comes first [section 4.2]: both are looked at through the coarser lmf; if they
/// fall together there, the finer one comes first. A strict total order; a task may be overtaken
/// only by tasks that are less than 2^(the greater lmf) less urgent.
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

/// What happened since the window was opened: since lmf last changed, or the window before was
/// over().
template <typename Index>
struct MergeWindow {
  std::uint64_t dequeues = 0;      ///< tasks taken
  std::uint64_t synchronizing = 0; ///< times that a thread had to look for another bag
  std::uint64_t fruitless = 0;     ///< spells of looking in which a thread found none
  std::uint64_t enqueues = 0;      ///< tasks pushed
  std::uint64_t made = 0;          ///< bags that had to be made for them
  std::uint64_t threads = 1;       ///< that all this happened to; add() leaves it alone
  /// The range of the priorities pushed; no order of urgency enters.
  Index least = std::numeric_limits<Index>::max();
  Index greatest = std::numeric_limits<Index>::lowest();

  void add(const MergeWindow& other) noexcept {
    dequeues += other.dequeues;
    synchronizing += other.synchronizing;
    fruitless += other.fruitless;
    enqueues += other.enqueues;
    made += other.made;
    least = std::min(least, other.least);
    greatest = std::max(greatest, other.greatest);
  }

  /// The number of bags that it takes to cover the range at `lmf`, at least 1. Two differences from
  /// figure 4: it leaves the 1 out, so that a range within one bag counts as none and is divided
  /// by; and it counts the bags that the ends fall in, so that a narrow range may make one bag or
  /// two.
  double bags(unsigned lmf) const noexcept {
    if (least >= greatest) {
      return 1;
    }
    const std::uint64_t range =
        static_cast<std::uint64_t>(greatest) - static_cast<std::uint64_t>(least);
    return static_cast<double>(range >> lmf) + 1;
  }
  /// Tasks pushed a bag, on average.
  double density(unsigned lmf) const noexcept { return static_cast<double>(enqueues) / bags(lmf); }
};

/// The thresholds of section 4.4, by the paper's names where it has some.
struct MergeParams {
  std::uint32_t chunk = 64;    ///< tasks that threads exchange at once; decides what 0 means below
  std::uint32_t syncEvery = 0; ///< merging is considered when threads look for another bag more
                               ///< often than once in so many tasks: 1/Freq_global. 0: `chunk`
  std::uint32_t maxPops = 0;   ///< ... unmerging when a thread has taken more than so many tasks
                               ///< of one bag. 0: 4 * `chunk`
  std::uint32_t minDensity = 64; ///< bags are merged until they get so many tasks, on average
  std::uint32_t minQueues = 16;  ///< bags are unmerged until so many cover the range
  std::uint32_t initialLmf = 0;
  std::uint32_t leastLmf = 0; ///< never below
  bool unmerge = true;
};

/// Decides what lmf should be. A plain value without state of its own; all functions are pure,
/// O(1).
class MergeController {
public:
  /// @param greatestLmf  bits of a priority, less one
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

  /// Whether `events` are more frequent than Freq_global among `dequeues`.
  bool tooOften(std::uint64_t events, std::uint64_t dequeues) const noexcept {
    return events * params_.syncEvery > dequeues;
  }

  /// Whether the window should make way for a new one. Figure 4 has one from each change of lmf to
  /// the next, so that it never unmerges again once tasks have moved on by a few bags: it takes
  /// what they have left behind for what is still worked on.
  template <typename Index>
  bool over(const MergeWindow<Index>& window) const noexcept {
    return window.dequeues > kTurnovers * wantedTasks() * window.threads;
  }

  /// mergeCheck() of figure 4, and more careful: it waits for enough dequeues to know a frequency
  /// from, and until the worklist has stopped growing by more than a task with each dequeue, since
  /// threads that search while one begins find work without wider bags; and it does not leave fewer
  /// bags than unmerging would restore, unless threads are idle.
  /// Threads that fill the worklist do not dequeue; so many pushes are also looked at, when every
  /// other one needs a bag of its own.
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
    if (density >= params_.minDensity) {
      return lmf;
    }
    unsigned next = std::min(lmf + roundedLog2(params_.minDensity / density), greatest_);
    if (!idle(window)) {
      while (next > lmf && window.bags(next) < params_.minQueues) {
        --next;
      }
    }
    return next;
  }

  /// unmergeCheck() of figure 4, and more careful: it leaves no bags so small that merging would
  /// undo it, or even that looking for the next one would be felt, and does nothing while threads
  /// are idle for want of full chunks. (As printed, the two checks undo each other as long as fewer
  /// than MinDensity * Min_queues tasks were seen.)
  /// @param popsOfOneBag  tasks that a thread took from one bag without a look elsewhere
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
  /// So many times wantedTasks() a thread takes in a window.
  static constexpr std::uint64_t kTurnovers = 4;

  /// What bags hold that are as full, and as many, as the thresholds ask for.
  std::uint64_t wantedTasks() const noexcept {
    return std::uint64_t{params_.minDensity} * params_.minQueues;
  }

  template <typename Index>
  bool idle(const MergeWindow<Index>& window) const noexcept {
    return tooOften(window.fruitless, window.dequeues);
  }

  /// The figure adds and subtracts real numbers; lmf is a whole one, at least 0.
  /// @param ratio  1 or more
  static unsigned roundedLog2(double ratio) noexcept {
    return static_cast<unsigned>(std::lround(std::log2(ratio)));
  }

  MergeParams params_;
  unsigned greatest_;
};

} // namespace galois::worklists

#endif
