/**
 * AdaptiveOrderedByIntegerMetric, PMOD: OBIM that adapts the width of its bags at run time [Yesil,
 * Heidarshenas, Morrison, Torrellas, "Understanding Priority-Based Scheduling of Graph Algorithms
 * on a Shared-Memory Platform", SC 2019].
 *
 * The data structure is OBIM's, parts/bags/OrderedBags.h. When a task is pushed,
 * parts/bags/AdaptiveBins.h chooses its bag. parts/bags/MergeController.h decides when the bags
 * should become wider (merge) or narrower (unmerge).
 *
 * Differences from the paper: the number of bags that cover a range includes the bags of both ends.
 * The merging factor is always a power of two of at least 1. A decision is taken only after enough
 * dequeues to estimate a frequency. Whether to unmerge is also decided while a thread stays in one
 * bag, because that is when bags hold too many tasks. Differences from published code: no lock is
 * taken, all shared data is atomic, and the options are types.
 */
#pragma once

#include <cstdint>
#include <utility>

#include "galois/worklists/Chunk.h"
#include "galois/worklists/WLCompileCheck.h"
#include "galois/worklists/parts/bags/AdaptiveBins.h"
#include "galois/worklists/parts/bags/LmfReports.h"
#include "galois/worklists/parts/bags/MergeController.h"
#include "galois/worklists/parts/bags/OrderedBags.h"
#include "galois/worklists/parts/common/Indexer.h"

namespace galois::worklists {

/// Run-time parameters of PMOD; `chunk` is used where the template's chunk size is 0.
using PmodParams = MergeParams;

/// The PMOD worklist.
/// @tparam Indexer         maps a task to an integer priority, smaller is more urgent
/// @tparam Container       a chunked worklist; its chunk size and its order within a bag are used
/// @tparam BlockPeriod     if not 0, a thread searches for a more urgent bag every 2^BlockPeriod
///                         pops
/// @tparam BSP             back-scan prevention; without it searches begin at the first bag
/// @tparam UniformBSP      for Galois' interface, no effect: all threads always share the hints
/// @tparam ChunkSize       for Galois' interface: 1/Freq_global, in dequeues, if Container has a
///                         fixed chunk size and the parameter `syncEvery` is 0
/// @tparam EnableUnmerge   bags may become narrower again, as in the paper; Galois' default is off
/// @tparam UseMonotonic    for Galois' interface, no effect: the promise is not needed
/// @tparam UseDescending   larger is more urgent
///
/// Thread-safe. A push to a bag that the thread pushed to recently is O(1). A pop is O(1), or
/// O(bags) when the thread's bag is empty.
template <typename Indexer = DummyIndexer<int>, typename Container = PerSocketChunkFIFO<64>,
          int BlockPeriod = 0, bool BSP = true, bool UniformBSP = false, int ChunkSize = 64,
          typename T = int, typename Index = int, bool EnableUnmerge = true,
          bool UseMonotonic = false, bool UseDescending = false, bool Concurrent = true>
class AdaptiveOrderedByIntegerMetric
    : public WithLmfReports<OrderedBags<AdaptiveBins<Index, UseDescending>, Indexer, Container,
                                        static_cast<unsigned>(BlockPeriod), BSP, T, false>> {
  using Base = WithLmfReports<OrderedBags<AdaptiveBins<Index, UseDescending>, Indexer, Container,
                                          static_cast<unsigned>(BlockPeriod), BSP, T, false>>;
  static_assert(BlockPeriod >= 0, "a period is a power of two");

public:
  template <typename U> /// The policy for another type of task.
  using retype = AdaptiveOrderedByIntegerMetric<Indexer, Container, BlockPeriod, BSP, UniformBSP,
                                                ChunkSize, U, IndexOf<Indexer, U>, EnableUnmerge,
                                                UseMonotonic, UseDescending, Concurrent>;
  template <bool B> /// The policy for one thread or several.
  using rethread =
      AdaptiveOrderedByIntegerMetric<Indexer, Container, BlockPeriod, BSP, UniformBSP, ChunkSize, T,
                                     Index, EnableUnmerge, UseMonotonic, UseDescending, B>;
  template <int N>           /// The policy with another period of searches.
  struct with_block_period { /// That policy.
    using type =
        AdaptiveOrderedByIntegerMetric<Indexer, Container, N, BSP, UniformBSP, ChunkSize, T, Index,
                                       EnableUnmerge, UseMonotonic, UseDescending, Concurrent>;
  };
  template <typename C>   /// The policy with another container.
  struct with_container { /// That policy.
    using type = AdaptiveOrderedByIntegerMetric<Indexer, C, BlockPeriod, BSP, UniformBSP, ChunkSize,
                                                T, Index, EnableUnmerge, UseMonotonic,
                                                UseDescending, Concurrent>;
  };
  template <typename I> /// The policy with another indexer.
  struct with_indexer { /// That policy.
    using type = AdaptiveOrderedByIntegerMetric<I, Container, BlockPeriod, BSP, UniformBSP,
                                                ChunkSize, T, Index, EnableUnmerge, UseMonotonic,
                                                UseDescending, Concurrent>;
  };
  template <bool B>                  /// The policy with another back-scan prevention.
  struct with_back_scan_prevention { /// That policy.
    using type = AdaptiveOrderedByIntegerMetric<Indexer, Container, BlockPeriod, B, UniformBSP,
                                                ChunkSize, T, Index, EnableUnmerge, UseMonotonic,
                                                UseDescending, Concurrent>;
  };
  template <bool B>     /// The policy with another rule for narrower bags.
  struct with_unmerge { /// That policy.
    using type =
        AdaptiveOrderedByIntegerMetric<Indexer, Container, BlockPeriod, BSP, UniformBSP, ChunkSize,
                                       T, Index, B, UseMonotonic, UseDescending, Concurrent>;
  };
  template <bool B>       /// The policy with another promise of monotonicity.
  struct with_monotonic { /// That policy.
    using type =
        AdaptiveOrderedByIntegerMetric<Indexer, Container, BlockPeriod, BSP, UniformBSP, ChunkSize,
                                       T, Index, EnableUnmerge, B, UseDescending, Concurrent>;
  };
  template <bool B>        /// The policy with another direction of priorities.
  struct with_descending { /// That policy.
    using type =
        AdaptiveOrderedByIntegerMetric<Indexer, Container, BlockPeriod, BSP, UniformBSP, ChunkSize,
                                       T, Index, EnableUnmerge, UseMonotonic, B, Concurrent>;
  };
  /// Makes an empty worklist.
  explicit AdaptiveOrderedByIntegerMetric(Indexer indexer = Indexer(),
                                          PmodParams params = PmodParams())
      : Base(std::move(indexer), params.chunk,
             AdaptiveBins<Index, UseDescending>(adjusted(params))) {}

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
