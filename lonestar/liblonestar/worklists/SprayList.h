/** `--wl=spraylist`: one skip list, tasks taken near its front at random. */
#ifndef GALOIS_LONESTAR_WORKLISTS_SPRAYLIST_H
#define GALOIS_LONESTAR_WORKLISTS_SPRAYLIST_H

#include "galois/Traits.h"
#include "galois/worklists/SprayList.h"
#include "liblonestar/WorklistInfo.h"
#include "liblonestar/worklists/Parameters.h"

namespace lonestar::worklists {

struct SprayList {
  static WorklistInfo info() {
    return {"spraylist",
            "one lock-free skip list; threads walk at random to a task near its front",
            "Alistarh, Kopinsky, Li, Shavit, The SprayList, PPoPP 2015",
            {},
            Shift::kIfGiven};
  }

  /// See Smq::visit. Shifting costs little beside the cache misses of a search.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    using Shifted = ShiftedIndexer<Indexer>;
    visitor(galois::wl<galois::worklists::SprayList<Shifted>>(Shifted(indexer, settings.shift)));
  }
};

} // namespace lonestar::worklists

#endif
