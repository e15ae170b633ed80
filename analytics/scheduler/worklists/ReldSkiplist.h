/** `--wl=reld-skiplist`: random enqueue, local dequeue, on lock-free skip lists. */
#pragma once

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/worklists/MultiQueues.h"

namespace lonestar::worklists {

struct ReldSkiplist : SkipListMultiQueue<galois::worklists::OwnQueue> {
  static WorklistInfo info() {
    return {"reld-skiplist",
            "reld on lock-free skip lists, so that threads use one queue at the same time",
            papers::kPmod,
            multiQueueUses<galois::worklists::RandomQueues, galois::worklists::OwnQueue>(
                {&kNumaWeight}),
            Shift::kIfGiven};
  }
};

} // namespace lonestar::worklists
