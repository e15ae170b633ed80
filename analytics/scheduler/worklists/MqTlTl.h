/** `--wl=mq-tl-tl`: the Multi-Queue, staying with a queue to insert and to take. */
#pragma once

#include "analytics/scheduler/worklists/MultiQueues.h"

namespace lonestar::worklists {

struct MqTlTl : OptimizedMultiQueue<galois::worklists::TemporalLocality,
                                    galois::worklists::TemporalLocality> {
  static WorklistInfo info() {
    return describe("mq-tl-tl",
                    "mq that inserts into one queue for a while, and takes from one for a while");
  }
};

} // namespace lonestar::worklists
