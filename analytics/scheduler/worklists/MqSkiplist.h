/** `--wl=mq-skiplist`: the Multi-Queue on lock-free skip lists. */
#pragma once

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/worklists/MultiQueues.h"

namespace lonestar::worklists {

struct MqSkiplist : SkipListMultiQueue<galois::worklists::RandomQueues> {
  static WorklistInfo info() {
    return {"mq-skiplist",
            "mq on lock-free skip lists, so that threads use one queue at the same time",
            papers::kPmod,
            multiQueueUses<galois::worklists::RandomQueues, galois::worklists::RandomQueues>(
                {&kMqC, &kNumaWeight}),
            Shift::kIfGiven};
  }
};

} // namespace lonestar::worklists
