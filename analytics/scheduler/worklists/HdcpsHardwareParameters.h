/**
 * What the variants of HD-CPS with hardware queues share. Only builds for the simulated machine
 * have them (docs/worklists/hd-cps-hardware.md).
 */
#pragma once

#include "analytics/scheduler/worklists/HdcpsParameters.h"
#include "galois/worklists/HdcpsHardware.h"

namespace lonestar::worklists {

/// Base of both policies. The policy itself adds info().
/// @tparam HasPriorityQueue  whether kHwHpq counts; if not, there is no hardware priority queue
template <bool HasPriorityQueue>
struct HdcpsHardwarePolicy {
  /// See Smq::visit.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    namespace policies = galois::worklists;
    auto params = settings.as<policies::HdcpsHardwareParams>();
    if (!HasPriorityQueue) {
      params.hardware.priorityEntries = 0;
    }
    withIndexer(indexer, settings, [&]<typename Used>(const Used& used) {
      visitor(optionOf<policies::Hdcps<Used, int, true, policies::HdcpsHardware>>(used, params));
    });
  }
};

} // namespace lonestar::worklists
