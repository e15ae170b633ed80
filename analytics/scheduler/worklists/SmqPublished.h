/** `--wl=smq.published`: the Stealing Multi-Queue as its paper's listings print it. */
#pragma once

#include <type_traits>

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/WorklistInfo.h"
#include "analytics/scheduler/worklists/Parameters.h"
#include "galois/worklists/PublishedStealingMultiQueue.h"

namespace lonestar::worklists {

struct SmqPublished {
  static WorklistInfo info() {
    return asPublished({"smq.published", "smq as listings 2 and 4 of its paper print it",
                        papers::kSmq, allOf<galois::worklists::PublishedSmqParams>(),
                        Shift::kIfGiven});
  }

  /// See Smq::visit.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    const auto params = settings.as<galois::worklists::PublishedSmqParams>();
    withIndexer(indexer, settings, [&](const auto& used) {
      using Used = std::decay_t<decltype(used)>;
      visitor(optionOf<galois::worklists::PublishedStealingMultiQueue<Used>>(used, params));
    });
  }
};

} // namespace lonestar::worklists
