/** `--wl=newcomer`: one heap behind a lock, and a buffer per thread. */
#pragma once

#include "analytics/scheduler/WorklistInfo.h"
#include "analytics/scheduler/worklists/Parameters.h"
#include "galois/worklists/Newcomer.h"

namespace lonestar::worklists {

struct Newcomer {
  static WorklistInfo info() {
    return {"newcomer",
            "one heap behind a lock; threads keep what they push while another one has the lock",
            "no paper", allOf<galois::worklists::NewcomerParams>(), Shift::kIfGiven};
  }

  /// See Smq::visit.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    withIndexer(indexer, settings, [&](const auto& used) {
      using Used = std::decay_t<decltype(used)>;
      visitor(optionOf<galois::worklists::Newcomer<Used>>(
          used, settings.as<galois::worklists::NewcomerParams>()));
    });
  }
};

} // namespace lonestar::worklists
