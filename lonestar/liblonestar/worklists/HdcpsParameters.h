/** The parameters of HD-CPS and its ablations; each policy has those that mean something to it. */
#ifndef GALOIS_LONESTAR_WORKLISTS_HDCPSPARAMETERS_H
#define GALOIS_LONESTAR_WORKLISTS_HDCPSPARAMETERS_H

#include "galois/Traits.h"
#include "galois/worklists/Hdcps.h"
#include "liblonestar/WorklistInfo.h"
#include "liblonestar/worklists/Parameters.h"

namespace lonestar::worklists {

inline NumberParameter hdcpsQueueParameter("hdcps-queue", 32, 1, 1u << 20,
                                           "tasks, and bags, in flight to a thread");
inline NumberParameter hdcpsPollParameter("hdcps-poll", 4, 1, 1u << 20,
                                          "pops from one look at arrivals to the next");
inline NumberParameter hdcpsIntervalParameter("hdcps-interval", 2000, 1, 1u << 30,
                                              "tasks between two looks at the drift");
inline NumberParameter hdcpsTdfParameter("hdcps-tdf", 50, 1, 100,
                                         "percent of tasks sent to others at first");
inline NumberParameter hdcpsStepParameter("hdcps-step", 10, 0, 100,
                                          "percent by which that changes");
inline ChoiceParameter hdcpsOnImproveParameter("hdcps-on-improve", {"lower", "raise"},
                                               "what it does when the drift got less");
inline NumberParameter hdcpsBagMinParameter("hdcps-bag-min", 3, 1, 256,
                                            "siblings of one priority that make a bag");
inline NumberParameter hdcpsBagMaxParameter("hdcps-bag-max", 10, 2, 257,
                                            "so many are too many for a bag");
inline ChoiceParameter hdcpsOversizeParameter("hdcps-oversize", {"single", "split"},
                                              "what becomes of too many");
inline ChoiceParameter hdcpsTransportParameter("hdcps-transport", {"pull", "push"},
                                               "what travels of a bag: metadata, or all");

/// What the command line says of receive queues and feedback.
inline galois::worklists::HdcpsParams hdcpsParams() {
  using namespace galois::worklists;
  HdcpsParams params;
  params.queueCapacity = hdcpsQueueParameter.value();
  params.pollEvery = hdcpsPollParameter.value();
  params.interval = hdcpsIntervalParameter.value();
  params.drift.tdf = hdcpsTdfParameter.value();
  params.drift.step = hdcpsStepParameter.value();
  params.drift.onImprove =
      hdcpsOnImproveParameter.index() == 0 ? OnImprove::kLower : OnImprove::kRaise;
  return params;
}

/// The same, and of bags.
inline galois::worklists::HdcpsParams hdcpsBagParams() {
  using namespace galois::worklists;
  HdcpsParams params = hdcpsParams();
  params.bags.least = hdcpsBagMinParameter.value();
  params.bags.bound = hdcpsBagMaxParameter.value();
  params.bags.oversize = hdcpsOversizeParameter.index() == 0 ? Oversize::kSingle : Oversize::kSplit;
  params.bags.transport =
      hdcpsTransportParameter.index() == 0 ? BagTransport::kPull : BagTransport::kPush;
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
