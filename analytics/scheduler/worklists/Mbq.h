/** `--wl=mbq`: the Multi Bucket Queue. */
#pragma once

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/worklists/MultiQueues.h"

namespace lonestar::worklists {

struct Mbq {
  static WorklistInfo info() {
    return {"mbq",
            "several bucket queues per thread; moves batches to a random one, and from the better "
            "of two",
            papers::kMbq,
            multiQueueUses<galois::worklists::StickyBatching, galois::worklists::StickyBatching,
                           galois::worklists::BucketQueues>(
                {&kMqC, &kMbqBuckets, &kBatch, &kStickiness, &kMqLock, &kNumaWeight}),
            Shift::kWidth};
  }

  /// See Smq::visit. A shift that the user gives is the logarithm of the buckets' width.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    using Policy = galois::worklists::MultiBucketQueue<Indexer>;
    auto params = settings.as<typename Policy::Params>();
    setWidth(params.local.buckets, settings);
    visitor(optionOf<Policy>(indexer, params));
  }
};

} // namespace lonestar::worklists
