/** `--wl=chunk-lifo`: chunks of tasks, newest chunk first. */
#ifndef GALOIS_LONESTAR_WORKLISTS_CHUNKLIFO_H
#define GALOIS_LONESTAR_WORKLISTS_CHUNKLIFO_H

#include "galois/worklists/Chunk.h"
#include "liblonestar/worklists/Unordered.h"

namespace lonestar::worklists {

struct ChunkLifo : Unordered<galois::worklists::PerSocketChunkLIFO<0>> {
  static WorklistInfo info() {
    return describe("chunk-lifo", "no priorities: newest chunk first, own socket before others");
  }
};

} // namespace lonestar::worklists

#endif
