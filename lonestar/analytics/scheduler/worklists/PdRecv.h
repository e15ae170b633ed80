/** `--wl=pd-recv`: private deques; idle threads request tasks. */
#ifndef GALOIS_LONESTAR_SCHEDULER_WORKLISTS_PDRECV_H
#define GALOIS_LONESTAR_SCHEDULER_WORKLISTS_PDRECV_H

#include "analytics/scheduler/worklists/Stealing.h"

namespace lonestar::worklists {

struct PdRecv : Stealing<galois::worklists::ReceiverInitiated> {
  static WorklistInfo info() {
    return {"pd-recv",
            "no priorities: private deques; an idle thread requests tasks, and the other thread "
            "answers",
            papers::kPrivateDeques,
            {&kChunk, &kStealAmount, &kVictims},
            Shift::kNever};
  }
};

} // namespace lonestar::worklists

#endif
