/** `--wl=hdcps`: one heap per thread; a share of the tasks is sent to others, more when priorities
 * drift apart. */
#ifndef GALOIS_LONESTAR_WORKLISTS_HDCPS_H
#define GALOIS_LONESTAR_WORKLISTS_HDCPS_H

#include "liblonestar/worklists/HdcpsParameters.h"

namespace lonestar::worklists {

struct Hdcps {
  static WorklistInfo info() {
    return {"hdcps",
            "one heap per thread; a share of the tasks is sent to others, more when priorities "
            "drift apart",
            "Shan, Khan, HD-CPS: Hardware-assisted Drift-aware Concurrent Priority Scheduler for "
            "Shared Memory Multicores, HPCA 2022",
            {&hdcpsTdfParameter, &hdcpsIntervalParameter, &hdcpsStepParameter,
             &hdcpsOnImproveParameter, &hdcpsBagMinParameter, &hdcpsBagMaxParameter,
             &hdcpsOversizeParameter, &hdcpsTransportParameter, &hdcpsQueueParameter,
             &hdcpsPollParameter},
            Shift::kIfGiven};
  }

  /// See Smq::visit.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    const auto params = hdcpsBagParams();
    visitHdcps<galois::worklists::HdcpsFull>(indexer, settings, params, visitor);
  }
};

} // namespace lonestar::worklists

#endif
