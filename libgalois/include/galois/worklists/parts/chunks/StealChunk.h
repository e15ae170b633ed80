/** Stealing a chunk from the list of another group of threads, counted. */
#pragma once

#include "galois/worklists/parts/common/WorklistCounters.h"

namespace galois::worklists {

/// Takes a chunk from a list of the bag (ChunkLists) that is not that of `home`, if there is another
/// list. Counts the attempt, its success, and the tasks. Null if it found none.
template <typename Bag>
auto stealChunk(Bag& bag, unsigned home, WorklistCounters& counters) {
  decltype(bag.steal(home)) chunk = nullptr;
  if (bag.count() > 1) {
    ++counters.stealAttempts;
    chunk = bag.steal(home);
    if (chunk) {
      ++counters.stealSuccesses;
      counters.tasksStolen += chunk->size();
    }
  }
  return chunk;
}

} // namespace galois::worklists
