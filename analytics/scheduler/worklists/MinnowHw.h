/** `--wl=minnow-hw`: as minnow, with an engine per core. Only virtual builds have it. */
#pragma once

#include <string>

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/WorklistInfo.h"
#include "analytics/scheduler/worklists/Parameters.h"
#include "galois/worklists/MinnowHardware.h"

namespace lonestar::worklists {

struct MinnowHw {
  static WorklistInfo info() {
    return {"minnow-hw", "as obim; an engine beside each core takes chunks ahead and prefetches",
            std::string(papers::kHdcps) + " (its Minnow in hardware)",
            allOf<galois::worklists::MinnowHardwareParams>(), Shift::kAlways};
  }

  /// See Smq::visit.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    namespace policies = galois::worklists;
    using Shifted = ShiftedIndexer<Indexer>;
    using Policy = policies::Minnow<Shifted, policies::PerSocketChunkFIFO<0>, int, int, true,
                                    policies::MinnowEngines>;
    const auto params = settings.as<policies::MinnowHardwareParams>();
    visitor(optionOf<Policy>(Shifted(indexer, settings.shift.value_or(0)), params));
  }
};

} // namespace lonestar::worklists
