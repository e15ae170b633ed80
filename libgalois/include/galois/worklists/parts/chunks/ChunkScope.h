/**
 * Which threads share a list of full chunks: all threads, those of one socket, or one thread alone.
 */
#pragma once

#include <algorithm>

#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/ThreadPool.h"

namespace galois::worklists {

/// Which threads share a list of full chunks.
enum class ChunkScope { kGlobal, kSocket, kThread };

/// Returns the number of chunk lists that `scope` needs on this machine.
inline unsigned chunkListsFor(ChunkScope scope) {
  if (scope == ChunkScope::kSocket) {
    return substrate::getThreadPool().getMaxSockets();
  }
  if (scope == ChunkScope::kThread) {
    return std::max(substrate::getThreadPool().getMaxUsableThreads(),
                    substrate::getActiveThreads());
  }
  return 1;
}

/// Returns the index, below `lists`, of the calling thread's home list.
inline unsigned chunkHome(ChunkScope scope, unsigned lists) {
  const unsigned home = scope == ChunkScope::kSocket   ? substrate::ThreadPool::getSocket()
                        : scope == ChunkScope::kThread ? substrate::ThreadPool::getTID()
                                                       : 0;
  // There are mostly enough lists, and a division takes as long as a whole pop.
  return home < lists ? home : home % lists;
}

} // namespace galois::worklists
