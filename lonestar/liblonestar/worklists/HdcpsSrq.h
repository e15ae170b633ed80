/** `--wl=hdcps-srq`: hdcps without feedback and bags: tasks are spread evenly. */
#ifndef GALOIS_LONESTAR_WORKLISTS_HDCPSSRQ_H
#define GALOIS_LONESTAR_WORKLISTS_HDCPSSRQ_H

#include "liblonestar/worklists/HdcpsParameters.h"

namespace lonestar::worklists {

struct HdcpsSrq {
  static WorklistInfo info() {
    return {"hdcps-srq",
            "hdcps without feedback and bags: tasks are spread evenly",
            "Shan, Khan, HD-CPS: Hardware-assisted Drift-aware Concurrent Priority Scheduler for "
            "Shared Memory Multicores, HPCA 2022",
            {&hdcpsIntervalParameter, &hdcpsQueueParameter, &hdcpsPollParameter},
            Shift::kIfGiven};
  }

  /// See Smq::visit.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    const auto params = hdcpsParams();
    visitHdcps<galois::worklists::HdcpsSrq>(indexer, settings, params, visitor);
  }
};

} // namespace lonestar::worklists

#endif
