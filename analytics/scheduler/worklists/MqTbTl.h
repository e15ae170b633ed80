/** `--wl=mq-tb-tl`: the Multi-Queue, inserting in batches, staying with a queue to take. */
#pragma once

#include "analytics/scheduler/worklists/MultiQueues.h"

namespace lonestar::worklists {

struct MqTbTl
    : OptimizedMultiQueue<galois::worklists::TaskBatching, galois::worklists::TemporalLocality> {
  static WorklistInfo info() {
    return describe("mq-tb-tl", "mq that inserts in batches and takes from one queue for a while");
  }
};

} // namespace lonestar::worklists
