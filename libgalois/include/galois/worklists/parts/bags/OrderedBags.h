/**
 * Bags of chunks in priority order, shared by all threads: what OrderedByIntegerMetric [Nguyen,
 * Lenharth and Pingali, SOSP 2013; PMOD, section 2.2] and the policies built on it have in common.
 *
 * A thread fills a chunk of its own in every bag that it pushes to. It offers full chunks in the
 * bag's list on its socket, and empties one chunk at a time from its current bag. It leaves that
 * bag when it pushes a more urgent task, or when it finds no task there. Then it searches the bags
 * in priority order. The search begins with the thread's own bag or with the first bag in which any
 * thread has offered a chunk, whichever is more urgent. A shared hint names that first bag
 * (back-scan prevention, FirstHint.h). Priorities are relaxed: a thread finishes its chunk although
 * another thread may have filled a more urgent bag meanwhile.
 *
 * A *binning* decides which bag a task belongs in (FixedBins.h lists its members). It maps a task's
 * priority to the key of a bag when the task is pushed, and keys are totally ordered.
 *
 * Invariant: every task that a thread has pushed and nobody has taken lies in a bag that is no more
 * urgent than the thread's current one. A thread without a current bag has no such task. So a
 * search that begins there or earlier finds the thread's own tasks, whatever the hint says. It
 * misses what another thread has offered only while that thread is about to lower the hint
 * (SharedBags.h). The invariant holds because pushing a more urgent task changes the current
 * bag, and because a search passes over a bag only if the searcher can take nothing there. With
 * UseBarrier, a search ends at the level agreed on, and empty() searches all bags.
 *
 * Memory: a key gets shared lists when a chunk under it is full. These, and each thread's entry for
 * them, some 200 bytes, live as long as the policy. Other entries are removed when they are empty,
 * and chunks go back to the pool.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

#include "galois/optional.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/Barrier.h"
#include "galois/substrate/PerThreadStorage.h"
#include "galois/worklists/parts/bags/AgreedLevel.h"
#include "galois/worklists/parts/bags/BagEntry.h"
#include "galois/worklists/parts/bags/SharedBags.h"
#include "galois/worklists/parts/chunks/TaskChunk.h"
#include "galois/worklists/parts/common/ThroughHandles.h"
#include "galois/worklists/parts/common/WorklistCounters.h"

namespace galois::worklists {

/// @tparam Binning      decides which bag a task belongs in
/// @tparam Indexer      maps a task to Binning::Index
/// @tparam Container    a chunked worklist; its chunk size and its order within a bag are used
/// @tparam BlockPeriod  unless 0, a thread searches for a more urgent bag every 2^BlockPeriod pops
/// @tparam BSP          back-scan prevention; without it searches begin at the first bag
/// @tparam UseBarrier   all threads finish a bag before any begins the next (delta-stepping)
///
/// Thread-safe. Push is O(1) for bags that the thread has recently pushed to. Pop is O(1), or
/// O(bags) when the current bag has no more tasks.
template <typename Binning, typename Indexer, typename Container, unsigned BlockPeriod, bool BSP,
          typename T, bool UseBarrier>
class OrderedBags
    : public WithThreadData<
          OrderedBags<Binning, Indexer, Container, BlockPeriod, BSP, T, UseBarrier>, T> {
  using Base = WithThreadData<OrderedBags, T>;
  friend Base;

protected:
  struct ThreadData;

public:
  /// @param chunkSize  tasks per chunk, 1 or more; unused if the container has a fixed chunk size
  /// @throws std::bad_alloc
  OrderedBags(Indexer indexer, std::uint32_t chunkSize, Binning binning = Binning())
      : indexer_(std::move(indexer)), binning_(std::move(binning)),
        pool_(Container::kChunkSize ? Container::kChunkSize : chunkSize),
        threads_(std::cref(binning_)) {}

  /// Destroys the tasks that were never taken.
  ~OrderedBags() { releaseBags(threads_, bags_, pool_); }

  /// Moves all threads to the next bag that holds work. With UseBarrier only, and called by all
  /// threads together, after a barrier. @return whether no bag holds work
  template <bool B = UseBarrier, typename = std::enable_if_t<B>>
  bool empty() noexcept {
    ThreadData& me = *threads_.getLocal();
    const unsigned threads = substrate::getActiveThreads();
    // The last search of every thread has seen all bags, because a thread that pushes keeps the
    // others searching. So this adds no entry, allocates nothing, and cannot throw.
    bags_.refresh(me.cache);
    me.level.proposeNothing();
    for (auto& [key, entry] : me.cache.ordered) {
      if (entry.holdsWork()) {
        me.level.propose(key);
        break;
      }
    }
    substrate::getBarrier(threads).wait(); // every thread's proposal is written
    const bool found = me.level.agree(
        threads, [this](unsigned t) -> const auto& { return threads_.getRemote(t)->level; });
    leaveBag(me);
    return !found;
  }

  /// Calls `sink(thread, name, value)` for each counter. No other thread may use the worklist.
  template <typename Sink>
  void reportCounters(Sink&& sink) {
    Base::reportCounters(sink);
    sink(0, "bags", bags_.size());
  }

protected:
  using Index = typename Binning::Index;
  using Key = typename Binning::Key;
  using Before = typename Binning::Before;
  using Entry = BagEntry<T, Key, Container::kLifo>;
  using Bag = typename Entry::Bag;

  /// Tasks in the smallest chunk that is split off for other threads.
  static constexpr std::uint32_t kLeastShared = 16;

  using Map = SharedBags<Binning, Bag, Entry>;

  struct ThreadData {
    explicit ThreadData(const Binning& binning) : bins(binning) {}

    template <typename Sink>
    void report(unsigned thread, Sink& sink) const {
      counters.report(thread, sink);
      sink(thread, "bag_searches", searches);
      sink(thread, "bag_entries", entries);
    }
    /// Searches that found a bag: PMOD counts them.
    std::uint64_t synchronizingDequeues() const { return searches - counters.emptyPops; }

    Entry* current = nullptr;
    typename Map::Cache cache;
    AgreedLevel<Key, Before> level; ///< used with UseBarrier
    std::uint64_t period = 0;       ///< number of the last block period with a search
    std::uint64_t searches = 0;
    std::uint64_t entries = 0; ///< that the thread has made itself
    WorklistCounters counters;
    typename Binning::Local bins;
  };

  /// Adds a task to its bag, and makes that bag the current one if it is more urgent.
  /// @throws std::bad_alloc, and what copying the task throws; it is then not added
  void add(ThreadData& me, const T& task) {
    const Index priority = indexer_(task);
    Entry& entry = entryOf(me, binning_.keyOf(me.bins, priority));
    entry.chunks.push(
        task, pool_, [&](Chunk<T>* chunk) { offer(me, entry, chunk); },
        [&] { binning_.beganChunk(me.bins, priority); });
    ++me.counters.pushes;
    if (!binning_.later(me.bins, priority) &&
        (!me.current || before_(entry.index, me.current->index))) {
      moveTo(me, entry);
    }
  }

  /// Returns the thread's entry for `key`, and makes it if there is none. @throws std::bad_alloc
  Entry& entryOf(ThreadData& me, const Key& key) {
    return bags_.find(me.cache, key, [this, &me] {
      ++me.entries;
      binning_.madeBag(me.bins, me.counters, others());
    });
  }

  /// Returns the shared lists of an entry, and makes them if there are none. @throws std::bad_alloc
  Bag& bagOf(ThreadData& me, Entry& entry) {
    return bags_.share(me.cache, entry, [] { return std::make_unique<Bag>(listsPerBag()); });
  }

  /// Puts a chunk into the bag's list at the thread's home, where every thread may take it.
  void offer(ThreadData& me, Entry& entry, Chunk<T>* chunk) {
    const Bag& bag = bagOf(me, entry);
    bags_.offer(entry, homeIn(bag), chunk);
  }

  /// Makes the bag of `entry` the current one.
  void moveTo(ThreadData& me, Entry& entry) {
    me.current = &entry;
    binning_.moved(me.bins, me.counters, entry.index);
  }

  /// Leaves the thread without a current bag.
  void leaveBag(ThreadData& me) {
    me.current = nullptr;
    binning_.left(me.bins);
  }

  /// Finds the most urgent bag that holds work for the thread, and ensures that a task can be taken
  /// from it. @return its entry; nullptr if no bag holds work
  Entry* provide(ThreadData& me) {
    binning_.beforePop(me.bins, me.counters, others());
    if (Entry* entry = me.current; entry && open(me, *entry)) {
      if (!isSearchDue(me) && provideFrom(me, *entry)) {
        return entry;
      }
    }
    if (search(me)) {
      return me.current;
    }
    ++me.counters.emptyPops;
    return nullptr;
  }

  /// Takes a task, or up to `max`, of the most urgent bag in which the thread finds one.
  /// @throws std::bad_alloc, and what moving the task throws; it is then not taken
  galois::optional<T> take(ThreadData& me) { return take(me, provide(me)); }
  std::size_t takeSome(ThreadData& me, T* out, std::size_t max) {
    return takeSome(me, provide(me), out, max);
  }

  /// The same from what provide() returned.
  static galois::optional<T> take(ThreadData& me, Entry* entry) {
    if (!entry) {
      return galois::optional<T>();
    }
    return takeOne(me, *entry);
  }
  /// Moves the task only once, into the returned value, because a second move might throw and lose
  /// the task.
  static galois::optional<T> takeOne(ThreadData& me, Entry& entry) {
    auto task = entry.chunks.template take<galois::optional<T>>();
    ++me.counters.pops;
    return task;
  }
  static std::size_t takeSome(ThreadData& me, Entry* entry, T* out, std::size_t max) {
    if (!entry) {
      return 0;
    }
    const std::size_t count = entry->chunks.take(out, max);
    me.counters.pops += count;
    return count;
  }

  /// Ensures that a task of that bag can be taken. @return false if there is none
  bool provideFrom(ThreadData& me, Entry& entry) {
    const bool wasOpen = entry.chunks.isOpen();
    if (!entry.provide(pool_, me.counters)) {
      return false;
    }
    if (!wasOpen) {
      shareSome(me, entry);
    }
    return true;
  }

  /// Offers parts of the chunk that the thread has just begun, if there are many threads and the
  /// hint says that nothing as urgent is on offer. Then some thread has searched for it and found
  /// nothing.
  void shareSome(ThreadData& me, Entry& entry) {
    const std::uint32_t parts = std::min(entry.chunks.openSize() / kLeastShared,
                                         1 + substrate::getActiveThreads() / kThreadsPerList);
    if (parts < 2 ||
        !typename Binning::MoreUrgent()(binning_.mostUrgentOf(entry.index), bags_.hint())) {
      return;
    }
    try {
      bagOf(me, entry);
      for (const std::uint32_t size = entry.chunks.openSize() / parts;
           entry.chunks.openSize() >= 2 * size;) {
        offer(me, entry, entry.chunks.split(size, pool_));
      }
    } catch (...) { // no memory, or moving a task throws: the thread keeps the rest for itself
    }
  }

  /// Returns the calling thread's home among a bag's lists.
  static unsigned homeIn(const Bag& bag) { return homeAmong(bag.count()); }

  /// Whether a block period has passed since the thread last searched for a more urgent bag.
  static bool isSearchDue(ThreadData& me) {
    if (BlockPeriod == 0) {
      return false;
    }
    const std::uint64_t period = me.counters.pops >> BlockPeriod;
    return std::exchange(me.period, period) != period;
  }

  /// Makes the most urgent bag with work the current one, see provide(). @return whether there is
  /// one
  bool search(ThreadData& me) {
    ++me.searches;
    binning_.beforeSearch(me.bins, me.counters, others());
    const Index hint = bags_.hint();
    bags_.refresh(me.cache);
    auto& ordered = me.cache.ordered;
    auto at =
        BSP ? ordered.lower_bound(binning_.firstWith(mostUrgentOfMine(me, hint))) : ordered.begin();
    leaveBag(me); // its entry may be removed below
    bool passed = false;
    while (at != ordered.end()) {
      Entry& entry = at->second;
      if (!open(me, entry)) {
        return false;
      }
      if (entry.holdsWork() && provideFrom(me, entry)) {
        moveTo(me, entry);
        if (passed) {
          bags_.raiseHint(me.cache, hint, binning_.mostUrgentOf(entry.index));
        }
        return true;
      }
      if (entry.bag) {
        passed = passed || !before_(entry.index, binning_.firstWith(hint));
        ++at;
      } else {
        entry.chunks.release(pool_);
        at = bags_.forget(me.cache, at);
      }
    }
    if (passed) {
      bags_.raiseHint(me.cache, hint, Binning::kLeastUrgent);
    }
    return false;
  }

  /// Whether tasks of this bag may run now: with UseBarrier, up to the level agreed on.
  bool open(const ThreadData& me, const Entry& entry) const {
    return !UseBarrier || me.level.isOpen(entry.index);
  }

  /// Returns the most urgent of `best`, the thread's current bag and the level agreed on.
  Index mostUrgentOfMine(const ThreadData& me, Index best) const {
    constexpr typename Binning::MoreUrgent moreUrgent;
    if (me.current && moreUrgent(binning_.mostUrgentOf(me.current->index), best)) {
      best = binning_.mostUrgentOf(me.current->index);
    }
    if (UseBarrier && me.level.exists() &&
        moreUrgent(binning_.mostUrgentOf(me.level.key()), best)) {
      best = binning_.mostUrgentOf(me.level.key());
    }
    return best;
  }

  /// Returns a function that calls `visit(local)` with the binning's data of each active thread.
  auto others() {
    return [this](auto&& visit) {
      for (unsigned t = 0; t < substrate::getActiveThreads(); ++t) {
        visit(threads_.getRemote(t)->bins);
      }
    };
  }

  Indexer indexer_;
  Before before_;
  Binning binning_;
  ChunkPool<T> pool_;
  Map bags_;
  substrate::PerThreadStorage<ThreadData> threads_;
};

} // namespace galois::worklists
