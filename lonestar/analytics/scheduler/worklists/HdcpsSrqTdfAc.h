/** `--wl=hdcps-srq-tdf-ac`: hdcps that always sends bags, even of one task. */
#ifndef GALOIS_LONESTAR_SCHEDULER_WORKLISTS_HDCPSSRQTDFAC_H
#define GALOIS_LONESTAR_SCHEDULER_WORKLISTS_HDCPSSRQTDFAC_H

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/worklists/HdcpsParameters.h"

namespace lonestar::worklists {

/// Returns the parameters with which every task is sent in a bag, even a task without siblings.
inline galois::worklists::HdcpsParams hdcpsBagsAlwaysParams(const WorklistSettings& settings) {
  galois::worklists::HdcpsParams params = hdcpsBagParams(settings);
  params.bags.least = 1;
  params.bags.oversize = galois::worklists::Oversize::kSplit;
  return params;
}

struct HdcpsSrqTdfAc : HdcpsPolicy<galois::worklists::HdcpsFull, hdcpsBagsAlwaysParams> {
  static WorklistInfo info() {
    return {"hdcps-srq-tdf-ac",
            "hdcps that always sends bags, even of one task",
            papers::kHdcps,
            {&kHdcpsTdf, &kHdcpsInterval, &kHdcpsStep, &kHdcpsOnImprove, &kHdcpsDelay,
             &kHdcpsSchedule, &kHdcpsBagMax, &kHdcpsTransport, &kHdcpsQueue, &kHdcpsPoll},
            Shift::kIfGiven,
            {{&kHdcpsBagMin, &kHdcpsBagMax}}};
  }
};

} // namespace lonestar::worklists

#endif
