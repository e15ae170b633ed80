/** `--wl=smq-bucket`: the Stealing Multi-Queue on bucket queues. */
#pragma once

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/WorklistInfo.h"
#include "analytics/scheduler/worklists/Parameters.h"
#include "galois/worklists/StealingBucketQueue.h"

namespace lonestar::worklists {

struct SmqBucket {
  static WorklistInfo info() {
    return {"smq-bucket",
            "a ring of buckets per thread, which finds their width; shares tasks that are urgent "
            "elsewhere",
            std::string(papers::kSmq) + "; over bucket queues",
            allOf<galois::worklists::StealingBucketParams>(), Shift::kWidth};
  }

  /// See Smq::visit. A shift that the user gives is the logarithm of the buckets' width.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    auto params = settings.as<galois::worklists::StealingBucketParams>();
    setWidth(params.buckets, settings);
    visitor(optionOf<galois::worklists::StealingBucketQueue<Indexer>>(indexer, params));
  }
};

} // namespace lonestar::worklists
