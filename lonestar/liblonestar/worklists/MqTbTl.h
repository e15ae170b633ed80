/** `--wl=mq-tb-tl`: the Multi-Queue, inserting in batches, staying with a queue to take. */
#ifndef GALOIS_LONESTAR_WORKLISTS_MQTBTL_H
#define GALOIS_LONESTAR_WORKLISTS_MQTBTL_H

#include "liblonestar/worklists/MultiQueues.h"

namespace lonestar::worklists {

struct MqTbTl
    : HeapMultiQueue<galois::worklists::TaskBatching, galois::worklists::TemporalLocality> {
  static WorklistInfo info() {
    return optimizedMultiQueue("mq-tb-tl", "mq that inserts batches and stays with a queue to take",
                               "16", "1/16");
  }
};

} // namespace lonestar::worklists

#endif
