/** What the policies that steal without priorities share: parameters, and how they are visited. */
#pragma once

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/WorklistInfo.h"
#include "analytics/scheduler/worklists/Parameters.h"
#include "galois/worklists/PrivateDeques.h"

namespace lonestar::worklists {

inline constexpr Parameter kStealAmount = Parameter::word(
    "steal", {"half", "one"}, "half", "chunks that change hands at once, half of the deque or one");
inline constexpr Parameter kVictims =
    Parameter::word("victims", {"random", "nearest", "sticky"}, "random",
                    "which thread is chosen: any, near ones first, or the last successful one");
inline constexpr Parameter kDealDelta = Parameter::number(
    "deal-delta", {1, 1000000}, "30", "mean microseconds between two deals of a thread");
inline constexpr Parameter kDealTimes =
    Parameter::word("deal", {"exponential", "fixed"}, "exponential",
                    "distribution of the times between the deals of a thread");
inline constexpr Parameter kDealTargets = Parameter::word(
    "targets", {"all", "idle-set"}, "all",
    "among which threads the one that is given tasks is drawn: all others, or those without tasks");

/// Base of a policy that steals without priorities. The policy itself adds info(), with the
/// parameters that affect it.
/// @tparam Protocol  see galois/worklists/PrivateDeques.h
template <template <typename> class Protocol>
struct Stealing {
  /// See Smq::visit. It ignores priorities.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer&, const WorklistSettings& settings, Visitor&& visitor) {
    using namespace galois::worklists;
    PrivateDequesParams params;
    params.chunkSize = settings[kChunk];
    params.stealHalf = settings[kStealAmount] == 0;
    params.victims = static_cast<Victims>(settings[kVictims]);
    params.deltaUs = settings[kDealDelta];
    params.dealTimes = settings[kDealTimes] == 0 ? DealTimes::kExponential : DealTimes::kFixed;
    params.targets = settings[kDealTargets] == 0 ? DealTargets::kAll : DealTargets::kIdleSet;
    visitor(optionOf<PrivateDeques<Protocol>>(params));
  }
};

} // namespace lonestar::worklists
