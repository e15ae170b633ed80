/**
 * PMOD as [PMOD, figures 3 and 4] print it: docs/worklists/published.md sets the figures beside this
 * code. The bags are those of PublishedObim.h, parts/bags/PublishedBags.h; the figures are
 * parts/bags/PublishedBins.h. AsReleased selects the program that was measured
 * (docs/worklists/released.md), with parts/bags/ReleasedBins.h. AdaptiveObim.h is the variant that
 * this project developed from it, and says why.
 */
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include "galois/worklists/Chunk.h"
#include "galois/worklists/WLCompileCheck.h"
#include "galois/worklists/parts/bags/BagRules.h"
#include "galois/worklists/parts/bags/LmfReports.h"
#include "galois/worklists/parts/bags/MergeController.h"
#include "galois/worklists/parts/bags/PublishedBags.h"
#include "galois/worklists/parts/bags/PublishedBins.h"
#include "galois/worklists/parts/bags/ReleasedBins.h"
#include "galois/worklists/parts/common/Indexer.h"
#include "galois/worklists/parts/common/PolicyTypes.h"

namespace galois::worklists {

namespace internal {
/// The bags of PMOD under AsPrinted or AsReleased.
template <typename Index, typename Rules>
using PmodBins = std::conditional_t<Rules::kReleased, ReleasedBins<Index>, PublishedBins<Index>>;
template <typename Indexer, typename Container, typename T, typename Index, typename Rules>
using PmodBags =
    WithLmfReports<PublishedBags<PmodBins<Index, Rules>, Indexer, Container, T, Rules>>;
} // namespace internal

/// PMOD of the paper's figures.
/// @tparam Indexer     maps a task to an integer priority, smaller is more urgent
/// @tparam Container   a chunked worklist; its chunk size, 0 for that of the parameters, is used
/// @tparam T           task
/// @tparam Index       the type of priorities
/// @tparam Concurrent  false: used by one thread only
/// @tparam Rules       AsPrinted, or AsReleased: see BagRules.h and ReleasedBins.h
///
/// Thread-safe. A push to a bag that the thread pushed to recently is O(1). A pop is O(1), or
/// O(bags + threads) when the thread's bag is empty.
template <typename Indexer = DummyIndexer<int>, typename Container = PerSocketChunkFIFO<64>,
          typename T = int, typename Index = int, bool Concurrent = true,
          typename Rules = AsPrinted>
class PublishedPmod
    : public internal::PmodBags<Indexer, Container, T, Index, Rules>,
      public BagPolicyTypes<PublishedPmod, Indexer, Container, T, Index, Concurrent, Rules> {
  using Bags = internal::PmodBags<Indexer, Container, T, Index, Rules>;

public:
  /// Makes an empty worklist.
  /// @param params  `unmerge` has no effect: bags may become narrower, but never under AsReleased
  explicit PublishedPmod(Indexer indexer = Indexer(), MergeParams params = MergeParams())
      : Bags(std::move(indexer), params.chunk, internal::PmodBins<Index, Rules>(adjusted(params))) {
  }

private:
  static MergeParams adjusted(MergeParams params) {
    if (Container::kChunkSize) {
      params.chunk = Container::kChunkSize;
    }
    return params;
  }
};
GALOIS_WLCOMPILECHECK(PublishedPmod)

} // namespace galois::worklists
