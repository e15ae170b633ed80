/** `--wl=hdcps-srq`: hdcps.published without feedback and bags: tasks are spread evenly. */
#pragma once

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/worklists/HdcpsParameters.h"

namespace lonestar::worklists {

struct HdcpsSrq
    : HdcpsPolicy<galois::worklists::PublishedHdcps<galois::worklists::HdcpsSrq>, hdcpsParams> {
  static WorklistInfo info() {
    WorklistInfo info{"hdcps-srq",
                      "hdcps.published without feedback and bags: tasks are spread evenly",
                      papers::kHdcps,
                      {&kHdcpsInterval},
                      Shift::kIfGiven};
    info.fixed = hdcpsAsPublished();
    return asPublished(info);
  }
};

} // namespace lonestar::worklists
