/** `--wl=hdcps-hrq`: as hdcps, with hardware receive queues. Only virtual builds have it. */
#pragma once

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/worklists/HdcpsHardwareParameters.h"

namespace lonestar::worklists {

struct HdcpsHrq : HdcpsHardwarePolicy<false> {
  static WorklistInfo info() {
    return {"hdcps-hrq",
            "as hdcps, with a hardware receive queue per core",
            papers::kHdcps,
            allOf<galois::worklists::HdcpsHardwareParams>({&kHwHrq, &kHdcpsTdf},
                                                          {&kHwHpq, &kHdcpsTransport}),
            Shift::kIfGiven,
            {{&kHdcpsBagMin, &kHdcpsBagMax}}};
  }
};

} // namespace lonestar::worklists
