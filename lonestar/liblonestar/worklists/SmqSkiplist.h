/** `--wl=smq-skiplist`: the Stealing Multi-Queue on concurrent skip lists. */
#ifndef GALOIS_LONESTAR_WORKLISTS_SMQSKIPLIST_H
#define GALOIS_LONESTAR_WORKLISTS_SMQSKIPLIST_H

#include "galois/Traits.h"
#include "galois/worklists/StealingMultiQueue.h"
#include "galois/worklists/parts/stealing/StealableSkipList.h"
#include "liblonestar/WorklistInfo.h"
#include "liblonestar/worklists/Parameters.h"
#include "liblonestar/worklists/Smq.h"

namespace lonestar::worklists {

struct SmqSkiplist {
  static WorklistInfo info() {
    return {
        "smq-skiplist",
        "a lock-free skip list a thread; sometimes the most urgent tasks of another one",
        "Postnikova et al., Multi-Queues Can Be State-of-the-Art Priority Schedulers, PPoPP 2022",
        {&stealProbParameter, &stealSizeParameter, &numaWeightParameter},
        Shift::kIfGiven};
  }

  /// See Smq::visit. Shifting costs little beside the cache misses of a search.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    using Shifted = ShiftedIndexer<Indexer>;
    using Policy =
        galois::worklists::StealingMultiQueue<Shifted, int, true, galois::worklists::LocalSkipList>;
    galois::worklists::SmqParams params;
    params.stealDenominator = stealProbParameter.denominator();
    params.stealSize = stealSizeParameter.value();
    params.numaWeight = numaWeightParameter.value();
    visitor(galois::wl<Policy>(Shifted(indexer, settings.shift), params));
  }
};

} // namespace lonestar::worklists

#endif
