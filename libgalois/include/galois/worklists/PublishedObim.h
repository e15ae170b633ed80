/**
 * OBIM as [PMOD, section 2.2] describes it: docs/worklists/published.md sets the section beside this
 * code, and says what no paper prints. Obim.h is the variant that this project developed from it,
 * and that has Galois' interface.
 */
#pragma once

#include <utility>

#include "galois/optional.h"
#include "galois/worklists/Chunk.h"
#include "galois/worklists/WLCompileCheck.h"
#include "galois/worklists/parts/bags/FixedBins.h"
#include "galois/worklists/parts/bags/PrintedBags.h"
#include "galois/worklists/parts/common/Indexer.h"
#include "galois/worklists/parts/common/ThroughHandles.h"

namespace galois::worklists {

/// OBIM of the papers.
/// @tparam Indexer     maps a task to an integer priority, smaller is more urgent
/// @tparam Container   a chunked worklist; its chunk size, 0 for that of the parameters, is used
/// @tparam T           task
/// @tparam Index       the type of priorities
/// @tparam Concurrent  false: used by one thread only
///
/// Thread-safe. A push to a bag that the thread pushed to recently is O(1). A pop is O(1), or
/// O(bags + threads) when the thread's bag is empty. It has no pop_batch(), because each dequeue of
/// the description takes one task.
template <typename Indexer = DummyIndexer<int>, typename Container = PerSocketChunkFIFO<64>,
          typename T = int, typename Index = int, bool Concurrent = true>
class PublishedObim
    : private PrintedBags<FixedBins<Index, false>, Indexer, Container, T>,
      public ThroughHandles<PublishedObim<Indexer, Container, T, Index, Concurrent>, T> {
  using Bags = PrintedBags<FixedBins<Index, false>, Indexer, Container, T>;

public:
  template <typename U> /// The policy for another type of task.
  using retype = PublishedObim<Indexer, Container, U, IndexOf<Indexer, U>, Concurrent>;
  template <bool B> /// The policy for one thread or several.
  using rethread = PublishedObim<Indexer, Container, T, Index, B>;
  template <typename I> /// The policy with another indexer.
  struct with_indexer {
    using type = PublishedObim<I, Container, T, Index, Concurrent>; ///< that policy
  };
  using value_type = T; ///< the type of a task

  /// Makes an empty worklist.
  explicit PublishedObim(Indexer indexer = Indexer(), ChunkParams params = ChunkParams())
      : Bags(std::move(indexer), params.chunkSize) {}

  using Bags::forThisThread;
  using typename Bags::ThreadHandle; ///< one thread's access to the worklist

  using Bags::reportCounters;
};
GALOIS_WLCOMPILECHECK(PublishedObim)

} // namespace galois::worklists
