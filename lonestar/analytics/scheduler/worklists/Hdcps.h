/** `--wl=hdcps`: a heap per thread; a share of the tasks is sent to other threads. */
#ifndef GALOIS_LONESTAR_SCHEDULER_WORKLISTS_HDCPS_H
#define GALOIS_LONESTAR_SCHEDULER_WORKLISTS_HDCPS_H

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/worklists/HdcpsParameters.h"

namespace lonestar::worklists {

struct Hdcps : HdcpsPolicy<galois::worklists::HdcpsFull, hdcpsBagParams> {
  static WorklistInfo info() {
    return {"hdcps",
            "a heap per thread; a share of the tasks is sent to others, more when priorities drift "
            "apart",
            papers::kHdcps,
            {&kHdcpsTdf, &kHdcpsInterval, &kHdcpsStep, &kHdcpsOnImprove, &kHdcpsDelay,
             &kHdcpsSchedule, &kHdcpsBagMin, &kHdcpsBagMax, &kHdcpsOversize, &kHdcpsTransport,
             &kHdcpsQueue, &kHdcpsPoll},
            Shift::kIfGiven,
            {{&kHdcpsBagMin, &kHdcpsBagMax}}};
  }
};

} // namespace lonestar::worklists

#endif
