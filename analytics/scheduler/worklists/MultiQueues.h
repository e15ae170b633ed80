/** What the policies of the Multi-Queue family share: parameters, and how a policy is visited. */
#pragma once

#include <algorithm>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/WorklistInfo.h"
#include "analytics/scheduler/worklists/Parameters.h"
#include "galois/worklists/MultiQueue.h"

namespace lonestar::worklists {

/// Returns these parameters of a Multi-Queue with their defaults.
template <typename Insert, typename Delete, typename Queues = galois::worklists::HeapQueues<>>
std::vector<ParameterUse> multiQueueUses(std::vector<ParameterUse> uses) {
  return usesOf<galois::worklists::MultiQueueParamsOf<Queues, Insert, Delete>>(std::move(uses));
}

/// Base of a policy over heaps. The policy itself adds info().
/// @tparam Insert, Delete  see galois/worklists/parts/multiqueue/QueueAccess.h
/// @tparam Queues          the kind of heaps, see galois/worklists/parts/multiqueue/LocalQueues.h
template <typename Insert, typename Delete, typename Queues = galois::worklists::HeapQueues<>>
struct HeapMultiQueue {
  /// See Smq::visit.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    withIndexer(indexer, settings, [&](const auto& used) { visitor(option(used, settings)); });
  }

private:
  template <typename Indexer>
  static auto option(const Indexer& indexer, const WorklistSettings& settings) {
    using Policy = galois::worklists::MultiQueue<Indexer, int, true, Queues, Insert, Delete>;
    return optionOf<Policy>(indexer, settings.as<typename Policy::Params>());
  }
};

/// Base of a policy over skip lists. The policy itself adds info().
/// @tparam Delete  see galois/worklists/parts/multiqueue/QueueAccess.h
template <typename Delete>
struct SkipListMultiQueue {
  /// See Smq::visit. Shifting costs little beside the cache misses of a search.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    using Shifted = ShiftedIndexer<Indexer>;
    using Policy =
        galois::worklists::MultiQueue<Shifted, int, true, galois::worklists::SkipListQueues,
                                      galois::worklists::RandomQueues, Delete>;
    visitor(optionOf<Policy>(Shifted(indexer, settings.shift.value_or(0)),
                             settings.as<typename Policy::Params>()));
  }
};

/// One of the optimised Multi-Queues of [SMQ, section 2.1], by its description.
template <typename Insert, typename Delete>
struct OptimizedMultiQueue : HeapMultiQueue<Insert, Delete> {
protected:
  static WorklistInfo describe(const std::string& name, const std::string& description) {
    WorklistInfo info{
        name, description, papers::kSmq,
        multiQueueUses<Insert, Delete>({&kMqInsert, &kMqDelete, &kMqC, &kMqLock, &kNumaWeight}),
        Shift::kIfGiven};
    markMean<Insert>(info.parameters[0]);
    markMean<Delete>(info.parameters[1]);
    std::rotate(info.parameters.begin(), info.parameters.begin() + 2, info.parameters.begin() + 3);
    return info;
  }

private:
  /// Writes a mean length as the probability of the end.
  template <typename Access>
  static void markMean(ParameterUse& use) {
    if (std::is_same_v<Access, galois::worklists::TemporalLocality>) {
      use.preset = "1/" + use.preset;
    }
  }
};

} // namespace lonestar::worklists
