/** `--wl=mbq`: the Multi Bucket Queue. */
#pragma once

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/worklists/MultiQueues.h"

namespace lonestar::worklists {

inline constexpr Parameter kMbqBuckets =
    Parameter::chosenNumber("mbq-buckets", {"64", "128", "256", "512", "1024", "2048", "4096"},
                            "64", "buckets per queue; tasks beyond them wait in a heap");
inline constexpr Parameter kBatch = Parameter::autoNumber(
    "batch", {1, 4096}, "auto",
    "tasks moved per operation; auto: 64, with more than 4 threads fewer, down to 8");
inline constexpr Parameter kStickiness =
    Parameter::number("stickiness", {1, 65536}, "8", "batches in a row that use the same queues");

struct Mbq {
  static WorklistInfo info() {
    return {"mbq",
            "several bucket queues per thread; moves batches to a random one, and from the better "
            "of two",
            papers::kMbq,
            {&kMqC, &kMbqBuckets, &kBatch, &kStickiness, &kMqLock, &kNumaWeight},
            Shift::kWidth};
  }

  /// See Smq::visit. A shift that the user gives is the logarithm of the buckets' width.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    using namespace galois::worklists; // NOLINT(google-build-using-namespace)
    using Policy = MultiQueue<Indexer, int, true, BucketQueues, StickyBatching, StickyBatching,
                              WeightedSampler>;
    typename Policy::Params params;
    setQueues(params, settings);
    static_assert(QueueAccessParams::kAutoBatch == 0, "what `auto` stands for");
    params.insert.batch = params.remove.batch = settings[kBatch];
    params.insert.stay = params.remove.stay = settings[kStickiness];
    params.local.buckets.buckets = settings[kMbqBuckets];
    if (settings.shiftGiven) {
      params.local.buckets.shift = settings.shift;
    }
    visitor(optionOf<Policy>(indexer, params));
  }
};

} // namespace lonestar::worklists
