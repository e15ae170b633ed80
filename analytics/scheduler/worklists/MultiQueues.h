/** What the policies of the Multi-Queue family share: parameters, and how a policy is visited. */
#pragma once

#include <string>
#include <string_view>

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/WorklistInfo.h"
#include "analytics/scheduler/worklists/Parameters.h"
#include "galois/worklists/MultiQueue.h"

namespace lonestar::worklists {

inline constexpr Parameter kMqC = Parameter::number("mq-c", {1, 64}, "4", "queues per thread");
inline constexpr Parameter kMqLock = Parameter::word(
    "mq-lock", {"one", "both"}, "one",
    "lock the better of two queues, or compare under both locks and draw again if one is not free");
inline constexpr Parameter kMqInsert = Parameter::runLength(
    "mq-insert", {1, 65536}, "16", "insertions in a row into one queue; tl: on average");
inline constexpr Parameter kMqDelete = Parameter::runLength(
    "mq-delete", {1, 65536}, "16", "tasks in a row from one queue; tl: on average");

/// What a thread of `reld` does whose queue is empty. It is no flag: `reld.published` fixes it.
inline constexpr Parameter kReldWait =
    Parameter::word("reld-wait", {"briefly", "always"}, "briefly",
                    "a thread waits a short while before it takes tasks of others, or never does");

/// Sets the parameters that all policies over locked queues have.
template <typename Params>
void setQueues(Params& params, const WorklistSettings& settings) {
  params.queuesPerThread = settings[kMqC];
  params.lockBoth = settings[kMqLock] == 1;
  params.numaWeight = settings[kNumaWeight];
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
    using Policy = galois::worklists::MultiQueue<Indexer, int, true, Queues, Insert, Delete,
                                                 galois::worklists::WeightedSampler>;
    typename Policy::Params params;
    setQueues(params, settings);
    params.ownOnly = settings[kReldWait] == 1;
    // Of `batch` and `stay`, each policy reads the one that it uses.
    params.insert.batch = params.insert.stay = settings[kMqInsert];
    params.remove.batch = params.remove.stay = settings[kMqDelete];
    return optionOf<Policy>(indexer, params);
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
                                      galois::worklists::RandomQueues, Delete,
                                      galois::worklists::WeightedSampler>;
    typename Policy::Params params;
    setQueues(params, settings);
    visitor(optionOf<Policy>(Shifted(indexer, settings.shift), params));
  }
};

/// Returns the description of one of the optimised Multi-Queues of [SMQ, section 2.1].
/// @param insert, remove  the defaults of the parameters kMqInsert and kMqDelete, as literals
inline WorklistInfo optimizedMultiQueue(const std::string& name, const std::string& description,
                                        std::string_view insert, std::string_view remove) {
  return {name,
          description,
          papers::kSmq,
          {&kMqC, {&kMqInsert, insert}, {&kMqDelete, remove}, &kMqLock, &kNumaWeight},
          Shift::kIfGiven};
}

} // namespace lonestar::worklists
