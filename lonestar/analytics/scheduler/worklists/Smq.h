/** `--wl=smq`: the Stealing Multi-Queue on d-ary heaps. */
#ifndef GALOIS_LONESTAR_SCHEDULER_WORKLISTS_SMQ_H
#define GALOIS_LONESTAR_SCHEDULER_WORKLISTS_SMQ_H

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/WorklistInfo.h"
#include "analytics/scheduler/worklists/Parameters.h"
#include "galois/Traits.h"
#include "galois/worklists/StealingMultiQueue.h"

namespace lonestar::worklists {

inline constexpr Parameter kStealProb{.name = "steal-prob",
                                      .kind = ParameterKind::kProbability,
                                      .preset = "1/8",
                                      .help = "how often a thread probes a victim"};
inline constexpr Parameter kStealSize{.name = "steal-size",
                                      .kind = ParameterKind::kNumber,
                                      .preset = "4",
                                      .low = 1,
                                      .high = 65535,
                                      .help = "most tasks that a thief takes"};
inline constexpr Parameter kOwnBatch{.name = "own-batch",
                                     .kind = ParameterKind::kNumber,
                                     .preset = "16",
                                     .low = 1,
                                     .high = 65535,
                                     .help = "tasks set aside when a thread takes its offer back"};
inline constexpr Parameter kHeapArity{.name = "heap-arity",
                                      .kind = ParameterKind::kChosenNumber,
                                      .preset = "4",
                                      .choices = {"2", "4", "8"},
                                      .help = "children per heap node"};

struct Smq {
  static WorklistInfo info() {
    return {"smq",
            "a heap per thread; now and then a thread steals the most urgent tasks of another",
            papers::kSmq,
            {&kStealProb, &kStealSize, &kOwnBatch, &kHeapArity, &kNumaWeight},
            Shift::kIfGiven};
  }

  /// Calls `visitor(galois::wl<Policy>(...))`, the loop option that runs this policy with the
  /// parameters that `settings` holds. `indexer`: task -> unsigned priority, smaller is more
  /// urgent.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    // A heap compares priorities all the time, so an unshifted one must not pay for a shift by 0.
    if (settings.shift == 0) {
      visitArity(indexer, settings, visitor);
    } else {
      visitArity(ShiftedIndexer<Indexer>(indexer, settings.shift), settings, visitor);
    }
  }

private:
  template <typename Indexer, typename Visitor>
  static void visitArity(const Indexer& indexer, const WorklistSettings& settings,
                         Visitor& visitor) {
    switch (settings[kHeapArity]) {
    case 2:
      visitor(option<2>(indexer, settings));
      break;
    case 8:
      visitor(option<8>(indexer, settings));
      break;
    default:
      visitor(option<4>(indexer, settings));
      break;
    }
  }

  template <unsigned Arity, typename Indexer>
  static auto option(const Indexer& indexer, const WorklistSettings& settings) {
    galois::worklists::SmqParams params;
    params.stealDenominator = settings[kStealProb];
    params.stealSize = settings[kStealSize];
    params.ownBatch = settings[kOwnBatch];
    params.numaWeight = settings[kNumaWeight];
    using Policy = galois::worklists::StealingMultiQueue<Indexer, int, true,
                                                         galois::worklists::LocalHeap<Arity>>;
    return galois::wl<Policy>(indexer, params);
  }
};

} // namespace lonestar::worklists

#endif
