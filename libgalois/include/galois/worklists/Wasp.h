/**
 * Wasp [D'Antonio, Mai, Tsigas, Vandierendonck, "Wasp: Efficient Asynchronous Single-Source
 * Shortest Path on Multicore Systems via Work Stealing", SC 2025]: every thread keeps its tasks in
 * buckets of its own, and offers to others only chunks of the bucket it is working on, in a
 * Chase-Lev deque. A thread that has exhausted its bucket does not go on to its next, less urgent
 * one before it has looked for more urgent chunks to steal, near neighbours first.
 *
 * Pushing touches nothing shared, nor does popping but for the own deque, once a batch, and for a
 * look at two other threads when a level is to be dropped.
 *
 * Invariants.
 *  - A task is in one place: in its owner's buckets, in the chunk that its owner is emptying
 *    (`current`), or in a chunk in its owner's deque. The owner finds all three, so no task depends
 *    on a thief; a thief can take what is in the deque.
 *  - No task in a deque is more urgent than what its thread advertises, and a thread whose deque
 *    holds anything advertises something (parts/stealing/ChunkOffers.h). What is read of it is a
 * hint: one that is out of date costs a look, or a chunk that is less urgent than hoped.
 *  - All chunks of a deque are of one bucket (of neighbouring ones, right after a change of bucket
 *    width). If its owner comes to more urgent tasks than those on offer, as A* or PageRank have
 *    it, the offer stands, at its own priority, until the owner has had a few batches of more
 *    urgent tasks that it could not offer; then it takes the offer back.
 *
 * Where this differs from the paper, for reasons that docs/worklists/wasp.md gives:
 *  - Few chunks are on offer, of whatever size, while the rest of the bucket stays private; and as
 *    long as others are out of work the batch at hand is split for them, into pieces of at least
 *    `leastPiece` tasks.
 *  - When the bucket has nothing left, and nobody is out of work, one chunk of the next bucket is
 *    offered, so that no thread runs ahead of this one for want of an offer.
 *  - A chunk is stolen before a level is dropped only if it is a bucket more urgent than what the
 *    thread would do next; one that is equally urgent is for threads without work.
 *  - Bucket widths need not be given: each thread's queue finds its own
 * (parts/queues/BucketQueue.h). Threads then compare where buckets begin, not their numbers.
 *  - Splitting the neighbourhoods of nodes with many edges is the application's affair: a policy
 *    sees tasks, not edges.
 */
#ifndef GALOIS_WORKLISTS_WASP_H
#define GALOIS_WORKLISTS_WASP_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

#include "galois/optional.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/substrate/PerThreadStorage.h"
#include "galois/substrate/ThreadPool.h"
#include "galois/worklists/Concept.h"
#include "galois/worklists/WLCompileCheck.h"
#include "galois/worklists/parts/chunks/TaskChunk.h"
#include "galois/worklists/parts/common/Indexer.h"
#include "galois/worklists/parts/common/ThroughHandles.h"
#include "galois/worklists/parts/common/WorklistCounters.h"
#include "galois/worklists/parts/queues/BucketQueue.h"
#include "galois/worklists/parts/stealing/ChunkOffers.h"
#include "galois/worklists/parts/stealing/OfferSearch.h"

namespace galois::worklists {

/// Run-time parameters of Wasp.
struct WaspParams {
  std::uint32_t chunkSize = 64; ///< tasks a chunk, 1 or more
  /// Tasks in the smallest piece that is offered to others, 1 or more.
  std::uint32_t leastPiece = 4;
  BucketQueueParams buckets = {}; ///< of each thread's queue
};

/// @tparam Indexer     task -> integer priority, smaller is more urgent
/// @tparam T           task, trivially copyable
/// @tparam Concurrent  false: used by one thread only, never offers or steals
///
/// Thread-safe: push and pop work on the calling thread's buckets. Push O(1), O(log n) for
/// priorities far ahead; pop O(1), O(threads) when it finds nothing. Meets the worklist concept,
/// see worklists/Concept.h.
template <typename Indexer = DummyIndexer<int>, typename T = int, bool Concurrent = true>
class Wasp : public ThroughHandles<Wasp<Indexer, T, Concurrent>, T> {
  static_assert(std::is_default_constructible<T>::value, "batches are arrays of tasks");

  struct Own;
  struct ThreadData;

public:
  template <typename U>
  using retype = Wasp<Indexer, U, Concurrent>;
  template <bool B>
  using rethread = Wasp<Indexer, T, B>;
  template <typename I>
  struct with_indexer {
    using type = Wasp<I, T, Concurrent>;
  };
  using value_type = T;

  explicit Wasp(Indexer indexer = Indexer(), WaspParams params = WaspParams())
      : indexer_(std::move(indexer)), params_(params), pool_(params.chunkSize) {}
  Wasp(const Wasp&) = delete;
  Wasp& operator=(const Wasp&) = delete;

  /// Destroys the tasks that were never taken.
  ~Wasp() {
    for (unsigned t = 0; t < threads_.size(); ++t) {
      ThreadData& data = *threads_.getRemote(t);
      while (Chunk<T>* chunk = data.offers.takeBack()) {
        pool_.free(chunk);
      }
      if (data.own && data.own->current) {
        pool_.free(data.own->current);
      }
    }
  }

  /// The worklist as one thread uses it. Copyable; valid on the thread that asked for it, as long
  /// as the worklist is.
  class ThreadHandle {
  public:
    using value_type = T;

    /// Adds a task to the thread's buckets. @throws std::bad_alloc
    void push(const value_type& task) { own_->buckets.push(task); }

    /// Adds the tasks of [b, e) to the thread's buckets. @throws std::bad_alloc
    template <typename Iter>
    void push(Iter b, Iter e) {
      for (; b != e; ++b) {
        push(*b);
      }
    }

    /// A task of the most urgent bucket that the thread has, or of one that it could steal.
    galois::optional<value_type> pop() {
      T task;
      return pop_batch(&task, 1) ? galois::optional<value_type>(task)
                                 : galois::optional<value_type>();
    }

    /// Takes up to `max` tasks of one bucket. @return how many, 0 when none was found
    std::size_t pop_batch(value_type* out, std::size_t max) {
      const unsigned threads = Concurrent ? substrate::getActiveThreads() : 1;
      const std::size_t count = threads == 1 && !queue_->outside(*data_)
                                    ? own_->buckets.popBatch(out, max)
                                    : queue_->popAnywhere(*data_, out, max, threads);
      own_->counters.pops += count;
      own_->counters.emptyPops += count == 0;
      return count;
    }

  private:
    friend class Wasp;
    ThreadHandle(Wasp& queue, ThreadData& data)
        : queue_(&queue), data_(&data), own_(data.own.get()) {}

    Wasp* queue_;
    ThreadData* data_;
    Own* own_;
  };

  /// For a thread that pushes and pops many times. @throws std::bad_alloc
  ThreadHandle forThisThread() {
    ThreadData& data = *threads_.getLocal();
    if (!data.own) { // made by its own thread, so that it lies near
      data.own = std::make_unique<Own>(*this);
    }
    return ThreadHandle(*this, data);
  }

  /// Gives each counter to `sink(thread, name, value)`. Call it between loops only.
  template <typename Sink>
  void reportCounters(Sink&& sink) {
    for (unsigned t = 0; t < threads_.size(); ++t) {
      if (const Own* own = threads_.getRemote(t)->own.get()) {
        WorklistCounters counters = own->counters;
        counters.pushes = own->buckets.pushes() - own->putBack;
        counters.report(t, sink);
        sink(t, "chunks_offered", own->chunksOffered);
        sink(t, "offers_taken_back", own->recalls);
        sink(t, "steals_lost", own->search.lost());
        sink(t, "bucket_shift", Average{static_cast<double>(own->buckets.shift())});
      }
    }
  }

private:
  using Queue = BucketQueue<T, Indexer>;
  using Offers = ChunkOffers<T>;
  using Key = typename Offers::Key;
  static constexpr Key kNothing = Offers::kNothing;

  static constexpr std::size_t kStock = 4;      ///< chunks on offer while nobody is hungry
  static constexpr std::size_t kMostPieces = 8; ///< pieces on offer however many are hungry
  /// Of more than kHerd threads, one without work looks at kFewGlances others of each tier a time
  /// after kSearches searches in vain, no longer at all: where hundreds are out of work, the few
  /// that have some would wait at each of their stores for the line that all the others read.
  static constexpr unsigned kHerd = 64, kSearches = 16;
  static constexpr std::size_t kFewGlances = 16;
  static constexpr unsigned kPatience = 4; ///< batches until an outdated offer is taken back

  /// What only the owner touches.
  struct Own {
    explicit Own(Wasp& wasp) : buckets(wasp.indexer_, wasp.pool_, wasp.params_.buckets) {}

    Queue buckets;
    Chunk<T>* current = nullptr; ///< being emptied: stolen, or taken back from the offers
    Key currentKey = kNothing;   ///< no task of `current` is below; kNothing without one
    Key level = 0;               ///< where the bucket begins that tasks were last taken of
    unsigned blocked = 0;        ///< batches that a less urgent offer has kept from being shared
    bool hungry = false;         ///< counted in hungry_
    OfferSearch<T> search;
    unsigned inVain = 0; ///< searches since one found something, kSearches at most
    WorklistCounters counters;
    std::uint64_t putBack = 0; ///< tasks that went back to the buckets, which are no pushes
    std::uint64_t chunksOffered = 0, recalls = 0;
  };

  struct ThreadData {
    Offers offers;                                               ///< what other threads touch
    alignas(substrate::kCacheLineSize) std::unique_ptr<Own> own; ///< made by its thread
  };

  /// Whether there may be tasks of this thread outside its buckets.
  static bool outside(const ThreadData& me) noexcept {
    return me.own->current || me.offers.key() != kNothing;
  }

  /// Takes tasks of the most urgent place that the thread knows of.
  std::size_t popAnywhere(ThreadData& me, T* out, std::size_t max, unsigned threads) {
    Own& own = *me.own;
    for (;;) {
      const Key next = own.buckets.topKey();
      const Key best = std::min({next, own.currentKey, me.offers.key()});
      const bool nothing = own.buckets.empty() && !outside(me);
      if (threads > 1 && (nothing || best > own.level)) {
        // Before it goes on to something less urgent, or to nothing.
        own.level = best;
        if (nothing ? stealAny(own, threads) : stealBetter(own, best, threads)) {
          own.level = own.currentKey;
          return popCurrent(me, out, max, threads);
        }
      }
      if (nothing) {
        setHungry(own, threads > 1);
        return 0;
      }
      own.level = best;
      if (own.current && own.currentKey == best) {
        return popCurrent(me, out, max, threads);
      }
      if (!own.buckets.empty() && next == best) {
        std::size_t count = own.buckets.popBatch(out, max);
        count += topUp(me, out + count, max - count);
        return share(me, out, count, threads);
      }
      if (Chunk<T>* chunk = me.offers.takeBack()) {
        adopt(own, chunk, best);
      }
    }
  }

  /// Adds what is on offer of the same bucket to a batch that has used up the rest of it, so that
  /// offers which nobody took do not make small batches.
  std::size_t topUp(ThreadData& me, T* out, std::size_t room) {
    Own& own = *me.own;
    if (room == 0 || own.current || (me.offers.key() - own.level) >> own.buckets.shift() != 0) {
      return 0;
    }
    Chunk<T>* const chunk = me.offers.takeBack();
    if (!chunk) {
      return 0;
    }
    adopt(own, chunk, own.level);
    return takeCurrent(own, out, room);
  }

  std::size_t popCurrent(ThreadData& me, T* out, std::size_t max, unsigned threads) {
    return share(me, out, takeCurrent(*me.own, out, max), threads);
  }

  std::size_t takeCurrent(Own& own, T* out, std::size_t max) {
    const std::size_t count = own.current->popBack(out, max);
    if (own.current->empty()) {
      own.buckets.recycle(std::exchange(own.current, nullptr));
      own.currentKey = kNothing;
    }
    return count;
  }

  /// Makes `chunk` the one that is emptied next; what was left of the last one goes to the buckets.
  void adopt(Own& own, Chunk<T>* chunk, Key key) {
    if (Chunk<T>* const before = std::exchange(own.current, chunk)) {
      putBack(own, before);
    }
    own.currentKey = key;
  }

  void putBack(Own& own, Chunk<T>* chunk) {
    own.putBack += chunk->size();
    while (!chunk->empty()) {
      own.buckets.push(chunk->popBack());
    }
    own.buckets.recycle(chunk);
  }

  /// Offers to others what the bucket has left of which the batch `out` was taken and, while
  /// threads are out of work, a part of the batch.
  /// @return number of tasks left of the batch, at least 1 if there was one
  std::size_t share(ThreadData& me, T* out, std::size_t count, unsigned threads) {
    Own& own = *me.own;
    setHungry(own, false);
    if (threads == 1) {
      return count;
    }
    // relaxed: it only says how much to share
    const std::size_t hungry =
        std::min<std::size_t>({hungry_.load(order::relaxed), threads - 1, kMostPieces});
    const std::size_t whole = pool_.capacity();
    const std::size_t least = std::min<std::size_t>(params_.leastPiece, whole);
    const auto left = [&own](std::size_t tasks) {
      return own.buckets.topKey() <= own.level && own.buckets.firstHolds(tasks);
    };
    if (!takeOutdatedBack(me, left(least))) {
      return count;
    }
    std::size_t held = me.offers.size();
    while (held < std::max(kStock, hungry) && left(least)) {
      offerFirst(me);
      ++held;
    }
    if (held == 0 && hungry == 0 && own.buckets.firstHolds(least)) {
      offerFirst(me); // of the next bucket
    }
    for (; held < hungry && count >= 2 * least; ++held) {
      const std::size_t piece = std::min(std::max(least, count / (hungry - held + 1)), whole);
      Chunk<T>* const chunk = pool_.allocate();
      Key key = kNothing;
      for (std::size_t i = 0; i < piece; ++i) {
        key = std::min(key, own.buckets.keyOf(out[--count]));
        chunk->pushBack(out[count]);
      }
      offer(me, chunk, key);
    }
    return count;
  }

  /// Offers a chunk of the first bucket.
  void offerFirst(ThreadData& me) {
    const Key key = me.own->buckets.topKey();
    offer(me, me.own->buckets.popChunk(), key);
  }

  void offer(ThreadData& me, Chunk<T>* chunk, Key key) {
    me.offers.offer(chunk, key);
    ++me.own->chunksOffered;
  }

  /// Whether chunks of the current level may be offered. Less urgent ones on offer do not mix with
  /// them; having kept them (`waiting`) from being shared for a while, they are taken back.
  bool takeOutdatedBack(ThreadData& me, bool waiting) {
    Own& own = *me.own;
    const Key offered = me.offers.key();
    if (me.offers.size() == 0 || offered <= own.level ||
        ((offered - own.level) >> own.buckets.shift()) == 0) {
      own.blocked = 0;
      return true;
    }
    own.blocked += waiting;
    if (own.blocked < kPatience) {
      return false;
    }
    while (Chunk<T>* chunk = me.offers.takeBack()) {
      putBack(own, chunk);
    }
    own.blocked = 0;
    ++own.recalls;
    return true;
  }

  /// Steals a chunk that is at least a bucket more urgent than `next`, if there is one at a glance.
  bool stealBetter(Own& own, Key next, unsigned threads) {
    const Key width = Key{1} << own.buckets.shift();
    return next >= width && steal(own, next - width, OfferSearch<T>::kGlances, threads);
  }

  /// Steals any chunk there is; one of many threads that have long had nothing, any it comes
  /// across.
  bool stealAny(Own& own, unsigned threads) {
    const bool all = threads <= kHerd || own.inVain < kSearches;
    const bool found = steal(own, kNothing - 1, all ? threads : kFewGlances, threads);
    own.inVain = found ? 0 : std::min(own.inVain + 1, kSearches);
    return found;
  }

  /// Makes what it steals the current chunk.
  bool steal(Own& own, Key bound, std::size_t glances, unsigned threads) {
    const auto loot =
        own.search.steal(bound, glances, threads, own.counters, [this](unsigned thread) -> Offers& {
          return threads_.getRemote(thread)->offers;
        });
    if (loot.chunk) {
      adopt(own, loot.chunk, loot.key);
    }
    return loot.chunk != nullptr;
  }

  void setHungry(Own& own, bool hungry) {
    if (own.hungry != hungry) {
      own.hungry = hungry;
      hungry_.fetch_add(hungry ? 1 : ~0u, order::relaxed);
    }
  }

  const Indexer indexer_;
  const WaspParams params_;
  ChunkPool<T> pool_;
  alignas(substrate::kCacheLineSize) substrate::Atomic<unsigned> hungry_{
      0}; ///< threads out of work
  alignas(substrate::kCacheLineSize) substrate::PerThreadStorage<ThreadData> threads_;
};
GALOIS_WLCOMPILECHECK(Wasp)

} // namespace galois::worklists

#endif
