/** `--wl=reld`: random enqueue, local dequeue. */
#pragma once

#include <vector>

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/worklists/MultiQueues.h"

namespace lonestar::worklists {

inline constexpr Parameter kReldInbox =
    Parameter::word("reld-inbox", {"on", "off"},
                    "inserted tasks wait unsorted until their owner pops, or go to its heap");

struct Reld {
  static WorklistInfo info() {
    return {"reld", "a heap per thread; inserts into a random one, takes from the thread's own",
            papers::kPmod,
            multiQueueUses<galois::worklists::RandomQueues, galois::worklists::OwnQueue>(
                {{&kReldInbox, "on"}, &kNumaWeight}),
            Shift::kIfGiven};
  }

  static std::vector<WorklistInfo> presets() {
    WorklistInfo published{"reld.published",
                           "reld as section 2.2 of its paper describes it",
                           papers::kPmod,
                           {},
                           Shift::kIfGiven};
    published.fixed = {{&kReldInbox, "off"}, {&kNumaWeight, "1"}, {&kReldWait, "always"}};
    return {asPublished(published)};
  }

  /// See Smq::visit.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    if (settings[kReldInbox] == 0) {
      Over<galois::worklists::InboxHeapQueues<>>::visit(indexer, settings, visitor);
    } else {
      Over<galois::worklists::HeapQueues<>>::visit(indexer, settings, visitor);
    }
  }

private:
  template <typename Queues>
  using Over = HeapMultiQueue<galois::worklists::RandomQueues, galois::worklists::OwnQueue, Queues>;
};

} // namespace lonestar::worklists
