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
  // Mostly there are enough lists, and then no time is spent on a division.
  return home < lists ? home : home % lists;
}

} // namespace galois::worklists
