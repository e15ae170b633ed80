/** `--wl=wasp`: private buckets, the current one's chunks in a work-stealing deque. */
#ifndef GALOIS_LONESTAR_WORKLISTS_WASP_H
#define GALOIS_LONESTAR_WORKLISTS_WASP_H

#include "galois/Traits.h"
#include "galois/worklists/Wasp.h"
#include "liblonestar/WorklistInfo.h"
#include "liblonestar/worklists/Parameters.h"

namespace lonestar::worklists {

inline NumberParameter leastPieceParameter("least-piece", 4, 1, 4096,
                                           "tasks in the smallest piece offered to others");

struct Wasp {
  static WorklistInfo info() {
    return {"wasp",
            "buckets a thread; steals more urgent chunks, nearest first, before it drops a level",
            "D'Antonio et al., Wasp: Efficient Asynchronous Single-Source Shortest Path on "
            "Multicore Systems via Work Stealing, SC 2025",
            {&chunkParameter, &leastPieceParameter},
            Shift::kIfGiven};
  }

  /// See Smq::visit. A shift that is given is the width of the buckets.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    galois::worklists::WaspParams params;
    params.chunkSize = chunkParameter.value();
    params.leastPiece = leastPieceParameter.value();
    if (settings.shiftGiven) {
      params.buckets.shift = settings.shift;
    }
    visitor(galois::wl<galois::worklists::Wasp<Indexer>>(indexer, params));
  }
};

} // namespace lonestar::worklists

#endif
