/**
 * The bags of OBIM and PMOD as [PMOD, section 2.2] describes them, with the back-scan prevention of
 * Galois' interface. OrderedBags.h is the variant that this project developed from them.
 *
 * A binning (FixedBins.h lists its members) names the bag of a task: for OBIM one per priority, for
 * PMOD as figures 3 and 4 say. A bag is shared by all threads, with a list of chunks per socket. A
 * map that all threads share names the bags. Each thread has a copy of it, adds a bag to both when
 * it first pushes a task of that bag, and catches up with the shared map when it finds no task in
 * the bags of its copy. A thread takes tasks of one bag until that is empty.
 *
 * Back-scan prevention. Each thread has the bag from which it would search, its *start*. Other
 * threads read it, because a search begins at the first of the starts of all threads.
 *
 * Invariant: no task that a thread has pushed and nobody has taken lies in a bag before the thread's
 * start. So a thread finds its own tasks in its own copy of the map, whatever it reads of other
 * threads. A push to a bag before the start makes that the start before the task is added. A search
 * raises it past bags that it saw empty, and not past one that seemed to hold a task which it did
 * not get. The starts need no order among each other: a thread that reads an old one, or parts of
 * two, misses only tasks of other threads, which these find themselves. For the same reason a thread
 * need not read all of them, but always its own.
 *
 * The bags of the program that was measured differ in a few steps (BagRules.h).
 *
 * docs/worklists/published.md sets the sentences of the section beside this code.
 */
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include "galois/optional.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/substrate/PerThreadStorage.h"
#include "galois/substrate/ThreadPool.h"
#include "galois/worklists/parts/bags/BagEntry.h"
#include "galois/worklists/parts/bags/BagRules.h"
#include "galois/worklists/parts/bags/BucketMap.h"
#include "galois/worklists/parts/chunks/ChunkScope.h"
#include "galois/worklists/parts/chunks/TaskChunk.h"
#include "galois/worklists/parts/common/ThroughHandles.h"
#include "galois/worklists/parts/common/WorklistCounters.h"

namespace galois::worklists {

/// The bags, for the policies that derive from them. Thread-safe, if each thread uses only its own
/// ThreadData.
/// @tparam Binning    decides which bag a task belongs in; smaller priorities are more urgent
/// @tparam Indexer    maps a task to Binning::Index
/// @tparam Container  a chunked worklist; its chunk size and its order within a bag are used
/// @tparam Rules      AsPrinted or AsReleased
template <typename Binning, typename Indexer, typename Container, typename T,
          typename Rules = AsPrinted>
class PublishedBags
    : public WithThreadData<PublishedBags<Binning, Indexer, Container, T, Rules>, T> {
  using Base = WithThreadData<PublishedBags, T>;
  friend Base;

protected:
  struct ThreadData;

public:
  /// @param chunkSize  tasks per chunk, 1 or more; unused if the container has a fixed chunk size
  /// @throws std::bad_alloc
  PublishedBags(Indexer indexer, std::uint32_t chunkSize, Binning binning = Binning())
      : indexer_(std::move(indexer)), binning_(std::move(binning)),
        pool_(Container::kChunkSize ? Container::kChunkSize : chunkSize),
        threads_(std::cref(binning_)) {}

  /// Destroys the tasks that were never taken.
  ~PublishedBags() { releaseBags(threads_, map_, pool_); }

  /// Calls `sink(thread, name, value)` for each counter. No other thread may use the worklist.
  template <typename Sink>
  void reportCounters(Sink&& sink) {
    Base::reportCounters(sink);
    sink(0, "bags", map_.size());
  }

protected:
  using Key = typename Binning::Key;
  using Entry = BagEntry<T, Key, Container::kLifo>;
  using Bag = typename Entry::Bag;
  using Map = BucketMap<Key, Bag, Entry, typename Binning::Before>;

  struct ThreadData {
    explicit ThreadData(const Binning& binning) : bins(binning) {}

    template <typename Sink>
    void report(unsigned thread, Sink& sink) const {
      counters.report(thread, sink);
      sink(thread, "bag_searches", searches);
      sink(thread, "bag_refreshes", refreshes);
    }
    std::uint64_t synchronizingDequeues() const { return refreshes; } ///< of PMOD

    Entry* current = nullptr; ///< the bag from which the thread takes tasks
    typename Map::Cache cache;
    std::uint64_t searches = 0;  ///< for another bag
    std::uint64_t refreshes = 0; ///< of the thread's copy of the map, in searches
    WorklistCounters counters;
    typename Binning::Local bins;
    /// Where a search of this thread would begin; only the thread writes it.
    struct alignas(substrate::kCacheLineSize) {
      typename Binning::SharedKey key;
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

  /// Adds a task to its bag, which is made if the thread knows of none.
  /// @throws std::bad_alloc, and what copying the task throws; it is then not added
  void add(ThreadData& me, const T& task) {
    const Key key = binning_.keyOf(me.bins, indexer_(task));
    Entry& entry = map_.find(me.cache, key, [] {});
    if (!entry.bag) {
      map_.share(me.cache, entry,
                 [] { return std::make_unique<Bag>(chunkListsFor(ChunkScope::kSocket)); });
    }
    if (before_(key, me.start.key.load())) {
      me.start.key.store(key);
    }
    entry.chunks.push(task, pool_, *entry.bag, [&entry] { return homeIn(*entry.bag); });
    ++me.counters.pushes;
    if (Rules::kReleased && me.current && before_(key, me.current->index)) {
      moveTo(me, entry);
    }
  }

  /// Takes a task of the thread's bag, or of the first bag in which it finds one.
  /// @return the task, or nothing if none was found
  /// @throws std::bad_alloc, and what moving the task throws; it is then not taken
  galois::optional<T> take(ThreadData& me) {
    if (Entry* const entry = provide(me)) {
      auto task = entry->chunks.template take<galois::optional<T>>();
      ++me.counters.pops;
      return task;
    }
    ++me.counters.emptyPops;
    return galois::optional<T>();
  }

  /// Returns the entry of a bag from which the thread can take a task; nullptr if it finds none.
  Entry* provide(ThreadData& me) {
    binning_.beforePop(me.bins, me.counters, others());
    if (me.current && me.current->provide(pool_, me.counters)) {
      return me.current;
    }
    ++me.searches;
    me.current = nullptr;
    binning_.left(me.bins);
    if (Rules::kReleased) {
      binning_.beforeSearch(me.bins, me.counters, others());
    }
    Entry* found = traverse(me);
    if (!found) {
      ++me.refreshes;
      if (!Rules::kReleased) {
        binning_.beforeSearch(me.bins, me.counters, others());
      }
      map_.refresh(me.cache);
      found = traverse(me);
    }
    if (found) {
      moveTo(me, *found);
    }
    return found;
  }

  /// Makes the bag of `entry` the one from which the thread takes tasks.
  void moveTo(ThreadData& me, Entry& entry) {
    me.current = &entry;
    binning_.moved(me.bins, me.counters, entry.index);
  }

  /// Returns the calling thread's home among the lists of a bag: the list of its socket.
  static unsigned homeIn(const Bag& bag) { return chunkHome(ChunkScope::kSocket, bag.count()); }

  /// Returns a function that calls `visit(local)` with the binning's data of each active thread.
  auto others() {
    return [this](auto&& visit) {
      for (unsigned t = 0; t < substrate::getActiveThreads(); ++t) {
        visit(threads_.getRemote(t)->bins);
      }
    };
  }

  Indexer indexer_;
  typename Binning::Before before_;
  Binning binning_;
  ChunkPool<T> pool_;
  Map map_;
  substrate::PerThreadStorage<ThreadData> threads_;

private:
  /// Looks for a task in the bags of the thread's copy of the map, in their order.
  /// @return the first entry that provides one; nullptr if none does
  Entry* traverse(ThreadData& me) {
    Key start = Binning::kLast; // the next one: the first bag that is not known to be empty
    auto& ordered = me.cache.ordered;
    for (auto at = ordered.lower_bound(firstStart(me)); at != ordered.end(); ++at) {
      Entry& entry = at->second;
      if (!entry.holdsWork()) {
        continue;
      }
      start = std::min(start, entry.index, before_);
      if (entry.provide(pool_, me.counters)) {
        me.start.key.store(start);
        return &entry;
      }
    }
    me.start.key.store(start);
    return nullptr;
  }

  /// Returns the first of the starts that the thread reads: those of all threads that have used the
  /// worklist, or of the program that was measured, its own and its leader's.
  Key firstStart(const ThreadData& me) {
    const unsigned known = starts_.load(order::relaxed);
    if (Rules::kReleased && !substrate::ThreadPool::isLeader()) {
      const unsigned leader = substrate::ThreadPool::getLeader();
      const Key own = me.start.key.load();
      return leader < known ? std::min(own, threads_.getRemote(leader)->start.key.load(), before_)
                            : own;
    }
    Key first = Binning::kLast;
    for (unsigned t = 0; t < known; ++t) {
      first = std::min(first, threads_.getRemote(t)->start.key.load(), before_);
    }
    return first;
  }

  /// Number of threads whose starts count: those with smaller ids than this.
  substrate::DefaultAtomics::Atomic<unsigned> starts_{0};
};

} // namespace galois::worklists
