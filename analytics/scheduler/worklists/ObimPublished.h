/** `--wl=obim.published`: OBIM as the papers that measured it describe it. */
#pragma once

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/WorklistInfo.h"
#include "analytics/scheduler/worklists/Parameters.h"
#include "galois/worklists/PublishedObim.h"

namespace lonestar::worklists {

/// Base of obim.published and obim.released, which add info().
/// @tparam Rules  see galois/worklists/parts/bags/BagRules.h
template <typename Rules>
struct ObimUnder {
  /// See Smq::visit.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    using Shifted = ShiftedIndexer<Indexer>;
    using Policy =
        galois::worklists::PublishedObim<Shifted, galois::worklists::PerSocketChunkFIFO<0>, int,
                                         int, true, Rules>;
    const auto params = settings.as<galois::worklists::ChunkParams>();
    visitor(optionOf<Policy>(Shifted(indexer, settings.shift.value_or(0)), params));
  }
};

struct ObimPublished : ObimUnder<galois::worklists::AsPrinted> {
  static WorklistInfo info() {
    WorklistInfo published{"obim.published", "obim as section 2.2 of the PMOD paper describes it",
                           papers::kPmod, allOf<galois::worklists::ChunkParams>(), Shift::kAlways};
    published.usualShift = 8; // "the value of delta specified on the Galois web site" [PMOD, 5.3]
    return asPublished(published);
  }
};

} // namespace lonestar::worklists
