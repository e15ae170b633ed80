/** `--wl=reld`: random enqueue, local dequeue. */
#ifndef GALOIS_LONESTAR_WORKLISTS_RELD_H
#define GALOIS_LONESTAR_WORKLISTS_RELD_H

#include "liblonestar/worklists/MultiQueues.h"

namespace lonestar::worklists {

struct Reld : HeapMultiQueue<galois::worklists::RandomQueues, galois::worklists::OwnQueue,
                             galois::worklists::InboxHeapQueues<>> {
  static WorklistInfo info() {
    return {"reld",
            "one heap per thread; inserts into a random one, takes from the own one",
            "Yesil, Heidarshenas, Morrison, Torrellas, Understanding Priority-Based Scheduling of "
            "Graph Algorithms on a Shared-Memory Platform, SC 2019",
            {&numaWeightParameter},
            Shift::kIfGiven};
  }
};

} // namespace lonestar::worklists

#endif
