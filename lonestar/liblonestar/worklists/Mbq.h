/** `--wl=mbq`: the Multi Bucket Queue. */
#ifndef GALOIS_LONESTAR_WORKLISTS_MBQ_H
#define GALOIS_LONESTAR_WORKLISTS_MBQ_H

#include "liblonestar/worklists/MultiQueues.h"

namespace lonestar::worklists {

inline NumberParameter mbqBucketsParameter("mbq-buckets", 64, {64, 128, 256, 512, 1024, 2048, 4096},
                                           "buckets of a queue; what lies beyond waits in a heap");
inline AutoNumberParameter
    batchParameter("batch", 1, 4096,
                   "tasks moved at once; auto: 64, of more than 4 threads fewer, down to 8");
inline NumberParameter stickinessParameter("stickiness", 8, 1, 65536,
                                           "batches in a row to or from the same queues");

struct Mbq {
  static WorklistInfo info() {
    return {"mbq",
            "several bucket queues a thread; batches to a random one, from the better of two",
            "Zhang, Posluns, Jeffrey, Multi Bucket Queues: Efficient Concurrent Priority "
            "Scheduling, SPAA 2024",
            {&mqCParameter, &mbqBucketsParameter, &batchParameter, &stickinessParameter,
             &mqLockParameter, &numaWeightParameter},
            Shift::kIfGiven};
  }

  /// See Smq::visit. A shift that is given is the width of the buckets.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    using namespace galois::worklists; // NOLINT(google-build-using-namespace)
    using Policy = MultiQueue<Indexer, int, true, BucketQueues, StickyBatching, StickyBatching,
                              WeightedSampler>;
    typename Policy::Params params;
    setQueues(params);
    static_assert(QueueAccessParams::kAutoBatch == 0, "what `auto` stands for");
    params.insert.batch = params.remove.batch = batchParameter.value();
    params.insert.stay = params.remove.stay = stickinessParameter.value();
    params.local.buckets.buckets = mbqBucketsParameter.value();
    if (settings.shiftGiven) {
      params.local.buckets.shift = settings.shift;
    }
    visitor(galois::wl<Policy>(indexer, params));
  }
};

} // namespace lonestar::worklists

#endif
