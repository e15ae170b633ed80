/** `--wl=spraylist`: one skip list, tasks taken near its front at random. */
#pragma once

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/WorklistInfo.h"
#include "analytics/scheduler/worklists/Parameters.h"
#include "galois/worklists/SprayList.h"

namespace lonestar::worklists {

struct SprayList {
  static WorklistInfo info() {
    return {"spraylist",
            "one lock-free skip list; threads take tasks near its front, by a random walk",
            papers::kSprayList,
            {},
            Shift::kIfGiven};
  }

  /// See Smq::visit. Shifting costs little beside the cache misses of a search.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    using Shifted = ShiftedIndexer<Indexer>;
    visitor(optionOf<galois::worklists::SprayList<Shifted>>(
        Shifted(indexer, settings.shift.value_or(0))));
  }
};

} // namespace lonestar::worklists
