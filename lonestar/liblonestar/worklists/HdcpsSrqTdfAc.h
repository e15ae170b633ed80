/** `--wl=hdcps-srq-tdf-ac`: hdcps with bags always, even of one task. */
#ifndef GALOIS_LONESTAR_WORKLISTS_HDCPSSRQTDFAC_H
#define GALOIS_LONESTAR_WORKLISTS_HDCPSSRQTDFAC_H

#include "liblonestar/worklists/HdcpsParameters.h"

namespace lonestar::worklists {

struct HdcpsSrqTdfAc {
  static WorklistInfo info() {
    return {"hdcps-srq-tdf-ac",
            "hdcps with bags always, even of one task",
            "Shan, Khan, HD-CPS: Hardware-assisted Drift-aware Concurrent Priority Scheduler for "
            "Shared Memory Multicores, HPCA 2022",
            {&hdcpsTdfParameter, &hdcpsIntervalParameter, &hdcpsStepParameter,
             &hdcpsOnImproveParameter, &hdcpsBagMaxParameter, &hdcpsTransportParameter,
             &hdcpsQueueParameter, &hdcpsPollParameter},
            Shift::kIfGiven};
  }

  /// See Smq::visit.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    auto params = hdcpsBagParams();
    params.bags.least = 1;
    params.bags.oversize = galois::worklists::Oversize::kSplit;
    visitHdcps<galois::worklists::HdcpsFull>(indexer, settings, params, visitor);
  }
};

} // namespace lonestar::worklists

#endif
