/** `--wl=mq-tl-tl`: the Multi-Queue, staying with a queue to insert and to take. */
#ifndef GALOIS_LONESTAR_WORKLISTS_MQTLTL_H
#define GALOIS_LONESTAR_WORKLISTS_MQTLTL_H

#include "liblonestar/worklists/MultiQueues.h"

namespace lonestar::worklists {

struct MqTlTl
    : HeapMultiQueue<galois::worklists::TemporalLocality, galois::worklists::TemporalLocality> {
  static WorklistInfo info() {
    return optimizedMultiQueue("mq-tl-tl",
                               "mq that stays with a queue for a while, to insert and to take",
                               "1/16", "1/16");
  }
};

} // namespace lonestar::worklists

#endif
