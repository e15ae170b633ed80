/** `--wl=hdcps-srq-tdf`: hdcps.published without bags. */
#pragma once

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/worklists/HdcpsParameters.h"

namespace lonestar::worklists {

struct HdcpsSrqTdf
    : HdcpsPolicy<galois::worklists::PublishedHdcps<galois::worklists::HdcpsSrqTdf>, hdcpsParams> {
  static WorklistInfo info() {
    WorklistInfo info{"hdcps-srq-tdf",
                      "hdcps.published without bags",
                      papers::kHdcps,
                      {&kHdcpsTdf, &kHdcpsInterval, &kHdcpsStep},
                      Shift::kIfGiven};
    info.fixed = hdcpsAsPublished();
    return asPublished(info);
  }
};

} // namespace lonestar::worklists
