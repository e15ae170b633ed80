/** `--wl=chase-lev`: concurrent deques; idle threads take tasks. */
#pragma once

#include "analytics/scheduler/worklists/Stealing.h"

namespace lonestar::worklists {

struct ChaseLev : Stealing<galois::worklists::ConcurrentDeques> {
  static WorklistInfo info() {
    return {
        "chase-lev",
        "no priorities: concurrent deques; an idle thread takes the oldest tasks of another one",
        papers::kChaseLev, usesOf<galois::worklists::PrivateDequesParams>({&kChunk, &kVictims}),
        Shift::kNever};
  }
};

} // namespace lonestar::worklists
