/**
 * The SprayList (Alistarh, Kopinsky, Li, Shavit, "The SprayList: A Scalable Relaxed Priority
 * Queue", PPoPP 2015): one lock-free skip list for all threads. To avoid contention for the first
 * task, a thread takes one near the front by a random walk, a spray. The walk starts at the head on
 * a low level, makes a random number of steps on each level, and then descends. So p threads spread
 * over the first O(p log^3 p) tasks. With probability 1/p a thread takes the first task instead,
 * and unlinks the claimed nodes at the front.
 *
 * Differences from the paper:
 *  - The nodes are half as high, so the walk begins on half the level.
 *  - A jump has at most log p + 1 steps, not log^3 p. The third power serves the proof that tasks
 *    are chosen almost evenly, but the walk then costs more than the contention that it avoids.
 *    With shorter jumps, sprays reach the first O(p log p) tasks.
 *  - There are no dummy nodes in front of the list: a walk that never leaves the head takes the
 *    first task.
 *  - A walk that ends on a claimed task goes on to the next unclaimed one instead of starting
 *    again. A walk that reaches the end of the list takes the first task.
 *  - A single thread always takes the first task: exact order, youngest first among equals.
 *
 * No task is lost: a pop returns nothing only after it went through the whole list and found no
 * unclaimed task.
 */
#pragma once

#include <cstdint>
#include <functional>

#include "galois/optional.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/PerThreadStorage.h"
#include "galois/substrate/Random.h"
#include "galois/worklists/WLCompileCheck.h"
#include "galois/worklists/parts/common/Indexer.h"
#include "galois/worklists/parts/common/PolicyTypes.h"
#include "galois/worklists/parts/common/ThroughHandles.h"
#include "galois/worklists/parts/common/WorklistCounters.h"
#include "galois/worklists/parts/skiplist/SkipList.h"

namespace galois::worklists {

/// Returns the parameters of the walk for `threads` threads, 2 or more.
constexpr SkipListSpray sprayFor(std::uint32_t threads) {
  std::uint32_t log = 0;
  while (threads >> (log + 1) != 0) {
    ++log;
  }
  return {/*level=*/(log + 1) / 2, /*jump=*/log + 1, /*descent=*/1};
}

/// The SprayList worklist.
/// @tparam Indexer     maps a task to an integer priority, smaller is more urgent
/// @tparam T           task, trivially copyable
/// @tparam Concurrent  false: used by one thread only
///
/// Thread-safe and lock-free. A push takes expected O(log n) steps, a pop O(log^2 threads). A pop
/// that finds nothing is O(1) once claimed nodes have been unlinked. Meets the worklist concept,
/// see worklists/Concept.h.
template <typename Indexer = DummyIndexer<int>, typename T = int, bool Concurrent = true>
class SprayList : public PolicyTypes<SprayList, Indexer, T, Concurrent>,
                  public WithThreadData<SprayList<Indexer, T, Concurrent>, T> {
  friend class WithThreadData<SprayList, T>;
  using List = SkipList<T, IndexLess<Indexer>>;
  struct ThreadData;

public:
  /// Makes an empty worklist.
  explicit SprayList(Indexer indexer = Indexer())
      : list_(IndexLess<Indexer>(indexer)), threads_(std::ref(shared_)) {}

private:
  /// A thread unlinks the claimed nodes at the front when there are this many plus one per thread.
  static constexpr std::uint32_t kClaimedAtFront = 8;
  /// Number of nodes per thread among which the unlinking thread searches for further claimed nodes
  /// behind unclaimed ones.
  static constexpr std::uint32_t kReachPerThread = 4;

  /// What the data of all threads refer to. It must be constructed before them.
  struct Shared {
    typename List::Memory memory;
    std::uint64_t streams = 0; ///< random streams handed out so far
  };

  struct ThreadData {
    explicit ThreadData(Shared& shared)
        : memory(shared.memory), random(substrate::getSeed(), shared.streams++) {}

    template <typename Sink>
    void report(unsigned thread, Sink& sink) const {
      counters.report(thread, sink);
      sink(thread, "sprays", sprays);
      sink(thread, "sprays_off_the_end", misses);
      sink(thread, "node_bytes", memory.bytes());
    }

    typename List::Thread memory;
    substrate::Random random;
    WorklistCounters counters;
    std::uint64_t sprays = 0;
    std::uint64_t misses = 0;  ///< sprays that reached the end of the list
    std::uint32_t threads = 1; ///< number of threads that `spray` and `cleaning` are set for
    SkipListSpray spray;
    SkipListCleaning cleaning{kClaimedAtFront, 0};
    bool hasNext = false;
    T next;
  };

  void add(ThreadData& me, const T& task) {
    list_.insert(me.memory, task, List::randomHeight(me.random));
    ++me.counters.pushes;
  }

  /// Takes one of the most urgent tasks.
  galois::optional<T> take(ThreadData& me) {
    me.hasNext = false;
    if (!list_.seemsEmpty()) {
      const unsigned threads = Concurrent ? substrate::getActiveThreads() : 1;
      if (threads != me.threads) {
        adapt(me, threads);
      }
      T task;
      if (threads > 1 && me.random.below(threads) != 0) {
        ++me.sprays;
        if (list_.popNear(me.memory, task, me.spray, me.random)) {
          ++me.counters.pops;
          return galois::optional<T>(task);
        }
        ++me.misses;
      }
      if (list_.popFront(me.memory, &task, 1, me.cleaning, &me.next, &me.hasNext) == 1) {
        ++me.counters.pops;
        return galois::optional<T>(task);
      }
    }
    me.memory.collect();
    ++me.counters.emptyPops;
    return galois::optional<T>();
  }

  /// Returns the task that followed the last one popped from the front.
  static const T* next(const ThreadData& me) { return me.hasNext ? &me.next : nullptr; }

  GALOIS_ATTRIBUTE_NOINLINE static void adapt(ThreadData& me, unsigned threads) {
    me.threads = threads;
    if (threads > 1) {
      me.spray = sprayFor(threads);
      me.cleaning = {kClaimedAtFront + threads, kReachPerThread * threads};
    } else {
      me.cleaning = {kClaimedAtFront, 0};
    }
  }

  Shared shared_;
  List list_;
  substrate::PerThreadStorage<ThreadData> threads_;
};
GALOIS_WLCOMPILECHECK(SprayList)

} // namespace galois::worklists
