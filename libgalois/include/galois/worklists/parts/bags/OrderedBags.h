/**
 * Bags of chunks in order of urgency, shared by all threads: what OrderedByIntegerMetric [Nguyen,
 * Lenharth and Pingali, SOSP 2013; PMOD, section 2.2] and the policies built on it have in common.
 *
 * A thread fills a chunk of its own in every bag it pushes to, publishes full chunks to the bag's
 * list on its socket, and empties one chunk at a time from its current bag. It leaves that bag when
 * it pushes something more urgent, or when nothing is left there for it; then it looks through the
 * bags in order of urgency, beginning with its own or with the first one where somebody has
 * published something, which a word that all share tells (back-scan prevention). Priorities are
 * relaxed: a chunk that was taken is finished although a more urgent bag may have been filled by
 * another thread meanwhile.
 *
 * Which bag a task belongs in is the business of a *binning*, see FixedBins.h for its members: a
 * task's priority gives the key of its bag when it is pushed, and keys are totally ordered.
 *
 * Invariant: what a thread has pushed and nobody has taken, in chunks of its own or on a bag's
 * list, lies in bags no more urgent than the thread's current one; a thread without a current bag
 * has left nothing. So a search that begins there or earlier finds a thread's own tasks whatever
 * the shared word says, and it passes over what others have published only while they are about to
 * say so (PublishedBags.h). (Pushing something more urgent moves the current bag there; a search
 * passes over a bag only if it holds nothing for the searcher.) With UseBarrier, searches end at
 * the level agreed on, and empty() looks through all bags.
 *
 * Memory: threads share a bag only for a key under which a chunk was filled; it and each thread's
 * entry for it live as long as the policy, some 200 bytes. Other entries are forgotten when they
 * are empty, and chunks go back to the pool.
 */
#ifndef GALOIS_WORKLISTS_PARTS_BAGS_ORDEREDBAGS_H
#define GALOIS_WORKLISTS_PARTS_BAGS_ORDEREDBAGS_H

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
#include "galois/substrate/ThreadPool.h"
#include "galois/worklists/parts/bags/PublishedBags.h"
#include "galois/worklists/parts/chunks/ChunkList.h"
#include "galois/worklists/parts/chunks/ChunkScope.h"
#include "galois/worklists/parts/chunks/LocalChunks.h"
#include "galois/worklists/parts/chunks/TaskChunk.h"
#include "galois/worklists/parts/common/WorklistCounters.h"

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
  bool empty() noexcept {
    ThreadData& me = *threads_.getLocal();
    const unsigned threads = substrate::getActiveThreads();
    substrate::Barrier& barrier = substrate::getBarrier(threads);
    barrier.wait(); // no thread pushes any more
    // No-one's last search missed a bag: a thread that pushes keeps the others searching. So this
    // finds nothing new, needs no memory, and cannot throw.
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
      sink(t, "bag_entries", data.entries);
    }
    sink(0, "bags", bags_.size());
  }

protected:
  using Index = typename Binning::Index;
  using Key = typename Binning::Key;
  using Before = typename Binning::Before;
  using Bag = ChunkLists<Chunk<T>, Container::kLifo>;

  static constexpr unsigned kThreadsAList = 16;
  static constexpr std::uint32_t kLeastShared = 16; ///< tasks that are worth another chunk

  /// What a thread keeps for a key.
  struct Entry {
    Entry(const Key& k, Bag* b) : index(k), bag(b) {}

    /// Whether there is a task here that the owner of this entry could take.
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

    const Key index;
    Bag* bag; ///< nullptr: the thread knows of none, and all it has here is its own
    LocalChunks<T, Container::kLifo> chunks;
  };
  using Map = PublishedBags<Binning, Bag, Entry>;

  struct ThreadData {
    explicit ThreadData(const Binning& binning) : bins(binning) {}

    Entry* current = nullptr;
    typename Map::Cache cache;
    Key level{}, next{}; ///< UseBarrier: the bag being worked on; this thread's proposal
    bool hasLevel = false, hasNext = false;
    std::uint64_t period = 0; ///< the block period of the last look
    std::uint64_t searches = 0;
    std::uint64_t entries = 0; ///< made by the thread itself
    WorklistCounters counters;
    typename Binning::Local bins;
  };

  void add(ThreadData& me, const value_type& task) {
    const Index priority = indexer_(task);
    Entry& entry = entryOf(me, binning_.keyOf(me.bins, priority));
    entry.chunks.push(
        task, pool_, [&](Chunk<T>* chunk) { publish(me, entry, chunk); },
        [&] { binning_.beganChunk(me.bins, priority); });
    ++me.counters.pushes;
    if (!binning_.later(me.bins, priority) &&
        (!me.current || before_(entry.index, me.current->index))) {
      moveTo(me, entry);
    }
  }

  /// The thread's entry for `key`, made if there is none.
  Entry& entryOf(ThreadData& me, const Key& key) {
    return bags_.find(me.cache, key, [this, &me] {
      ++me.entries;
      binning_.madeBag(me.bins, me.counters, others());
    });
  }

  /// The bag of an entry, made if there is none.
  Bag& bagOf(ThreadData& me, Entry& entry) {
    return bags_.share(me.cache, entry, [] { return std::make_unique<Bag>(listsNow()); });
  }

  /// Puts a chunk where every thread may take it.
  void publish(ThreadData& me, Entry& entry, Chunk<T>* chunk) {
    const Bag& bag = bagOf(me, entry);
    bags_.publish(entry, homeIn(bag), chunk);
  }

  void moveTo(ThreadData& me, Entry& entry) {
    me.current = &entry;
    binning_.moved(me.bins, me.counters, entry.index);
  }

  void leaveBag(ThreadData& me) {
    me.current = nullptr;
    binning_.left(me.bins);
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
    return takeOne(me, *entry);
  }
  /// The task is moved once, into what the caller gets: a second move might throw and lose it.
  static galois::optional<value_type> takeOne(ThreadData& me, Entry& entry) {
    auto task = entry.chunks.template take<galois::optional<value_type>>();
    ++me.counters.pops;
    return task;
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
    const bool wasOpen = entry.chunks.isOpen();
    if (!(entry.bag ? entry.chunks.provide(pool_, *entry.bag, homeIn(*entry.bag), me.counters)
                    : entry.chunks.provide(pool_))) {
      return false;
    }
    if (!wasOpen) {
      shareSome(me, entry);
    }
    return true;
  }

  /// Leaves parts of the chunk that the thread has just begun to the others, when there are many
  /// and nobody has published anything as urgent: somebody has looked for it in vain then.
  void shareSome(ThreadData& me, Entry& entry) {
    const std::uint32_t parts = std::min(entry.chunks.openSize() / kLeastShared,
                                         1 + substrate::getActiveThreads() / kThreadsAList);
    if (parts < 2 ||
        !typename Binning::MoreUrgent()(binning_.mostUrgentOf(entry.index), bags_.hint())) {
      return;
    }
    try {
      bagOf(me, entry);
      for (const std::uint32_t size = entry.chunks.openSize() / parts;
           entry.chunks.openSize() >= 2 * size;) {
        publish(me, entry, entry.chunks.split(size, pool_));
      }
    } catch (...) { // short of memory, or tasks cannot be moved: the thread does all of it
    }
  }

  /// A bag has a list a socket, and more where many threads would wait for each other there.
  static unsigned listsNow() {
    const unsigned threads = substrate::getActiveThreads();
    return std::max(chunkListsFor(ChunkScope::kSocket),
                    (threads + kThreadsAList - 1) / kThreadsAList);
  }
  static unsigned homeIn(const Bag& bag) {
    return bag.count() == chunkListsFor(ChunkScope::kSocket)
               ? chunkHome(ChunkScope::kSocket, bag.count())
               : substrate::ThreadPool::getTID() / kThreadsAList % bag.count();
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
    const Index published = bags_.hint();
    bags_.refresh(me.cache);
    auto& ordered = me.cache.ordered;
    auto at = BSP ? ordered.lower_bound(binning_.firstWith(mostUrgentOfMine(me, published)))
                  : ordered.begin();
    leaveBag(me); // entries without work are forgotten
    bool passed = false;
    while (at != ordered.end()) {
      Entry& entry = at->second;
      if (!open(me, entry)) {
        return false;
      }
      if (entry.holdsWork() && provideFrom(me, entry)) {
        moveTo(me, entry);
        if (passed) {
          bags_.raiseHint(me.cache, published, binning_.mostUrgentOf(entry.index));
        }
        return true;
      }
      if (entry.bag) {
        passed = passed || !before_(entry.index, binning_.firstWith(published));
        ++at;
      } else {
        entry.chunks.release(pool_);
        at = bags_.forget(me.cache, at);
      }
    }
    if (passed) {
      bags_.raiseHint(me.cache, published, Binning::kLeastUrgent);
    }
    return false;
  }

  /// Whether tasks of this bag may run now: with UseBarrier, up to the level agreed on.
  bool open(const ThreadData& me, const Entry& entry) const {
    return !UseBarrier || (me.hasLevel && !before_(me.level, entry.index));
  }

  /// The most urgent of `best`, the thread's bag and the level agreed on.
  Index mostUrgentOfMine(const ThreadData& me, Index best) const {
    constexpr typename Binning::MoreUrgent moreUrgent;
    if (me.current && moreUrgent(binning_.mostUrgentOf(me.current->index), best)) {
      best = binning_.mostUrgentOf(me.current->index);
    }
    if (me.hasLevel && moreUrgent(binning_.mostUrgentOf(me.level), best)) {
      best = binning_.mostUrgentOf(me.level);
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
