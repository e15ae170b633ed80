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
            usesOf<galois::worklists::HdcpsHardwareParams>(
                {&kHwHrq, &kHdcpsTdf, &kHdcpsInterval, &kHdcpsStep, &kHdcpsOnImprove, &kHdcpsDelay,
                 &kHdcpsSchedule, &kHdcpsBagMin, &kHdcpsBagMax, &kHdcpsOversize, &kHdcpsQueue,
                 &kHdcpsPoll}),
            Shift::kIfGiven,
            {{&kHdcpsBagMin, &kHdcpsBagMax}}};
  }
};

} // namespace lonestar::worklists
