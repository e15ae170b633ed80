/** `--wl=chunk-lifo`: chunks of tasks, newest chunk first. */
#ifndef GALOIS_LONESTAR_WORKLISTS_CHUNKLIFO_H
#define GALOIS_LONESTAR_WORKLISTS_CHUNKLIFO_H

#include "galois/Traits.h"
#include "galois/worklists/Chunk.h"
#include "liblonestar/WorklistRegistry.h"
#include "liblonestar/worklists/Parameters.h"

namespace lonestar::worklists {

struct ChunkLifo {
  static WorklistInfo info() {
    return {
        "chunk-lifo",
        "no priorities: newest chunk first, own socket before others",
        "Nguyen, Lenharth, Pingali, A Lightweight Infrastructure for Graph Analytics, SOSP 2013",
        {&chunkParameter},
        Shift::Never};
  }

  /// See Smq::visit; priorities are ignored.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer&, const WorklistSettings&, Visitor&& visitor) {
    galois::worklists::ChunkParams params;
    params.chunkSize = chunkParameter.value();
    visitor(galois::wl<galois::worklists::PerSocketChunkLIFO<0>>(params));
  }
};

} // namespace lonestar::worklists

#endif
