/** `--wl=pmod`: OBIM with priority merging on demand. */
#ifndef GALOIS_LONESTAR_WORKLISTS_PMOD_H
#define GALOIS_LONESTAR_WORKLISTS_PMOD_H

#include "galois/Traits.h"
#include "galois/worklists/AdaptiveObim.h"
#include "liblonestar/WorklistInfo.h"
#include "liblonestar/worklists/Parameters.h"

namespace lonestar::worklists {

inline AutoNumberParameter syncEveryParameter(
    "sync-every", 1, 1u << 30,
    "merging is considered when threads change bags more than once in N tasks; auto: --chunk");
inline AutoNumberParameter maxPopsParameter(
    "max-pops", 1, 1u << 30,
    "unmerging is considered after more than N tasks of one bag; auto: 4 times --chunk");
inline NumberParameter minDensityParameter("min-density", 64, 1, 1u << 30,
                                           "bags are merged until they get N tasks");
inline NumberParameter minQueuesParameter("min-queues", 16, 1, 1u << 30,
                                          "bags are unmerged until N cover the priorities");
inline NumberParameter initialLmfParameter("lmf", 0, 0, 63,
                                           "logarithm of the merging factor to begin with");

struct Pmod {
  static WorklistInfo info() {
    return {"pmod",
            "as obim; finds by itself how many priorities share a bag",
            "Yesil et al., Understanding Priority-Based Scheduling of Graph Algorithms on a "
            "Shared-Memory Platform, SC 2019",
            {&chunkParameter, &syncEveryParameter, &maxPopsParameter, &minDensityParameter,
             &minQueuesParameter, &initialLmfParameter},
            Shift::kIfGiven};
  }

  /// See Smq::visit.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    using Policy =
        galois::worklists::AdaptiveOrderedByIntegerMetric<Indexer,
                                                          galois::worklists::PerSocketChunkFIFO<0>>;
    galois::worklists::PmodParams params;
    params.chunk = chunkParameter.value();
    params.syncEvery = syncEveryParameter.value();
    params.maxPops = maxPopsParameter.value();
    params.minDensity = minDensityParameter.value();
    params.minQueues = minQueuesParameter.value();
    params.initialLmf = initialLmfParameter.value();
    params.leastLmf = settings.shift; // a bag holds at least what --delta says
    visitor(galois::wl<Policy>(indexer, params));
  }
};

} // namespace lonestar::worklists

#endif
