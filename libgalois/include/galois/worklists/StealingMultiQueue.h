/**
 * The Stealing Multi-Queue [SMQ, listing 2]: every thread owns a queue and works from it; with a
 * small probability it looks at the queue of another and takes a few tasks there when those are
 * more urgent than all it has. The queue is a heap with a stealing buffer
 * (parts/stealing/StealableHeap.h) or a concurrent skip list (parts/stealing/StealableSkipList.h).
 *
 * Where the paper leaves a choice, or its listing and its published code disagree:
 *  - A null top means "nothing better": a queue that shows nothing never wins a comparison, and
 *    nobody draws itself as victim.
 *  - A thief compares with all its own tasks, not only with those that others can see.
 *  - The coin for stealing is tossed once for every `stealSize` tasks: that many make one step of
 *    the analysis, whether they came from the own queue or from another.
 *  - Queues on other NUMA nodes are drawn K times more seldom. The text lets K grow with the
 *    threads, so as to keep the share of remote draws the same; the evaluation has K = 8. The share
 *    depends on K alone (parts/stealing/QueueSampler.h); K = 8 is the default, and growing is an
 * option.
 *  - Alone, a thread gets its tasks in exact priority order.
 *
 * No task is lost: it is in the queue of a thread, where that thread finds it. A pop that comes
 * back empty has looked at all of the thread's own queue and at what every other thread shows.
 */
#ifndef GALOIS_WORKLISTS_STEALINGMULTIQUEUE_H
#define GALOIS_WORKLISTS_STEALINGMULTIQUEUE_H

#include <cstdint>
#include <functional>

#include "galois/optional.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/PerThreadStorage.h"
#include "galois/substrate/Random.h"
#include "galois/substrate/ThreadPool.h"
#include "galois/worklists/WLCompileCheck.h"
#include "galois/worklists/parts/common/Indexer.h"
#include "galois/worklists/parts/common/ThroughHandles.h"
#include "galois/worklists/parts/common/WorklistCounters.h"
#include "galois/worklists/parts/stealing/QueueSampler.h"
#include "galois/worklists/parts/stealing/StealableHeap.h"

namespace galois::worklists {

/// Run-time parameters of the Stealing Multi-Queue; the defaults are the paper's.
struct SmqParams {
  std::uint32_t stealDenominator =
      8;                       ///< a thread tries to steal with probability 1/this; 1 or more
  std::uint32_t stealSize = 4; ///< tasks that a thief takes at most, 1 to 65535
  /// Tasks that the owner of a heap sets aside when it takes back what it offered.
  std::uint32_t ownBatch = 16;
  std::uint32_t numaWeight = 8; ///< see WeightedSampler
};

/// @tparam Indexer     task -> integer priority, smaller is more urgent
/// @tparam T           task, trivially copyable
/// @tparam Concurrent  false: used by one thread only, never steals
/// @tparam Local       a thread's queue: LocalHeap<arity> or LocalSkipList
///
/// Thread-safe: push and pop work on the calling thread's queue, and cost what those of `Local`
/// do; a pop that finds nothing O(threads). Meets the worklist concept, see worklists/Concept.h.
template <typename Indexer = DummyIndexer<int>, typename T = int, bool Concurrent = true,
          typename Local = LocalHeap<4>>
class StealingMultiQueue
    : public ThroughHandles<StealingMultiQueue<Indexer, T, Concurrent, Local>, T> {
  struct ThreadData;

public:
  template <typename U>
  using retype = StealingMultiQueue<Indexer, U, Concurrent, Local>;
  template <bool B>
  using rethread = StealingMultiQueue<Indexer, T, B, Local>;
  template <typename I>
  struct with_indexer {
    using type = StealingMultiQueue<I, T, Concurrent, Local>;
  };
  template <typename L>
  struct with_local {
    using type = StealingMultiQueue<Indexer, T, Concurrent, L>;
  };
  using value_type = T;

  explicit StealingMultiQueue(Indexer indexer = Indexer(), SmqParams params = SmqParams())
      : params_(params), stealChance_(0xffffffffu / params.stealDenominator),
        threads_(Less(indexer), params, std::ref(shared_)) {}
  StealingMultiQueue(const StealingMultiQueue&) = delete;
  StealingMultiQueue& operator=(const StealingMultiQueue&) = delete;

  /// The queue as one thread uses it. Copyable; valid on the thread that asked for it, as long as
  /// the worklist is.
  class ThreadHandle {
  public:
    using value_type = T;

    /// Adds a task to the thread's queue. @throws std::bad_alloc
    void push(const value_type& task) {
      me_->queue.push(task, me_->random);
      ++me_->counters.pushes;
    }

    /// Adds the tasks of [b, e) to the thread's queue. @throws std::bad_alloc
    template <typename Iter>
    void push(Iter b, Iter e) {
      for (; b != e; ++b) {
        push(*b);
      }
    }

    /// The most urgent task that the thread has or, by chance or need, could steal.
    galois::optional<value_type> pop() {
      value_type task;
      // Between two tosses of the coin only the own queue is looked at.
      if (Concurrent && me_->untilCoin > 0 && me_->queue.popSetAside(task)) {
        --me_->untilCoin;
        ++me_->counters.pops;
        return galois::optional<value_type>(task);
      }
      return queue_->popAnywhere(*me_);
    }

    /// The task that the thread's next pop will probably return; nullptr if there is no telling.
    const value_type* peek() const { return me_->queue.peek(); }

  private:
    friend class StealingMultiQueue;
    ThreadHandle(StealingMultiQueue& queue, ThreadData& me) : queue_(&queue), me_(&me) {}

    StealingMultiQueue* queue_;
    ThreadData* me_;
  };

  /// For a thread that pushes and pops many times.
  ThreadHandle forThisThread() { return ThreadHandle(*this, *threads_.getLocal()); }

  /// Gives each counter to `sink(thread, name, value)`. Call it between loops only.
  template <typename Sink>
  void reportCounters(Sink&& sink) {
    for (unsigned t = 0; t < threads_.size(); ++t) {
      const ThreadData& data = *threads_.getRemote(t);
      data.counters.report(t, sink);
      data.sampler.report(t, sink);
    }
  }

private:
  using Less = IndexLess<Indexer>;
  using Queue = typename Local::template Queue<T, Less>;

  /// What all threads' data refer to; must be made before them.
  struct Shared {
    typename Queue::Shared queues;
    std::uint64_t streams = 0; ///< random streams handed out so far, so that no two draw alike
  };

  struct ThreadData {
    ThreadData(const Less& less, const SmqParams& params, Shared& shared)
        : queue(less, params.stealSize, params.ownBatch, shared.queues),
          random(substrate::getSeed(), shared.streams++), sampler(params.numaWeight) {}

    Queue queue;
    std::uint32_t untilCoin = 0; ///< pops until the next toss
    substrate::Random random;
    WeightedSampler sampler;
    WorklistCounters counters;
  };

  galois::optional<value_type> popAnywhere(ThreadData& me) {
    const unsigned threads = Concurrent ? substrate::getActiveThreads() : 1;
    if (threads > 1) {
      if (me.untilCoin == 0) {
        me.untilCoin = params_.stealSize;
        if (me.random.chance(stealChance_)) {
          stealBetter(me, threads);
        }
      }
      --me.untilCoin;
    }
    T task;
    if (me.queue.pop(task, threads > 1) ||
        (threads > 1 && stealAny(me, threads) && me.queue.pop(task, true))) {
      ++me.counters.pops;
      return galois::optional<value_type>(task);
    }
    ++me.counters.emptyPops;
    return galois::optional<value_type>();
  }

  /// Listing 2: looks at one random victim and steals if its best is better than ours.
  void stealBetter(ThreadData& me, unsigned threads) {
    ++me.counters.stealAttempts;
    const unsigned self = substrate::ThreadPool::getTID();
    Queue& victim = threads_.getRemote(me.sampler.victim(self, threads, me.random))->queue;
    if (me.queue.wantsFrom(victim)) {
      stealFrom(me, victim);
    }
  }

  /// Having nothing: looks at every other thread, beginning with a random one.
  bool stealAny(ThreadData& me, unsigned threads) {
    const unsigned self = substrate::ThreadPool::getTID();
    const unsigned first = me.sampler.victim(self, threads, me.random);
    for (unsigned i = 0; i < threads; ++i) {
      const unsigned victim = first + i < threads ? first + i : first + i - threads;
      if (victim == self) {
        continue;
      }
      ++me.counters.stealAttempts;
      if (stealFrom(me, threads_.getRemote(victim)->queue)) {
        return true;
      }
    }
    return false;
  }

  static bool stealFrom(ThreadData& me, Queue& victim) {
    const std::uint32_t count = me.queue.stealFrom(victim, me.random);
    me.counters.stealSuccesses += count > 0;
    me.counters.tasksStolen += count;
    return count > 0;
  }

  const SmqParams params_;
  const std::uint32_t stealChance_;
  Shared shared_;
  substrate::PerThreadStorage<ThreadData> threads_;
};
GALOIS_WLCOMPILECHECK(StealingMultiQueue)

} // namespace galois::worklists

#endif
