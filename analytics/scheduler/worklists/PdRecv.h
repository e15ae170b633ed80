/** `--wl=pd-recv`: private deques; idle threads request tasks. */
#pragma once

#include "analytics/scheduler/worklists/Stealing.h"

namespace lonestar::worklists {

struct PdRecv : Stealing<galois::worklists::ReceiverInitiated> {
  static WorklistInfo info() {
    return {"pd-recv",
            "no priorities: private deques; an idle thread requests tasks, and the other thread "
            "answers",
            papers::kPrivateDeques,
            usesOf<galois::worklists::PrivateDequesParams>({&kChunk, &kStealAmount, &kVictims}),
            Shift::kNever};
  }
};

} // namespace lonestar::worklists
