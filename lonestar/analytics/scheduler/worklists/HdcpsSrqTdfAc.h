/** `--wl=hdcps-srq-tdf-ac`: hdcps that always sends bags, even of one task. */
#ifndef GALOIS_LONESTAR_SCHEDULER_WORKLISTS_HDCPSSRQTDFAC_H
#define GALOIS_LONESTAR_SCHEDULER_WORKLISTS_HDCPSSRQTDFAC_H

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/worklists/HdcpsParameters.h"

namespace lonestar::worklists {

struct HdcpsSrqTdfAc {
  static WorklistInfo info() {
    return {"hdcps-srq-tdf-ac",
            "hdcps that always sends bags, even of one task",
            papers::kHdcps,
            {&kHdcpsTdf, &kHdcpsInterval, &kHdcpsStep, &kHdcpsOnImprove, &kHdcpsBagMax,
             &kHdcpsTransport, &kHdcpsQueue, &kHdcpsPoll},
            Shift::kIfGiven};
  }

  /// See Smq::visit.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    auto params = hdcpsBagParams(settings);
    params.bags.least = 1;
    params.bags.oversize = galois::worklists::Oversize::kSplit;
    visitHdcps<galois::worklists::HdcpsFull>(indexer, settings, params, visitor);
  }
};

} // namespace lonestar::worklists

#endif
