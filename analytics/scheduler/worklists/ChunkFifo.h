/** `--wl=chunk-fifo`: chunks of tasks, oldest chunk first. */
#pragma once

#include "analytics/scheduler/worklists/Unordered.h"
#include "galois/worklists/Chunk.h"

namespace lonestar::worklists {

struct ChunkFifo : Unordered<galois::worklists::PerSocketChunkFIFO<0>> {
  static WorklistInfo info() {
    return describe(
        "chunk-fifo",
        "no priorities: oldest chunk first, those of the thread's own socket before others");
  }
};

} // namespace lonestar::worklists
