/** `--wl=pmod.released`: PMOD as its authors released and measured it. */
#pragma once

#include "analytics/scheduler/worklists/PmodPublished.h"

namespace lonestar::worklists {

struct PmodReleased : PmodUnder<galois::worklists::AsReleased> {
  static WorklistInfo info() {
    return asReleased(
        {"pmod.released", "pmod as the program that its authors measured", papers::kPmod,
         usesOf<galois::worklists::MergeParams>({&kChunk, &kSyncEvery, &kMinDensity, &kInitialLmf}),
         Shift::kIfGiven});
  }
};

} // namespace lonestar::worklists
