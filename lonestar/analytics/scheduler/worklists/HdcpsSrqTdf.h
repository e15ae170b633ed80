/** `--wl=hdcps-srq-tdf`: hdcps without bags. */
#ifndef GALOIS_LONESTAR_SCHEDULER_WORKLISTS_HDCPSSRQTDF_H
#define GALOIS_LONESTAR_SCHEDULER_WORKLISTS_HDCPSSRQTDF_H

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/worklists/HdcpsParameters.h"

namespace lonestar::worklists {

struct HdcpsSrqTdf {
  static WorklistInfo info() {
    return {"hdcps-srq-tdf",
            "hdcps without bags",
            papers::kHdcps,
            {&kHdcpsTdf, &kHdcpsInterval, &kHdcpsStep, &kHdcpsOnImprove, &kHdcpsQueue, &kHdcpsPoll},
            Shift::kIfGiven};
  }

  /// See Smq::visit.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    const auto params = hdcpsParams(settings);
    visitHdcps<galois::worklists::HdcpsSrqTdf>(indexer, settings, params, visitor);
  }
};

} // namespace lonestar::worklists

#endif
