/** `--wl=mq-tb-tb`: the Multi-Queue, inserting and taking in batches. */
#pragma once

#include "analytics/scheduler/worklists/MultiQueues.h"

namespace lonestar::worklists {

struct MqTbTb
    : OptimizedMultiQueue<galois::worklists::TaskBatching, galois::worklists::TaskBatching> {
  static WorklistInfo info() {
    return describe("mq-tb-tb", "mq that inserts and takes in batches");
  }
};

} // namespace lonestar::worklists
