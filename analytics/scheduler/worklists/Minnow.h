/** `--wl=minnow`: OBIM in which a few threads bring work to the others. */
#pragma once

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/WorklistInfo.h"
#include "analytics/scheduler/worklists/Parameters.h"
#include "galois/worklists/Minnow.h"

namespace lonestar::worklists {

inline constexpr Parameter kMinnowHelpers = Parameter::autoNumber(
    "minnow-helpers", {1, 65535}, "auto",
    "threads that bring work to the others; auto: one in ten, at least one of several");
inline constexpr Parameter kMinnowBatch = Parameter::number(
    "minnow-batch", {1, 65535}, "8", "tasks that a helper executes itself between two rounds");

struct Minnow {
  static WorklistInfo info() {
    return {"minnow",
            "as obim; helper threads put urgent chunks into the other threads' inboxes",
            std::string(papers::kHdcps) + " (its software Minnow)",
            {&kChunk, &kMinnowHelpers, &kMinnowBatch},
            Shift::kAlways,
            {},
            &kMinnowHelpers};
  }

  /// See Smq::visit.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    using Shifted = ShiftedIndexer<Indexer>;
    using Policy = galois::worklists::Minnow<Shifted, galois::worklists::PerSocketChunkFIFO<0>>;
    galois::worklists::MinnowParams params;
    params.chunkSize = settings[kChunk];
    if (const std::uint32_t helpers = settings[kMinnowHelpers]) {
      params.helpers = helpers;
    }
    params.helperBatch = settings[kMinnowBatch];
    visitor(optionOf<Policy>(Shifted(indexer, settings.shift), params));
  }
};

} // namespace lonestar::worklists
