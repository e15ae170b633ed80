/**
 * The Stealing Multi-Queue [SMQ, listings 2 and 4]: every thread owns a heap, works from it, and
 * publishes its few most urgent tasks in a stealing buffer; with a small probability a thread looks
 * into the buffer of another and takes all of it when that is more urgent than what it has.
 *
 * Where the paper leaves a choice, or its listing and its published code disagree:
 *  - A null top means "nothing better": an empty or taken buffer never wins a comparison, and
 * nobody draws itself as victim.
 *  - The owner's own published tasks are compared with its heap (listing 4 forgets them, and they
 *    would grow stale, or be stranded with one thread): it takes them back when they come first.
 *  - Taking back costs about as much as stealing, so the owner then sets several steal batches
 * aside for itself at once (`ownBatch`), offers the next ones, and is left in peace for a while.
 *  - What a thread has set aside or stolen competes with its heap by priority, so that no batch is
 *    executed before more urgent tasks of the thread's own.
 *  - The coin for stealing is tossed once for every `stealSize` tasks: that many make one step of
 * the analysis, whether they came from the own queue or from another.
 *  - Alone, a thread publishes nothing, and tasks come in exact priority order.
 *
 * No task is lost: it is in its owner's heap or batch, where the owner finds it, or in a stealing
 * buffer, where its owner and every other thread can take it. A pop that comes back empty has
 * looked at the thread's own heap, batch and buffer and at the buffer of every other thread.
 */
#ifndef GALOIS_WORKLISTS_STEALINGMULTIQUEUE_H
#define GALOIS_WORKLISTS_STEALINGMULTIQUEUE_H

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "galois/optional.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/PerThreadStorage.h"
#include "galois/substrate/Random.h"
#include "galois/substrate/ThreadPool.h"
#include "galois/worklists/Indexer.h"
#include "galois/worklists/WLCompileCheck.h"
#include "galois/worklists/parts/DAryHeap.h"
#include "galois/worklists/parts/QueueSampler.h"
#include "galois/worklists/parts/StealingBuffer.h"
#include "galois/worklists/parts/WorklistCounters.h"

namespace galois::worklists {

/// Run-time parameters of the Stealing Multi-Queue; the defaults are the paper's.
struct SmqParams {
  std::uint32_t stealDenominator =
      8;                       ///< a thread tries to steal with probability 1/this; 1 or more
  std::uint32_t stealSize = 4; ///< tasks in a stealing buffer, 1 to 65535
  /// Tasks that an owner sets aside when it takes back what it offered; at least stealSize are.
  std::uint32_t ownBatch = 16;
};

/// @tparam Indexer     task -> integer priority, smaller is more urgent
/// @tparam T           task, trivially copyable
/// @tparam Concurrent  false: used by one thread only, never publishes or steals
/// @tparam Arity       children a heap node
/// @tparam Sampler     how victims are drawn, see parts/QueueSampler.h
///
/// Thread-safe: push and pop work on the calling thread's queue. Push O(log n); pop O(Arity log n),
/// a pop that finds nothing O(threads). Meets the worklist concept, see worklists/Concept.h.
template <typename Indexer = DummyIndexer<int>, typename T = int, bool Concurrent = true,
          unsigned Arity = 4, typename Sampler = UniformSampler>
class StealingMultiQueue {
  struct Own;
  struct ThreadData;

public:
  template <typename U>
  using retype = StealingMultiQueue<Indexer, U, Concurrent, Arity, Sampler>;
  template <bool B>
  using rethread = StealingMultiQueue<Indexer, T, B, Arity, Sampler>;
  template <typename I>
  struct with_indexer {
    using type = StealingMultiQueue<I, T, Concurrent, Arity, Sampler>;
  };
  template <unsigned A>
  struct with_arity {
    using type = StealingMultiQueue<Indexer, T, Concurrent, A, Sampler>;
  };
  using value_type = T;

  explicit StealingMultiQueue(Indexer indexer = Indexer(), SmqParams params = SmqParams())
      : less_(indexer), stealChance_(0xffffffffu / params.stealDenominator),
        threads_(less_, params, std::ref(streams_)) {}
  StealingMultiQueue(const StealingMultiQueue&) = delete;
  StealingMultiQueue& operator=(const StealingMultiQueue&) = delete;

  /// The queue as one thread uses it. Copyable; valid on the thread that asked for it, as long as
  /// the worklist is.
  class ThreadHandle {
  public:
    using value_type = T;

    /// Adds a task to the thread's queue. @throws std::bad_alloc
    void push(const value_type& task) {
      me_->own.heap.push(task);
      ++me_->own.counters.pushes;
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
      Own& own = me_->own;
      // Between two tosses of the coin, what was set aside comes first unless something overtook
      // it; no shared word is looked at.
      if (Concurrent && own.untilCoin > 0 && queue_->batchFirst(own) &&
          !queue_->less_(own.offered[0], own.batch[own.batchNext])) {
        --own.untilCoin;
        return delivered(own, own.batch[own.batchNext++]);
      }
      return queue_->popAnywhere(*me_);
    }

    /// The task that the thread's next pop will probably return; nullptr if it has none.
    const value_type* peek() const {
      const Own& own = me_->own;
      if (!own.batchEmpty()) {
        return &own.batch[own.batchNext];
      }
      if (Concurrent && queue_->offeredFirst(*me_)) {
        return &own.offered[0];
      }
      return own.heap.empty() ? nullptr : &own.heap.top();
    }

  private:
    friend class StealingMultiQueue;
    ThreadHandle(StealingMultiQueue& queue, ThreadData& me) : queue_(&queue), me_(&me) {}

    StealingMultiQueue* queue_;
    ThreadData* me_;
  };

  /// For a thread that pushes and pops many times.
  ThreadHandle forThisThread() { return ThreadHandle(*this, *threads_.getLocal()); }

  void push(const value_type& task) { forThisThread().push(task); }

  template <typename Iter>
  void push(Iter b, Iter e) {
    forThisThread().push(b, e);
  }

  /// Called by every thread with the same range: each adds its share.
  template <typename Range>
  void push_initial(const Range& range) {
    const auto share = range.local_pair();
    push(share.first, share.second);
  }

  galois::optional<value_type> pop() { return forThisThread().pop(); }

  const value_type* peek() { return forThisThread().peek(); }

  /// Gives each counter to `sink(thread, name, value)`. Call it between loops only.
  template <typename Sink>
  void reportCounters(Sink&& sink) {
    for (unsigned t = 0; t < threads_.size(); ++t) {
      threads_.getRemote(t)->own.counters.report(t, sink);
    }
  }

private:
  using Less = IndexLess<Indexer>;

  /// What only the owner touches.
  struct Own {
    Own(const Less& less, const SmqParams& params, std::uint64_t stream)
        : heap(less), batch(std::max(params.ownBatch, params.stealSize)), offered(params.stealSize),
          loot(params.stealSize), random(substrate::getSeed(), stream) {}

    bool batchEmpty() const noexcept { return batchNext == batchEnd; }

    DAryHeap<T, Less, Arity> heap;
    std::vector<T> batch; ///< set aside, most urgent first; [batchNext, batchEnd) is left
    std::uint32_t batchNext = 0, batchEnd = 0;
    std::vector<T> offered; ///< what was last published, [0, offeredEnd); a thief may have it
    std::uint32_t offeredEnd = 0;
    std::vector<T> loot;         ///< where stolen tasks arrive
    std::uint32_t untilCoin = 0; ///< pops until the next toss
    substrate::Random random;
    WorklistCounters counters;
  };

  struct ThreadData {
    /// @param streams  random streams handed out so far, so that no two threads draw alike
    ThreadData(const Less& less, const SmqParams& params, std::uint64_t& streams)
        : buffer(params.stealSize), own(less, params, streams++) {}
    StealingBuffer<T> buffer; ///< what other threads touch
    alignas(substrate::kCacheLineSize) Own own;
  };

  /// Keeps the stealing buffer full, so that a thief always finds the best of the heap.
  void offer(ThreadData& me) {
    Own& own = me.own;
    if (own.heap.empty() || !me.buffer.isTaken()) {
      return;
    }
    std::uint32_t count = 0;
    while (count < me.buffer.capacity() && !own.heap.empty()) {
      own.offered[count++] = own.heap.pop();
    }
    own.offeredEnd = count;
    me.buffer.publish(own.offered.data(), count);
  }

  galois::optional<value_type> popAnywhere(ThreadData& me) {
    Own& own = me.own;
    const unsigned threads = Concurrent ? substrate::getActiveThreads() : 1;
    if (threads > 1) {
      if (own.untilCoin == 0) {
        own.untilCoin = me.buffer.capacity();
        if (own.random.chance(stealChance_)) {
          stealBetter(me, threads);
        }
      }
      --own.untilCoin;
      offer(me);
    }
    if (Concurrent && offeredFirst(me) && takeBack(me)) {
      if (threads > 1) {
        offer(me);
      }
      return delivered(own, own.batch[own.batchNext++]);
    }
    if (batchFirst(own)) {
      return delivered(own, own.batch[own.batchNext++]);
    }
    if (!own.heap.empty()) {
      return delivered(own, own.heap.pop());
    }
    if (threads > 1 && stealAny(own, threads)) {
      return delivered(own, own.batch[own.batchNext++]);
    }
    ++own.counters.emptyPops;
    return galois::optional<value_type>();
  }

  /// Whether the batch holds the most urgent of the tasks that nobody else can see.
  bool batchFirst(const Own& own) const {
    return !own.batchEmpty() &&
           (own.heap.empty() || !less_(own.heap.top(), own.batch[own.batchNext]));
  }

  /// Whether the thread's most urgent task is on offer in its own buffer.
  bool offeredFirst(const ThreadData& me) const {
    const Own& own = me.own;
    return !me.buffer.isTaken() && (own.heap.empty() || less_(own.offered[0], own.heap.top())) &&
           (own.batchEmpty() || less_(own.offered[0], own.batch[own.batchNext]));
  }

  /// Sets aside the most urgent tasks of what was on offer and the heap. What was left of the last
  /// batch goes to the heap (it is rare that anything was). @return false if a thief was faster
  bool takeBack(ThreadData& me) {
    if (!me.buffer.takeBack()) {
      return false;
    }
    Own& own = me.own;
    while (!own.batchEmpty()) {
      own.heap.push(own.batch[own.batchNext++]);
    }
    std::uint32_t taken = 0;
    std::uint32_t count = 0;
    while (count < own.batch.size()) {
      const bool more = taken < own.offeredEnd;
      if (more && (own.heap.empty() || !less_(own.heap.top(), own.offered[taken]))) {
        own.batch[count++] = own.offered[taken++];
      } else if (!own.heap.empty()) {
        own.batch[count++] = own.heap.pop();
      } else {
        break;
      }
    }
    for (; taken < own.offeredEnd; ++taken) {
      own.heap.push(own.offered[taken]);
    }
    own.batchNext = 0;
    own.batchEnd = count;
    return true;
  }

  static galois::optional<value_type> delivered(Own& own, const T& task) {
    ++own.counters.pops;
    return galois::optional<value_type>(task);
  }

  /// Listing 2: looks at one random victim and steals if its best is better than ours.
  void stealBetter(ThreadData& me, unsigned threads) {
    Own& own = me.own;
    ++own.counters.stealAttempts;
    const unsigned self = substrate::ThreadPool::getTID();
    StealingBuffer<T>& victim = threads_.getRemote(sampler_(self, threads, own.random))->buffer;
    T best;
    if (!victim.peek(best)) {
      return;
    }
    if ((!own.heap.empty() && !less_(best, own.heap.top())) ||
        (!own.batchEmpty() && !less_(best, own.batch[own.batchNext]))) {
      return;
    }
    if (!me.buffer.isTaken() && !less_(best, own.offered[0])) {
      return;
    }
    stealFrom(own, victim);
  }

  /// Having nothing: looks at every other thread, beginning with a random one.
  bool stealAny(Own& own, unsigned threads) {
    const unsigned self = substrate::ThreadPool::getTID();
    const unsigned first = sampler_(self, threads, own.random);
    for (unsigned i = 0; i < threads; ++i) {
      const unsigned victim = first + i < threads ? first + i : first + i - threads;
      if (victim == self) {
        continue;
      }
      ++own.counters.stealAttempts;
      if (stealFrom(own, threads_.getRemote(victim)->buffer)) {
        return true;
      }
    }
    return false;
  }

  /// Takes the victim's offer; it becomes the batch, or joins the heap if there is one.
  static bool stealFrom(Own& own, StealingBuffer<T>& victim) {
    const std::uint32_t count = victim.steal(own.loot.data());
    own.counters.stealSuccesses += count > 0;
    own.counters.tasksStolen += count;
    if (own.batchEmpty()) {
      std::copy_n(own.loot.begin(), count, own.batch.begin());
      own.batchNext = 0;
      own.batchEnd = count;
    } else {
      for (std::uint32_t i = 0; i < count; ++i) {
        own.heap.push(own.loot[i]);
      }
    }
    return count > 0;
  }

  Less less_;
  Sampler sampler_;
  std::uint32_t stealChance_;
  std::uint64_t streams_ = 0;
  substrate::PerThreadStorage<ThreadData> threads_;
};
GALOIS_WLCOMPILECHECK(StealingMultiQueue)

} // namespace galois::worklists

#endif
