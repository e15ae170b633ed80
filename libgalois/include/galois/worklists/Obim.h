/**
 * OrderedByIntegerMetric, OBIM: one bag of chunks per priority. Each thread works on the most
 * urgent bag that it knows of [Nguyen and Pingali 2011; PMOD, section 2.2].
 *
 * The data structure and its invariant are in parts/bags/OrderedBags.h; OBIM uses it with one bag
 * per priority. The indexer sets the width of a bag by a right shift (`--delta`). AdaptiveObim.h
 * adapts the width at run time.
 *
 * Differences from published code: the growing list of bags is not read while it is written, the
 * hints about other threads' bags are atomic words, and BlockPeriod has an effect. (In published
 * code a missing pair of parentheses disables it.)
 */
#pragma once

#include <utility>

#include "galois/worklists/Chunk.h"
#include "galois/worklists/WLCompileCheck.h"
#include "galois/worklists/parts/bags/FixedBins.h"
#include "galois/worklists/parts/bags/OrderedBags.h"
#include "galois/worklists/parts/common/Indexer.h"

namespace galois::worklists {

/// Run-time parameters of OBIM. The width of a bag is set in the indexer (a right shift,
/// `--delta`), not here.
using ObimParams = ChunkParams;

/// The OBIM worklist.
/// @tparam Indexer         maps a task to an integer priority, smaller is more urgent
/// @tparam Container       a chunked worklist; its chunk size and its order within a bag are used
/// @tparam BlockPeriod     if not 0, a thread searches for a more urgent bag every 2^BlockPeriod
///                         pops
/// @tparam BSP             back-scan prevention; without it searches begin at the first bag
/// @tparam UseBarrier      all threads finish a bag before any begins the next (delta-stepping)
/// @tparam UseMonotonic    the promise that no push is more urgent than the running task; accepted
///                         for Galois' interface, the policy is correct without the promise
/// @tparam UseDescending   larger is more urgent
///
/// Thread-safe. A push to a bag that the thread pushed to recently is O(1). A pop is O(1), or
/// O(bags) when the thread's bag is empty.
template <typename Indexer = DummyIndexer<int>, typename Container = PerSocketChunkFIFO<64>,
          unsigned BlockPeriod = 0, bool BSP = true, typename T = int, typename Index = int,
          bool UseBarrier = false, bool UseMonotonic = false, bool UseDescending = false,
          bool Concurrent = true>
class OrderedByIntegerMetric : public OrderedBags<FixedBins<Index, UseDescending>, Indexer,
                                                  Container, BlockPeriod, BSP, T, UseBarrier> {
  using Base = OrderedBags<FixedBins<Index, UseDescending>, Indexer, Container, BlockPeriod, BSP, T,
                           UseBarrier>;

public:
  template <typename U> /// The policy for another type of task.
  using retype =
      OrderedByIntegerMetric<Indexer, Container, BlockPeriod, BSP, U, IndexOf<Indexer, U>,
                             UseBarrier, UseMonotonic, UseDescending, Concurrent>;
  template <bool B> /// The policy for one thread or several.
  using rethread = OrderedByIntegerMetric<Indexer, Container, BlockPeriod, BSP, T, Index,
                                          UseBarrier, UseMonotonic, UseDescending, B>;
  template <unsigned N> /// The policy with another period of searches.
  struct with_block_period {
    using type = OrderedByIntegerMetric<Indexer, Container, N, BSP, T, Index, UseBarrier,
                                        UseMonotonic, UseDescending, Concurrent>; ///< that policy
  };
  template <typename C> /// The policy with another container.
  struct with_container {
    using type = OrderedByIntegerMetric<Indexer, C, BlockPeriod, BSP, T, Index, UseBarrier,
                                        UseMonotonic, UseDescending, Concurrent>; ///< that policy
  };
  template <typename I> /// The policy with another indexer.
  struct with_indexer {
    using type = OrderedByIntegerMetric<I, Container, BlockPeriod, BSP, T, Index, UseBarrier,
                                        UseMonotonic, UseDescending, Concurrent>; ///< that policy
  };
  template <bool B> /// The policy with another back-scan prevention.
  struct with_back_scan_prevention {
    using type = OrderedByIntegerMetric<Indexer, Container, BlockPeriod, B, T, Index, UseBarrier,
                                        UseMonotonic, UseDescending, Concurrent>; ///< that policy
  };
  template <bool B> /// The policy with another use of barriers.
  struct with_barrier {
    using type = OrderedByIntegerMetric<Indexer, Container, BlockPeriod, BSP, T, Index, B,
                                        UseMonotonic, UseDescending, Concurrent>; ///< that policy
  };
  template <bool B> /// The policy with another promise of monotonicity.
  struct with_monotonic {
    using type = OrderedByIntegerMetric<Indexer, Container, BlockPeriod, BSP, T, Index, UseBarrier,
                                        B, UseDescending, Concurrent>; ///< that policy
  };
  template <bool B> /// The policy with another direction of priorities.
  struct with_descending {
    using type = OrderedByIntegerMetric<Indexer, Container, BlockPeriod, BSP, T, Index, UseBarrier,
                                        UseMonotonic, B, Concurrent>; ///< that policy
  };
  /// Makes an empty worklist.
  explicit OrderedByIntegerMetric(Indexer indexer = Indexer(), ObimParams params = ObimParams())
      : Base(std::move(indexer), params.chunkSize) {}
};
GALOIS_WLCOMPILECHECK(OrderedByIntegerMetric)

} // namespace galois::worklists
