/** `--wl=mq-tb-tl`: the Multi-Queue, inserting in batches, staying with a queue to take. */
#pragma once

#include "analytics/scheduler/worklists/MultiQueues.h"

namespace lonestar::worklists {

struct MqTbTl
    : HeapMultiQueue<galois::worklists::TaskBatching, galois::worklists::TemporalLocality> {
  static WorklistInfo info() {
    return optimizedMultiQueue("mq-tb-tl",
                               "mq that inserts in batches and takes from one queue for a while",
                               "16", "1/16");
  }
};

} // namespace lonestar::worklists
