/**
 * AdaptiveOrderedByIntegerMetric, PMOD: OBIM that finds the width of its bags by itself [Yesil,
 * Heidarshenas, Morrison, Torrellas, "Understanding Priority-Based Scheduling of Graph Algorithms
 * on a Shared-Memory Platform", SC 2019].
 *
 * The machinery is OBIM's, parts/bags/OrderedBags.h. Which bag a task belongs in is decided when it
 * is pushed, by parts/bags/AdaptiveBins.h; when bags should be wider or narrower, by
 * parts/bags/MergeController.h.
 *
 * Differs from the paper: the number of bags that cover a range is counted with its ends, the
 * merging factor stays a power of two that is at least 1, a decision waits for enough dequeues to
 * know a frequency from, and whether to unmerge is also asked while a thread stays in one bag,
 * which is when bags are too long. Differs from published code: no lock is taken, nothing is shared
 * that is not atomic, and the options are types.
 */
#ifndef GALOIS_WORKLISTS_ADAPTIVEOBIM_H
#define GALOIS_WORKLISTS_ADAPTIVEOBIM_H

#include <cstdint>
#include <utility>

#include "galois/worklists/Chunk.h"
#include "galois/worklists/WLCompileCheck.h"
#include "galois/worklists/parts/bags/AdaptiveBins.h"
#include "galois/worklists/parts/bags/MergeController.h"
#include "galois/worklists/parts/bags/OrderedBags.h"
#include "galois/worklists/parts/common/Indexer.h"
#include "galois/worklists/parts/common/ThroughHandles.h"

namespace galois::worklists {

/// Run-time parameters of PMOD; `chunk` counts where the template's chunk size is 0.
using PmodParams = MergeParams;

/// @tparam Indexer         task -> integer, smaller is more urgent
/// @tparam Container       a chunked worklist; its chunk size and its order within a bag are used
/// @tparam BlockPeriod     when not 0, a thread looks for a more urgent bag every 2^BlockPeriod
/// pops
/// @tparam BSP             back-scan prevention; without it searches begin at the first bag
/// @tparam UniformBSP      for Galois' interface: hints are shared by all threads in any case
/// @tparam ChunkSize       for Galois' interface: 1/Freq_global where Container leaves it open
/// @tparam EnableUnmerge   bags may become narrower again, as in the paper; Galois' default is off
/// @tparam UseMonotonic    for Galois' interface: nothing here is wrong without the promise
/// @tparam UseDescending   larger is more urgent
///
/// Thread-safe. Push O(1) for bags pushed to lately; pop O(1), O(bags) when its bag runs dry.
template <typename Indexer = DummyIndexer<int>, typename Container = PerSocketChunkFIFO<64>,
          int BlockPeriod = 0, bool BSP = true, bool UniformBSP = false, int ChunkSize = 64,
          typename T = int, typename Index = int, bool EnableUnmerge = true,
          bool UseMonotonic = false, bool UseDescending = false, bool Concurrent = true>
class AdaptiveOrderedByIntegerMetric
    : public OrderedBags<AdaptiveBins<Index, UseDescending>, Indexer, Container,
                         static_cast<unsigned>(BlockPeriod), BSP, T, false>,
      public ThroughHandles<AdaptiveOrderedByIntegerMetric<
                                Indexer, Container, BlockPeriod, BSP, UniformBSP, ChunkSize, T,
                                Index, EnableUnmerge, UseMonotonic, UseDescending, Concurrent>,
                            T> {
  using Base = OrderedBags<AdaptiveBins<Index, UseDescending>, Indexer, Container,
                           static_cast<unsigned>(BlockPeriod), BSP, T, false>;
  static_assert(BlockPeriod >= 0, "a period is a power of two");

public:
  template <typename U>
  using retype = AdaptiveOrderedByIntegerMetric<Indexer, Container, BlockPeriod, BSP, UniformBSP,
                                                ChunkSize, U, IndexOf<Indexer, U>, EnableUnmerge,
                                                UseMonotonic, UseDescending, Concurrent>;
  template <bool B>
  using rethread =
      AdaptiveOrderedByIntegerMetric<Indexer, Container, BlockPeriod, BSP, UniformBSP, ChunkSize, T,
                                     Index, EnableUnmerge, UseMonotonic, UseDescending, B>;
  template <int N>
  struct with_block_period {
    using type =
        AdaptiveOrderedByIntegerMetric<Indexer, Container, N, BSP, UniformBSP, ChunkSize, T, Index,
                                       EnableUnmerge, UseMonotonic, UseDescending, Concurrent>;
  };
  template <typename C>
  struct with_container {
    using type = AdaptiveOrderedByIntegerMetric<Indexer, C, BlockPeriod, BSP, UniformBSP, ChunkSize,
                                                T, Index, EnableUnmerge, UseMonotonic,
                                                UseDescending, Concurrent>;
  };
  template <typename I>
  struct with_indexer {
    using type = AdaptiveOrderedByIntegerMetric<I, Container, BlockPeriod, BSP, UniformBSP,
                                                ChunkSize, T, Index, EnableUnmerge, UseMonotonic,
                                                UseDescending, Concurrent>;
  };
  template <bool B>
  struct with_back_scan_prevention {
    using type = AdaptiveOrderedByIntegerMetric<Indexer, Container, BlockPeriod, B, UniformBSP,
                                                ChunkSize, T, Index, EnableUnmerge, UseMonotonic,
                                                UseDescending, Concurrent>;
  };
  template <bool B>
  struct with_unmerge {
    using type =
        AdaptiveOrderedByIntegerMetric<Indexer, Container, BlockPeriod, BSP, UniformBSP, ChunkSize,
                                       T, Index, B, UseMonotonic, UseDescending, Concurrent>;
  };
  template <bool B>
  struct with_monotonic {
    using type =
        AdaptiveOrderedByIntegerMetric<Indexer, Container, BlockPeriod, BSP, UniformBSP, ChunkSize,
                                       T, Index, EnableUnmerge, B, UseDescending, Concurrent>;
  };
  template <bool B>
  struct with_descending {
    using type =
        AdaptiveOrderedByIntegerMetric<Indexer, Container, BlockPeriod, BSP, UniformBSP, ChunkSize,
                                       T, Index, EnableUnmerge, UseMonotonic, B, Concurrent>;
  };

  explicit AdaptiveOrderedByIntegerMetric(Indexer indexer = Indexer(),
                                          PmodParams params = PmodParams())
      : Base(std::move(indexer), params.chunk,
             AdaptiveBins<Index, UseDescending>(adjusted(params))) {}

  /// The logarithm of the merging factor, as it is now.
  unsigned lmf() const noexcept { return this->binning_.lmf(); }

  /// Gives each counter to `sink(thread, name, value)`. Call it between loops only.
  template <typename Sink>
  void reportCounters(Sink&& sink) {
    Base::reportCounters(sink);
    for (unsigned t = 0; t < this->threads_.size(); ++t) {
      const auto& data = *this->threads_.getRemote(t);
      sink(t, "synchronizing_dequeues", data.searches - data.counters.emptyPops);
      sink(t, "merges", data.bins.merges);
      sink(t, "unmerges", data.bins.unmerges);
    }
  }

  /// Gives lmf, at first and as it changed, to `sink(name, when, value)`. Call it between loops
  /// only.
  template <typename Sink>
  void reportHistories(Sink&& sink) {
    this->binning_.reportChanges(
        [this](auto&& visit) {
          for (unsigned t = 0; t < this->threads_.size(); ++t) {
            visit(this->threads_.getRemote(t)->bins);
          }
        },
        [&sink](std::uint64_t when, unsigned lmf) { sink("lmf", when, static_cast<double>(lmf)); });
  }

private:
  static PmodParams adjusted(PmodParams params) {
    if (Container::kChunkSize) {
      params.chunk = Container::kChunkSize;
    }
    if (ChunkSize > 0 && params.syncEvery == 0 && Container::kChunkSize) {
      params.syncEvery = static_cast<std::uint32_t>(ChunkSize);
    }
    params.unmerge = params.unmerge && EnableUnmerge;
    return params;
  }
};
GALOIS_WLCOMPILECHECK(AdaptiveOrderedByIntegerMetric)

} // namespace galois::worklists

#endif
