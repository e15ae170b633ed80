/**
 * The Stealing Multi-Queue as [SMQ, listings 2 and 4] prints it, line by line:
 * docs/worklists/published.md sets the listings beside this code. StealingMultiQueue.h is the
 * variant that this project developed from it, and says why.
 *
 * What is added to listing 2: when its delete() would return nothing, the thread takes back the
 * tasks that it offers itself. The text says that the owner may process them later, but no line of
 * the listing does. Without this, a loop would end while tasks are left. With a numaWeight above 1,
 * queues are drawn as section 4 says, not as line 30 does.
 *
 * No task is lost: each task is in the heap or in the stealing buffer of a thread, or among those
 * that a thread has stolen. A pop that returns nothing has found all three of its own empty.
 */
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "galois/optional.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/PerThreadStorage.h"
#include "galois/substrate/Random.h"
#include "galois/substrate/ThreadPool.h"
#include "galois/worklists/WLCompileCheck.h"
#include "galois/worklists/parts/common/Indexer.h"
#include "galois/worklists/parts/common/PolicyTypes.h"
#include "galois/worklists/parts/common/SharedParameters.h"
#include "galois/worklists/parts/common/ThroughHandles.h"
#include "galois/worklists/parts/common/WorklistCounters.h"
#include "galois/worklists/parts/stealing/PublishedStealableHeap.h"
#include "galois/worklists/parts/stealing/QueueSampler.h"

namespace galois::worklists {

/// Run-time parameters; the defaults are the paper's, but for K, which no listing has.
struct PublishedSmqParams {
  /// A thread tries to steal with probability 1/stealDenominator; 1 or more.
  std::uint32_t stealDenominator = 8;
  std::uint32_t stealSize = 4; ///< number of tasks that a thread offers, 1 to 65535
  /// K of section 4, up to WeightedSampler::kMaxWeight: how many times likelier a queue on the own
  /// NUMA node is drawn. 1 draws uniformly, as listing 2 does; the paper's default is 8.
  std::uint32_t numaWeight = 1;

  /// Calls `visit(parameter, field)` for each, see parts/common/Parameter.h.
  template <typename Self, typename Visit>
  static void visitParameters(Self& self, Visit&& visit) {
    visit(parameters::kStealProb, self.stealDenominator);
    visit(parameters::kStealSize, self.stealSize);
    visit(parameters::kNumaWeight, self.numaWeight);
  }
};

/// The Stealing Multi-Queue of the paper's listings.
/// @tparam Indexer     maps a task to an integer priority, smaller is more urgent
/// @tparam T           task, trivially copyable
/// @tparam Concurrent  false: used by one thread only
/// @tparam Random      the source of random decisions, as substrate::Random
///
/// Thread-safe. Push and pop work on the calling thread's queue, and a pop probes at most two
/// others. O(log n) each, and that per task of an offer. Meets the worklist concept, see
/// worklists/Concept.h.
template <typename Indexer = DummyIndexer<int>, typename T = int, bool Concurrent = true,
          typename Random = substrate::Random>
class PublishedStealingMultiQueue
    : public PolicyTypes<PublishedStealingMultiQueue, Indexer, T, Concurrent, Random>,
      public WithThreadData<PublishedStealingMultiQueue<Indexer, T, Concurrent, Random>, T> {
  friend class WithThreadData<PublishedStealingMultiQueue, T>;
  struct ThreadData;

public:
  /// Makes an empty worklist.
  explicit PublishedStealingMultiQueue(Indexer indexer = Indexer(),
                                       PublishedSmqParams params = PublishedSmqParams())
      : stealChance_(0xffffffffu / params.stealDenominator),
        threads_(Less(indexer), params, std::ref(streams_)) {}

private:
  using Less = IndexLess<Indexer>;
  using Queue = PublishedStealableHeap<T, Less>;

  struct ThreadData {
    /// @param streams  random streams assigned so far; each thread has its own
    ThreadData(const Less& order, const PublishedSmqParams& params, std::uint64_t& streams)
        : queue(order, params.stealSize), less(order), stolen(params.stealSize),
          random(substrate::getSeed(), streams++), sampler(params.numaWeight) {}

    bool hasStolen() const { return stolenNext != stolenEnd; }

    template <typename Sink>
    void report(unsigned thread, Sink& sink) const {
      counters.report(thread, sink);
      sampler.report(thread, sink);
    }

    Queue queue;
    Less less;
    std::vector<T> stolen; ///< stolen tasks, most urgent first; [stolenNext, stolenEnd) are left
    std::uint32_t stolenNext = 0, stolenEnd = 0;
    Random random;
    WeightedSampler sampler;
    WorklistCounters counters;
  };

  /// Adds a task to the thread's queue [listing 2, lines 6 and 7].
  static void add(ThreadData& me, const T& task) {
    me.queue.add(task);
    ++me.counters.pushes;
  }

  /// Takes a task, and counts.
  galois::optional<T> take(ThreadData& me) {
    T task;
    if (take(me, task)) {
      ++me.counters.pops;
      return galois::optional<T>(task);
    }
    ++me.counters.emptyPops;
    return galois::optional<T>();
  }

  static const T* next(const ThreadData& me) {
    return me.hasStolen() ? &me.stolen[me.stolenNext] : me.queue.peek();
  }

  /// Takes a task [listing 2, lines 9 to 24]. @return whether it found one
  /// @throws std::bad_alloc at the first draw of a queue
  bool take(ThreadData& me, T& task) {
    if (me.hasStolen()) { // lines 10 to 12
      task = me.stolen[me.stolenNext++];
      return true;
    }
    if (me.random.chance(stealChance_) && trySteal(me, task)) { // lines 13 to 17
      return true;
    }
    if (me.queue.extractTop(task)) { // lines 18 to 21
      return true;
    }
    if (trySteal(me, task)) { // lines 22 and 23
      return true;
    }
    return takeAll(me, me.queue, task); // not in the listing: the tasks that it offers itself
  }

  /// Steals from a random queue, which may be the thread's own, if that offers a more urgent task
  /// than the thread's own queue does [listing 2, lines 26 to 39].
  bool trySteal(ThreadData& me, T& task) {
    ++me.counters.stealAttempts;
    Queue& victim = drawn(me); // line 30
    T theirs, ours;
    if (!victim.top(theirs) || (me.queue.top(ours) && !me.less(theirs, ours))) { // line 31
      return false;
    }
    if (!takeAll(me, victim, task)) { // lines 33 to 38
      return false;
    }
    ++me.counters.stealSuccesses;
    me.counters.tasksStolen += me.stolenEnd;
    return true;
  }

  /// Draws a queue: with the same probability each [listing 2, line 30], or by NUMA node [section 4].
  Queue& drawn(ThreadData& me) {
    if (!Concurrent) {
      return me.queue;
    }
    const unsigned self = substrate::ThreadPool::getTID();
    return threads_.getRemote(me.sampler.queue(self, substrate::getActiveThreads(), 1, me.random))
        ->queue;
  }

  /// Takes the tasks that a queue offers. Returns the first of them in `task`, and keeps the others
  /// as stolen tasks, of which there are none before. @return whether there were tasks
  static bool takeAll(ThreadData& me, Queue& from, T& task) {
    me.stolenEnd = from.steal(me.stolen.data());
    me.stolenNext = 0;
    if (!me.hasStolen()) {
      return false;
    }
    task = me.stolen[me.stolenNext++];
    return true;
  }

  const std::uint32_t stealChance_;
  std::uint64_t streams_ = 0;
  substrate::PerThreadStorage<ThreadData> threads_;
};
GALOIS_WLCOMPILECHECK(PublishedStealingMultiQueue)

} // namespace galois::worklists
