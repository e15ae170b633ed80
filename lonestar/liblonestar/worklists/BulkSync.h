/** `--wl=bulk-sync`: level by level. */
#ifndef GALOIS_LONESTAR_WORKLISTS_BULKSYNC_H
#define GALOIS_LONESTAR_WORKLISTS_BULKSYNC_H

#include "galois/worklists/BulkSynchronous.h"
#include "liblonestar/worklists/Unordered.h"

namespace lonestar::worklists {

struct BulkSync
    : Unordered<galois::worklists::BulkSynchronous<galois::worklists::PerSocketChunkFIFO<0>>> {
  static WorklistInfo info() {
    return describe("bulk-sync",
                    "no priorities: what a task pushes runs when all tasks of now are done");
  }
};

} // namespace lonestar::worklists

#endif
