/** What the policies of the Multi-Queue family share: parameters, and how a policy is run. */
#ifndef GALOIS_LONESTAR_WORKLISTS_MULTIQUEUES_H
#define GALOIS_LONESTAR_WORKLISTS_MULTIQUEUES_H

#include <string>

#include "galois/Traits.h"
#include "galois/worklists/MultiQueue.h"
#include "liblonestar/WorklistInfo.h"
#include "liblonestar/worklists/Parameters.h"

namespace lonestar::worklists {

inline NumberParameter mqCParameter("mq-c", 4, 1, 64, "queues for each thread");
inline ChoiceParameter
    mqLockParameter("mq-lock", {"one", "both"},
                    "lock the better of two queues, or compare under both locks");
inline RunLengthParameter mqInsertParameter("mq-insert", 16, 65536,
                                            "insertions in a row into one queue; tl: on average");
inline RunLengthParameter mqDeleteParameter("mq-delete", 16, 65536,
                                            "tasks in a row from one queue; tl: on average");

/// Sets the parameters that all policies over locked queues have.
template <typename Params>
void setQueues(Params& params) {
  params.queuesPerThread = mqCParameter.value();
  params.lockBoth = mqLockParameter.index() == 1;
  params.numaWeight = numaWeightParameter.value();
}

/// A policy over heaps, without what `--wl=help` says about it.
/// @tparam Insert, Delete  see galois/worklists/parts/multiqueue/QueueAccess.h
/// @tparam Queues          the kind of heaps, see galois/worklists/parts/multiqueue/LocalQueues.h
template <typename Insert, typename Delete, typename Queues = galois::worklists::HeapQueues<>>
struct HeapMultiQueue {
  /// See Smq::visit.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    // A heap compares priorities all the time, so an unshifted one must not pay for a shift by 0.
    if (settings.shift == 0) {
      visitor(option(indexer));
    } else {
      visitor(option(ShiftedIndexer<Indexer>(indexer, settings.shift)));
    }
  }

private:
  template <typename Indexer>
  static auto option(const Indexer& indexer) {
    using Policy = galois::worklists::MultiQueue<Indexer, int, true, Queues, Insert, Delete,
                                                 galois::worklists::WeightedSampler>;
    typename Policy::Params params;
    setQueues(params);
    // A policy reads the one of the two that it has a use for.
    params.insert.batch = params.insert.stay = mqInsertParameter.value();
    params.remove.batch = params.remove.stay = mqDeleteParameter.value();
    return galois::wl<Policy>(indexer, params);
  }
};

/// One of the optimised Multi-Queues of [SMQ, section 2.1].
/// @param insert, remove  the defaults of --mq-insert and --mq-delete
inline WorklistInfo optimizedMultiQueue(const std::string& name, const std::string& description,
                                        const std::string& insert, const std::string& remove) {
  return {name,
          description,
          "Postnikova et al., Multi-Queues Can Be State-of-the-Art Priority Schedulers, PPoPP 2022",
          {&mqCParameter,
           {&mqInsertParameter, insert},
           {&mqDeleteParameter, remove},
           &mqLockParameter,
           &numaWeightParameter},
          Shift::kIfGiven};
}

} // namespace lonestar::worklists

#endif
