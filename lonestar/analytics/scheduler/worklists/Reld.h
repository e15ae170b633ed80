/** `--wl=reld`: random enqueue, local dequeue. */
#ifndef GALOIS_LONESTAR_SCHEDULER_WORKLISTS_RELD_H
#define GALOIS_LONESTAR_SCHEDULER_WORKLISTS_RELD_H

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/worklists/MultiQueues.h"

namespace lonestar::worklists {

struct Reld : HeapMultiQueue<galois::worklists::RandomQueues, galois::worklists::OwnQueue,
                             galois::worklists::InboxHeapQueues<>> {
  static WorklistInfo info() {
    return {"reld",
            "a heap per thread; inserts into a random one, takes from the thread's own",
            papers::kPmod,
            {&kNumaWeight},
            Shift::kIfGiven};
  }
};

} // namespace lonestar::worklists

#endif
