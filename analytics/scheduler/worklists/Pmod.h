/** `--wl=pmod`: OBIM with priority merging on demand. */
#pragma once

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/WorklistInfo.h"
#include "analytics/scheduler/worklists/Parameters.h"
#include "galois/worklists/AdaptiveObim.h"

namespace lonestar::worklists {

/// Returns the parameters of merging that `settings` holds.
inline galois::worklists::PmodParams pmodParams(const WorklistSettings& settings) {
  auto params = settings.as<galois::worklists::PmodParams>();
  params.leastLmf = settings.shift.value_or(0); // a bag holds at least what --delta says
  return params;
}

struct Pmod {
  static WorklistInfo info() {
    return {"pmod", "as obim, and finds by itself how many priorities share a bag", papers::kPmod,
            allOf<galois::worklists::PmodParams>(), Shift::kIfGiven};
  }

  /// See Smq::visit.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    using Policy =
        galois::worklists::AdaptiveOrderedByIntegerMetric<Indexer,
                                                          galois::worklists::PerSocketChunkFIFO<0>>;
    visitor(optionOf<Policy>(indexer, pmodParams(settings)));
  }
};

} // namespace lonestar::worklists
