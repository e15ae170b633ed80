/**
 * The Stealing Multi-Queue [SMQ, listing 2]: each thread owns a queue and takes its tasks from it.
 * With a small probability it probes the queue of another thread, and steals a few tasks if they
 * are more urgent than all of its own. The queue is a heap with a stealing buffer
 * (parts/stealing/StealableHeap.h) or a concurrent skip list (parts/stealing/StealableSkipList.h).
 *
 * Choices where the paper leaves one, or where its listing and its published code disagree:
 *  - A victim that offers no task (a null top) never wins the comparison, and a thread never draws
 *    itself as the victim.
 *  - A thief compares the victim's best task with all its own tasks, not only with those that it
 *    offers to others.
 *  - The random decision to steal is taken once per `stealSize` pops. The analysis counts that many
 *    tasks as one step, whether they came from the own queue or from another. `Coin::kPop` is the
 *    listing's way: the decision is taken at every pop that finds no stolen task.
 *  - A queue on another NUMA node is drawn with a probability K times smaller. The text lets K grow
 *    with the number of threads to keep the share of remote draws constant; the evaluation uses
 *    K = 8. In fact the share depends on K alone (parts/stealing/QueueSampler.h). K = 8 is the
 *    default, and a growing K is an option.
 *  - A single thread gets its tasks in exact priority order.
 *
 * PublishedStealingMultiQueue.h is the policy as the listings print it.
 *
 * No task is lost: each task is in the queue of a thread, and that thread finds it there. A pop
 * that returns nothing has checked the whole of its own queue and the offers of every other thread.
 */
#pragma once

#include <cstdint>
#include <functional>

#include "galois/optional.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/PerThreadStorage.h"
#include "galois/substrate/Random.h"
#include "galois/substrate/ThreadPool.h"
#include "galois/worklists/WLCompileCheck.h"
#include "galois/worklists/parts/common/Indexer.h"
#include "galois/worklists/parts/common/Parameter.h"
#include "galois/worklists/parts/common/PolicyTypes.h"
#include "galois/worklists/parts/common/SharedParameters.h"
#include "galois/worklists/parts/common/ThroughHandles.h"
#include "galois/worklists/parts/common/WorklistCounters.h"
#include "galois/worklists/parts/stealing/QueueSampler.h"
#include "galois/worklists/parts/stealing/StealableHeap.h"
#include "galois/worklists/parts/stealing/StealableSkipList.h"

namespace galois::worklists {

/// How often a thread decides at random whether to steal.
enum class Coin {
  kBatch, ///< once per `stealSize` pops
  kPop    ///< at every pop, except for as many as the last steal brought tasks
};

namespace parameters {
/// Fields of SmqParams.
/// @{
inline constexpr Parameter kOwnBatch = Parameter::number(
    "own-batch", {1, 65535}, "tasks set aside when a thread takes its offer back");
inline constexpr Parameter kCoin = Parameter::word(
    "coin", {"batch", "pop"},
    "whether a thread decides to probe once per --steal-size tasks, or at every pop without stolen "
    "tasks");
/// @}
} // namespace parameters

/// Run-time parameters of the Stealing Multi-Queue.
struct SmqParams {
  /// A thread tries to steal with probability 1/stealDenominator; 1 or more.
  std::uint32_t stealDenominator = 4;
  std::uint32_t stealSize = 4; ///< largest number of tasks that a thief takes, 1 to 65535
  /// Number of tasks that the owner of a heap sets aside when it takes back its offer.
  std::uint32_t ownBatch = 16;
  std::uint32_t numaWeight = 8; ///< see WeightedSampler
  Coin coin = Coin::kBatch;     ///< how often a thread decides whether to steal

  /// Calls `visit(parameter, field)` for each, see parts/common/Parameter.h.
  template <typename Self, typename Visit>
  static void visitParameters(Self& self, Visit&& visit) {
    visit(parameters::kStealProb, self.stealDenominator);
    visit(parameters::kStealSize, self.stealSize);
    visit(parameters::kCoin, self.coin);
    visit(parameters::kOwnBatch, self.ownBatch);
    visit(parameters::kNumaWeight, self.numaWeight);
  }
};

/// The parameters with the defaults for a kind of local queue.
template <typename Local>
struct SmqParamsOf : SmqParams {};
/// Over skip lists, threads probe as often as in the paper.
template <>
struct SmqParamsOf<LocalSkipList> : SmqParams {
  SmqParamsOf() { stealDenominator = 8; } ///< the defaults
};

/// The Stealing Multi-Queue worklist.
/// @tparam Indexer     maps a task to an integer priority, smaller is more urgent
/// @tparam T           task, trivially copyable
/// @tparam Concurrent  false: used by one thread only, never steals
/// @tparam Local       the queue of one thread: LocalHeap<arity> or LocalSkipList
///
/// Thread-safe. Push and pop work on the calling thread's queue and cost what they cost in `Local`.
/// A pop that finds nothing is O(threads). Meets the worklist concept, see worklists/Concept.h.
template <typename Indexer = DummyIndexer<int>, typename T = int, bool Concurrent = true,
          typename Local = LocalHeap<4>>
class StealingMultiQueue
    : public PolicyTypes<StealingMultiQueue, Indexer, T, Concurrent, Local>,
      public WithThreadData<StealingMultiQueue<Indexer, T, Concurrent, Local>, T> {
  friend class WithThreadData<StealingMultiQueue, T>;
  struct ThreadData;

public:
  template <typename L> /// The policy with another local queue.
  struct with_local {
    using type = StealingMultiQueue<Indexer, T, Concurrent, L>; ///< that policy
  };
  using Params = SmqParamsOf<Local>; ///< its parameters
  /// Makes an empty worklist.
  explicit StealingMultiQueue(Indexer indexer = Indexer(), SmqParams params = Params())
      : params_(params), stealChance_(0xffffffffu / params.stealDenominator),
        threads_(Less(indexer), params, std::ref(shared_)) {}

private:
  using Less = IndexLess<Indexer>;
  using Queue = typename Local::template Queue<T, Less>;

  /// What the data of all threads refer to. It must be constructed before them.
  struct Shared {
    typename Queue::Shared queues;
    std::uint64_t streams = 0; ///< random streams assigned so far; each thread has its own
  };

  struct ThreadData {
    ThreadData(const Less& less, const SmqParams& params, Shared& shared)
        : queue(less, params.stealSize, params.ownBatch, shared.queues),
          random(substrate::getSeed(), shared.streams++), sampler(params.numaWeight) {}

    template <typename Sink>
    void report(unsigned thread, Sink& sink) const {
      counters.report(thread, sink);
      sampler.report(thread, sink);
    }

    Queue queue;
    std::uint32_t untilCoin = 0; ///< pops until the next random decision whether to steal
    substrate::Random random;
    WeightedSampler sampler;
    WorklistCounters counters;
  };

  /// Adds a task to the thread's queue.
  static void add(ThreadData& me, const T& task) {
    me.queue.push(task, me.random);
    ++me.counters.pushes;
  }

  /// Takes the most urgent task of the thread's queue, after stealing tasks if the random decision
  /// says so or the queue is empty.
  galois::optional<T> take(ThreadData& me) {
    T task;
    // Between two random decisions, only the own queue is used.
    if (Concurrent && me.untilCoin > 0 && me.queue.popSetAside(task)) {
      --me.untilCoin;
      ++me.counters.pops;
      return galois::optional<T>(task);
    }
    return popAnywhere(me);
  }

  static const T* next(const ThreadData& me) { return me.queue.peek(); }

  galois::optional<T> popAnywhere(ThreadData& me) {
    const unsigned threads = Concurrent ? substrate::getActiveThreads() : 1;
    if (threads > 1) {
      if (me.untilCoin == 0) {
        me.untilCoin = params_.coin == Coin::kPop ? 1 : params_.stealSize;
        if (me.random.chance(stealChance_)) {
          stealBetter(me, threads);
        }
      }
      --me.untilCoin;
    }
    T task;
    if (me.queue.pop(task, threads > 1) ||
        (threads > 1 && stealAny(me, threads) && popStolen(me, task))) {
      ++me.counters.pops;
      return galois::optional<T>(task);
    }
    ++me.counters.emptyPops;
    return galois::optional<T>();
  }

  /// Probes one random victim and steals if its best task is more urgent than all of this thread's
  /// [SMQ, listing 2].
  void stealBetter(ThreadData& me, unsigned threads) {
    ++me.counters.stealAttempts;
    const unsigned self = substrate::ThreadPool::getTID();
    Queue& victim = threads_.getRemote(me.sampler.victim(self, threads, me.random))->queue;
    if (me.queue.wantsFrom(victim)) {
      stealFrom(me, victim);
    }
  }

  /// Tries to steal from every other thread, beginning with a random one. For a thread without
  /// tasks. Returns whether it got some.
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

  /// Takes a task after a steal at a pop whose turn to decide has passed.
  bool popStolen(ThreadData& me, T& task) {
    me.untilCoin -= params_.coin == Coin::kPop ? 1 : 0;
    return me.queue.pop(task, true);
  }

  bool stealFrom(ThreadData& me, Queue& victim) {
    const std::uint32_t count = me.queue.stealFrom(victim, me.random);
    if (params_.coin == Coin::kPop && count > 0) {
      me.untilCoin = count;
    }
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

/// The Stealing Multi-Queue on concurrent skip lists.
template <typename Indexer = DummyIndexer<int>>
using StealingSkipListQueue = StealingMultiQueue<Indexer, int, true, LocalSkipList>;

} // namespace galois::worklists
