/**
 * What the variants of HD-CPS with hardware queues share. Only builds for the simulated machine
 * have them (docs/worklists/hd-cps-hardware.md).
 */
#pragma once

#include "analytics/scheduler/worklists/HdcpsParameters.h"
#include "galois/worklists/HdcpsHardware.h"

namespace lonestar::worklists {

inline constexpr std::uint32_t kMostHardwareEntries = 1u << 16;

inline constexpr Parameter kHwHrq = Parameter::number(
    "hw-hrq", {0, kMostHardwareEntries}, "32",
    "entries of the hardware receive queue per core; 0: a receive queue in memory");
inline constexpr Parameter kHwHpq =
    Parameter::number("hw-hpq", {0, kMostHardwareEntries}, "48",
                      "entries of the hardware priority queue per core; 0: a heap in memory");

/// Base of both policies. The policy itself adds info().
/// @tparam HasPriorityQueue  whether kHwHpq counts; if not, there is no hardware priority queue
template <bool HasPriorityQueue>
struct HdcpsHardwarePolicy {
  /// See Smq::visit.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    namespace policies = galois::worklists;
    policies::HdcpsHardwareParams params;
    static_cast<policies::HdcpsParams&>(params) = hdcpsBagParams(settings);
    params.hardware.receiveEntries = settings[kHwHrq];
    params.hardware.priorityEntries = HasPriorityQueue ? settings[kHwHpq] : 0;
    withIndexer(indexer, settings, [&]<typename Used>(const Used& used) {
      visitor(optionOf<policies::Hdcps<Used, int, true, policies::HdcpsHardware>>(used, params));
    });
  }
};

} // namespace lonestar::worklists
