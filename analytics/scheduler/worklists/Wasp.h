/** `--wl=wasp`: private buckets, the current one's chunks in a work-stealing deque. */
#pragma once

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/WorklistInfo.h"
#include "analytics/scheduler/worklists/Parameters.h"
#include "galois/worklists/Wasp.h"

namespace lonestar::worklists {

inline constexpr Parameter kLeastPiece = Parameter::number(
    "least-piece", {1, 4096}, "4", "tasks in the smallest piece offered to other threads");

struct Wasp {
  static WorklistInfo info() {
    return {"wasp",
            "buckets per thread; a thread steals more urgent chunks, nearest first, before its "
            "next bucket",
            papers::kWasp,
            {&kChunk, &kLeastPiece},
            Shift::kWidth,
            {{&kLeastPiece, &kChunk}}};
  }

  /// See Smq::visit. A shift that the user gives is the logarithm of the buckets' width.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    galois::worklists::WaspParams params;
    params.chunkSize = settings[kChunk];
    params.leastPiece = settings[kLeastPiece];
    if (settings.shiftGiven) {
      params.buckets.shift = settings.shift;
    }
    visitor(optionOf<galois::worklists::Wasp<Indexer>>(indexer, params));
  }
};

} // namespace lonestar::worklists
