/**
 * OrderedByIntegerMetric, OBIM: a bag of chunks for every priority, threads work on the most urgent
 * bag they know of [Nguyen and Pingali 2011; PMOD, section 2.2].
 *
 * This is parts/bags/OrderedBags.h, where the machinery and its invariant are, with one bag a
 * priority. How wide a bag is, is the indexer's affair (a right shift, `--delta`); AdaptiveObim.h
 * finds the width by itself.
 *
 * Differs from published code: a growing list of bags is not read while it is written, hints about
 * other threads' bags are atomic words, and BlockPeriod is looked at (a missing pair of parentheses
 * made it dead).
 */
#ifndef GALOIS_WORKLISTS_OBIM_H
#define GALOIS_WORKLISTS_OBIM_H

#include <utility>

#include "galois/worklists/Chunk.h"
#include "galois/worklists/WLCompileCheck.h"
#include "galois/worklists/parts/bags/FixedBins.h"
#include "galois/worklists/parts/bags/OrderedBags.h"
#include "galois/worklists/parts/common/Indexer.h"
#include "galois/worklists/parts/common/ThroughHandles.h"

namespace galois::worklists {

/// Run-time parameters of OBIM. The width of a bag is the indexer's affair (a right shift,
/// `--delta`).
using ObimParams = ChunkParams;

/// @tparam Indexer         task -> integer, smaller is more urgent
/// @tparam Container       a chunked worklist; its chunk size and its order within a bag are used
/// @tparam BlockPeriod     when not 0, every 2^BlockPeriod pops a thread looks for a more urgent
/// bag
/// @tparam BSP             back-scan prevention; without it searches begin at the first bag
/// @tparam UseBarrier      all threads finish a bag before any begins the next (delta-stepping)
/// @tparam UseMonotonic    promise that pushes are never more urgent than the running task;
/// accepted
///                         for Galois' interface, nothing here is wrong without it
/// @tparam UseDescending   larger is more urgent
///
/// Thread-safe. Push O(1) for bags pushed to lately; pop O(1), O(bags) when its bag runs dry.
template <typename Indexer = DummyIndexer<int>, typename Container = PerSocketChunkFIFO<64>,
          unsigned BlockPeriod = 0, bool BSP = true, typename T = int, typename Index = int,
          bool UseBarrier = false, bool UseMonotonic = false, bool UseDescending = false,
          bool Concurrent = true>
class OrderedByIntegerMetric
    : public OrderedBags<FixedBins<Index, UseDescending>, Indexer, Container, BlockPeriod, BSP, T,
                         UseBarrier>,
      public ThroughHandles<
          OrderedByIntegerMetric<Indexer, Container, BlockPeriod, BSP, T, Index, UseBarrier,
                                 UseMonotonic, UseDescending, Concurrent>,
          T> {
  using Base = OrderedBags<FixedBins<Index, UseDescending>, Indexer, Container, BlockPeriod, BSP, T,
                           UseBarrier>;

public:
  template <typename U>
  using retype =
      OrderedByIntegerMetric<Indexer, Container, BlockPeriod, BSP, U, IndexOf<Indexer, U>,
                             UseBarrier, UseMonotonic, UseDescending, Concurrent>;
  template <bool B>
  using rethread = OrderedByIntegerMetric<Indexer, Container, BlockPeriod, BSP, T, Index,
                                          UseBarrier, UseMonotonic, UseDescending, B>;
  template <unsigned N>
  struct with_block_period {
    using type = OrderedByIntegerMetric<Indexer, Container, N, BSP, T, Index, UseBarrier,
                                        UseMonotonic, UseDescending, Concurrent>;
  };
  template <typename C>
  struct with_container {
    using type = OrderedByIntegerMetric<Indexer, C, BlockPeriod, BSP, T, Index, UseBarrier,
                                        UseMonotonic, UseDescending, Concurrent>;
  };
  template <typename I>
  struct with_indexer {
    using type = OrderedByIntegerMetric<I, Container, BlockPeriod, BSP, T, Index, UseBarrier,
                                        UseMonotonic, UseDescending, Concurrent>;
  };
  template <bool B>
  struct with_back_scan_prevention {
    using type = OrderedByIntegerMetric<Indexer, Container, BlockPeriod, B, T, Index, UseBarrier,
                                        UseMonotonic, UseDescending, Concurrent>;
  };
  template <bool B>
  struct with_barrier {
    using type = OrderedByIntegerMetric<Indexer, Container, BlockPeriod, BSP, T, Index, B,
                                        UseMonotonic, UseDescending, Concurrent>;
  };
  template <bool B>
  struct with_monotonic {
    using type = OrderedByIntegerMetric<Indexer, Container, BlockPeriod, BSP, T, Index, UseBarrier,
                                        B, UseDescending, Concurrent>;
  };
  template <bool B>
  struct with_descending {
    using type = OrderedByIntegerMetric<Indexer, Container, BlockPeriod, BSP, T, Index, UseBarrier,
                                        UseMonotonic, B, Concurrent>;
  };

  explicit OrderedByIntegerMetric(Indexer indexer = Indexer(), ObimParams params = ObimParams())
      : Base(std::move(indexer), params.chunkSize) {}
};
GALOIS_WLCOMPILECHECK(OrderedByIntegerMetric)

} // namespace galois::worklists

#endif
