/** `--wl=chunk-lifo`: chunks of tasks, newest chunk first. */
#pragma once

#include "analytics/scheduler/worklists/Unordered.h"
#include "galois/worklists/Chunk.h"

namespace lonestar::worklists {

struct ChunkLifo : Unordered<galois::worklists::PerSocketYoungestChunk<0>> {
  static WorklistInfo info() {
    return describe(
        "chunk-lifo",
        "no priorities: newest chunk first, those of the thread's own socket before others");
  }
};

} // namespace lonestar::worklists
