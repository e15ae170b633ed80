/**
 * The Stealing Multi-Queue over bucket queues: the scheme of [SMQ, section 4], with a queue that
 * costs O(1) an operation and with tasks moving in batches, so that what a task pays for being
 * scheduled is a few stores.
 *
 * A thread works through the first bucket of its own BucketQueue in batches. Between batches, and
 * only then, it looks outward:
 *  - It takes its own offer back once that comes before everything else it has.
 *  - It looks at one other thread: what that one offers, and where it works. It takes the offer if
 *    that is of a better bucket.
 *  - It offers tasks in its stealing buffer: a batch when its first bucket holds plenty; half of
 *    what it has, however little that is, while threads are out of step.
 * How much is shared, in how small pieces, and how often a thread looks follows from one number of
 * its own, its pace: the tasks of a batch, and between two looks. It is halved when a look shows
 * that threads are out of step (something was worth stealing, or the other one works far ahead or
 * far behind, or has nothing) and doubled when it does not. So two threads that are level share
 * almost nothing; of 64 whose queues hold a dozen tasks each, every one looks every few tasks.
 * Nothing is counted globally: a count of idle threads would travel between all caches whenever one
 * of them finds or loses work. A thread also looks when it has advanced by half a stride (the way
 * from a task to its children), whatever its pace: those who have few tasks in a bucket run ahead
 * of the others, and it is for them to help.
 *
 * A thread that has nothing looks at the offers of up to kScan others, and says so in its note.
 *
 * Where one task may have thousands of children, as on social networks, offers of a batch do not
 * spread them fast enough. So a thread that has much sends: when its look shows that the other one
 * is further ahead, or out of work, it leaves half of what it has there, of all priorities, by
 * whole chunks, in a mailbox, of which the receiver empties its own before each pop; and takes back
 * what was not taken before it is out of work.
 *
 * Differences to the paper: tasks within a bucket have no order; stealing compares a task with a
 * bucket's bound; the coin is tossed at each look, and its default is to look always, since a look
 * is rare already. Null tops, self-selection and the owner's own offer are as
 * StealingMultiQueue.h says.
 *
 * No task is lost: it is in its owner's queue or batch, where the owner finds it, or in a stealing
 * buffer, where its owner and every other thread can take it, or in a mailbox, where its receiver
 * and its sender can. A pop that comes back empty has found the thread's own queue empty, its own
 * buffer taken, nothing that it sent in any mailbox, and nothing in its own that was sent before
 * the pop began, which is what termination detection asks for (substrate/Termination.h); repeated,
 * it finds any offer.
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
#include "galois/substrate/CompilerSpecific.h"
#include "galois/substrate/PerThreadStorage.h"
#include "galois/substrate/Random.h"
#include "galois/substrate/ThreadPool.h"
#include "galois/worklists/Concept.h"
#include "galois/worklists/WLCompileCheck.h"
#include "galois/worklists/parts/chunks/TaskChunk.h"
#include "galois/worklists/parts/common/Indexer.h"
#include "galois/worklists/parts/common/ThroughHandles.h"
#include "galois/worklists/parts/common/WorklistCounters.h"
#include "galois/worklists/parts/messages/Mailbox.h"
#include "galois/worklists/parts/queues/BucketQueue.h"
#include "galois/worklists/parts/stealing/QueueSampler.h"
#include "galois/worklists/parts/stealing/StealingBuffer.h"

namespace galois::worklists {

/// Run-time parameters of the Stealing Multi-Queue over buckets.
struct StealingBucketParams {
  std::uint32_t stealDenominator = 1; ///< a look at another thread has probability 1/this
  std::uint32_t stealSize = 64; ///< tasks in an offer, and between two looks, at most; 1 to 4096
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
      sink(t, "tasks_received", own.received);
      sink(t, "bucket_shift", Average{static_cast<double>(own.queue.shift())});
    }
  }

private:
  using Queue = BucketQueue<T, Indexer>;
  using Key = std::uint64_t; // not Queue::Key: the class must be nameable for any T, see retype

  static constexpr std::uint32_t kChunk = 64; ///< tasks in a chunk of a bucket
  static constexpr std::size_t kPlenty = 2;   ///< offers that a bucket holds beyond the first
  static constexpr unsigned kHottest = 2;     ///< halvings of the pace at most
  /// Strides, from a task to its children, that threads may be apart before they count as out of
  /// step: no task of one makes tasks of the other useless before that.
  static constexpr Key kApart = 2;
  static constexpr unsigned kTries = 3; ///< threads that one out of step looks at, at most
  static constexpr unsigned kScan = 16; ///< threads that one without work looks at before it waits

  static constexpr std::size_t kMuch = 512;  ///< tasks of which half may be sent to one ahead
  static constexpr std::size_t kSome = 128;  ///< the same, to one that has nothing
  static constexpr std::size_t kParcel = 16; ///< chunks that are sent at once, at most
  /// Threads from which on an eighth of a stride is far enough ahead to be sent something; the
  /// fewer there are, the less is gained by sharing what is as good, and the more of it changes
  /// hands.
  static constexpr Key kManyThreads = 16;

  /// What is sent.
  struct Parcel {
    Chunk<T>* chunks = nullptr;
    unsigned shift = 0; ///< of the queue that it comes from
  };

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
    unsigned heat = 0;          ///< how far out of step threads seem to be: 0 to kHottest
    std::size_t untilLook = 0;  ///< tasks until the next look at another thread
    Key lookedAt = 0;           ///< where this thread worked when it last looked
    std::uint64_t returned = 0; ///< tasks that were put into the queue and are no pushes
    /// Threads whose mailboxes may hold what this thread sent, once each.
    std::vector<unsigned> sentTo;
    std::uint64_t received = 0; ///< of those, what came out of mailboxes
    substrate::Random random;
    WeightedSampler sampler;
    WorklistCounters counters;
  };

  struct ThreadData {
    /// @param streams  random streams handed out so far, so that no two threads draw alike
    ThreadData(const Indexer& indexer, const StealingBucketParams& params, ChunkPool<T>& pool,
               std::uint64_t& streams)
        : buffer(params.stealSize), own(indexer, params, pool, streams++) {
      buffer.note(Queue::kLeastUrgent);
    }
    /// What other threads touch. Its note says where the owner works, kLeastUrgent if nowhere, so
    /// that a look is one cache line. A note that is out of date makes threads share a little more
    /// or less than they should.
    StealingBuffer<T> buffer;
    /// Set by a thread that found nothing worth taking here, though the owner is behind. relaxed: a
    /// hint, as the note.
    alignas(substrate::kCacheLineSize) substrate::Atomic<bool> wanted{false};
    Mailbox<Parcel> mail;
    alignas(substrate::kCacheLineSize) Own own;
  };

  std::size_t popBatch(ThreadData& me, T* out, std::size_t max) {
    Own& own = me.own;
    const unsigned threads = Concurrent ? substrate::getActiveThreads() : 1;
    const std::size_t count =
        threads > 1 ? popAmong(me, threads, out, max) : popAlone(me, out, max);
    own.counters.pops += count;
    own.counters.emptyPops += count == 0;
    return count;
  }

  std::size_t popAlone(ThreadData& me, T* out, std::size_t max) {
    Own& own = me.own;
    if constexpr (Concurrent) {
      if (const std::size_t count = takeBackIfBest(me, out, max)) {
        return count;
      }
      if (own.queue.empty()) { // a loop with more threads may have been left early
        takeMail(own, me.mail);
        takeSentBack(own);
      }
    }
    return own.queue.popBatch(out, max);
  }

  std::size_t popAmong(ThreadData& me, unsigned threads, T* out, std::size_t max) {
    Own& own = me.own;
    if (me.wanted.load(order::relaxed)) {
      me.wanted.store(false, order::relaxed);
      own.heat = std::max(own.heat, 1u);
    }
    takeMail(me.own, me.mail);
    const std::size_t most = std::min(max, paceOf(me));
    std::size_t count = takeBackIfBest(me, out, most);
    if (count == 0 && (own.untilLook == 0 || hasAdvanced(own))) {
      own.lookedAt = own.queue.topKey();
      if (own.random.chance(stealChance_)) {
        count = look(own, threads, out, max);
      }
      own.untilLook = paceOf(me);
    }
    if (count == 0) {
      count = own.queue.popBatch(out, most);
    }
    if (count == 0 && takeSentBack(own)) {
      count = own.queue.popBatch(out, most);
    }
    if (count == 0) {
      count = stealAny(me, threads, out, max);
    }
    if (count > 0) {
      me.buffer.note(own.queue.boundOf(out[0]));
      own.untilLook -= std::min(own.untilLook, count);
      count -= share(me, out, count);
    }
    return count;
  }

  static bool hasAdvanced(const Own& own) {
    const Key top = own.queue.topKey();
    return top > own.lookedAt && top - own.lookedAt > own.queue.stride() / 2;
  }

  /// Tasks of a batch, and between two looks.
  static std::size_t paceOf(const ThreadData& me) {
    return std::max<std::size_t>(me.buffer.capacity() >> me.own.heat, 1);
  }

  /// Offers tasks to others if there are plenty, or if threads are out of step.
  /// @return how many of the `count` tasks at `batch`, the last ones, were offered
  std::size_t share(ThreadData& me, const T* batch, std::size_t count) {
    if (!me.buffer.isTaken()) {
      return 0;
    }
    Own& own = me.own;
    const std::size_t size = me.buffer.capacity();
    if (own.heat == 0) {
      if (own.queue.firstHolds(kPlenty * size)) {
        offer(me, size);
      }
      return 0;
    }
    if (!own.queue.empty()) {
      offer(me, std::min(size, (own.queue.size() + 1) / 2));
      return 0;
    }
    const std::size_t half = std::min(size, count / 2);
    if (half > 0) {
      own.offeredKey = own.queue.boundOf(batch[count - half]);
      own.offeredEnd = static_cast<std::uint32_t>(half);
      std::copy_n(batch + (count - half), half, own.offered.begin());
      me.buffer.publish(own.offered.data(), own.offeredEnd);
    }
    return half;
  }

  /// Offers up to `count` tasks of the first bucket.
  void offer(ThreadData& me, std::size_t count) {
    Own& own = me.own;
    own.offeredKey = own.queue.topKey();
    own.offeredEnd = static_cast<std::uint32_t>(own.queue.popBatch(own.offered.data(), count));
    me.buffer.publish(own.offered.data(), own.offeredEnd);
  }

  /// The own offer, if that comes first, or nothing else is left, and no thief was faster.
  std::size_t takeBackIfBest(ThreadData& me, T* out, std::size_t max) {
    Own& own = me.own;
    const bool best = own.queue.empty() || own.offeredKey < own.queue.topKey();
    return best && me.buffer.takeBack() ? hand(own, own.offered.data(), own.offeredEnd, out, max)
                                        : 0;
  }

  /// Puts what lies in a mailbox into the own queue. @return whether there was anything
  bool takeMail(Own& own, Mailbox<Parcel>& mail) {
    Parcel parcel;
    if (!mail.take(parcel)) {
      return false;
    }
    const std::size_t count = own.queue.add(parcel.chunks, parcel.shift);
    own.returned += count;
    own.received += count;
    return true;
  }

  /// Having nothing: takes back what this thread sent and nobody has taken yet, so that its tasks
  /// do not depend on whether others run. O(threads that were sent something since the last time).
  bool takeSentBack(Own& own) {
    while (!own.sentTo.empty()) {
      const unsigned thread = own.sentTo.back();
      own.sentTo.pop_back();
      if (takeMail(own, threads_.getRemote(thread)->mail)) {
        return true;
      }
    }
    return false;
  }

  /// Whether the thread has so much that one who works at `front` should get some.
  static bool hasMuchFor(const Own& own, unsigned threads, Key front) {
    const Key ahead = 2 * own.queue.stride() / std::min<Key>(threads, kManyThreads);
    return front > own.queue.topKey() && front - own.queue.topKey() > ahead &&
           own.queue.size() >= (front == Queue::kLeastUrgent ? kSome : kMuch);
  }

  /// Sends half of what the thread has, if there is room.
  void sendTo(Own& own, unsigned thread) {
    Mailbox<Parcel>& mail = threads_.getRemote(thread)->mail;
    if (own.sentTo.size() == own.sentTo.capacity()) {
      own.sentTo.reserve(2 * own.sentTo.size() + 64);
    }
    if (!mail.claim()) {
      return;
    }
    // Tasks beyond the window are not sent, so there may be nothing.
    if (Chunk<T>* const chunks = own.queue.takeHalf(kParcel)) {
      mail.fill({chunks, own.queue.shift()});
      if (std::find(own.sentTo.begin(), own.sentTo.end(), thread) == own.sentTo.end()) {
        own.sentTo.push_back(thread);
      }
    } else {
      mail.cancel();
    }
  }

  /// Listing 2: looks at another thread, and takes its offer if that is of a better bucket. Where
  /// the other one is far behind but has nothing on offer, or is ahead while this one has much, at
  /// another.
  std::size_t look(Own& own, unsigned threads, T* out, std::size_t max) {
    const unsigned self = substrate::ThreadPool::getTID();
    const Key top = own.queue.topKey();
    const Key apart = kApart * own.queue.stride();
    bool hot = false;
    for (unsigned tries = 0; tries < kTries; ++tries) {
      ++own.counters.stealAttempts;
      const unsigned other = own.sampler.victim(self, threads, own.random);
      ThreadData& victim = *threads_.getRemote(other);
      T best;
      if (victim.buffer.peek(best) && own.queue.keyOf(best) < top) {
        hot |= top - own.queue.keyOf(best) > apart;
        if (const std::size_t count = stealFrom(own, victim.buffer, out, max)) {
          feel(own, hot);
          return count;
        }
        continue;
      }
      const Key front = victim.buffer.note();
      hot |= front < top ? top - front > apart : front - top > apart;
      if (hasMuchFor(own, threads, front)) {
        sendTo(own, other);
      } else if (front < top && top - front > apart) {
        askFor(victim);
      } else {
        break;
      }
    }
    feel(own, hot);
    return 0;
  }

  static void feel(Own& own, bool hot) {
    own.heat = hot ? std::min(own.heat + 1, kHottest) : own.heat - (own.heat > 0);
  }

  /// Having nothing: looks at others, beginning with a random one.
  std::size_t stealAny(ThreadData& me, unsigned threads, T* out, std::size_t max) {
    Own& own = me.own;
    me.buffer.note(Queue::kLeastUrgent);
    own.heat = kHottest;
    const unsigned self = substrate::ThreadPool::getTID();
    const unsigned first = own.sampler.victim(self, threads, own.random);
    const unsigned most = std::min(threads, kScan);
    for (unsigned i = 0; i < most; ++i) {
      const unsigned victim = first + i < threads ? first + i : first + i - threads;
      if (victim == self) {
        continue;
      }
      ++own.counters.stealAttempts;
      ThreadData& data = *threads_.getRemote(victim);
      if (const std::size_t count = stealFrom(own, data.buffer, out, max)) {
        return count;
      }
      if (data.buffer.note() != Queue::kLeastUrgent) {
        askFor(data);
      }
    }
    return 0;
  }

  /// Lets a thread know that others would like some of its tasks. A store only when that is news.
  static void askFor(ThreadData& victim) {
    if (!victim.wanted.load(order::relaxed)) {
      victim.wanted.store(true, order::relaxed);
    }
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
  alignas(substrate::kCacheLineSize) substrate::PerThreadStorage<ThreadData> threads_;
};
GALOIS_WLCOMPILECHECK(StealingBucketQueue)

} // namespace galois::worklists

#endif
