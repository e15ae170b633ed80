/** `--wl=hdcps`: a heap per thread; a share of the tasks is sent to other threads. */
#ifndef GALOIS_LONESTAR_SCHEDULER_WORKLISTS_HDCPS_H
#define GALOIS_LONESTAR_SCHEDULER_WORKLISTS_HDCPS_H

#include <vector>

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/worklists/HdcpsParameters.h"

namespace lonestar::worklists {

struct Hdcps : HdcpsPolicy<galois::worklists::HdcpsFull, hdcpsBagParams> {
  static WorklistInfo info() {
    return {"hdcps",
            "a heap per thread; a share of the tasks is sent to others, more when priorities drift "
            "apart",
            papers::kHdcps,
            {&kHdcpsTdf, &kHdcpsInterval, &kHdcpsStep, &kHdcpsOnImprove, &kHdcpsDelay,
             &kHdcpsSchedule, &kHdcpsBagMin, &kHdcpsBagMax, &kHdcpsOversize, &kHdcpsTransport,
             &kHdcpsQueue, &kHdcpsPoll},
            Shift::kIfGiven,
            {{&kHdcpsBagMin, &kHdcpsBagMax}}};
  }

  static std::vector<WorklistInfo> presets() {
    WorklistInfo published{
        "hdcps.published",
        "hdcps as section III of its paper prints it",
        papers::kHdcps,
        {&kHdcpsTdf, &kHdcpsInterval, &kHdcpsStep, &kHdcpsBagMin, &kHdcpsBagMax, &kHdcpsTransport},
        Shift::kIfGiven,
        {{&kHdcpsBagMin, &kHdcpsBagMax}}};
    published.fixed = {{&kHdcpsRules, "published"},
                       {&kHdcpsQueue, "4096"},
                       {&kHdcpsOnImprove, "lower"},
                       {&kHdcpsDelay, "0"},
                       {&kHdcpsOversize, "single"}};
    return {asPublished(published)};
  }
};

} // namespace lonestar::worklists

#endif
