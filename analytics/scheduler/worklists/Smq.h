/** `--wl=smq`: the Stealing Multi-Queue on d-ary heaps. */
#pragma once

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/WorklistInfo.h"
#include "analytics/scheduler/worklists/Parameters.h"
#include "galois/worklists/StealingMultiQueue.h"

namespace lonestar::worklists {

inline constexpr Parameter kStealProb =
    Parameter::probability("steal-prob", "1/8", "how often a thread probes a victim");
inline constexpr Parameter kStealSize =
    Parameter::number("steal-size", {1, 65535}, "4", "most tasks that a thief takes");
inline constexpr Parameter kOwnBatch = Parameter::number(
    "own-batch", {1, 65535}, "16", "tasks set aside when a thread takes its offer back");
inline constexpr Parameter kCoin = Parameter::word(
    "coin", {"batch", "pop"}, "batch",
    "whether a thread decides to probe once per --steal-size tasks, or at every pop without stolen "
    "tasks");
inline constexpr Parameter kHeapArity =
    Parameter::chosenNumber("heap-arity", {"2", "4", "8"}, "4", "children per heap node");

/// Sets the parameters that all Stealing Multi-Queues have.
template <typename Params>
void setStealing(Params& params, const WorklistSettings& settings) {
  params.stealDenominator = settings[kStealProb];
  params.stealSize = settings[kStealSize];
  params.numaWeight = settings[kNumaWeight];
}

/// Returns how often a thread decides to probe.
inline galois::worklists::Coin coinOf(const WorklistSettings& settings) {
  return settings[kCoin] == 0 ? galois::worklists::Coin::kBatch : galois::worklists::Coin::kPop;
}

struct Smq {
  static WorklistInfo info() {
    return {"smq",
            "a heap per thread; now and then a thread steals the most urgent tasks of another",
            papers::kSmq,
            {{&kStealProb, "1/4"}, &kStealSize, &kCoin, &kOwnBatch, &kHeapArity, &kNumaWeight},
            Shift::kIfGiven};
  }

  /// Calls `visitor(galois::wl<Policy>(...))` with the loop option that runs this policy under the
  /// parameters in `settings`.
  /// @param indexer  maps a task to an unsigned integer priority; smaller is more urgent
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    // Heaps of other arities always shift: few use them, and each loop more is compiled for all.
    const ShiftedIndexer<Indexer> shifted(indexer, settings.shift);
    switch (settings[kHeapArity]) {
    case 2:
      visitor(option<2>(shifted, settings));
      break;
    case 8:
      visitor(option<8>(shifted, settings));
      break;
    default:
      withIndexer(indexer, settings, [&](const auto& used) { visitor(option<4>(used, settings)); });
      break;
    }
  }

private:
  template <unsigned Arity, typename Indexer>
  static auto option(const Indexer& indexer, const WorklistSettings& settings) {
    galois::worklists::SmqParams params;
    setStealing(params, settings);
    params.ownBatch = settings[kOwnBatch];
    params.coin = coinOf(settings);
    using Policy = galois::worklists::StealingMultiQueue<Indexer, int, true,
                                                         galois::worklists::LocalHeap<Arity>>;
    return optionOf<Policy>(indexer, params);
  }
};

} // namespace lonestar::worklists
