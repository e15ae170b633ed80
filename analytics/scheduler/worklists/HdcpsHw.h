/** `--wl=hdcps-hw`: as hdcps, with hardware queues. Only virtual builds have it. */
#pragma once

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/worklists/HdcpsHardwareParameters.h"

namespace lonestar::worklists {

struct HdcpsHw : HdcpsHardwarePolicy<true> {
  static WorklistInfo info() {
    return {"hdcps-hw",
            "as hdcps, with a hardware receive queue and a hardware priority queue per core",
            papers::kHdcps,
            allOf<galois::worklists::HdcpsHardwareParams>({&kHwHrq, &kHwHpq, &kHdcpsTdf},
                                                          {&kHdcpsTransport}),
            Shift::kIfGiven,
            {{&kHdcpsBagMin, &kHdcpsBagMax}}};
  }
};

} // namespace lonestar::worklists
