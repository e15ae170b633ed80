/**
 * The bags of OBIM as [PMOD, section 2.2] describes them, with the back-scan prevention of Galois'
 * interface. OrderedBags.h is the variant that this project developed from them.
 *
 * There is a bag per priority, shared by all threads, with a list of chunks per socket. A map that
 * all threads share names the bags. Each thread has a copy of it, adds a bag to both when it first
 * pushes a task of a priority, and catches up with the shared map when it finds no task in the bags
 * of its copy. A thread takes tasks of one bag until that is empty.
 *
 * Back-scan prevention. Each thread has a word from which it would search, its *start*. Other
 * threads read it, because a search begins at the most urgent start of all threads.
 *
 * Invariant: no task that a thread has pushed and nobody has taken is more urgent than the thread's
 * start. So a thread finds its own tasks in its own copy of the map, whatever it reads of other
 * threads. A push lowers the start before the task is added. A search raises it past bags that it
 * saw empty, and not past one that seemed to hold a task which it did not get. The starts need no
 * order among each other: a thread that reads an old one misses only tasks of other threads, which
 * these find themselves.
 *
 * docs/worklists/published.md sets the sentences of the section beside this code.
 */
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/substrate/PerThreadStorage.h"
#include "galois/substrate/ThreadPool.h"
#include "galois/worklists/parts/bags/BagEntry.h"
#include "galois/worklists/parts/bags/BucketMap.h"
#include "galois/worklists/parts/chunks/ChunkScope.h"
#include "galois/worklists/parts/chunks/TaskChunk.h"
#include "galois/worklists/parts/common/WorklistCounters.h"

namespace galois::worklists {

/// The bags, for the policies that derive from them. Thread-safe, if each thread uses only its own
/// ThreadData.
/// @tparam Indexer    maps a task to an integer priority, smaller is more urgent
/// @tparam Container  a chunked worklist; its chunk size and its order within a bag are used
/// @tparam Index      the type of priorities
template <typename Indexer, typename Container, typename T, typename Index>
class PrintedBags {
public:
  using value_type = T;

  /// @param chunkSize  tasks per chunk, 1 or more; unused if the container has a fixed chunk size
  /// @throws std::bad_alloc
  PrintedBags(Indexer indexer, std::uint32_t chunkSize)
      : indexer_(std::move(indexer)),
        pool_(Container::kChunkSize ? Container::kChunkSize : chunkSize) {}
  PrintedBags(const PrintedBags&) = delete;
  PrintedBags& operator=(const PrintedBags&) = delete;

  /// Destroys the tasks that were never taken.
  ~PrintedBags() {
    for (unsigned t = 0; t < threads_.size(); ++t) {
      for (auto& [priority, entry] : threads_.getRemote(t)->cache.ordered) {
        entry.chunks.release(pool_);
      }
    }
    map_.forEach([this](const Index&, Bag& bag) {
      bag.clear([this](Chunk<T>* chunk) { pool_.free(chunk); });
    });
  }

  /// Calls `sink(thread, name, value)` for each counter. No other thread may use the worklist.
  template <typename Sink>
  void reportCounters(Sink&& sink) {
    for (unsigned t = 0; t < threads_.size(); ++t) {
      const ThreadData& data = *threads_.getRemote(t);
      data.counters.report(t, sink);
      sink(t, "bag_searches", data.searches);
      sink(t, "bag_refreshes", data.refreshes);
    }
    sink(0, "bags", map_.size());
  }

protected:
  using Entry = BagEntry<T, Index, Container::kLifo>;
  using Bag = typename Entry::Bag;
  using Map = BucketMap<Index, Bag, Entry>;

  static constexpr Index kLeastUrgent = std::numeric_limits<Index>::max();

  struct ThreadData {
    Entry* current = nullptr; ///< the bag from which the thread takes tasks
    typename Map::Cache cache;
    std::uint64_t searches = 0;  ///< for another bag
    std::uint64_t refreshes = 0; ///< of the thread's copy of the map, in searches
    WorklistCounters counters;
    /// Where a search of this thread would begin; only the thread writes it.
    struct alignas(substrate::kCacheLineSize) {
      substrate::DefaultAtomics::Atomic<Index> index{kLeastUrgent};
    } start;
  };

  /// Returns the calling thread's data, and makes other threads read its start from now on.
  ThreadData& dataOfThisThread() {
    const unsigned known = substrate::ThreadPool::getTID() + 1;
    unsigned seen = starts_.load(order::relaxed);
    while (seen < known &&
           !starts_.compare_exchange_weak(seen, known, order::relaxed, order::relaxed)) {
    }
    return *threads_.getLocal();
  }

  /// Adds a task to the bag of its priority, which is made if the thread knows of none.
  /// @throws std::bad_alloc, and what copying the task throws; it is then not added
  void add(ThreadData& me, const T& task) {
    const Index priority = indexer_(task);
    Entry& entry = map_.find(me.cache, priority, [] {});
    if (!entry.bag) {
      map_.share(me.cache, entry,
                 [] { return std::make_unique<Bag>(chunkListsFor(ChunkScope::kSocket)); });
    }
    if (priority < me.start.index.load(order::relaxed)) {
      me.start.index.store(priority, order::relaxed);
    }
    entry.chunks.push(task, pool_, *entry.bag, [&entry] { return homeIn(*entry.bag); });
    ++me.counters.pushes;
  }

  /// Returns the entry of a bag from which the thread can take a task; nullptr if it finds none.
  Entry* provide(ThreadData& me) {
    if (me.current && me.current->provide(pool_, me.counters)) {
      return me.current;
    }
    me.current = nullptr;
    ++me.searches;
    Entry* found = traverse(me);
    if (!found) {
      ++me.refreshes;
      map_.refresh(me.cache);
      found = traverse(me);
    }
    me.current = found;
    return found;
  }

  /// Returns the calling thread's home among the lists of a bag: the list of its socket.
  static unsigned homeIn(const Bag& bag) { return chunkHome(ChunkScope::kSocket, bag.count()); }

  Indexer indexer_;
  ChunkPool<T> pool_;
  Map map_;
  substrate::PerThreadStorage<ThreadData> threads_;

private:
  /// Looks for a task in the bags of the thread's copy of the map, in the order of priorities.
  /// @return the first entry that provides one; nullptr if none does
  Entry* traverse(ThreadData& me) {
    Index start = kLeastUrgent; // the next one: of the first bag that is not known to be empty
    auto& ordered = me.cache.ordered;
    for (auto at = ordered.lower_bound(mostUrgentStart()); at != ordered.end(); ++at) {
      Entry& entry = at->second;
      if (!entry.holdsWork()) {
        continue;
      }
      start = std::min(start, entry.index);
      if (entry.provide(pool_, me.counters)) {
        me.start.index.store(start, order::relaxed);
        return &entry;
      }
    }
    me.start.index.store(start, order::relaxed);
    return nullptr;
  }

  /// Returns the most urgent start of all threads that have used the worklist.
  Index mostUrgentStart() {
    Index first = kLeastUrgent;
    for (unsigned t = 0; t < starts_.load(order::relaxed); ++t) {
      first = std::min<Index>(first, threads_.getRemote(t)->start.index.load(order::relaxed));
    }
    return first;
  }

  /// Number of threads whose starts count: those with smaller ids than this.
  substrate::DefaultAtomics::Atomic<unsigned> starts_{0};
};

} // namespace galois::worklists
