/**
 * What one thread keeps for one bag of chunks: the chunk that it fills, the one that it empties,
 * and a pointer to the bag's shared lists, once it knows of them.
 *
 * A bag has one shared list per socket, and more where more than kThreadsPerList threads would wait
 * for each other at a list.
 */
#pragma once

#include <algorithm>

#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/ThreadPool.h"
#include "galois/worklists/parts/chunks/ChunkList.h"
#include "galois/worklists/parts/chunks/ChunkScope.h"
#include "galois/worklists/parts/chunks/LocalChunks.h"
#include "galois/worklists/parts/chunks/TaskChunk.h"
#include "galois/worklists/parts/common/WorklistCounters.h"

namespace galois::worklists {

/// Threads that share one list of a bag at most, as far as sockets allow.
inline constexpr unsigned kThreadsPerList = 16;

/// Returns the number of lists that a bag made now should have.
inline unsigned listsPerBag() {
  const unsigned threads = substrate::getActiveThreads();
  return std::max(chunkListsFor(ChunkScope::kSocket),
                  (threads + kThreadsPerList - 1) / kThreadsPerList);
}

/// Returns the calling thread's home among the lists of a bag.
/// @param lists  as listsPerBag() was when the bag was made
inline unsigned homeAmong(unsigned lists) {
  return lists == chunkListsFor(ChunkScope::kSocket)
             ? chunkHome(ChunkScope::kSocket, lists)
             : substrate::ThreadPool::getTID() / kThreadsPerList % lists;
}

/// Owned by one thread. It does not free its chunks: see LocalChunks::release().
/// @tparam T     task
/// @tparam Key   names a bag
/// @tparam Lifo  of full chunks, the youngest comes first
template <typename T, typename Key, bool Lifo>
struct BagEntry {
  using Bag = ChunkLists<Chunk<T>, Lifo, substrate::DefaultAtomics, /*Hinted=*/true>;

  BagEntry(const Key& k, Bag* b) : index(k), bag(b) {}

  /// Whether there is a task here that the owner of this entry could take. O(lists).
  bool holdsWork() const noexcept {
    if (chunks.holdsWork()) {
      return true;
    }
    for (unsigned home = 0; bag && home < bag->count(); ++home) {
      if (!bag->seemsEmpty(home)) {
        return true;
      }
    }
    return false;
  }

  /// Ensures that a task can be taken from `chunks`: one of the owner's own, or of the shared
  /// lists.
  /// @return whether there is one
  bool provide(ChunkPool<T>& pool, WorklistCounters& counters) {
    return bag ? chunks.provide(pool, *bag, homeAmong(bag->count()), counters)
               : chunks.provide(pool);
  }

  const Key index;
  Bag* bag; ///< nullptr: the thread knows of no shared lists, and all it has here is its own
  LocalChunks<T, Lifo, /*Hinted=*/true> chunks;
};

/// Destroys the tasks that were never taken, when no thread uses the bags any more.
/// @param threads  the data of each thread, whose entries are in cache.ordered
/// @param bags     the shared bags, a BucketMap
template <typename Threads, typename Map, typename T>
void releaseBags(Threads& threads, Map& bags, ChunkPool<T>& pool) {
  for (unsigned t = 0; t < threads.size(); ++t) {
    for (auto& [key, entry] : threads.getRemote(t)->cache.ordered) {
      entry.chunks.release(pool);
    }
  }
  bags.forEach([&pool](const auto& /*key*/, auto& bag) {
    bag.clear([&pool](Chunk<T>* chunk) { pool.free(chunk); });
  });
}

} // namespace galois::worklists
