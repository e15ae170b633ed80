/** `--wl=bulk-sync`: level by level. */
#pragma once

#include "analytics/scheduler/worklists/Unordered.h"
#include "galois/worklists/BulkSynchronous.h"

namespace lonestar::worklists {

struct BulkSync
    : Unordered<galois::worklists::BulkSynchronous<galois::worklists::PerSocketChunkFIFO<0>>> {
  static WorklistInfo info() {
    return describe("bulk-sync",
                    "no priorities: tasks that are pushed run once all present ones are done");
  }
};

} // namespace lonestar::worklists
