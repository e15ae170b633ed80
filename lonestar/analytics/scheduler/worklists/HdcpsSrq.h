/** `--wl=hdcps-srq`: hdcps without feedback and bags: tasks are spread evenly. */
#ifndef GALOIS_LONESTAR_SCHEDULER_WORKLISTS_HDCPSSRQ_H
#define GALOIS_LONESTAR_SCHEDULER_WORKLISTS_HDCPSSRQ_H

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/worklists/HdcpsParameters.h"

namespace lonestar::worklists {

struct HdcpsSrq : HdcpsPolicy<galois::worklists::HdcpsSrq, hdcpsParams> {
  static WorklistInfo info() {
    return {"hdcps-srq",
            "hdcps without feedback and bags: tasks are spread evenly",
            papers::kHdcps,
            {&kHdcpsInterval, &kHdcpsQueue, &kHdcpsPoll},
            Shift::kIfGiven};
  }
};

} // namespace lonestar::worklists

#endif
