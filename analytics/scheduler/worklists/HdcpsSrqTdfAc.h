/** `--wl=hdcps-srq-tdf-ac`: hdcps.published that always sends bags, even of one task. */
#pragma once

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/worklists/HdcpsParameters.h"

namespace lonestar::worklists {

/// Returns the parameters with which every task is sent in a bag, even a task without siblings.
inline galois::worklists::HdcpsParams hdcpsBagsAlwaysParams(const WorklistSettings& settings) {
  galois::worklists::HdcpsParams params = hdcpsBagParams(settings);
  params.bags.least = 1;
  params.bags.oversize = galois::worklists::Oversize::kSplit;
  return params;
}

struct HdcpsSrqTdfAc : HdcpsPolicy<galois::worklists::PublishedHdcps<galois::worklists::HdcpsFull>,
                                   hdcpsBagsAlwaysParams> {
  static WorklistInfo info() {
    WorklistInfo info{"hdcps-srq-tdf-ac",
                      "hdcps.published that always sends bags, even of one task",
                      papers::kHdcps,
                      {&kHdcpsTdf, &kHdcpsInterval, &kHdcpsStep, &kHdcpsBagMax, &kHdcpsTransport},
                      Shift::kIfGiven,
                      {{&kHdcpsBagMin, &kHdcpsBagMax}}};
    info.fixed = hdcpsAsPublished();
    return asPublished(info);
  }
};

} // namespace lonestar::worklists
