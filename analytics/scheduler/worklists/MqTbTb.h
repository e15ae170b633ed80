/** `--wl=mq-tb-tb`: the Multi-Queue, inserting and taking in batches. */
#pragma once

#include "analytics/scheduler/worklists/MultiQueues.h"

namespace lonestar::worklists {

struct MqTbTb : HeapMultiQueue<galois::worklists::TaskBatching, galois::worklists::TaskBatching> {
  static WorklistInfo info() {
    return optimizedMultiQueue("mq-tb-tb", "mq that inserts and takes in batches", "16", "16");
  }
};

} // namespace lonestar::worklists
