/** `--wl=hdcps.released`: HD-CPS as its authors released and measured it. */
#pragma once

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/worklists/HdcpsParameters.h"
#include "galois/worklists/ReleasedHdcps.h"

namespace lonestar::worklists {

struct HdcpsReleased : HdcpsPolicy<galois::worklists::ReleasedHdcps> {
  static WorklistInfo info() {
    return asReleased({"hdcps.released", "hdcps as the program that its authors measured",
                       papers::kHdcps, uses({&kHdcpsTdf, &kHdcpsInterval, &kHdcpsStep}),
                       Shift::kIfGiven});
  }
};

} // namespace lonestar::worklists
