/**
 * OBIM as [PMOD, section 2.2] describes it: docs/worklists/published.md sets the section beside this
 * code, and says what no paper prints. AsReleased selects the steps of the program that was measured
 * (docs/worklists/released.md). Obim.h is the variant that this project developed from it, and that
 * has Galois' interface.
 */
#pragma once

#include <utility>

#include "galois/worklists/Chunk.h"
#include "galois/worklists/WLCompileCheck.h"
#include "galois/worklists/parts/bags/BagRules.h"
#include "galois/worklists/parts/bags/FixedBins.h"
#include "galois/worklists/parts/bags/PublishedBags.h"
#include "galois/worklists/parts/common/Indexer.h"
#include "galois/worklists/parts/common/PolicyTypes.h"

namespace galois::worklists {

/// OBIM of the papers.
/// @tparam Indexer     maps a task to an integer priority, smaller is more urgent
/// @tparam Container   a chunked worklist; its chunk size, 0 for that of the parameters, is used
/// @tparam T           task
/// @tparam Index       the type of priorities
/// @tparam Concurrent  false: used by one thread only
/// @tparam Rules       AsPrinted, or AsReleased: see BagRules.h
///
/// Thread-safe. A push to a bag that the thread pushed to recently is O(1). A pop is O(1), or
/// O(bags + threads) when the thread's bag is empty. It has no pop_batch(), because each dequeue of
/// the description takes one task.
template <typename Indexer = DummyIndexer<int>, typename Container = PerSocketChunkFIFO<64>,
          typename T = int, typename Index = int, bool Concurrent = true,
          typename Rules = AsPrinted>
class PublishedObim
    : public PublishedBags<FixedBins<Index, false>, Indexer, Container, T, Rules>,
      public BagPolicyTypes<PublishedObim, Indexer, Container, T, Index, Concurrent, Rules> {
  using Bags = PublishedBags<FixedBins<Index, false>, Indexer, Container, T, Rules>;

public:
  /// Makes an empty worklist.
  explicit PublishedObim(Indexer indexer = Indexer(), ChunkParams params = ChunkParams())
      : Bags(std::move(indexer), params.chunkSize) {}
};
GALOIS_WLCOMPILECHECK(PublishedObim)

} // namespace galois::worklists
