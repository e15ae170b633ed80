/** `--wl=obim`: ordered by integer metric. */
#ifndef GALOIS_LONESTAR_WORKLISTS_OBIM_H
#define GALOIS_LONESTAR_WORKLISTS_OBIM_H

#include "galois/Traits.h"
#include "galois/worklists/Obim.h"
#include "liblonestar/WorklistInfo.h"
#include "liblonestar/worklists/Parameters.h"

namespace lonestar::worklists {

struct Obim {
  static WorklistInfo info() {
    return {
        "obim",
        "a bag of chunks for each priority, shared, most urgent bag first",
        "Nguyen, Lenharth, Pingali, A Lightweight Infrastructure for Graph Analytics, SOSP 2013",
        {&chunkParameter},
        Shift::kAlways};
  }

  /// See Smq::visit.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    using Shifted = ShiftedIndexer<Indexer>;
    using Policy =
        galois::worklists::OrderedByIntegerMetric<Shifted,
                                                  galois::worklists::PerSocketChunkFIFO<0>>;
    galois::worklists::ObimParams params;
    params.chunkSize = chunkParameter.value();
    visitor(galois::wl<Policy>(Shifted(indexer, settings.shift), params));
  }
};

} // namespace lonestar::worklists

#endif
