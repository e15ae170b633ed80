/** `--wl=smq-skiplist`: the Stealing Multi-Queue on concurrent skip lists. */
#pragma once

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/WorklistInfo.h"
#include "analytics/scheduler/worklists/Parameters.h"
#include "galois/worklists/StealingMultiQueue.h"

namespace lonestar::worklists {

struct SmqSkiplist {
  static WorklistInfo info() {
    return {
        "smq-skiplist",
        "a lock-free skip list per thread; now and then a thread steals urgent tasks of another",
        papers::kSmq,
        allOf<galois::worklists::SmqParamsOf<galois::worklists::LocalSkipList>>({}, {&kOwnBatch}),
        Shift::kIfGiven};
  }

  /// See Smq::visit. Shifting costs little beside the cache misses of a search.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    using Shifted = ShiftedIndexer<Indexer>;
    using Policy = galois::worklists::StealingSkipListQueue<Shifted>;
    visitor(optionOf<Policy>(Shifted(indexer, settings.shift.value_or(0)),
                             settings.as<typename Policy::Params>()));
  }
};

} // namespace lonestar::worklists
