/** `--wl=hdcps-srq-tdf`: hdcps.published without bags. */
#ifndef GALOIS_LONESTAR_SCHEDULER_WORKLISTS_HDCPSSRQTDF_H
#define GALOIS_LONESTAR_SCHEDULER_WORKLISTS_HDCPSSRQTDF_H

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/worklists/HdcpsParameters.h"

namespace lonestar::worklists {

struct HdcpsSrqTdf
    : HdcpsPolicy<galois::worklists::AsPrinted<galois::worklists::HdcpsSrqTdf>, hdcpsParams> {
  static WorklistInfo info() {
    WorklistInfo info{"hdcps-srq-tdf",
                      "hdcps.published without bags",
                      papers::kHdcps,
                      {&kHdcpsTdf, &kHdcpsInterval, &kHdcpsStep},
                      Shift::kIfGiven};
    info.fixed = hdcpsAsPrinted();
    return asPublished(info);
  }
};

} // namespace lonestar::worklists

#endif
