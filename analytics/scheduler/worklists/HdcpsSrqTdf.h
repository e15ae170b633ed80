/** `--wl=hdcps-srq-tdf`: hdcps.published without bags. */
#pragma once

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/worklists/HdcpsParameters.h"

namespace lonestar::worklists {

struct HdcpsSrqTdf
    : HdcpsPolicy<galois::worklists::PublishedHdcps<galois::worklists::HdcpsSrqTdf>> {
  static WorklistInfo info() {
    return asPublished({"hdcps-srq-tdf", "hdcps.published without bags", papers::kHdcps,
                        uses({&kHdcpsTdf, &kHdcpsInterval, &kHdcpsStep}), Shift::kIfGiven});
  }
};

} // namespace lonestar::worklists
