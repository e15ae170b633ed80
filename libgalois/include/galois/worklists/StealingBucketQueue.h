/**
 * The Stealing Multi-Queue over bucket queues: the scheme of [SMQ, section 4], with a queue that
 * costs O(1) an operation and with tasks moving in batches, so that what a task pays for being
 * scheduled is a few stores.
 *
 * A thread works through the first bucket of its own BucketQueue in batches. Between batches, and
 * only then, it looks outward:
 *  - It offers a batch in its stealing buffer when its first bucket holds plenty. When other
 *    threads are hungry, or the one it looked at last works on a worse bucket, it offers half of
 *    what it has, however little that is: how much is shared, and in how small pieces, follows how
 *    many are in want of it, and threads do not drift apart in priority when tasks are few.
 *  - It takes its own offer back once that comes before everything else it has.
 *  - It looks at one other thread's offer, and takes it if it is of a better bucket.
 * A thread that has nothing looks at the offers of all others, and says so in a count of hungry
 * threads, which it changes only when it becomes hungry or ceases to be.
 *
 * Differences to the paper: tasks within a bucket have no order; stealing compares a task with a
 * bucket's bound; the coin is tossed once every `stealSize` tasks, and its default is to look
 * always, since a look is rare already. Null tops, self-selection and the owner's own offer are as
 * StealingMultiQueue.h says.
 *
 * No task is lost: it is in its owner's queue or batch, where the owner finds it, or in a stealing
 * buffer, where its owner and every other thread can take it. A pop that comes back empty has
 * looked at the thread's own queue and buffer and at the buffer of every other thread.
 */
#ifndef GALOIS_WORKLISTS_STEALINGBUCKETQUEUE_H
#define GALOIS_WORKLISTS_STEALINGBUCKETQUEUE_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "galois/optional.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/PerThreadStorage.h"
#include "galois/substrate/Random.h"
#include "galois/substrate/ThreadPool.h"
#include "galois/worklists/Concept.h"
#include "galois/worklists/Indexer.h"
#include "galois/worklists/WLCompileCheck.h"
#include "galois/worklists/parts/BucketQueue.h"
#include "galois/worklists/parts/Chunk.h"
#include "galois/worklists/parts/QueueSampler.h"
#include "galois/worklists/parts/StealingBuffer.h"
#include "galois/worklists/parts/ThroughHandles.h"
#include "galois/worklists/parts/WorklistCounters.h"

namespace galois::worklists {

/// Run-time parameters of the Stealing Multi-Queue over buckets.
struct StealingBucketParams {
  std::uint32_t stealDenominator = 1; ///< a look at another thread has probability 1/this
  std::uint32_t stealSize = 64; ///< tasks in an offer at most, and between two looks; 1 to 4096
  std::uint32_t numaWeight = 1; ///< see WeightedSampler
  BucketQueueParams buckets;
};

/// @tparam Indexer     task -> integer priority, smaller is more urgent
/// @tparam T           task, trivially copyable
/// @tparam Concurrent  false: used by one thread only
///
/// Thread-safe: push and pop work on the calling thread's queue. Amortised O(1) while priorities
/// stay within the bucket queue's window; a pop that finds nothing O(threads). Meets the worklist
/// concept, see worklists/Concept.h.
template <typename Indexer = DummyIndexer<int>, typename T = int, bool Concurrent = true>
class StealingBucketQueue : public ThroughHandles<StealingBucketQueue<Indexer, T, Concurrent>, T> {
  struct ThreadData;

public:
  template <typename U>
  using retype = StealingBucketQueue<Indexer, U, Concurrent>;
  template <bool B>
  using rethread = StealingBucketQueue<Indexer, T, B>;
  template <typename I>
  struct with_indexer {
    using type = StealingBucketQueue<I, T, Concurrent>;
  };
  using value_type = T;

  explicit StealingBucketQueue(Indexer indexer = Indexer(),
                               StealingBucketParams params = StealingBucketParams())
      : stealChance_(0xffffffffu / params.stealDenominator), pool_(kChunk),
        threads_(indexer, params, std::ref(pool_), std::ref(streams_)) {}
  StealingBucketQueue(const StealingBucketQueue&) = delete;
  StealingBucketQueue& operator=(const StealingBucketQueue&) = delete;

  /// The queue as one thread uses it. Copyable; valid on the thread that asked for it, as long as
  /// the worklist is.
  class ThreadHandle {
  public:
    using value_type = T;

    /// Adds a task to the thread's queue. @throws std::bad_alloc
    void push(const value_type& task) { me_->own.queue.push(task); }

    /// Adds the tasks of [b, e) to the thread's queue. @throws std::bad_alloc
    template <typename Iter>
    void push(Iter b, Iter e) {
      for (; b != e; ++b) {
        push(*b);
      }
    }

    /// One task of the most urgent bucket that the thread has or could steal.
    galois::optional<value_type> pop() {
      value_type task;
      return pop_batch(&task, 1) ? galois::optional<value_type>(task)
                                 : galois::optional<value_type>();
    }

    /// Up to `max` tasks of one bucket, or of one theft. @return how many, 0 if none was found
    std::size_t pop_batch(value_type* out, std::size_t max) {
      return queue_->popBatch(*me_, out, max);
    }

  private:
    friend class StealingBucketQueue;
    ThreadHandle(StealingBucketQueue& queue, ThreadData& me) : queue_(&queue), me_(&me) {}

    StealingBucketQueue* queue_;
    ThreadData* me_;
  };

  /// For a thread that pushes and pops many times.
  ThreadHandle forThisThread() { return ThreadHandle(*this, *threads_.getLocal()); }

  /// Gives each counter to `sink(thread, name, value)`. Call it between loops only.
  template <typename Sink>
  void reportCounters(Sink&& sink) {
    for (unsigned t = 0; t < threads_.size(); ++t) {
      Own& own = threads_.getRemote(t)->own;
      own.counters.pushes = own.queue.pushes() - own.returned;
      own.counters.report(t, sink);
      own.sampler.report(t, sink);
      sink(t, "bucket_shift", Average{static_cast<double>(own.queue.shift())});
    }
  }

private:
  using Queue = BucketQueue<T, Indexer>;
  using Key = std::uint64_t; // not Queue::Key: the class must be nameable for any T, see retype

  static constexpr std::uint32_t kChunk = 64; ///< tasks in a chunk of a bucket
  static constexpr std::size_t kPlenty = 2;   ///< offers that a bucket holds beyond the first

  /// What only the owner touches.
  struct Own {
    Own(const Indexer& indexer, const StealingBucketParams& params, ChunkPool<T>& pool,
        std::uint64_t stream)
        : queue(indexer, pool, params.buckets), offered(params.stealSize), loot(params.stealSize),
          random(substrate::getSeed(), stream), sampler(params.numaWeight) {}

    Queue queue;
    std::vector<T> offered; ///< what was last published, [0, offeredEnd); a thief may have it
    std::uint32_t offeredEnd = 0;
    Key offeredKey = 0; ///< bound of the bucket that the offer came from
    std::vector<T> loot;
    std::size_t untilLook = 0;  ///< tasks until the next look at another thread
    Key drifter = 0;            ///< where a thread works that was seen far behind; 0: none was
    bool hungry = false;        ///< counted in hungry_
    std::uint64_t returned = 0; ///< tasks that were put back into the queue
    substrate::Random random;
    WeightedSampler sampler;
    WorklistCounters counters;
  };

  struct ThreadData {
    /// @param streams  random streams handed out so far, so that no two threads draw alike
    ThreadData(const Indexer& indexer, const StealingBucketParams& params, ChunkPool<T>& pool,
               std::uint64_t& streams)
        : buffer(params.stealSize), own(indexer, params, pool, streams++) {}
    StealingBuffer<T> buffer; ///< what other threads touch
    /// Where the thread works, for others to see how far they have drifted apart. relaxed: a stale
    /// value makes a thread share a little more or less than it should.
    alignas(substrate::kCacheLineSize) substrate::Atomic<Key> front{0};
    alignas(substrate::kCacheLineSize) Own own;
  };

  std::size_t popBatch(ThreadData& me, T* out, std::size_t max) {
    Own& own = me.own;
    const unsigned threads = Concurrent ? substrate::getActiveThreads() : 1;
    std::size_t count = 0;
    if (Concurrent && own.offeredKey < own.queue.topKey() && !me.buffer.isTaken()) {
      count = takeBack(me, out, max); // comes first; or nothing else is left
    }
    if (threads > 1) {
      if (count == 0 && own.untilLook == 0) {
        own.untilLook = me.buffer.capacity();
        if (own.random.chance(stealChance_)) {
          count = stealBetter(own, threads, out, max);
        }
      }
    }
    if (count == 0) {
      if (threads > 1) {
        advertise(me, own.queue.topKey());
      }
      count = own.queue.popBatch(out, max);
    }
    if (threads > 1) {
      if (count == 0) {
        count = stealAny(own, threads, out, max);
      }
      own.untilLook -= std::min(own.untilLook, count);
      count -= share(me, out, count);
    }
    if (own.hungry != (count == 0)) {
      turnHungry(own, count == 0);
    }
    own.counters.pops += count;
    own.counters.emptyPops += count == 0;
    return count;
  }

  /// Offers tasks to others if there are enough, or if others are hungry.
  /// @return how many of the `count` tasks at `batch`, the last ones, were offered
  std::size_t share(ThreadData& me, const T* batch, std::size_t count) {
    if (!me.buffer.isTaken()) {
      return 0;
    }
    Own& own = me.own;
    const std::size_t size = me.buffer.capacity();
    if (hungry_.load(order::relaxed) == 0) {
      if (own.queue.firstHolds(kPlenty * size)) {
        offer(me, size);
      } else if (own.queue.topKey() < own.drifter) {
        offer(me, std::min(size, (own.queue.size() + 1) / 2));
      }
      own.drifter = 0;
      return 0;
    }
    if (!own.queue.empty()) {
      offer(me, std::min(size, (own.queue.size() + 1) / 2));
      return 0;
    }
    const std::size_t half = std::min(size, count / 2);
    if (half > 0) {
      own.offeredKey = own.queue.keyOf(batch[count - half]);
      own.offeredEnd = static_cast<std::uint32_t>(half);
      std::copy_n(batch + (count - half), half, own.offered.begin());
      me.buffer.publish(own.offered.data(), own.offeredEnd);
    }
    return half;
  }

  static void advertise(ThreadData& me, Key front) {
    if (me.front.load(order::relaxed) != front) {
      me.front.store(front, order::relaxed);
    }
  }

  /// Offers up to `count` tasks of the first bucket.
  void offer(ThreadData& me, std::size_t count) {
    Own& own = me.own;
    own.offeredKey = own.queue.topKey();
    own.offeredEnd = static_cast<std::uint32_t>(own.queue.popBatch(own.offered.data(), count));
    me.buffer.publish(own.offered.data(), own.offeredEnd);
  }

  /// Becomes, or ceases to be, one of those whom others should give something.
  GALOIS_ATTRIBUTE_NOINLINE void turnHungry(Own& own, bool hungry) {
    own.hungry = hungry;
    // relaxed, as everywhere: a hint how much to share; what is shared goes through the buffers.
    if (hungry) {
      hungry_.fetch_add(1, order::relaxed);
    } else {
      hungry_.fetch_sub(1, order::relaxed);
    }
  }

  /// The own offer, if no thief was faster.
  std::size_t takeBack(ThreadData& me, T* out, std::size_t max) {
    Own& own = me.own;
    return me.buffer.takeBack() ? hand(own, own.offered.data(), own.offeredEnd, out, max) : 0;
  }

  /// Listing 2: looks at one other thread, and takes its offer if that is of a better bucket.
  std::size_t stealBetter(Own& own, unsigned threads, T* out, std::size_t max) {
    ++own.counters.stealAttempts;
    const unsigned self = substrate::ThreadPool::getTID();
    ThreadData& victim = *threads_.getRemote(own.sampler.victim(self, threads, own.random));
    T best;
    if (victim.buffer.peek(best) && own.queue.keyOf(best) < own.queue.topKey()) {
      return stealFrom(own, victim.buffer, out, max);
    }
    own.drifter = victim.front.load(order::relaxed);
    return 0;
  }

  /// Having nothing: looks at every other thread, beginning with a random one.
  std::size_t stealAny(Own& own, unsigned threads, T* out, std::size_t max) {
    const unsigned self = substrate::ThreadPool::getTID();
    const unsigned first = own.sampler.victim(self, threads, own.random);
    for (unsigned i = 0; i < threads; ++i) {
      const unsigned victim = first + i < threads ? first + i : first + i - threads;
      if (victim == self) {
        continue;
      }
      ++own.counters.stealAttempts;
      if (const std::size_t count = stealFrom(own, threads_.getRemote(victim)->buffer, out, max)) {
        return count;
      }
    }
    return 0;
  }

  std::size_t stealFrom(Own& own, StealingBuffer<T>& victim, T* out, std::size_t max) {
    const std::uint32_t count = victim.steal(own.loot.data());
    own.counters.stealSuccesses += count > 0;
    own.counters.tasksStolen += count;
    return hand(own, own.loot.data(), count, out, max);
  }

  /// Copies the first `max` of the tasks to `out`; what does not fit goes to the queue.
  std::size_t hand(Own& own, const T* tasks, std::size_t count, T* out, std::size_t max) {
    const std::size_t handed = std::min(count, max);
    std::copy_n(tasks, handed, out);
    for (std::size_t i = handed; i < count; ++i) {
      own.queue.push(tasks[i]);
      ++own.returned;
    }
    return handed;
  }

  const std::uint32_t stealChance_;
  std::uint64_t streams_ = 0;
  ChunkPool<T> pool_;
  /// Threads whose last pop found nothing. On a line of its own: read by all, seldom written.
  alignas(substrate::kCacheLineSize) substrate::Atomic<std::uint32_t> hungry_{0};
  alignas(substrate::kCacheLineSize) substrate::PerThreadStorage<ThreadData> threads_;
};
GALOIS_WLCOMPILECHECK(StealingBucketQueue)

} // namespace galois::worklists

#endif
