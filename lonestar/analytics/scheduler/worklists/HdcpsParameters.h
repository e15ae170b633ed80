/** The parameters of HD-CPS and its ablations. Each policy lists those that affect it. */
#ifndef GALOIS_LONESTAR_SCHEDULER_WORKLISTS_HDCPSPARAMETERS_H
#define GALOIS_LONESTAR_SCHEDULER_WORKLISTS_HDCPSPARAMETERS_H

#include "analytics/scheduler/WorklistInfo.h"
#include "analytics/scheduler/worklists/Parameters.h"
#include "galois/Traits.h"
#include "galois/worklists/Hdcps.h"

namespace lonestar::worklists {

inline constexpr Parameter kHdcpsQueue{.name = "hdcps-queue",
                                       .kind = ParameterKind::kNumber,
                                       .preset = "32",
                                       .low = 1,
                                       .high = 1u << 20,
                                       .help =
                                           "tasks and bags that may be on their way to one thread"};
inline constexpr Parameter kHdcpsPoll{.name = "hdcps-poll",
                                      .kind = ParameterKind::kNumber,
                                      .preset = "4",
                                      .low = 1,
                                      .high = 1u << 20,
                                      .help = "pops between two polls of the receive queue"};
inline constexpr Parameter kHdcpsInterval{
    .name = "hdcps-interval",
    .kind = ParameterKind::kNumber,
    .preset = "2000",
    .low = 1,
    .high = 1u << 30,
    .help = "tasks per thread between two measurements of the drift"};
inline constexpr Parameter kHdcpsTdf{
    .name = "hdcps-tdf",
    .kind = ParameterKind::kNumber,
    .preset = "50",
    .low = 1,
    .high = 100,
    .help = "percent of the tasks that are sent to other threads at first"};
inline constexpr Parameter kHdcpsStep{.name = "hdcps-step",
                                      .kind = ParameterKind::kNumber,
                                      .preset = "10",
                                      .high = 100,
                                      .help = "percentage points by which that share changes"};
inline constexpr Parameter kHdcpsOnImprove{
    .name = "hdcps-on-improve",
    .kind = ParameterKind::kWord,
    .preset = "lower",
    .choices = {"lower", "raise"},
    .help = "what happens to the share when the drift has decreased"};
inline constexpr Parameter kHdcpsBagMin{
    .name = "hdcps-bag-min",
    .kind = ParameterKind::kNumber,
    .preset = "3",
    .low = 1,
    .high = 256,
    .help = "siblings of equal priority from which on they make a bag"};
inline constexpr Parameter kHdcpsBagMax{
    .name = "hdcps-bag-max",
    .kind = ParameterKind::kNumber,
    .preset = "10",
    .low = 2,
    .high = 257,
    .help = "siblings of equal priority that are too many for a bag"};
inline constexpr Parameter kHdcpsOversize{
    .name = "hdcps-oversize",
    .kind = ParameterKind::kWord,
    .preset = "single",
    .choices = {"single", "split"},
    .help = "what happens to siblings that are too many for a bag"};
inline constexpr Parameter kHdcpsTransport{.name = "hdcps-transport",
                                           .kind = ParameterKind::kWord,
                                           .preset = "pull",
                                           .choices = {"pull", "push"},
                                           .help =
                                               "what is sent of a bag: its metadata, or all of it"};

/// The parameters of receive queues and feedback.
inline galois::worklists::HdcpsParams hdcpsParams(const WorklistSettings& settings) {
  using namespace galois::worklists;
  HdcpsParams params;
  params.queueCapacity = settings[kHdcpsQueue];
  params.pollEvery = settings[kHdcpsPoll];
  params.interval = settings[kHdcpsInterval];
  params.drift.tdf = settings[kHdcpsTdf];
  params.drift.step = settings[kHdcpsStep];
  params.drift.onImprove = settings[kHdcpsOnImprove] == 0 ? OnImprove::kLower : OnImprove::kRaise;
  return params;
}

/// The same, and those of bags.
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

/// See Smq::visit.
template <typename Composition, typename Indexer, typename Visitor>
void visitHdcps(const Indexer& indexer, const WorklistSettings& settings,
                const galois::worklists::HdcpsParams& params, Visitor& visitor) {
  using galois::worklists::Hdcps;
  using Shifted = ShiftedIndexer<Indexer>;
  // A heap compares priorities all the time, so an unshifted one must not pay for a shift by 0.
  if (settings.shift == 0) {
    visitor(galois::wl<Hdcps<Indexer, int, true, Composition>>(indexer, params));
  } else {
    visitor(galois::wl<Hdcps<Shifted, int, true, Composition>>(Shifted(indexer, settings.shift),
                                                               params));
  }
}

} // namespace lonestar::worklists

#endif
