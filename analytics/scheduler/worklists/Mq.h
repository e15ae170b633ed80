/** `--wl=mq`: the classic Multi-Queue. */
#pragma once

#include <vector>

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/worklists/MultiQueues.h"

namespace lonestar::worklists {

/// The queues of `mq`. It is no flag: `mq.published` fixes it.
inline constexpr Parameter kMqHeap = Parameter::word(
    "mq-heap", {"buffered", "plain"}, "heaps with buffers in front of them, or without");

struct Mq {
  static WorklistInfo info() {
    return {"mq",
            "several heaps per thread; inserts into a random one, takes from the better of two",
            papers::kMultiQueue,
            multiQueueUses<galois::worklists::RandomQueues, galois::worklists::RandomQueues>(
                {&kMqC, &kMqLock, &kNumaWeight}),
            Shift::kIfGiven};
  }

  static std::vector<WorklistInfo> presets() {
    WorklistInfo published{
        "mq.published", "mq as listing 1 of the paper prints it", papers::kSmq,
        multiQueueUses<galois::worklists::RandomQueues, galois::worklists::RandomQueues>({&kMqC}),
        Shift::kIfGiven};
    published.fixed = {{&kMqLock, "both"}, {&kNumaWeight, "1"}, {&kMqHeap, "plain"}};
    return {asPublished(published)};
  }

  /// See Smq::visit.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    if (settings[kMqHeap] == 0) {
      Over<galois::worklists::BufferedHeapQueues<>>::visit(indexer, settings, visitor);
    } else {
      Over<galois::worklists::HeapQueues<>>::visit(indexer, settings, visitor);
    }
  }

private:
  template <typename Queues>
  using Over =
      HeapMultiQueue<galois::worklists::RandomQueues, galois::worklists::RandomQueues, Queues>;
};

} // namespace lonestar::worklists
