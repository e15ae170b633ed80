/** `--wl=smq-bucket`: the Stealing Multi-Queue on bucket queues. */
#ifndef GALOIS_LONESTAR_WORKLISTS_SMQBUCKET_H
#define GALOIS_LONESTAR_WORKLISTS_SMQBUCKET_H

#include "galois/Traits.h"
#include "galois/worklists/StealingBucketQueue.h"
#include "liblonestar/WorklistInfo.h"
#include "liblonestar/worklists/Parameters.h"
#include "liblonestar/worklists/Smq.h"

namespace lonestar::worklists {

struct SmqBucket {
  static WorklistInfo info() {
    return {"smq-bucket",
            "buckets that find their width, a ring of them a thread; shares what others want",
            "Postnikova et al., Multi-Queues Can Be State-of-the-Art Priority Schedulers, PPoPP "
            "2022; over bucket queues",
            {{&stealProbParameter, kStealProb},
             {&stealSizeParameter, kStealSize},
             &numaWeightParameter},
            Shift::kIfGiven};
  }

  /// See Smq::visit. A shift that is given is the width of the buckets.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    galois::worklists::StealingBucketParams params;
    params.stealDenominator = stealProbParameter.denominator(kStealProb);
    params.stealSize = stealSizeParameter.value(kStealSize);
    params.numaWeight = numaWeightParameter.value();
    if (settings.shiftGiven) {
      params.buckets.shift = settings.shift;
    }
    visitor(galois::wl<galois::worklists::StealingBucketQueue<Indexer>>(indexer, params));
  }

private:
  static constexpr const char* kStealProb = "1/1";
  static constexpr const char* kStealSize = "64";
};

} // namespace lonestar::worklists

#endif
