/** `--wl=hdcps-srq`: hdcps.published without feedback and bags: tasks are spread evenly. */
#pragma once

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/worklists/HdcpsParameters.h"

namespace lonestar::worklists {

struct HdcpsSrq : HdcpsPolicy<galois::worklists::PublishedHdcps<galois::worklists::HdcpsSrq>> {
  static WorklistInfo info() {
    return asPublished({"hdcps-srq",
                        "hdcps.published without feedback and bags: tasks are spread evenly",
                        papers::kHdcps, uses({&kHdcpsInterval}), Shift::kIfGiven});
  }
};

} // namespace lonestar::worklists
