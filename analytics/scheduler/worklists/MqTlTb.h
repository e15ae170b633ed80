/** `--wl=mq-tl-tb`: the Multi-Queue, staying with a queue to insert, taking in batches. */
#pragma once

#include "analytics/scheduler/worklists/MultiQueues.h"

namespace lonestar::worklists {

struct MqTlTb
    : OptimizedMultiQueue<galois::worklists::TemporalLocality, galois::worklists::TaskBatching> {
  static WorklistInfo info() {
    return describe("mq-tl-tb", "mq that inserts into one queue for a while and takes in batches");
  }
};

} // namespace lonestar::worklists
