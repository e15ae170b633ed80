/** `--wl=pmod.published`: PMOD as its paper's figures print it. */
#pragma once

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/WorklistInfo.h"
#include "analytics/scheduler/worklists/Parameters.h"
#include "analytics/scheduler/worklists/Pmod.h"
#include "galois/worklists/PublishedPmod.h"

namespace lonestar::worklists {

/// Base of pmod.published and pmod.released, which add info().
/// @tparam Rules  see galois/worklists/parts/bags/BagRules.h
template <typename Rules>
struct PmodUnder {
  /// See Smq::visit.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    using Policy =
        galois::worklists::PublishedPmod<Indexer, galois::worklists::PerSocketChunkFIFO<0>, int,
                                         int, true, Rules>;
    visitor(optionOf<Policy>(indexer, pmodParams(settings)));
  }
};

struct PmodPublished : PmodUnder<galois::worklists::AsPrinted> {
  static WorklistInfo info() {
    return asPublished({"pmod.published", "pmod as figures 3 and 4 of its paper print it",
                        papers::kPmod, allOf<galois::worklists::PmodParams>(), Shift::kIfGiven});
  }
};

} // namespace lonestar::worklists
