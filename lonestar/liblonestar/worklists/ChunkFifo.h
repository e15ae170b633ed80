/** `--wl=chunk-fifo`: chunks of tasks, oldest chunk first. */
#ifndef GALOIS_LONESTAR_WORKLISTS_CHUNKFIFO_H
#define GALOIS_LONESTAR_WORKLISTS_CHUNKFIFO_H

#include "galois/worklists/Chunk.h"
#include "liblonestar/worklists/Unordered.h"

namespace lonestar::worklists {

struct ChunkFifo : Unordered<galois::worklists::PerSocketChunkFIFO<0>> {
  static WorklistInfo info() {
    return describe("chunk-fifo", "no priorities: oldest chunk first, own socket before others");
  }
};

} // namespace lonestar::worklists

#endif
