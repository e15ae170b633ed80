/** `--wl=mq`: the classic Multi-Queue. */
#ifndef GALOIS_LONESTAR_WORKLISTS_MQ_H
#define GALOIS_LONESTAR_WORKLISTS_MQ_H

#include "liblonestar/worklists/MultiQueues.h"

namespace lonestar::worklists {

struct Mq : HeapMultiQueue<galois::worklists::RandomQueues, galois::worklists::RandomQueues,
                           galois::worklists::BufferedHeapQueues<>> {
  static WorklistInfo info() {
    return {"mq",
            "several heaps a thread; insert into a random one, take the better of two",
            "Rihani, Sanders, Dementiev, MultiQueues: Simple Relaxed Concurrent Priority Queues, "
            "SPAA 2015",
            {&mqCParameter, &mqLockParameter, &numaWeightParameter},
            Shift::kIfGiven};
  }
};

} // namespace lonestar::worklists

#endif
