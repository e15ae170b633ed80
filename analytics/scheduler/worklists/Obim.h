/** `--wl=obim`: ordered by integer metric. */
#pragma once

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/WorklistInfo.h"
#include "analytics/scheduler/worklists/Parameters.h"
#include "galois/worklists/Obim.h"

namespace lonestar::worklists {

struct Obim {
  static WorklistInfo info() {
    return {"obim", "a bag of chunks for each priority, shared, most urgent bag first",
            papers::kGalois, allOf<galois::worklists::ObimParams>(), Shift::kAlways};
  }

  /// See Smq::visit.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    using Shifted = ShiftedIndexer<Indexer>;
    using Policy =
        galois::worklists::OrderedByIntegerMetric<Shifted,
                                                  galois::worklists::PerSocketChunkFIFO<0>>;
    const auto params = settings.as<galois::worklists::ObimParams>();
    visitor(optionOf<Policy>(Shifted(indexer, settings.shift.value_or(0)), params));
  }
};

} // namespace lonestar::worklists
