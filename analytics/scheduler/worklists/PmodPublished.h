/** `--wl=pmod.published`: PMOD as its paper's figures print it. */
#pragma once

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/WorklistInfo.h"
#include "analytics/scheduler/worklists/Parameters.h"
#include "analytics/scheduler/worklists/Pmod.h"
#include "galois/worklists/PublishedPmod.h"

namespace lonestar::worklists {

struct PmodPublished {
  static WorklistInfo info() {
    return asPublished({"pmod.published", "pmod as figures 3 and 4 of its paper print it",
                        papers::kPmod, allOf<galois::worklists::PmodParams>(), Shift::kIfGiven});
  }

  /// See Smq::visit.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    using Policy =
        galois::worklists::PublishedPmod<Indexer, galois::worklists::PerSocketChunkFIFO<0>>;
    visitor(optionOf<Policy>(indexer, pmodParams(settings)));
  }
};

} // namespace lonestar::worklists
