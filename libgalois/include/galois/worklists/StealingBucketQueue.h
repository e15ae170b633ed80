/**
 * The Stealing Multi-Queue over bucket queues: the scheme of [SMQ, section 4] with a local queue
 * whose operations cost O(1), and with tasks that move in batches. So scheduling a task costs a few
 * stores.
 *
 * A thread takes batches from the first bucket of its own BucketQueue. Only between batches does it
 * communicate with other threads:
 *  - It takes its own offer back once that is more urgent than everything else it has.
 *  - It probes a victim: it reads what the victim offers and at which priority the victim works. It
 *    steals the offer if that is more urgent than its own tasks by more than a stride.
 *  - It offers tasks in its stealing buffer. While threads are level, it offers a batch when its
 *    first bucket holds at least two. While threads are apart, it offers half of what it has.
 * How large batches are and how often a thread probes follows from its pace (ProbePace.h). A probe
 * that finds threads apart halves the pace: it found something worth stealing, or the victim works
 * at a very different priority or is idle. Other probes double it.
 *
 * An idle thread reads the offers of up to kIdleProbes others, and shows that it is idle.
 *
 * Where one task may have thousands of children, as on social networks, offers of one batch do not
 * spread them fast enough. So a thread with many tasks also sends: when its probe finds the victim
 * further ahead, or idle, it leaves half of its tasks in the victim's mailbox (ChunkMail.h). A
 * thread empties its own mailbox before each pop. An idle sender takes back what nobody has taken.
 *
 * Differences from the paper. Tasks within a bucket have no order, and a thief compares a task with
 * the bound of a bucket. The steal probability applies to each probe and is 1 by default, because
 * probes are rare already. Empty offers, the choice of the victim and the owner's own offer are
 * treated as StealingMultiQueue.h says.
 *
 * Invariant: no task is lost. A task is in its owner's queue or batch, where the owner finds it; or
 * in a stealing buffer, from which any thread can take it; or in a mailbox, from which its receiver
 * and its sender can. A pop that returns nothing has found the thread's own queue empty, its own
 * buffer taken, none of what it sent still in a mailbox, and nothing in its own mailbox that was
 * sent before the pop began. Termination detection requires this (substrate/Termination.h). Several
 * such pops in a row find any offer.
 */
#pragma once

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
#include "galois/worklists/parts/common/PolicyTypes.h"
#include "galois/worklists/parts/common/SharedParameters.h"
#include "galois/worklists/parts/common/ThroughHandles.h"
#include "galois/worklists/parts/common/WorklistCounters.h"
#include "galois/worklists/parts/messages/ChunkMail.h"
#include "galois/worklists/parts/queues/BucketQueue.h"
#include "galois/worklists/parts/stealing/ProbePace.h"
#include "galois/worklists/parts/stealing/QueueSampler.h"
#include "galois/worklists/parts/stealing/StealableBucketQueue.h"

namespace galois::worklists {

/// Run-time parameters of the Stealing Multi-Queue over buckets.
struct StealingBucketParams {
  std::uint32_t stealDenominator = 1; ///< a probe that is due takes place with probability 1/this
  std::uint32_t stealSize = 64; ///< maximum of tasks in an offer, and between probes; 1 to 4096
  std::uint32_t numaWeight = 8; ///< see WeightedSampler
  BucketQueueParams buckets;    ///< of the threads' queues

  /// Calls `visit(parameter, field)` for each, see parts/common/Parameter.h.
  template <typename Self, typename Visit>
  static void visitParameters(Self& self, Visit&& visit) {
    visit(parameters::kStealProb, self.stealDenominator);
    visit(parameters::kStealSize, self.stealSize);
    visit(parameters::kNumaWeight, self.numaWeight);
  }
};

/// A relaxed concurrent priority queue: one bucket queue per thread, with work stealing.
///
/// @tparam Indexer     maps a task to an integer priority; smaller is more urgent
/// @tparam T           task, trivially copyable
/// @tparam Concurrent  false: only one thread uses the worklist
///
/// Thread-safe: push and pop work on the calling thread's queue. Both are amortised O(1) while
/// priorities stay within the bucket queue's window. A pop that finds nothing probes up to
/// kIdleProbes threads. Meets the worklist concept, see worklists/Concept.h.
template <typename Indexer = DummyIndexer<int>, typename T = int, bool Concurrent = true>
class StealingBucketQueue : public PolicyTypes<StealingBucketQueue, Indexer, T, Concurrent>,
                            public WithThreadData<StealingBucketQueue<Indexer, T, Concurrent>, T> {
  friend class WithThreadData<StealingBucketQueue, T>;
  struct ThreadData;

public:
  /// @throws std::bad_alloc
  explicit StealingBucketQueue(Indexer indexer = Indexer(),
                               StealingBucketParams params = StealingBucketParams())
      : stealChance_(0xffffffffu / params.stealDenominator), pool_(kChunkSize),
        threads_(indexer, params, std::ref(pool_), std::ref(streams_)) {}

private:
  using Tasks = StealableBucketQueue<T, Indexer>;
  using Queue = BucketQueue<T, Indexer>;
  using Key = std::uint64_t; // not Queue::Key: the class must be nameable for any T, see retype

  using Mail = ChunkMail<T>;

  static constexpr std::uint32_t kChunkSize = 64; ///< tasks per chunk of a bucket
  /// Offers that the first bucket must hold before a thread that is level with others makes one.
  static constexpr std::size_t kOffersInBucket = 2;
  static constexpr unsigned kMaxProbes = 3;   ///< threads that one due probe reads at most
  static constexpr unsigned kIdleProbes = 16; ///< threads that an idle pop reads at most

  static constexpr std::size_t kLeastToSend = 512;     ///< tasks of which half may be sent
  static constexpr std::size_t kLeastToSendIdle = 128; ///< the same if the receiver is idle
  /// Returns how far ahead a victim has to be for a thread to send it work: a stride. At a smaller
  /// distance, the extra transfers cost more than the better order saves. Two threads that are a
  /// stride apart are nearly level, and do not steal either; with two it is more than two strides.
  static Key distanceToSend(unsigned threads, Key stride) {
    return threads == 2 ? 2 * stride + 1 : stride;
  }

  /// What only the owner accesses, apart from its tasks.
  struct Own {
    /// @param stream  of random numbers
    Own(const StealingBucketParams& params, std::uint64_t stream)
        : pace(params.stealSize), stolen(params.stealSize), random(substrate::getSeed(), stream),
          sampler(params.numaWeight) {}

    ProbePace pace;
    Mail mail;
    std::vector<T> stolen; ///< room for an offer
    substrate::Random random;
    WeightedSampler sampler;
    WorklistCounters counters;
  };

  struct ThreadData {
    /// @param streams  number of random streams in use, so that each thread gets its own
    ThreadData(const Indexer& indexer, const StealingBucketParams& params, ChunkPool<T>& pool,
               std::uint64_t& streams)
        : tasks(indexer, params.stealSize, params.buckets, pool), own(params, streams++) {}

    template <typename Sink>
    void report(unsigned thread, Sink& sink) {
      own.counters.pushes = tasks.pushes() - own.mail.received();
      own.counters.report(thread, sink);
      own.sampler.report(thread, sink);
      sink(thread, "tasks_received", own.mail.received());
      sink(thread, "bucket_shift", Average{static_cast<double>(tasks.queue().shift())});
    }

    Tasks tasks;
    /// Whether a thread that found nothing worth stealing here requests an offer. relaxed: a hint,
    /// which only makes the owner share more.
    alignas(substrate::kCacheLineSize) substrate::Atomic<bool> requested{false};
    typename Mail::Box box;
    alignas(substrate::kCacheLineSize) Own own;
  };

  static void add(ThreadData& me, const T& task) { me.tasks.queue().push(task); }

  galois::optional<T> take(ThreadData& me) {
    T task;
    return takeSome(me, &task, 1) ? galois::optional<T>(task) : galois::optional<T>();
  }

  /// Takes up to `max` tasks of the most urgent bucket that the thread has, or of one stolen offer.
  std::size_t takeSome(ThreadData& me, T* out, std::size_t max) {
    Own& own = me.own;
    const unsigned threads = Concurrent ? substrate::getActiveThreads() : 1;
    const std::size_t count =
        threads > 1 ? popAmong(me, threads, out, max) : popAlone(me, out, max);
    own.counters.pops += count;
    own.counters.emptyPops += count == 0;
    return count;
  }

  /// Takes tasks while only this thread runs.
  std::size_t popAlone(ThreadData& me, T* out, std::size_t max) {
    Queue& queue = me.tasks.queue();
    if constexpr (Concurrent) {
      if (const std::size_t count = me.tasks.takeBackIfBest(out, max)) {
        return count;
      }
      if (queue.empty()) { // a loop with more threads may have been left early
        me.own.mail.take(queue, me.box);
        takeMailBack(me);
      }
    }
    return queue.popBatch(out, max);
  }

  /// Takes tasks while others run, too.
  std::size_t popAmong(ThreadData& me, unsigned threads, T* out, std::size_t max) {
    Queue& queue = me.tasks.queue();
    ProbePace& pace = me.own.pace;
    if (me.requested.load(order::relaxed)) {
      me.requested.store(false, order::relaxed);
      pace.leaveMax();
    }
    me.own.mail.take(queue, me.box);
    const std::size_t most = std::min(max, pace.tasks());
    std::size_t count = me.tasks.takeBackIfBest(out, most);
    if (count == 0 && pace.isProbeDue(queue.topKey(), queue.stride())) {
      pace.beginProbe(queue.topKey());
      if (me.own.random.chance(stealChance_)) {
        count = probe(me, threads, out, max);
      }
      pace.endProbe();
    }
    if (count == 0) {
      count = queue.popBatch(out, most);
    }
    if (count == 0 && takeMailBack(me)) {
      count = queue.popBatch(out, most);
    }
    if (count == 0) {
      count = stealAny(me, threads, out, max);
    }
    if (count > 0) {
      me.tasks.noteWork(out[0]);
      pace.ran(count);
      count -= share(me, out, count);
    }
    return count;
  }

  /// Offers tasks to others if the first bucket holds many, or if threads are apart.
  /// @return the number of tasks at the end of the batch that were offered
  std::size_t share(ThreadData& me, const T* batch, std::size_t count) {
    Tasks& tasks = me.tasks;
    if (!tasks.canOffer()) {
      return 0;
    }
    const std::size_t size = tasks.stealSize();
    if (me.own.pace.isMax()) {
      if (tasks.queue().firstHolds(kOffersInBucket * size)) {
        tasks.offer(size);
      }
      return 0;
    }
    if (!tasks.queue().empty()) {
      tasks.offer(std::min(size, (tasks.queue().size() + 1) / 2));
      return 0;
    }
    return tasks.offerHalfOf(batch, count);
  }

  /// Takes back a parcel that this thread sent, so that its tasks do not depend on whether their
  /// receiver runs. @return whether there was one
  bool takeMailBack(ThreadData& me) {
    return me.own.mail.takeBack(me.tasks.queue(), [this](unsigned thread) -> typename Mail::Box& {
      return threads_.getRemote(thread)->box;
    });
  }

  /// Whether the thread has enough tasks to send half of them to one that works at `front`.
  static bool shouldSend(const Queue& queue, unsigned threads, Key front) {
    return front > queue.topKey() &&
           front - queue.topKey() >= distanceToSend(threads, queue.stride()) &&
           queue.size() >= (front == Queue::kLeastUrgent ? kLeastToSendIdle : kLeastToSend);
  }

  /// Probes a victim [SMQ, listing 2] and steals its offer if that is more urgent by more than a
  /// stride. Each stolen batch begins a new place of the frontier in which two threads write the
  /// same cache lines, so threads that are nearly level leave each other alone.
  /// Sends tasks to a victim that is ahead, and requests some from one that is far behind without
  /// an offer. In both cases, and after a lost race, it goes on with another victim.
  std::size_t probe(ThreadData& me, unsigned threads, T* out, std::size_t max) {
    Own& own = me.own;
    Queue& queue = me.tasks.queue();
    const unsigned self = substrate::ThreadPool::getTID();
    const Key top = queue.topKey();
    const Key limit = ProbePace::kStridesApart * queue.stride();
    const Key margin = queue.stride();
    bool apart = false;
    for (unsigned probes = 0; probes < kMaxProbes; ++probes) {
      ++own.counters.stealAttempts;
      const unsigned thread = own.sampler.victim(self, threads, own.random);
      ThreadData& victim = *threads_.getRemote(thread);
      T best;
      if (victim.tasks.peek(best) && queue.keyOf(best) < top && top - queue.keyOf(best) > margin) {
        apart |= top - queue.keyOf(best) > limit;
        if (const std::size_t count = stealFrom(me, victim, out, max)) {
          own.pace.adjust(apart);
          return count;
        }
        continue;
      }
      const Key front = victim.tasks.workKey();
      own.pace.noteOthers(threads == 2 && front == Queue::kLeastUrgent);
      apart |= front < top ? top - front > limit : front - top > limit;
      if (shouldSend(queue, threads, front)) {
        own.mail.sendHalf(queue, thread, victim.box);
      } else if (front < top && top - front > limit) {
        requestOffer(victim);
      } else {
        break;
      }
    }
    own.pace.adjust(apart);
    return 0;
  }

  /// Steals from any thread that has an offer, beginning with a random one. For an idle thread.
  std::size_t stealAny(ThreadData& me, unsigned threads, T* out, std::size_t max) {
    Own& own = me.own;
    me.tasks.noteIdle();
    own.pace.setMin();
    const unsigned self = substrate::ThreadPool::getTID();
    const unsigned first = own.sampler.victim(self, threads, own.random);
    const unsigned most = std::min(threads, kIdleProbes);
    for (unsigned i = 0; i < most; ++i) {
      const unsigned thread = first + i < threads ? first + i : first + i - threads;
      if (thread == self) {
        continue;
      }
      ++own.counters.stealAttempts;
      ThreadData& victim = *threads_.getRemote(thread);
      if (const std::size_t count = stealFrom(me, victim, out, max)) {
        return count;
      }
      if (victim.tasks.workKey() != Queue::kLeastUrgent) {
        requestOffer(victim);
      }
    }
    return 0;
  }

  /// Requests that a thread offers some of its tasks. Stores only if nobody has requested it yet.
  static void requestOffer(ThreadData& victim) {
    if (!victim.requested.load(order::relaxed)) {
      victim.requested.store(true, order::relaxed);
    }
  }

  std::size_t stealFrom(ThreadData& me, ThreadData& victim, T* out, std::size_t max) {
    Own& own = me.own;
    const std::uint32_t count = victim.tasks.steal(own.stolen.data());
    own.counters.stealSuccesses += count > 0;
    own.counters.tasksStolen += count;
    return me.tasks.deliver(own.stolen.data(), count, out, max);
  }

  const std::uint32_t stealChance_;
  std::uint64_t streams_ = 0;
  ChunkPool<T> pool_;
  alignas(substrate::kCacheLineSize) substrate::PerThreadStorage<ThreadData> threads_;
};
GALOIS_WLCOMPILECHECK(StealingBucketQueue)

} // namespace galois::worklists
