/** `--wl=pmod`: OBIM with priority merging on demand. */
#pragma once

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/WorklistInfo.h"
#include "analytics/scheduler/worklists/Parameters.h"
#include "galois/worklists/AdaptiveObim.h"

namespace lonestar::worklists {

inline constexpr Parameter kSyncEvery = Parameter::autoNumber(
    "sync-every", {1, 1u << 30}, "auto",
    "merging is considered when threads change bags more than once in N tasks; auto: --chunk");
inline constexpr Parameter kMaxPops = Parameter::autoNumber(
    "max-pops", {1, 1u << 30}, "auto",
    "unmerging is considered after more than N tasks of one bag; auto: 4 times --chunk");
inline constexpr Parameter kMinDensity =
    Parameter::number("min-density", {1, 1u << 30}, "64", "bags are merged until they get N tasks");
inline constexpr Parameter kMinQueues = Parameter::number(
    "min-queues", {1, 1u << 30}, "16", "bags are unmerged until N cover the priorities");
inline constexpr Parameter kInitialLmf = Parameter::number(
    "lmf", {0, 63}, "0", "logarithm of the merging factor to begin with", Scale::kExponent);

/// Returns the parameters of merging that `settings` holds.
inline galois::worklists::PmodParams pmodParams(const WorklistSettings& settings) {
  galois::worklists::PmodParams params;
  params.chunk = settings[kChunk];
  params.syncEvery = settings[kSyncEvery];
  params.maxPops = settings[kMaxPops];
  params.minDensity = settings[kMinDensity];
  params.minQueues = settings[kMinQueues];
  params.initialLmf = settings[kInitialLmf];
  params.leastLmf = settings.shift; // a bag holds at least what --delta says
  return params;
}

struct Pmod {
  static WorklistInfo info() {
    return {"pmod",
            "as obim, and finds by itself how many priorities share a bag",
            papers::kPmod,
            {&kChunk, &kSyncEvery, &kMaxPops, &kMinDensity, &kMinQueues, &kInitialLmf},
            Shift::kIfGiven};
  }

  /// See Smq::visit.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    using Policy =
        galois::worklists::AdaptiveOrderedByIntegerMetric<Indexer,
                                                          galois::worklists::PerSocketChunkFIFO<0>>;
    visitor(optionOf<Policy>(indexer, pmodParams(settings)));
  }
};

} // namespace lonestar::worklists
