/** `--wl=smq`: the Stealing Multi-Queue on d-ary heaps. */
#pragma once

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/WorklistInfo.h"
#include "analytics/scheduler/worklists/Parameters.h"
#include "galois/worklists/StealingMultiQueue.h"

namespace lonestar::worklists {

/// A parameter of the type.
inline constexpr Parameter kHeapArity =
    Parameter::chosenNumber("heap-arity", {"2", "4", "8"}, "children per heap node");

struct Smq {
  static WorklistInfo info() {
    return {"smq",
            "a heap per thread; now and then a thread steals the most urgent tasks of another",
            papers::kSmq,
            allOf<galois::worklists::SmqParams>(
                {&kStealProb, &kStealSize, &kCoin, &kOwnBatch, {&kHeapArity, "4"}}),
            Shift::kIfGiven};
  }

  /// Calls `visitor(galois::wl<Policy>(...))` with the loop option that runs this policy under the
  /// parameters in `settings`.
  /// @param indexer  maps a task to an unsigned integer priority; smaller is more urgent
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    // Heaps of other arities always shift: few use them, and each loop more is compiled for all.
    const ShiftedIndexer<Indexer> shifted(indexer, settings.shift.value_or(0));
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
    using Policy = galois::worklists::StealingMultiQueue<Indexer, int, true,
                                                         galois::worklists::LocalHeap<Arity>>;
    return optionOf<Policy>(indexer, settings.as<typename Policy::Params>());
  }
};

} // namespace lonestar::worklists
