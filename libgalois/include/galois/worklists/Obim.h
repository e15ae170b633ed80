/**
 * OrderedByIntegerMetric, OBIM: a bag of chunks for every priority, threads work on the most urgent
 * bag they know of [Nguyen and Pingali 2011; PMOD, section 2.3].
 *
 * A thread fills a chunk of its own in every bag it pushes to, publishes full chunks to the bag's
 * list on its socket, and empties one chunk at a time from its current bag. It leaves that bag when
 * it pushes something more urgent, or when nothing is left there for it; then it looks through the
 * bags in order of urgency, beginning with the most urgent one that any thread works on (back-scan
 * prevention). Priorities are relaxed: a chunk that was taken is finished although a more urgent
 * bag may have been filled by another thread meanwhile.
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
 * distinct priority; chunks go back to the pool when they are empty.
 */
#ifndef GALOIS_WORKLISTS_OBIM_H
#define GALOIS_WORKLISTS_OBIM_H

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>

#include "galois/optional.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/Barrier.h"
#include "galois/substrate/PerThreadStorage.h"
#include "galois/substrate/ThreadPool.h"
#include "galois/worklists/Chunk.h"
#include "galois/worklists/Indexer.h"
#include "galois/worklists/WLCompileCheck.h"
#include "galois/worklists/parts/BucketMap.h"
#include "galois/worklists/parts/Chunk.h"
#include "galois/worklists/parts/ChunkList.h"
#include "galois/worklists/parts/LocalChunks.h"
#include "galois/worklists/parts/WorklistCounters.h"

namespace galois::worklists {

/// Run-time parameters of OBIM. The width of a bag is the indexer's affair (a right shift,
/// `--delta`).
using ObimParams = ChunkParams;

/// @tparam Indexer         task -> integer, smaller is more urgent
/// @tparam Container       a chunked worklist; its chunk size and its order within a bag are used
/// @tparam BlockPeriod     when not 0, every 2^BlockPeriod pops a thread looks for a more urgent
/// bag
/// @tparam BSP             back-scan prevention; without it searches begin at the first bag
/// @tparam UseBarrier      all threads finish a bag before any begins the next (delta-stepping)
/// @tparam UseMonotonic    promise that pushes are never more urgent than the running task;
/// accepted
///                         for Galois' interface, nothing here is wrong without it
/// @tparam UseDescending   larger is more urgent
///
/// Thread-safe. Push O(1) for bags pushed to lately; pop O(1), O(bags) when its bag runs dry.
template <typename Indexer = DummyIndexer<int>, typename Container = PerSocketChunkFIFO<64>,
          unsigned BlockPeriod = 0, bool BSP = true, typename T = int, typename Index = int,
          bool UseBarrier = false, bool UseMonotonic = false, bool UseDescending = false,
          bool Concurrent = true>
class OrderedByIntegerMetric {
public:
  template <typename U>
  using retype =
      OrderedByIntegerMetric<Indexer, Container, BlockPeriod, BSP, U, IndexOf<Indexer, U>,
                             UseBarrier, UseMonotonic, UseDescending, Concurrent>;
  template <bool B>
  using rethread = OrderedByIntegerMetric<Indexer, Container, BlockPeriod, BSP, T, Index,
                                          UseBarrier, UseMonotonic, UseDescending, B>;
  template <unsigned N>
  struct with_block_period {
    using type = OrderedByIntegerMetric<Indexer, Container, N, BSP, T, Index, UseBarrier,
                                        UseMonotonic, UseDescending, Concurrent>;
  };
  template <typename C>
  struct with_container {
    using type = OrderedByIntegerMetric<Indexer, C, BlockPeriod, BSP, T, Index, UseBarrier,
                                        UseMonotonic, UseDescending, Concurrent>;
  };
  template <typename I>
  struct with_indexer {
    using type = OrderedByIntegerMetric<I, Container, BlockPeriod, BSP, T, Index, UseBarrier,
                                        UseMonotonic, UseDescending, Concurrent>;
  };
  template <bool B>
  struct with_back_scan_prevention {
    using type = OrderedByIntegerMetric<Indexer, Container, BlockPeriod, B, T, Index, UseBarrier,
                                        UseMonotonic, UseDescending, Concurrent>;
  };
  template <bool B>
  struct with_barrier {
    using type = OrderedByIntegerMetric<Indexer, Container, BlockPeriod, BSP, T, Index, B,
                                        UseMonotonic, UseDescending, Concurrent>;
  };
  template <bool B>
  struct with_monotonic {
    using type = OrderedByIntegerMetric<Indexer, Container, BlockPeriod, BSP, T, Index, UseBarrier,
                                        B, UseDescending, Concurrent>;
  };
  template <bool B>
  struct with_descending {
    using type = OrderedByIntegerMetric<Indexer, Container, BlockPeriod, BSP, T, Index, UseBarrier,
                                        UseMonotonic, B, Concurrent>;
  };
  using value_type = T;

  explicit OrderedByIntegerMetric(Indexer indexer = Indexer(), ObimParams params = ObimParams())
      : indexer_(indexer), pool_(Container::kChunkSize ? Container::kChunkSize : params.chunkSize) {
  }
  OrderedByIntegerMetric(const OrderedByIntegerMetric&) = delete;
  OrderedByIntegerMetric& operator=(const OrderedByIntegerMetric&) = delete;

  /// Destroys the tasks that were never taken.
  ~OrderedByIntegerMetric() {
    for (unsigned t = 0; t < threads_.size(); ++t) {
      for (auto& [index, entry] : threads_.getRemote(t)->cache.ordered) {
        entry.chunks.release(pool_);
      }
    }
    bags_.forEach([this](const Index&, Bag& bag) {
      bag.clear([this](Chunk<T>* chunk) { pool_.free(chunk); });
    });
  }

  void push(const value_type& task) { add(*threads_.getLocal(), task); }

  template <typename Iter>
  void push(Iter b, Iter e) {
    ThreadData& me = *threads_.getLocal();
    for (; b != e; ++b) {
      add(me, *b);
    }
  }

  /// Called by every thread with the same range: each adds its share.
  template <typename Range>
  void push_initial(const Range& range) {
    const auto share = range.local_pair();
    push(share.first, share.second);
  }

  galois::optional<value_type> pop() {
    ThreadData& me = *threads_.getLocal();
    Entry* entry = provide(me);
    if (!entry) {
      return galois::optional<value_type>();
    }
    ++me.counters.pops;
    return galois::optional<value_type>(entry->chunks.take());
  }

  /// Takes up to `max` tasks of one bag. @return number of tasks written to `out`, 0 if none was
  /// found
  std::size_t pop_batch(value_type* out, std::size_t max) {
    ThreadData& me = *threads_.getLocal();
    Entry* entry = provide(me);
    if (!entry) {
      return 0;
    }
    const std::size_t count = entry->chunks.take(out, max);
    me.counters.pops += count;
    return count;
  }

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
    for (auto& [index, entry] : me.cache.ordered) {
      if (entry.holdsWork()) {
        me.next = index;
        me.hasNext = true;
        break;
      }
    }
    barrier.wait(); // every thread's proposal is written
    bool found = false;
    Index level{};
    for (unsigned t = 0; t < threads; ++t) {
      const ThreadData& other = *threads_.getRemote(t);
      if (other.hasNext && (!found || before_(other.next, level))) {
        level = other.next;
        found = true;
      }
    }
    me.level = level;
    me.hasLevel = found;
    me.current = nullptr;
    me.advertised.store(kLeastUrgent, substrate::order::relaxed);
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

private:
  using Before = std::conditional_t<UseDescending, std::greater<Index>, std::less<Index>>;
  using Bag = ChunkLists<Chunk<T>>;

  /// What a thread keeps for a bag.
  struct Entry {
    Entry(const Index& i, Bag* b) : index(i), bag(b) {}

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

    const Index index;
    Bag* const bag;
    LocalChunks<T, Container::kLifo> chunks;
  };
  using Map = BucketMap<Index, Bag, Entry, Before>;

  static constexpr Index kLeastUrgent =
      UseDescending ? std::numeric_limits<Index>::lowest() : std::numeric_limits<Index>::max();

  struct ThreadData {
    /// Where this thread works, told to the others as a hint where to begin their search. Relaxed
    /// everywhere: a stale value costs a longer search or a less urgent find, nothing else.
    std::atomic<Index> advertised{kLeastUrgent};

    alignas(substrate::kCacheLineSize) Entry* current = nullptr;
    typename Map::Cache cache;
    Index level{}, next{}; ///< UseBarrier: the bag being worked on; this thread's proposal
    bool hasLevel = false, hasNext = false;
    std::uint64_t period = 0; ///< the block period of the last look
    std::uint64_t searches = 0;
    WorklistCounters counters;
  };

  void add(ThreadData& me, const value_type& task) {
    const Index index = indexer_(task);
    Entry& entry = bags_.find(
        me.cache, index, [] { return std::make_unique<Bag>(chunkListsFor(ChunkScope::socket)); });
    entry.chunks.push(task, pool_, *entry.bag, [&entry] { return homeIn(entry); });
    ++me.counters.pushes;
    if (!me.current || before_(index, me.current->index)) {
      moveTo(me, entry);
    }
  }

  void moveTo(ThreadData& me, Entry& entry) {
    me.current = &entry;
    me.advertised.store(entry.index, substrate::order::relaxed);
  }

  /// The most urgent bag that holds work for the thread, a task of it ready to be taken; nullptr
  /// when none does.
  Entry* provide(ThreadData& me) {
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
    bags_.refresh(me.cache);
    auto& ordered = me.cache.ordered;
    auto at = BSP ? ordered.lower_bound(mostUrgentAdvertised(me)) : ordered.begin();
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
    me.current = nullptr;
    me.advertised.store(kLeastUrgent, substrate::order::relaxed);
    return false;
  }

  /// Whether tasks of this bag may run now: with UseBarrier, up to the level agreed on.
  bool open(const ThreadData& me, const Entry& entry) const {
    return !UseBarrier || (me.hasLevel && !before_(me.level, entry.index));
  }

  Index mostUrgentAdvertised(const ThreadData& me) {
    Index best = me.hasLevel ? me.level : kLeastUrgent;
    for (unsigned t = 0; t < substrate::getActiveThreads(); ++t) {
      const Index index = threads_.getRemote(t)->advertised.load(substrate::order::relaxed);
      if (before_(index, best)) {
        best = index;
      }
    }
    return best;
  }

  Indexer indexer_;
  Before before_;
  ChunkPool<T> pool_;
  Map bags_;
  substrate::PerThreadStorage<ThreadData> threads_;
};
GALOIS_WLCOMPILECHECK(OrderedByIntegerMetric)

} // namespace galois::worklists

#endif
