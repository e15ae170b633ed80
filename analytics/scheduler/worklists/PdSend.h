/** `--wl=pd-send`: private deques; threads with tasks deal some to idle ones. */
#pragma once

#include "analytics/scheduler/worklists/Stealing.h"

namespace lonestar::worklists {

struct PdSend : Stealing<galois::worklists::SenderInitiated> {
  static WorklistInfo info() {
    return {"pd-send",
            "no priorities: private deques; a thread with tasks gives some to an idle thread now "
            "and then",
            papers::kPrivateDeques, allOf<galois::worklists::PrivateDequesParams>(), Shift::kNever};
  }
};

} // namespace lonestar::worklists
