/**
 * The Multi-Queue and its relatives [SMQ, sections 2.1 and 4, appendix C; PMOD, section 2.2]. There
 * are C sequential priority queues per thread, each behind a lock. A push adds the task to a random
 * queue. A pop draws two random queues and takes the more urgent of their best tasks. Without any
 * further coordination, tasks come in almost the right order.
 *
 * One template implements several policies, which are named at the end. Its parameters are how a
 * thread inserts tasks, how it takes them, and the kind of queue.
 *
 * Choices where the papers leave one, or contradict each other or their code:
 *  - The text of [SMQ] compares two queues and locks the better one; its listing 1 locks both and
 *    then compares. `lockBoth` selects the listing. The default is the text's way, with the
 *    priorities that parts/multiqueue/LockedQueue.h shows.
 *  - A thread does not wait for a lock that another one holds. It draws again.
 *  - The `delete` of listing 1 draws until it finds a task. Published code gives up after a few
 *    draws although tasks are left. Here, after a few draws that found nothing, the thread checks
 *    every queue, also those of threads that took part only in earlier loops.
 *  - "Random enqueue, local dequeue" blocks while the own queue is empty [PMOD]. Here the thread
 *    waits for a short while if it sees tasks in the queues of others, and then takes one of those,
 *    because their owners may be descheduled or may not be popping. With `ownOnly` the tasks wait
 *    for the owner, as in the paper; a thread whose queue is empty then finds nothing.
 *  - A single thread takes no locks.
 *  - A queue on which any thread may do the next operation has buffers in front of its heap
 *    (parts/queues/BufferedHeap.h). They change neither the order of tasks nor who can take them.
 *
 * No task is lost: each task is in a queue, or in a buffer of one thread, and the thread empties
 * the buffer before its pop returns nothing.
 *
 * Termination detection (substrate/Termination.h) may rely on pops that return nothing. Such a pop
 * has seen each queue empty, or locked after its own last push there. Suppose a queue was locked.
 * Its holder has pushed or taken a task, unless the queue was empty, for two reasons. A thread that
 * has locked a queue with tasks never unlocks it without taking one. And the last check of every
 * queue uses a try-lock that does not fail spuriously. So the holder has worked since its previous
 * answer to termination detection. Either its next answer says so. Or it has already answered in
 * this round; then it had checked that queue and found it locked by another thread. By induction
 * over the threads in the order of their answers, one of them answers that it has worked.
 * MultiQueueThreadRelacy.cpp checks the policy together with termination detection. Skip lists have
 * no lock, so that only the first case exists: such a pop has seen each queue empty. The same holds
 * with `lockBoth`, where a thread unlocks a queue with tasks if its second queue is locked. So the
 * last check waits for locks. Who holds one waits for nothing, but may be descheduled meanwhile, and
 * then holds up threads that find no other task. With `ownOnly`, only the owner of a queue can take
 * its tasks. It may find the queue locked by a thread that inserts, which has worked, and it looks
 * again after all others have found nothing (substrate/Termination.h, "sent to one other thread").
 */
#pragma once

#include <cstddef>
#include <functional>
#include <type_traits>

#include "galois/optional.h"
#include "galois/substrate/PerThreadStorage.h"
#include "galois/worklists/WLCompileCheck.h"
#include "galois/worklists/parts/common/Indexer.h"
#include "galois/worklists/parts/common/PolicyTypes.h"
#include "galois/worklists/parts/common/ThroughHandles.h"
#include "galois/worklists/parts/multiqueue/LocalQueues.h"
#include "galois/worklists/parts/multiqueue/MultiQueueShared.h"
#include "galois/worklists/parts/multiqueue/MultiQueueThread.h"
#include "galois/worklists/parts/multiqueue/QueueAccess.h"
#include "galois/worklists/parts/multiqueue/SkipListQueues.h"
#include "galois/worklists/parts/stealing/QueueSampler.h"

namespace galois::worklists {

/// Run-time parameters of a Multi-Queue, with the defaults for its ways to insert and to take tasks.
template <typename Queues, typename Insert, typename Delete>
struct MultiQueueParamsOf : MultiQueueParams<typename Queues::Params> {
  MultiQueueParamsOf() {
    this->insert = UsualAccess<Insert>();
    this->remove = UsualAccess<Delete>();
  }
};

/// The Multi-Queue worklist.
/// @tparam Indexer     maps a task to an integer priority, smaller is more urgent
/// @tparam T           task, trivially copyable
/// @tparam Concurrent  false: used by one thread only, takes no locks
/// @tparam Queues      the kind of queue, see parts/multiqueue/LocalQueues.h
///                     and SkipListQueues.h
/// @tparam Insert      how tasks are inserted, see parts/multiqueue/QueueAccess.h
/// @tparam Delete      how tasks are taken, see there
/// @tparam Sampler     how queues are drawn, see parts/stealing/QueueSampler.h
///
/// Thread-safe. With heaps, push is O(log n) and pop O(Arity log n). A pop that finds nothing reads
/// all queues, C per thread, and writes nothing. Meets the worklist concept, see
/// worklists/Concept.h.
template <typename Indexer = DummyIndexer<int>, typename T = int, bool Concurrent = true,
          typename Queues = BufferedHeapQueues<>, typename Insert = RandomQueues,
          typename Delete = RandomQueues, typename Sampler = WeightedSampler>
class MultiQueue
    : public PolicyTypes<MultiQueue, Indexer, T, Concurrent, Queues, Insert, Delete, Sampler>,
      public WithThreadData<MultiQueue<Indexer, T, Concurrent, Queues, Insert, Delete, Sampler>,
                            T> {
  friend class WithThreadData<MultiQueue, T>;
  static_assert(std::is_trivially_copyable<T>::value, "queues move tasks as bytes");
  static_assert(std::is_default_constructible<T>::value, "buffers are made of default-made tasks");
  using Shared = MultiQueueShared<Indexer, T, Queues>;
  using ThreadData = MultiQueueThread<Shared, Concurrent, Insert, Delete, Sampler>;

public:
  template <typename S> /// The policy with another sampler.
  struct with_sampler {
    using type = MultiQueue<Indexer, T, Concurrent, Queues, Insert, Delete, S>; ///< that policy
  };
  using Params = MultiQueueParamsOf<Queues, Insert, Delete>; ///< its parameters

  /// @throws std::bad_alloc
  explicit MultiQueue(Indexer indexer = Indexer(), Params params = Params())
      : shared_(indexer, settled(params)), threads_(std::ref(shared_)) {}

private:
  static Params settled(Params params) {
    if (Delete::kOwn) {
      params.queuesPerThread = 1;
    }
    return params;
  }

  ThreadData& dataOfThisThread() {
    ThreadData& me = *threads_.getLocal();
    me.follow();
    return me;
  }
  static void add(ThreadData& me, const T& task) { me.push(task); }
  template <typename Iter>
  static void addAll(ThreadData& me, Iter b, Iter e) {
    me.push(b, e);
  }
  static galois::optional<T> take(ThreadData& me) {
    T task{}; // pop() writes it, but some compilers warn without the initializer
    return me.pop(&task, 1) > 0 ? galois::optional<T>(task) : galois::optional<T>();
  }
  template <typename D = Delete, std::enable_if_t<D::kBatched, int> = 0>
  static std::size_t takeSome(ThreadData& me, T* out, std::size_t max) {
    return me.pop(out, max);
  }
  static const T* next(const ThreadData& me) { return me.peek(); }

  Shared shared_;
  substrate::PerThreadStorage<ThreadData> threads_;
};
GALOIS_WLCOMPILECHECK(MultiQueue)

/// The Multi-Queue with the given ways to insert and to take tasks [SMQ, section 2.1].
template <typename Insert, typename Delete, typename Indexer = DummyIndexer<int>>
using OptimizedMultiQueue = MultiQueue<Indexer, int, true, HeapQueues<>, Insert, Delete>;

/// Random enqueue, local dequeue [PMOD, section 2.2]: one queue per thread. Most insertions go to
/// queues of other threads, so these queues have an inbox.
template <typename Indexer = DummyIndexer<int>>
using RandomEnqueueLocalDequeue =
    MultiQueue<Indexer, int, true, InboxHeapQueues<>, RandomQueues, OwnQueue>;

/// The two policies over lock-free skip lists, as [PMOD, section 5.1] measures them. The Multi-Queue
/// of that paper has four queues per thread.
/// @{
template <typename Indexer = DummyIndexer<int>>
using SkipListMultiQueue =
    MultiQueue<Indexer, int, true, SkipListQueues, RandomQueues, RandomQueues>;
template <typename Indexer = DummyIndexer<int>>
using SkipListRandomEnqueueLocalDequeue =
    MultiQueue<Indexer, int, true, SkipListQueues, RandomQueues, OwnQueue>;
/// @}

/// The Multi Bucket Queue of Zhang, Posluns and Jeffrey (SPAA 2024). Its queues are bucket queues,
/// which are compared by where their first bucket begins. A thread pushes and pops in batches, and
/// uses the same queue for several batches.
template <typename Indexer = DummyIndexer<int>>
using MultiBucketQueue =
    MultiQueue<Indexer, int, true, BucketQueues, StickyBatching, StickyBatching>;

} // namespace galois::worklists
