/**
 * Wasp [D'Antonio, Mai, Tsigas, Vandierendonck, "Wasp: Efficient Asynchronous Single-Source
 * Shortest Path on Multicore Systems via Work Stealing", SC 2025]. Every thread keeps its tasks in
 * buckets of its own. It offers only chunks of its current bucket to others, in a Chase-Lev deque.
 * A thread that has exhausted its bucket first searches for more urgent chunks to steal, near
 * neighbours first, and only then goes on to its next, less urgent bucket.
 *
 * Pushing accesses no shared memory. Popping accesses the thread's own deque once per batch, and
 * the advertised keys of two other threads per tier before the thread goes on to a less urgent
 * bucket.
 *
 * Invariants.
 *  - A task is in one place: in its owner's buckets, in the chunk that its owner is emptying
 *    (BucketsAndChunk.h), or in a chunk in its owner's deque. The owner finds all three, so no task
 *    depends on a thief. A thief can take what is in the deque.
 *  - No task in a deque is more urgent than the key that its thread advertises, and a thread whose
 *    deque holds a chunk advertises a key (ChunkOffers.h). Thieves use the key as a hint. An
 *    outdated key costs a wasted probe, or a chunk that is less urgent than expected.
 *  - All chunks of a deque are of one bucket, or of neighbouring ones right after the bucket width
 *    has changed (ChunkSharer.h).
 *
 * Differences from the paper, for reasons that docs/worklists/wasp.md gives:
 *  - Few chunks are on offer at a time, and the rest of the bucket stays private. While other
 *    threads are starving, the batch at hand is split for them, into pieces of at least
 *    `leastPiece` tasks.
 *  - When the bucket has nothing left and no thread is starving, one chunk of the next bucket is
 *    offered.
 *  - Before it goes on to a less urgent bucket, a thread steals a chunk only if that is more urgent
 *    than its own next tasks by a bucket and a margin. Others are left to idle threads.
 *  - The bucket width need not be given, because each thread's queue finds its own (BucketQueue.h).
 *    So threads compare the keys at which buckets begin, not the numbers of buckets.
 *  - The application splits the neighbourhoods of nodes with many edges, because a policy sees
 *    tasks and not edges.
 */
#pragma once

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
#include "galois/worklists/parts/common/Parameter.h"
#include "galois/worklists/parts/common/PolicyTypes.h"
#include "galois/worklists/parts/common/SharedParameters.h"
#include "galois/worklists/parts/common/ThroughHandles.h"
#include "galois/worklists/parts/common/WorklistCounters.h"
#include "galois/worklists/parts/queues/BucketQueue.h"
#include "galois/worklists/parts/queues/BucketsAndChunk.h"
#include "galois/worklists/parts/stealing/ChunkOffers.h"
#include "galois/worklists/parts/stealing/ChunkSharer.h"
#include "galois/worklists/parts/stealing/OfferSearch.h"

namespace galois::worklists {

namespace parameters {
/// A field of WaspParams.
inline constexpr Parameter kLeastPiece = Parameter::number(
    "least-piece", {1, 4096}, "tasks in the smallest piece offered to other threads");
} // namespace parameters

/// Run-time parameters of Wasp.
struct WaspParams {
  std::uint32_t chunkSize = 64; ///< tasks per chunk, 1 or more
  /// Tasks in the smallest chunk that is offered to others, 1 or more.
  std::uint32_t leastPiece = 4;
  BucketQueueParams buckets = {}; ///< of each thread's queue

  /// Calls `visit(parameter, field)` for each, see parts/common/Parameter.h.
  template <typename Self, typename Visit>
  static void visitParameters(Self& self, Visit&& visit) {
    visit(parameters::kChunk, self.chunkSize);
    visit(parameters::kLeastPiece, self.leastPiece);
  }
};

/// A relaxed concurrent priority queue: private buckets per thread, and stealing by urgency.
///
/// @tparam Indexer     maps a task to an integer priority; smaller is more urgent
/// @tparam T           task, trivially copyable
/// @tparam Concurrent  false: only one thread uses the worklist, and it never offers or steals
///
/// Thread-safe: push and pop work on the calling thread's buckets. Push is O(1), or O(log n) for
/// priorities far ahead of the current one. Pop is O(1) per task, or O(threads) when it finds
/// nothing. Meets the worklist concept, see worklists/Concept.h.
template <typename Indexer = DummyIndexer<int>, typename T = int, bool Concurrent = true>
class Wasp : public PolicyTypes<Wasp, Indexer, T, Concurrent>,
             public ThroughHandles<Wasp<Indexer, T, Concurrent>, T> {
  static_assert(std::is_default_constructible<T>::value, "batches are arrays of tasks");

  struct Own;
  struct ThreadData;

public:
  using value_type = T; ///< the type of a task

  /// @throws std::bad_alloc
  explicit Wasp(Indexer indexer = Indexer(), WaspParams params = WaspParams())
      : indexer_(std::move(indexer)), params_(params), pool_(params.chunkSize) {}
  Wasp(const Wasp&) = delete;
  Wasp& operator=(const Wasp&) = delete;

  /// Drops the tasks that were never taken.
  ~Wasp() {
    for (unsigned t = 0; t < threads_.size(); ++t) {
      while (Chunk<T>* chunk = threads_.getRemote(t)->offers.takeBack()) {
        pool_.free(chunk);
      }
    }
  }

  /// One thread's access to the worklist. Copyable. Only the thread that called forThisThread() may
  /// use it, and not longer than the worklist lives.
  class ThreadHandle {
  public:
    using value_type = T; ///< the type of a task

    /// Adds a task to the thread's buckets. @throws std::bad_alloc
    void push(const value_type& task) { own_->tasks.buckets().push(task); }

    /// Adds the tasks of [b, e) to the thread's buckets. @throws std::bad_alloc
    template <typename Iter>
    void push(Iter b, Iter e) {
      for (; b != e; ++b) {
        push(*b);
      }
    }

    /// Takes a task of the most urgent bucket that the thread has, or of a chunk that it steals.
    /// @return the task, or nothing if none was found @throws std::bad_alloc
    galois::optional<value_type> pop() {
      T task;
      return pop_batch(&task, 1) ? galois::optional<value_type>(task)
                                 : galois::optional<value_type>();
    }

    /// Takes up to `max` tasks of one bucket.
    /// @return the number of tasks written to `out`; 0 if none was found @throws std::bad_alloc
    std::size_t pop_batch(value_type* out, std::size_t max) {
      const unsigned threads = Concurrent ? substrate::getActiveThreads() : 1;
      const std::size_t count = threads == 1 && !hasOutsideBuckets(*data_)
                                    ? own_->tasks.buckets().popBatch(out, max)
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

  /// Returns the calling thread's handle. Cheaper than push() and pop() of the worklist itself for
  /// a thread that calls them often. @throws std::bad_alloc
  ThreadHandle forThisThread() {
    ThreadData& data = *threads_.getLocal();
    if (!data.own) { // made by its own thread, so that its memory is on that thread's NUMA node
      data.own = std::make_unique<Own>(*this);
    }
    return ThreadHandle(*this, data);
  }

  /// Calls `sink(thread, name, value)` for each counter. No other thread may use the worklist.
  template <typename Sink>
  void reportCounters(Sink&& sink) {
    for (unsigned t = 0; t < threads_.size(); ++t) {
      if (const Own* own = threads_.getRemote(t)->own.get()) {
        WorklistCounters counters = own->counters;
        counters.pushes = own->tasks.pushes();
        counters.report(t, sink);
        sink(t, "chunks_offered", own->sharer.chunksOffered());
        sink(t, "offers_taken_back", own->sharer.takenBack());
        sink(t, "steals_lost", own->search.lost());
        sink(t, "bucket_shift", Average{static_cast<double>(own->tasks.buckets().shift())});
      }
    }
  }

private:
  using Tasks = BucketsAndChunk<T, Indexer>;
  using Buckets = BucketQueue<T, Indexer>;
  using Offers = ChunkOffers<T>;
  using Key = typename Offers::Key;
  static constexpr Key kNothing = Offers::kNothing;

  /// With more than kManyThreads threads, an idle one probes only kFewVictims per tier and search
  /// after kFailedSearches searches that found nothing. Where hundreds of threads are idle, the few
  /// that have work would wait at each of their stores for the cache line that all others read.
  static constexpr unsigned kManyThreads = 64;
  static constexpr unsigned kFailedSearches = 16;
  static constexpr std::size_t kFewVictims = 16;
  /// From this many threads on, the margin of thefts is an eighth of a stride. Where buckets are
  /// much narrower than a stride, as on social networks, more would waste work.
  static constexpr unsigned kMarginThreads = 16;

  /// What only the owner accesses.
  struct Own {
    explicit Own(Wasp& wasp)
        : tasks(wasp.indexer_, wasp.pool_, wasp.params_.buckets),
          sharer(wasp.pool_, wasp.params_.leastPiece) {}

    Tasks tasks;
    Key level = 0;         ///< where the bucket begins from which tasks were taken last
    bool starving = false; ///< whether the thread is counted in starving_
    ChunkSharer<T, Indexer> sharer;
    OfferSearch<T> search;
    unsigned failedSearches = 0; ///< in a row, kFailedSearches at most
    WorklistCounters counters;
  };

  struct ThreadData {
    Offers offers;                                               ///< what other threads access
    alignas(substrate::kCacheLineSize) std::unique_ptr<Own> own; ///< made by its thread
  };

  /// Whether there may be tasks of this thread outside its buckets.
  static bool hasOutsideBuckets(const ThreadData& me) noexcept {
    return me.own->tasks.hasChunk() || me.offers.key() != kNothing;
  }

  /// Takes tasks from the most urgent place that the thread knows of.
  std::size_t popAnywhere(ThreadData& me, T* out, std::size_t max, unsigned threads) {
    Own& own = *me.own;
    Buckets& buckets = own.tasks.buckets();
    for (;;) {
      const Key next = buckets.topKey();
      const Key best = std::min({next, own.tasks.chunkKey(), me.offers.key()});
      const bool nothing = buckets.empty() && !hasOutsideBuckets(me);
      if (threads > 1 && (nothing || best > own.level)) {
        // Before the thread goes on to something less urgent, or to nothing.
        own.level = best;
        if (nothing ? stealAny(own, threads) : stealBetter(own, best, threads)) {
          own.level = own.tasks.chunkKey();
          return popFromChunk(me, out, max, threads);
        }
      }
      if (nothing) {
        setStarving(own, threads > 1);
        return 0;
      }
      own.level = best;
      if (own.tasks.hasChunk() && own.tasks.chunkKey() == best) {
        return popFromChunk(me, out, max, threads);
      }
      if (!buckets.empty() && next == best) {
        std::size_t count = buckets.popBatch(out, max);
        count += topUp(me, out + count, max - count);
        return share(me, out, count, threads);
      }
      if (Chunk<T>* chunk = me.offers.takeBack()) {
        own.tasks.adopt(chunk, best);
      }
    }
  }

  /// Adds tasks on offer of the same bucket to a batch that has used up the rest of the bucket.
  /// Otherwise offers that nobody took would make small batches.
  std::size_t topUp(ThreadData& me, T* out, std::size_t room) {
    Own& own = *me.own;
    if (room == 0 || own.tasks.hasChunk() ||
        (me.offers.key() - own.level) >> own.tasks.buckets().shift() != 0) {
      return 0;
    }
    Chunk<T>* const chunk = me.offers.takeBack();
    if (!chunk) {
      return 0;
    }
    own.tasks.adopt(chunk, own.level);
    return own.tasks.popFromChunk(out, room);
  }

  std::size_t popFromChunk(ThreadData& me, T* out, std::size_t max, unsigned threads) {
    return share(me, out, me.own->tasks.popFromChunk(out, max), threads);
  }

  /// Offers tasks to other threads, see ChunkSharer::share().
  /// @return the number of tasks left in the batch, at least 1 if there was one
  std::size_t share(ThreadData& me, const T* batch, std::size_t count, unsigned threads) {
    Own& own = *me.own;
    setStarving(own, false);
    if (threads == 1) {
      return count;
    }
    // relaxed: it only says how much to share
    const std::size_t starving = std::min(starving_.load(order::relaxed), threads - 1);
    return own.sharer.share(own.tasks, me.offers, own.level, starving, batch, count);
  }

  /// Steals a chunk that is more urgent than `next` by a bucket and a margin or more, if one of a
  /// few victims offers one. Each stolen chunk begins a new place of the frontier in which two
  /// threads write the same cache lines, so threads that are nearly level leave each other alone.
  bool stealBetter(Own& own, Key next, unsigned threads) {
    const Buckets& buckets = own.tasks.buckets();
    // With two threads the margin is a stride, see BucketQueue::stride().
    const Key margin = 2 * buckets.stride() / std::min(threads, kMarginThreads);
    const Key distance = (Key{1} << buckets.shift()) + margin;
    return next >= distance && steal(own, next - distance, OfferSearch<T>::kProbes, threads);
  }

  /// Steals any chunk. Probes all threads, or only a few if there are many and the thread has been
  /// idle for long.
  bool stealAny(Own& own, unsigned threads) {
    const bool all = threads <= kManyThreads || own.failedSearches < kFailedSearches;
    const bool found = steal(own, kNothing - 1, all ? threads : kFewVictims, threads);
    own.failedSearches = found ? 0 : std::min(own.failedSearches + 1, kFailedSearches);
    return found;
  }

  /// Adopts the chunk that it steals. @return whether it has stolen one
  /// @param bound    chunks with greater keys are left alone
  /// @param victims  the number of threads to probe per tier
  bool steal(Own& own, Key bound, std::size_t victims, unsigned threads) {
    const auto stolen =
        own.search.steal(bound, victims, threads, own.counters, [this](unsigned thread) -> Offers& {
          return threads_.getRemote(thread)->offers;
        });
    if (stolen.chunk) {
      own.tasks.adopt(stolen.chunk, stolen.key);
    }
    return stolen.chunk != nullptr;
  }

  /// Counts this thread among the starving ones, or no longer. A shared write only on a change.
  void setStarving(Own& own, bool starving) {
    if (own.starving != starving) {
      own.starving = starving;
      starving_.fetch_add(starving ? 1 : ~0u, order::relaxed);
    }
  }

  const Indexer indexer_;
  const WaspParams params_;
  ChunkPool<T> pool_;
  /// The number of threads that have no work.
  alignas(substrate::kCacheLineSize) substrate::Atomic<unsigned> starving_{0};
  alignas(substrate::kCacheLineSize) substrate::PerThreadStorage<ThreadData> threads_;
};
GALOIS_WLCOMPILECHECK(Wasp)

} // namespace galois::worklists
