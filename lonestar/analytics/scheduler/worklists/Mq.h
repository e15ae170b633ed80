/** `--wl=mq`: the classic Multi-Queue. */
#ifndef GALOIS_LONESTAR_SCHEDULER_WORKLISTS_MQ_H
#define GALOIS_LONESTAR_SCHEDULER_WORKLISTS_MQ_H

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/worklists/MultiQueues.h"

namespace lonestar::worklists {

struct Mq : HeapMultiQueue<galois::worklists::RandomQueues, galois::worklists::RandomQueues,
                           galois::worklists::BufferedHeapQueues<>> {
  static WorklistInfo info() {
    return {"mq",
            "several heaps per thread; inserts into a random one, takes from the better of two",
            papers::kMultiQueue,
            {&kMqC, &kMqLock, &kNumaWeight},
            Shift::kIfGiven};
  }
};

} // namespace lonestar::worklists

#endif
