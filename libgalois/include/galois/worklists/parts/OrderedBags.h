/**
 * Bags of chunks in order of urgency, shared by all threads: what OrderedByIntegerMetric [Nguyen,
 * Lenharth and Pingali, SOSP 2013; PMOD, section 2.2] and the policies built on it have in common.
 *
 * A thread fills a chunk of its own in every bag it pushes to, publishes full chunks to the bag's
 * list on its socket, and empties one chunk at a time from its current bag. It leaves that bag when
 * it pushes something more urgent, or when nothing is left there for it; then it looks through the
 * bags in order of urgency, beginning with the most urgent one that any thread works on (back-scan
 * prevention). Priorities are relaxed: a chunk that was taken is finished although a more urgent
 * bag may have been filled by another thread meanwhile.
 *
 * Which bag a task belongs in is the business of a *binning*, see FixedBins.h for its members: a
 * task's priority gives the key of its bag when it is pushed, and keys are totally ordered.
 *
 * Invariant: what a thread has pushed and nobody has taken, in chunks of its own or on a bag's
 * list, lies in bags no more urgent than the thread's current one, which it advertises; a thread
 * without a current bag has left nothing. So a search from the most urgent advertised bag finds
 * everything, and a thread's own tasks even if what it reads of others' is out of date. (Pushing
 * something more urgent moves the current bag there; a search passes over a bag only if it holds
 * nothing for the searcher.)
 * With UseBarrier, searches end at the level agreed on, and empty() looks through all bags.
 *
 * Memory: a bag and each thread's entry for it live as long as the policy, some 200 bytes for every
 * distinct key; chunks go back to the pool when they are empty.
 */
#ifndef GALOIS_WORKLISTS_PARTS_ORDEREDBAGS_H
#define GALOIS_WORKLISTS_PARTS_ORDEREDBAGS_H

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
#include "galois/worklists/Chunk.h"
#include "galois/worklists/parts/BucketMap.h"
#include "galois/worklists/parts/Chunk.h"
#include "galois/worklists/parts/ChunkList.h"
#include "galois/worklists/parts/LocalChunks.h"
#include "galois/worklists/parts/WorklistCounters.h"

namespace galois::worklists {

/// @tparam Binning      which bag a task belongs in
/// @tparam Indexer      task -> Binning::Index
/// @tparam Container    a chunked worklist; its chunk size and its order within a bag are used
/// @tparam BlockPeriod  when not 0, a thread looks for a more urgent bag every 2^BlockPeriod pops
/// @tparam BSP          back-scan prevention; without it searches begin at the first bag
/// @tparam UseBarrier   all threads finish a bag before any begins the next (delta-stepping)
///
/// Thread-safe. Push O(1) for bags pushed to lately; pop O(1), O(bags) when its bag runs dry.
template <typename Binning, typename Indexer, typename Container, unsigned BlockPeriod, bool BSP,
          typename T, bool UseBarrier>
class OrderedBags {
protected:
  struct ThreadData;
  struct Entry;

public:
  using value_type = T;

  OrderedBags(Indexer indexer, std::uint32_t chunkSize, Binning binning = Binning())
      : indexer_(std::move(indexer)), binning_(std::move(binning)),
        pool_(Container::kChunkSize ? Container::kChunkSize : chunkSize),
        threads_(std::cref(binning_)) {}
  OrderedBags(const OrderedBags&) = delete;
  OrderedBags& operator=(const OrderedBags&) = delete;

  /// Destroys the tasks that were never taken.
  ~OrderedBags() {
    for (unsigned t = 0; t < threads_.size(); ++t) {
      for (auto& [key, entry] : threads_.getRemote(t)->cache.ordered) {
        entry.chunks.release(pool_);
      }
    }
    bags_.forEach([this](const Key&, Bag& bag) {
      bag.clear([this](Chunk<T>* chunk) { pool_.free(chunk); });
    });
  }

  /// The worklist as one thread uses it. Copyable; valid on the thread that asked for it, as long
  /// as the worklist is.
  class ThreadHandle {
  public:
    using value_type = T;

    void push(const value_type& task) { bags_->add(*me_, task); }
    template <typename Iter>
    void push(Iter b, Iter e) {
      for (; b != e; ++b) {
        push(*b);
      }
    }
    galois::optional<value_type> pop() { return take(*me_, bags_->provide(*me_)); }
    std::size_t pop_batch(value_type* out, std::size_t max) {
      return takeSome(*me_, bags_->provide(*me_), out, max);
    }

  private:
    friend class OrderedBags;
    ThreadHandle(OrderedBags& bags, ThreadData& me) : bags_(&bags), me_(&me) {}

    OrderedBags* bags_;
    ThreadData* me_;
  };

  /// For a thread that pushes and pops many times.
  ThreadHandle forThisThread() { return ThreadHandle(*this, *threads_.getLocal()); }

  /// With UseBarrier only: moves all threads to the next bag that holds work. All threads call it
  /// together. @return whether no bag holds any
  template <bool B = UseBarrier, typename = std::enable_if_t<B>>
  bool empty() {
    ThreadData& me = *threads_.getLocal();
    const unsigned threads = substrate::getActiveThreads();
    substrate::Barrier& barrier = substrate::getBarrier(threads);
    barrier.wait(); // no thread pushes any more
    bags_.refresh(me.cache);
    me.hasNext = false;
    for (auto& [key, entry] : me.cache.ordered) {
      if (entry.holdsWork()) {
        me.next = key;
        me.hasNext = true;
        break;
      }
    }
    barrier.wait(); // every thread's proposal is written
    bool found = false;
    Key level{};
    for (unsigned t = 0; t < threads; ++t) {
      const ThreadData& other = *threads_.getRemote(t);
      if (other.hasNext && (!found || before_(other.next, level))) {
        level = other.next;
        found = true;
      }
    }
    me.level = level;
    me.hasLevel = found;
    leaveBag(me);
    return !found;
  }

  /// Gives each counter to `sink(thread, name, value)`. Call it between loops only.
  template <typename Sink>
  void reportCounters(Sink&& sink) {
    for (unsigned t = 0; t < threads_.size(); ++t) {
      const ThreadData& data = *threads_.getRemote(t);
      data.counters.report(t, sink);
      sink(t, "bag_searches", data.searches);
    }
    sink(0, "bags", bags_.size());
  }

protected:
  using Index = typename Binning::Index;
  using Key = typename Binning::Key;
  using Before = typename Binning::Before;
  using Bag = ChunkLists<Chunk<T>>;

  /// What a thread keeps for a bag.
  struct Entry {
    Entry(const Key& k, Bag* b) : index(k), bag(b) {}

    /// Whether there is a task here that the owner of this entry could take.
    bool holdsWork() const noexcept {
      if (chunks.holdsWork()) {
        return true;
      }
      for (unsigned home = 0; home < bag->count(); ++home) {
        if (!bag->seemsEmpty(home)) {
          return true;
        }
      }
      return false;
    }

    const Key index;
    Bag* const bag;
    LocalChunks<T, Container::kLifo> chunks;
  };
  using Map = BucketMap<Key, Bag, Entry, Before>;

  struct ThreadData {
    explicit ThreadData(const Binning& binning) : bins(binning) {}

    /// The most urgent priority of the bag where this thread works, told to the others as a hint
    /// where to begin their search. Relaxed everywhere: a stale value costs a longer search or a
    /// less urgent find, nothing else.
    substrate::Atomic<Index> advertised{Binning::kLeastUrgent};

    alignas(substrate::kCacheLineSize) Entry* current = nullptr;
    typename Map::Cache cache;
    Key level{}, next{}; ///< UseBarrier: the bag being worked on; this thread's proposal
    bool hasLevel = false, hasNext = false;
    std::uint64_t period = 0; ///< the block period of the last look
    std::uint64_t searches = 0;
    WorklistCounters counters;
    typename Binning::Local bins;
  };

  void add(ThreadData& me, const value_type& task) {
    const Index priority = indexer_(task);
    Entry& entry = entryOf(me, binning_.keyOf(me.bins, priority));
    entry.chunks.push(
        task, pool_, *entry.bag, [&entry] { return homeIn(entry); },
        [&] { binning_.beganChunk(me.bins, priority); });
    ++me.counters.pushes;
    if (!binning_.later(me.bins, priority) &&
        (!me.current || before_(entry.index, me.current->index))) {
      moveTo(me, entry);
    }
  }

  /// The thread's entry for the bag named `key`, made if there is none.
  Entry& entryOf(ThreadData& me, const Key& key) {
    return bags_.find(
        me.cache, key, [] { return std::make_unique<Bag>(chunkListsFor(ChunkScope::socket)); },
        [this, &me] { binning_.madeBag(me.bins, me.counters, others()); });
  }

  void moveTo(ThreadData& me, Entry& entry) {
    me.current = &entry;
    me.advertised.store(binning_.mostUrgentOf(entry.index), substrate::order::relaxed);
    binning_.moved(me.bins, me.counters, entry.index);
  }

  void leaveBag(ThreadData& me) {
    me.current = nullptr;
    binning_.left(me.bins);
    me.advertised.store(Binning::kLeastUrgent, substrate::order::relaxed);
  }

  /// The most urgent bag that holds work for the thread, a task of it ready to be taken; nullptr
  /// when none does.
  Entry* provide(ThreadData& me) {
    binning_.beforePop(me.bins, me.counters, others());
    if (Entry* entry = me.current; entry && open(me, *entry)) {
      if (!timeToLook(me) && provideFrom(me, *entry)) {
        return entry;
      }
    }
    if (search(me)) {
      return me.current;
    }
    ++me.counters.emptyPops;
    return nullptr;
  }

  /// One task, or up to `max`, of what provide() gave.
  static galois::optional<value_type> take(ThreadData& me, Entry* entry) {
    if (!entry) {
      return galois::optional<value_type>();
    }
    ++me.counters.pops;
    return galois::optional<value_type>(entry->chunks.take());
  }
  static std::size_t takeSome(ThreadData& me, Entry* entry, value_type* out, std::size_t max) {
    if (!entry) {
      return 0;
    }
    const std::size_t count = entry->chunks.take(out, max);
    me.counters.pops += count;
    return count;
  }

  bool provideFrom(ThreadData& me, Entry& entry) {
    return entry.chunks.provide(pool_, *entry.bag, homeIn(entry), me.counters);
  }

  static unsigned homeIn(const Entry& entry) {
    return chunkHome(ChunkScope::socket, entry.bag->count());
  }

  /// Whether a block period has passed since the thread last looked for a more urgent bag.
  static bool timeToLook(ThreadData& me) {
    if (BlockPeriod == 0) {
      return false;
    }
    const std::uint64_t period = me.counters.pops >> BlockPeriod;
    return std::exchange(me.period, period) != period;
  }

  /// Makes the most urgent bag with work the current one.
  bool search(ThreadData& me) {
    ++me.searches;
    binning_.beforeSearch(me.bins, me.counters, others());
    bags_.refresh(me.cache);
    auto& ordered = me.cache.ordered;
    auto at =
        BSP ? ordered.lower_bound(binning_.firstWith(mostUrgentAdvertised(me))) : ordered.begin();
    for (; at != ordered.end(); ++at) {
      Entry& entry = at->second;
      if (!open(me, entry)) {
        break;
      }
      if (entry.holdsWork() && provideFrom(me, entry)) {
        moveTo(me, entry);
        return true;
      }
    }
    leaveBag(me);
    return false;
  }

  /// Whether tasks of this bag may run now: with UseBarrier, up to the level agreed on.
  bool open(const ThreadData& me, const Entry& entry) const {
    return !UseBarrier || (me.hasLevel && !before_(me.level, entry.index));
  }

  Index mostUrgentAdvertised(const ThreadData& me) {
    constexpr typename Binning::MoreUrgent moreUrgent;
    Index best = me.hasLevel ? binning_.mostUrgentOf(me.level) : Binning::kLeastUrgent;
    for (unsigned t = 0; t < substrate::getActiveThreads(); ++t) {
      const Index index = threads_.getRemote(t)->advertised.load(substrate::order::relaxed);
      if (moreUrgent(index, best)) {
        best = index;
      }
    }
    return best;
  }

  /// What a binning is given to look at all threads' data.
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

#endif
