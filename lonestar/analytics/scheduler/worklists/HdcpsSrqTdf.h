/** `--wl=hdcps-srq-tdf`: hdcps without bags. */
#ifndef GALOIS_LONESTAR_SCHEDULER_WORKLISTS_HDCPSSRQTDF_H
#define GALOIS_LONESTAR_SCHEDULER_WORKLISTS_HDCPSSRQTDF_H

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/worklists/HdcpsParameters.h"

namespace lonestar::worklists {

struct HdcpsSrqTdf : HdcpsPolicy<galois::worklists::HdcpsSrqTdf, hdcpsParams> {
  static WorklistInfo info() {
    return {"hdcps-srq-tdf",
            "hdcps without bags",
            papers::kHdcps,
            {&kHdcpsTdf, &kHdcpsInterval, &kHdcpsStep, &kHdcpsOnImprove, &kHdcpsDelay,
             &kHdcpsSchedule, &kHdcpsQueue, &kHdcpsPoll},
            Shift::kIfGiven};
  }
};

} // namespace lonestar::worklists

#endif
