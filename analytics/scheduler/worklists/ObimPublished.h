/** `--wl=obim.published`: OBIM as the papers that measured it describe it. */
#pragma once

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/WorklistInfo.h"
#include "analytics/scheduler/worklists/Parameters.h"
#include "galois/worklists/PublishedObim.h"

namespace lonestar::worklists {

struct ObimPublished {
  static WorklistInfo info() {
    WorklistInfo published{"obim.published", "obim as section 2.2 of the PMOD paper describes it",
                           papers::kPmod, allOf<galois::worklists::ChunkParams>(), Shift::kAlways};
    published.usualShift = 8; // "the value of delta specified on the Galois web site" [PMOD, 5.3]
    return asPublished(published);
  }

  /// See Smq::visit.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    using Shifted = ShiftedIndexer<Indexer>;
    using Policy =
        galois::worklists::PublishedObim<Shifted, galois::worklists::PerSocketChunkFIFO<0>>;
    const auto params = settings.as<galois::worklists::ChunkParams>();
    visitor(optionOf<Policy>(Shifted(indexer, settings.shift), params));
  }
};

} // namespace lonestar::worklists
