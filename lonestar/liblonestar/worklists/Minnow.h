/** `--wl=minnow`: OBIM in which a few threads bring work to the others. */
#ifndef GALOIS_LONESTAR_WORKLISTS_MINNOW_H
#define GALOIS_LONESTAR_WORKLISTS_MINNOW_H

#include "galois/Traits.h"
#include "galois/worklists/Minnow.h"
#include "liblonestar/WorklistInfo.h"
#include "liblonestar/worklists/Parameters.h"

namespace lonestar::worklists {

inline AutoNumberParameter minnowHelpersParameter(
    "minnow-helpers", 1, 65535,
    "threads that bring work to the others; auto: one in ten, at least one of several");
inline NumberParameter minnowBatchParameter("minnow-batch", 8, 1, 65535,
                                            "tasks a helper runs itself between two rounds");

struct Minnow {
  static WorklistInfo info() {
    return {"minnow",
            "as obim; helper threads leave urgent chunks in the other threads' inboxes",
            "Shan, Khan, HD-CPS: Hardware-assisted Drift-aware Concurrent Priority Scheduler, "
            "HPCA 2022 (its software Minnow)",
            {&chunkParameter, &minnowHelpersParameter, &minnowBatchParameter},
            Shift::kAlways};
  }

  /// See Smq::visit.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    using Shifted = ShiftedIndexer<Indexer>;
    using Policy = galois::worklists::Minnow<Shifted, galois::worklists::PerSocketChunkFIFO<0>>;
    galois::worklists::MinnowParams params;
    params.chunkSize = chunkParameter.value();
    if (const std::uint32_t helpers = minnowHelpersParameter.value()) {
      params.helpers = helpers;
    }
    params.helperBatch = minnowBatchParameter.value();
    visitor(galois::wl<Policy>(Shifted(indexer, settings.shift), params));
  }
};

} // namespace lonestar::worklists

#endif
