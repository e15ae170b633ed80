/** `--wl=hdcps`: a heap per thread; a share of the tasks is sent to other threads. */
#pragma once

#include <vector>

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/worklists/HdcpsParameters.h"

namespace lonestar::worklists {

/// Whether the policy is as section III of the paper prints it. It is no flag: `hdcps.published`
/// fixes it.
inline constexpr Parameter kHdcpsRules =
    Parameter::word("hdcps-rules", {"ours", "published"},
                    "bags, sending and the measurement of the drift are ours, or as published");

struct Hdcps {
  static WorklistInfo info() {
    return {"hdcps",
            "a heap per thread; a share of the tasks is sent to others, more when priorities drift "
            "apart",
            papers::kHdcps,
            allOf<galois::worklists::HdcpsParams>({&kHdcpsTdf}),
            Shift::kIfGiven,
            {{&kHdcpsBagMin, &kHdcpsBagMax}}};
  }

  static std::vector<WorklistInfo> presets() {
    WorklistInfo published{"hdcps.published",
                           "hdcps as section III of its paper prints it",
                           papers::kHdcps,
                           Published::uses({&kHdcpsTdf, &kHdcpsInterval, &kHdcpsStep, &kHdcpsDelay,
                                            &kHdcpsBagMin, &kHdcpsBagMax, &kHdcpsTransport}),
                           Shift::kIfGiven,
                           {{&kHdcpsBagMin, &kHdcpsBagMax}}};
    published.fixed = {{&kHdcpsRules, "published"}};
    return {asPublished(published)};
  }

  /// See Smq::visit.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    if (settings[kHdcpsRules] == 0) {
      Ours::visit(indexer, settings, visitor);
    } else {
      Published::visit(indexer, settings, visitor);
    }
  }

private:
  using Ours = HdcpsPolicy<galois::worklists::HdcpsFull>;
  using Published = HdcpsPolicy<galois::worklists::PublishedHdcps<galois::worklists::HdcpsFull>>;
};

} // namespace lonestar::worklists
