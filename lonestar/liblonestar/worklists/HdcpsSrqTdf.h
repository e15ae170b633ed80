/** `--wl=hdcps-srq-tdf`: hdcps without bags. */
#ifndef GALOIS_LONESTAR_WORKLISTS_HDCPSSRQTDF_H
#define GALOIS_LONESTAR_WORKLISTS_HDCPSSRQTDF_H

#include "liblonestar/worklists/HdcpsParameters.h"

namespace lonestar::worklists {

struct HdcpsSrqTdf {
  static WorklistInfo info() {
    return {"hdcps-srq-tdf",
            "hdcps without bags",
            "Shan, Khan, HD-CPS: Hardware-assisted Drift-aware Concurrent Priority Scheduler for "
            "Shared Memory Multicores, HPCA 2022",
            {&hdcpsTdfParameter, &hdcpsIntervalParameter, &hdcpsStepParameter,
             &hdcpsOnImproveParameter, &hdcpsQueueParameter, &hdcpsPollParameter},
            Shift::kIfGiven};
  }

  /// See Smq::visit.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    const auto params = hdcpsParams();
    visitHdcps<galois::worklists::HdcpsSrqTdf>(indexer, settings, params, visitor);
  }
};

} // namespace lonestar::worklists

#endif
