/** `--wl=mq-tb-tb`: the Multi-Queue, inserting and taking in batches. */
#ifndef GALOIS_LONESTAR_SCHEDULER_WORKLISTS_MQTBTB_H
#define GALOIS_LONESTAR_SCHEDULER_WORKLISTS_MQTBTB_H

#include "analytics/scheduler/worklists/MultiQueues.h"

namespace lonestar::worklists {

struct MqTbTb : HeapMultiQueue<galois::worklists::TaskBatching, galois::worklists::TaskBatching> {
  static WorklistInfo info() {
    return optimizedMultiQueue("mq-tb-tb", "mq that inserts and takes in batches", "16", "16");
  }
};

} // namespace lonestar::worklists

#endif
