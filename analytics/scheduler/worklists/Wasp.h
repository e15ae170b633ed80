/** `--wl=wasp`: private buckets, the current one's chunks in a work-stealing deque. */
#pragma once

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/WorklistInfo.h"
#include "analytics/scheduler/worklists/Parameters.h"
#include "galois/worklists/Wasp.h"

namespace lonestar::worklists {

struct Wasp {
  static WorklistInfo info() {
    return {"wasp",
            "buckets per thread; a thread steals more urgent chunks, nearest first, before its "
            "next bucket",
            papers::kWasp,
            allOf<galois::worklists::WaspParams>(),
            Shift::kWidth,
            {{&kLeastPiece, &kChunk}}};
  }

  /// See Smq::visit. A shift that the user gives is the logarithm of the buckets' width.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    auto params = settings.as<galois::worklists::WaspParams>();
    setWidth(params.buckets, settings);
    visitor(optionOf<galois::worklists::Wasp<Indexer>>(indexer, params));
  }
};

} // namespace lonestar::worklists
