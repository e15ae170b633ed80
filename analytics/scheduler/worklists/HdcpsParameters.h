/**
 * What HD-CPS and its ablations share: parameters, of which each policy lists those that affect it,
 * and how a policy is visited.
 */
#pragma once

#include <type_traits>
#include <vector>

#include "analytics/scheduler/WorklistInfo.h"
#include "analytics/scheduler/worklists/Parameters.h"
#include "galois/worklists/Hdcps.h"
#include "galois/worklists/PublishedHdcps.h"

namespace lonestar::worklists {

inline constexpr Parameter kHdcpsQueue = Parameter::number(
    "hdcps-queue", {1, 1u << 20}, "32", "tasks and bags that may be on their way to one thread");
inline constexpr Parameter kHdcpsPoll = Parameter::number(
    "hdcps-poll", {1, 1u << 20}, "4", "pops between two polls of the receive queue");
inline constexpr Parameter kHdcpsInterval =
    Parameter::number("hdcps-interval", {1, 1u << 30}, "2000",
                      "tasks per thread between two measurements of the drift");
inline constexpr Parameter kHdcpsTdf = Parameter::number(
    "hdcps-tdf", {1, 100}, "50", "percent of the tasks that are sent to other threads at first",
    Scale::kLinear);
inline constexpr Parameter kHdcpsStep = Parameter::number(
    "hdcps-step", {0, 100}, "10", "percentage points by which that share changes", Scale::kLinear);
inline constexpr Parameter kHdcpsOnImprove =
    Parameter::word("hdcps-on-improve", {"lower", "raise"}, "lower",
                    "what happens to the share when the drift has decreased");
inline constexpr Parameter kHdcpsDelay = Parameter::number(
    "hdcps-delay", {0, galois::worklists::DelayedTdf::kMostDelay}, "0",
    "measurements that a new share has to wait for before it is used", Scale::kLinear);
inline constexpr Parameter kHdcpsSchedule =
    Parameter::numbers("hdcps-tdf-schedule", {1, 100},
                       "that share in each interval, the last one to the end, instead of feedback");
inline constexpr Parameter kHdcpsBagMin = Parameter::number(
    "hdcps-bag-min", {1, 256}, "3", "least number of siblings of equal priority that make a bag");
inline constexpr Parameter kHdcpsBagMax =
    Parameter::number("hdcps-bag-max", {2, 257}, "10",
                      "number of siblings of equal priority that is too large for a bag");
inline constexpr Parameter kHdcpsOversize =
    Parameter::word("hdcps-oversize", {"single", "split"}, "single",
                    "what happens to siblings that are too many for a bag");
inline constexpr Parameter kHdcpsTransport =
    Parameter::word("hdcps-transport", {"pull", "push"}, "pull",
                    "what is sent of a bag: its metadata, or the whole bag");

/// Returns the parameters that section III of the paper fixes.
inline std::vector<ParameterUse> hdcpsAsPublished() {
  return {{&kHdcpsQueue, "4096"}, {&kHdcpsOnImprove, "lower"}};
}

/// Returns the parameters of receive queues and of the drift feedback.
inline galois::worklists::HdcpsParams hdcpsParams(const WorklistSettings& settings) {
  using namespace galois::worklists;
  HdcpsParams params;
  params.queueCapacity = settings[kHdcpsQueue];
  params.pollEvery = settings[kHdcpsPoll];
  params.interval = settings[kHdcpsInterval];
  params.drift.tdf = settings[kHdcpsTdf];
  params.drift.step = settings[kHdcpsStep];
  params.drift.delay = settings[kHdcpsDelay];
  params.drift.schedule = numbersOf(settings[kHdcpsSchedule]);
  params.drift.onImprove = settings[kHdcpsOnImprove] == 0 ? OnImprove::kLower : OnImprove::kRaise;
  return params;
}

/// Returns the parameters of receive queues, of the drift feedback and of bags.
inline galois::worklists::HdcpsParams hdcpsBagParams(const WorklistSettings& settings) {
  using namespace galois::worklists;
  HdcpsParams params = hdcpsParams(settings);
  params.bags.least = settings[kHdcpsBagMin];
  params.bags.bound = settings[kHdcpsBagMax];
  params.bags.oversize = settings[kHdcpsOversize] == 0 ? Oversize::kSingle : Oversize::kSplit;
  params.bags.transport =
      settings[kHdcpsTransport] == 0 ? BagTransport::kPull : BagTransport::kPush;
  return params;
}

/// Base of a policy of the family. The policy itself adds info().
/// @tparam Composition  see galois/worklists/Hdcps.h
/// @tparam paramsOf     returns the parameters that `settings` holds
template <typename Composition,
          galois::worklists::HdcpsParams (*paramsOf)(const WorklistSettings& settings)>
struct HdcpsPolicy {
  /// See Smq::visit.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    const galois::worklists::HdcpsParams params = paramsOf(settings);
    withIndexer(indexer, settings, [&](const auto& used) {
      using Used = std::decay_t<decltype(used)>;
      visitor(optionOf<galois::worklists::Hdcps<Used, int, true, Composition>>(used, params));
    });
  }
};

} // namespace lonestar::worklists
