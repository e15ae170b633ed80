/** `--wl=hdcps-srq-tdf-ac`: hdcps.published that always sends bags, even of one task. */
#pragma once

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/worklists/HdcpsParameters.h"

namespace lonestar::worklists {

struct HdcpsSrqTdfAc
    : HdcpsPolicy<galois::worklists::PublishedHdcps<galois::worklists::HdcpsFull>> {
  static WorklistInfo info() {
    WorklistInfo info{
        "hdcps-srq-tdf-ac",
        "hdcps.published that always sends bags, even of one task",
        papers::kHdcps,
        uses({&kHdcpsTdf, &kHdcpsInterval, &kHdcpsStep, &kHdcpsBagMax, &kHdcpsTransport}),
        Shift::kIfGiven,
        {{&kHdcpsBagMin, &kHdcpsBagMax}}};
    // Every task is sent in a bag, even a task without siblings.
    info.fixed = {{&kHdcpsBagMin, "1"}, {&kHdcpsOversize, "split"}};
    return asPublished(info);
  }
};

} // namespace lonestar::worklists
