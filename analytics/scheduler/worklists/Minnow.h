/** `--wl=minnow`: OBIM in which a few threads bring work to the others. */
#pragma once

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/WorklistInfo.h"
#include "analytics/scheduler/worklists/Parameters.h"
#include "galois/worklists/Minnow.h"

namespace lonestar::worklists {

struct Minnow {
  static WorklistInfo info() {
    return {"minnow",
            "as obim; helper threads put urgent chunks into the other threads' inboxes",
            std::string(papers::kHdcps) + " (its software Minnow)",
            allOf<galois::worklists::MinnowParams>(),
            Shift::kAlways,
            {},
            &kMinnowHelpers};
  }

  /// See Smq::visit.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    using Shifted = ShiftedIndexer<Indexer>;
    using Policy = galois::worklists::Minnow<Shifted, galois::worklists::PerSocketChunkFIFO<0>>;
    const auto params = settings.as<galois::worklists::MinnowParams>();
    visitor(optionOf<Policy>(Shifted(indexer, settings.shift.value_or(0)), params));
  }
};

} // namespace lonestar::worklists
