/**
 * The binning of PMOD as its authors released and measured it, for PublishedBags. It counts as
 * PublishedBins.h does, which has the figures of the paper, and decides otherwise:
 *
 *  - Thread 0 alone decides, by its own pops. Others only count what they push.
 *  - It may decide once it has popped 64 times since the beginning, then 128 times since that decision,
 *    and so on, at the next pop that has to look for another bag. A pop that finds nothing counts.
 *  - It merges if more than one in `syncEvery` of these pops had to look for another bag, and there are
 *    fewer than half of `minDensity` tasks per bag, counted as the figures do.
 *  - lmf grows by the logarithm of the missing factor, rounded down. It never becomes less.
 *
 * docs/worklists/released.md has the sources.
 */
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/ThreadPool.h"
#include "galois/worklists/parts/bags/MergeController.h"
#include "galois/worklists/parts/bags/PublishedBins.h"
#include "galois/worklists/parts/common/WorklistCounters.h"

namespace galois::worklists {

/// The binning of the released program. Thread-safe, if each thread uses only its own Local.
/// @tparam I  integer priority, smaller is more urgent
template <typename I, typename Atomics = substrate::DefaultAtomics>
class ReleasedBins : public PublishedBins<I, Atomics> {
  using Base = PublishedBins<I, Atomics>;
  using typename Base::Window;

public:
  /// Pops of thread 0 before its first decision; twice as many before each further one.
  static constexpr std::uint64_t kFirstPeriod = 64;

  /// The data of one thread. Only that thread accesses these members.
  struct Local : Base::Local {
    explicit Local(const ReleasedBins& bins) : Base::Local(bins) {}

    std::uint64_t popsSince = 0;     ///< pops since its last decision
    std::uint64_t searchesSince = 0; ///< those of them that looked for another bag
    std::uint64_t period = kFirstPeriod;
  };

  /// @param params  `maxPops`, `minQueues` and `unmerge` have no effect
  explicit ReleasedBins(const MergeParams& params = MergeParams()) : Base(params) {}

  /// Counts a pop.
  template <typename Others>
  void beforePop(Local& me, const WorklistCounters& counters, Others&&) const noexcept {
    this->catchUp(me);
    me.pops.store(counters.pops, order::relaxed);
    ++me.popsSince;
  }

  /// Counts a pop that looks for another bag, and decides if it is time to.
  template <typename Others>
  void beforeSearch(Local& me, const WorklistCounters&, Others&& others) {
    ++me.searchesSince;
    if (substrate::ThreadPool::getTID() != 0 || me.popsSince < me.period) {
      return;
    }
    if (me.searchesSince * this->params_.syncEvery > me.popsSince) {
      const unsigned merged = widened(Base::sumOf(me, others), me.lmf);
      if (merged != me.lmf) {
        me.merges += this->change(me, others, merged) ? 1 : 0;
      }
    }
    me.period *= 2;
    me.popsSince = me.searchesSince = 0;
  }

private:
  /// Returns the next lmf.
  unsigned widened(const Window& all, unsigned lmf) const noexcept {
    const double queues = all.nEnqs == 0 ? 0 : Base::queuesOf(all, lmf);
    if (queues == 0) {
      return lmf;
    }
    const double fill = static_cast<double>(all.nEnqs) / queues;
    if (fill >= this->params_.minDensity / 2.0) {
      return lmf;
    }
    const auto more = static_cast<unsigned>(std::floor(std::log2(this->params_.minDensity / fill)));
    return std::min(lmf + more, Base::Shape::kGreatestLmf);
  }
};

} // namespace galois::worklists
