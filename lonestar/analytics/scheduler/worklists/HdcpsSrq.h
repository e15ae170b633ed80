/** `--wl=hdcps-srq`: hdcps without feedback and bags: tasks are spread evenly. */
#ifndef GALOIS_LONESTAR_SCHEDULER_WORKLISTS_HDCPSSRQ_H
#define GALOIS_LONESTAR_SCHEDULER_WORKLISTS_HDCPSSRQ_H

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/worklists/HdcpsParameters.h"

namespace lonestar::worklists {

struct HdcpsSrq {
  static WorklistInfo info() {
    return {"hdcps-srq",
            "hdcps without feedback and bags: tasks are spread evenly",
            papers::kHdcps,
            {&kHdcpsInterval, &kHdcpsQueue, &kHdcpsPoll},
            Shift::kIfGiven};
  }

  /// See Smq::visit.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    const auto params = hdcpsParams(settings);
    visitHdcps<galois::worklists::HdcpsSrq>(indexer, settings, params, visitor);
  }
};

} // namespace lonestar::worklists

#endif
