/** `--wl=obim.released`: OBIM as it was released, which all papers measured. */
#pragma once

#include "analytics/scheduler/worklists/ObimPublished.h"

namespace lonestar::worklists {

struct ObimReleased : ObimUnder<galois::worklists::AsReleased> {
  static WorklistInfo info() {
    WorklistInfo info = ObimPublished::info();
    info.name = "obim.released";
    info.description = "obim as the program that the papers measured";
    return asReleased(info);
  }
};

} // namespace lonestar::worklists
