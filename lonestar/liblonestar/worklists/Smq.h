/** `--wl=smq`: the Stealing Multi-Queue on d-ary heaps. */
#ifndef GALOIS_LONESTAR_WORKLISTS_SMQ_H
#define GALOIS_LONESTAR_WORKLISTS_SMQ_H

#include "galois/Traits.h"
#include "galois/worklists/StealingMultiQueue.h"
#include "liblonestar/WorklistInfo.h"
#include "liblonestar/worklists/Parameters.h"

namespace lonestar::worklists {

inline ProbabilityParameter stealProbParameter("steal-prob", 8,
                                               "how often a thread looks at another");
inline NumberParameter stealSizeParameter("steal-size", 4, 1, 65535,
                                          "tasks that a thief takes at most");
inline NumberParameter ownBatchParameter("own-batch", 16, 1, 65535,
                                         "tasks set aside when a thread takes its offer back");
inline NumberParameter heapArityParameter("heap-arity", 4, {2, 4, 8}, "children of a heap node");

struct Smq {
  static WorklistInfo info() {
    return {
        "smq",
        "one heap per thread; sometimes the most urgent tasks of another one",
        "Postnikova et al., Multi-Queues Can Be State-of-the-Art Priority Schedulers, PPoPP 2022",
        {&stealProbParameter, &stealSizeParameter, &ownBatchParameter, &heapArityParameter,
         &numaWeightParameter},
        Shift::kIfGiven};
  }

  /// Calls `visitor(galois::wl<Policy>(...))`, the loop option that runs this policy with the
  /// parameters on the command line. `indexer`: task -> unsigned priority, smaller is more urgent.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    // A heap compares priorities all the time, so an unshifted one must not pay for a shift by 0.
    if (settings.shift == 0) {
      visitArity(indexer, visitor);
    } else {
      visitArity(ShiftedIndexer<Indexer>(indexer, settings.shift), visitor);
    }
  }

private:
  template <typename Indexer, typename Visitor>
  static void visitArity(const Indexer& indexer, Visitor& visitor) {
    switch (heapArityParameter.value()) {
    case 2:
      visitor(option<2>(indexer));
      break;
    case 8:
      visitor(option<8>(indexer));
      break;
    default:
      visitor(option<4>(indexer));
      break;
    }
  }

  template <unsigned Arity, typename Indexer>
  static auto option(const Indexer& indexer) {
    galois::worklists::SmqParams params;
    params.stealDenominator = stealProbParameter.denominator();
    params.stealSize = stealSizeParameter.value();
    params.ownBatch = ownBatchParameter.value();
    params.numaWeight = numaWeightParameter.value();
    using Policy = galois::worklists::StealingMultiQueue<Indexer, int, true,
                                                         galois::worklists::LocalHeap<Arity>>;
    return galois::wl<Policy>(indexer, params);
  }
};

} // namespace lonestar::worklists

#endif
