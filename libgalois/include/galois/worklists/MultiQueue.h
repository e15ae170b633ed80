/**
 * The Multi-Queue and its relatives [SMQ, sections 2.1 and 4, appendix C; PMOD, section 2.2]: C
 * sequential priority queues a thread, each behind a lock. A task goes into a queue drawn at
 * random; a thread takes the more urgent of the best tasks of two queues drawn at random. Without
 * any further coordination, tasks come in almost the right order.
 *
 * One template, several policies (at the end): how a thread inserts, how it takes, and what the
 * queues are, are its parameters.
 *
 * Where the papers leave a choice, or contradict each other or their code:
 *  - The text of [SMQ] compares two queues and locks the better one, its listing 1 locks both and
 * compares then. `lockBoth` chooses; the default is the text's, with the urgencies that
 * parts/multiqueue/LockedQueue.h publishes. Two locks are taken in the order of addresses.
 *  - A lock that somebody holds is not waited for: another draw is made.
 *  - Listing 1's `delete` draws until it finds something; published code gives up after a few draws
 * with tasks left. Here a few draws that find nothing are followed by a look at every queue,
 * those of threads that took part in earlier loops only included.
 *  - Random enqueue, local dequeue blocks while the own queue is empty [PMOD]. Here the thread
 * waits for a short while as long as it sees tasks in the queues of others, and then takes one:
 * their owners may be descheduled, or not be popping at all.
 *  - One thread alone takes no locks.
 *  - A queue from which every operation may come from another thread has buffers before its heap
 *    (parts/queues/BufferedHeap.h). They change neither the order of tasks nor who can take them.
 *
 * No task is lost: it is in a queue, or in a buffer of one thread, which empties that before it
 * comes back empty. An empty pop has seen each queue empty, or locked after its own last push
 * there. In the latter case the holder has pushed or taken a task, unless the queue was empty: who
 * has locked a queue with tasks in it never lets go of it without taking one (also with `lockBoth`,
 * when the second lock is not to be had), and the last look at every queue uses a try-lock that
 * does not fail for no reason. So the holder has worked since its previous answer to termination
 * detection, and its next answer says so, or it has answered already in this round, and then it
 * looked at that queue before and found it locked by another one: by induction over the threads in
 * the order of their answers, one of them says that it has worked. So termination detection may
 * rely on it (substrate/Termination.h); MultiQueueThreadRelacy.cpp checks the two together.
 */
#ifndef GALOIS_WORKLISTS_MULTIQUEUE_H
#define GALOIS_WORKLISTS_MULTIQUEUE_H

#include <cstddef>
#include <functional>
#include <type_traits>

#include "galois/optional.h"
#include "galois/substrate/PerThreadStorage.h"
#include "galois/worklists/WLCompileCheck.h"
#include "galois/worklists/parts/common/Indexer.h"
#include "galois/worklists/parts/common/ThroughHandles.h"
#include "galois/worklists/parts/multiqueue/LocalQueues.h"
#include "galois/worklists/parts/multiqueue/MultiQueueThread.h"
#include "galois/worklists/parts/multiqueue/QueueAccess.h"
#include "galois/worklists/parts/stealing/QueueSampler.h"

namespace galois::worklists {

/// @tparam Indexer     task -> integer priority, smaller is more urgent
/// @tparam T           task, trivially copyable
/// @tparam Concurrent  false: used by one thread only, takes no locks
/// @tparam Queues      what the queues are, see parts/multiqueue/LocalQueues.h
/// @tparam Insert      how tasks are inserted, see parts/multiqueue/QueueAccess.h
/// @tparam Delete      how tasks are taken
/// @tparam Sampler     how queues are drawn, see parts/stealing/QueueSampler.h
///
/// Thread-safe. With heaps, push O(log n) and pop O(Arity log n); a pop that finds nothing looks at
/// C threads queues and writes nothing. Meets the worklist concept, see worklists/Concept.h.
template <typename Indexer = DummyIndexer<int>, typename T = int, bool Concurrent = true,
          typename Queues = BufferedHeapQueues<>, typename Insert = RandomQueues,
          typename Delete = RandomQueues, typename Sampler = UniformSampler>
class MultiQueue
    : public ThroughHandles<MultiQueue<Indexer, T, Concurrent, Queues, Insert, Delete, Sampler>,
                            T> {
  static_assert(std::is_trivially_copyable<T>::value, "queues move tasks as bytes");
  static_assert(std::is_default_constructible<T>::value, "buffers are made of default-made tasks");
  using Thread = MultiQueueThread<Indexer, T, Concurrent, Queues, Insert, Delete, Sampler>;
  using Shared = MultiQueueShared<Indexer, T, Queues>;

public:
  template <typename U>
  using retype = MultiQueue<Indexer, U, Concurrent, Queues, Insert, Delete, Sampler>;
  template <bool B>
  using rethread = MultiQueue<Indexer, T, B, Queues, Insert, Delete, Sampler>;
  template <typename I>
  struct with_indexer {
    using type = MultiQueue<I, T, Concurrent, Queues, Insert, Delete, Sampler>;
  };
  template <typename S>
  struct with_sampler {
    using type = MultiQueue<Indexer, T, Concurrent, Queues, Insert, Delete, S>;
  };
  using value_type = T;
  using Params = MultiQueueParams<typename Queues::Params>;

  /// @throws std::bad_alloc
  explicit MultiQueue(Indexer indexer = Indexer(), Params params = Params())
      : shared_(indexer, settled(params)), threads_(std::ref(shared_)) {}
  MultiQueue(const MultiQueue&) = delete;
  MultiQueue& operator=(const MultiQueue&) = delete;

  /// The worklist as one thread uses it. Copyable; valid on the thread that asked for it, as long
  /// as the worklist is and the number of active threads stays.
  class ThreadHandle {
  public:
    using value_type = T;

    /// Adds a task. @throws std::bad_alloc
    void push(const value_type& task) { me_->push(task); }

    /// Adds the tasks of [b, e). @throws std::bad_alloc
    template <typename Iter>
    void push(Iter b, Iter e) {
      me_->push(b, e);
    }

    /// A task that is about as urgent as any.
    galois::optional<value_type> pop() {
      value_type task{}; // written by pop(), which not every compiler sees
      return me_->pop(&task, 1) > 0 ? galois::optional<value_type>(task)
                                    : galois::optional<value_type>();
    }

    /// Up to `max` tasks of one queue, most urgent first; 0 when none was found. Policies that take
    /// tasks in batches have it.
    template <typename D = Delete, std::enable_if_t<D::kBatched, int> = 0>
    std::size_t pop_batch(value_type* out, std::size_t max) {
      return me_->pop(out, max);
    }

    /// A task that the thread is likely to get soon; nullptr if there is no telling.
    const value_type* peek() const { return me_->peek(); }

  private:
    friend class MultiQueue;
    explicit ThreadHandle(Thread& me) : me_(&me) {}

    Thread* me_;
  };

  /// For a thread that pushes and pops many times.
  ThreadHandle forThisThread() {
    Thread& me = *threads_.getLocal();
    me.follow();
    return ThreadHandle(me);
  }

  /// Gives each counter to `sink(thread, name, value)`. Call it between loops only.
  template <typename Sink>
  void reportCounters(Sink&& sink) {
    for (unsigned t = 0; t < threads_.size(); ++t) {
      threads_.getRemote(t)->report(t, sink);
    }
  }

private:
  static Params settled(Params params) {
    if (Delete::kOwn) {
      params.queuesPerThread = 1;
    }
    return params;
  }

  Shared shared_;
  substrate::PerThreadStorage<Thread> threads_;
};
GALOIS_WLCOMPILECHECK(MultiQueue)

/// The Multi-Queue with other ways to insert and to take [SMQ, section 2.1].
template <typename Insert, typename Delete, typename Indexer = DummyIndexer<int>>
using OptimizedMultiQueue = MultiQueue<Indexer, int, true, HeapQueues<>, Insert, Delete>;

/// Random enqueue, local dequeue [PMOD, section 2.2]: one queue a thread. Most insertions are into
/// queues of others, so these have an inbox.
template <typename Indexer = DummyIndexer<int>>
using RandomEnqueueLocalDequeue =
    MultiQueue<Indexer, int, true, InboxHeapQueues<>, RandomQueues, OwnQueue>;

/// The Multi Bucket Queue of Zhang, Posluns and Jeffrey (SPAA 2024): bucket queues, compared by
/// where their first bucket begins, filled and emptied in batches, several of them at one queue.
template <typename Indexer = DummyIndexer<int>>
using MultiBucketQueue =
    MultiQueue<Indexer, int, true, BucketQueues, StickyBatching, StickyBatching>;

} // namespace galois::worklists

#endif
