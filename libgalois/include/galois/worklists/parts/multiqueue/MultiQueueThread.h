/**
 * The part of a Multi-Queue that belongs to one thread: its buffers, the queues that it keeps
 * using, and its search for a task. MultiQueue.h documents the algorithm and its promises.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <vector>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/Backoff.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/substrate/ThreadPool.h"
#include "galois/worklists/parts/common/WorklistCounters.h"
#include "galois/worklists/parts/multiqueue/LockedQueue.h"
#include "galois/worklists/parts/multiqueue/QueueAccess.h"
#include "galois/worklists/parts/multiqueue/QueueDraws.h"
#include "galois/worklists/parts/multiqueue/QueueTable.h"

namespace galois::worklists {

/// Run-time parameters of a Multi-Queue.
/// @tparam Local  the parameters of its queues
template <typename Local>
struct MultiQueueParams {
  std::uint32_t queuesPerThread = 4; ///< C, 1 to 64; ignored with OwnQueue, which uses 1
  /// Whether to compare two queues under both their locks, and to draw again if one is not free.
  bool lockBoth = false;
  bool ownOnly = false; ///< with OwnQueue: whether tasks wait for the owner of their queue
  /// Weight of queues on the own NUMA node, see parts/stealing/QueueSampler.h.
  std::uint32_t numaWeight = 1;
  QueueAccessParams insert, remove;
  Local local;
};

/// The type of a queue that threads share: a sequential queue behind a lock, unless the kind of
/// queues has a SharedQueue of its own.
template <typename Queues, typename Indexer, typename T, typename Atomics, typename = void>
struct SharedQueueOf {
  using type = LockedQueue<typename Queues::template Queue<Indexer, T>, Atomics>;
};
template <typename Queues, typename Indexer, typename T, typename Atomics>
struct SharedQueueOf<Queues, Indexer, T, Atomics,
                     std::void_t<typename Queues::template SharedQueue<Indexer, T>>> {
  using type = typename Queues::template SharedQueue<Indexer, T>;
};

/// The data that the threads of a Multi-Queue share.
template <typename Indexer, typename T, typename Queues,
          typename Atomics = substrate::DefaultAtomics>
struct MultiQueueShared {
  using Params = MultiQueueParams<typename Queues::Params>;
  using Queue = typename SharedQueueOf<Queues, Indexer, T, Atomics>::type;
  using Common = typename Queues::template Common<Indexer, T>;

  MultiQueueShared(const Indexer& indexer, const Params& given,
                   std::uint32_t maxThreads = substrate::kMaxThreads)
      : params(given), index(indexer), common(indexer, given.local),
        queues(given.queuesPerThread, maxThreads) {}

  const Params params;
  const Indexer index;
  Common common; ///< the data that the queues share
  QueueTable<Queue, Atomics> queues;
  std::uint64_t streams = 0; ///< random streams assigned so far; each thread has its own
};

/// One thread's part of a Multi-Queue. Owned by that thread. The first template parameters are
/// MultiQueue's.
/// @tparam Atomics   see galois/substrate/Atomics.h
/// @tparam MaxDraws  number of draws without a task after which every queue is checked, 1 or more
template <typename Indexer, typename T, bool Concurrent, typename Queues, typename Insert,
          typename Delete, typename Sampler, typename Atomics = substrate::DefaultAtomics,
          unsigned MaxDraws = 4>
class MultiQueueThread {
public:
  using Shared = MultiQueueShared<Indexer, T, Queues, Atomics>;

  explicit MultiQueueThread(Shared& shared)
      : params_(&shared.params), index_(&shared.index),
        draws_(shared.queues, shared.common, shared.params.numaWeight, shared.streams++),
        insertSticky_(shared.params.insert.stay), removeSticky_(shared.params.remove.stay) {}

  /// Reads the number of active threads. Call it before the thread's first operation in a loop.
  /// @throws std::bad_alloc; the next call then tries again
  void follow() {
    draws_.follow();
    if (preparedFor_ != draws_.threads()) {
      prepare();
    }
  }

  /// Does the same for a caller that is thread `tid` of `threads`.
  void join(unsigned threads, unsigned tid) {
    draws_.join(threads, tid);
    prepare();
  }

  /// Adds a task.
  /// @throws what a queue throws, and std::bad_alloc. The task was then not added, unless it had
  ///         already left the insert buffer when the insertion of another task of the buffer threw.
  void push(const T& task) {
    if constexpr (Insert::kBatched) {
      static_cast<void>((*index_)(task)); // see Indexer.h; costs nothing if it cannot throw
      pending_.push_back(task);
      ++counters_.pushes;
      if (pending_.size() >= insertBatch_) {
        flushAfterPush();
      }
    } else {
      holdToInsert().push(task);
      ++counters_.pushes;
    }
  }

  /// Adds the tasks of [b, e). A sticky thread keeps the lock while it uses the same queue.
  /// @throws std::bad_alloc
  template <typename Iter>
  void push(Iter b, Iter e) {
    while (b != e) {
      if constexpr (Insert::kBatched) {
        push(*b);
        ++b;
      } else {
        Hold hold = holdToInsert();
        do {
          hold.push(*b);
          ++counters_.pushes;
          if (++b == e) {
            return;
          }
        } while (insertSticky_.stays(draws_.random()));
        insertInto_ = nullptr;
      }
    }
  }

  /// Takes up to `max` (1 or more) tasks of one queue, most urgent first, and returns their number,
  /// 0 if it found none.
  std::size_t pop(T* out, std::size_t max) {
    std::size_t count = 0;
    if constexpr (Delete::kBatched) {
      if (takenNext_ == takenEnd_ && removeBatch_ <= max) {
        count = take(out, removeBatch_); // directly, without the buffer
      } else {
        if (takenNext_ == takenEnd_) {
          takenNext_ = takenEnd_ = 0; // first, so that the buffer is empty if take() throws
          takenEnd_ = take(taken_.data(), removeBatch_);
        }
        count = std::min(max, takenEnd_ - takenNext_);
        std::copy_n(taken_.data() + takenNext_, count, out);
        takenNext_ += count;
      }
    } else {
      count = take(out, 1);
    }
    counters_.pops += count;
    counters_.emptyPops += count == 0;
    return count;
  }

  /// Returns the probable next task, see Concept.h.
  const T* peek() const {
    if constexpr (Delete::kBatched) {
      return takenNext_ < takenEnd_ ? &taken_[takenNext_] : nullptr;
    } else {
      return hasTop_ ? &top_ : nullptr;
    }
  }

  /// Passes each counter to `sink(thread, name, value)`.
  template <typename Sink>
  void report(unsigned thread, Sink& sink) const {
    counters_.report(thread, sink);
    draws_.report(thread, sink);
  }

private:
  using Queue = typename Shared::Queue;
  using Hold = typename Queue::Hold;
  using Draws = QueueDraws<Queue, typename Shared::Common, Concurrent, Sampler, Atomics>;
  using Backoff = substrate::BasicBackoff<Atomics>;

  void prepare() {
    insertInto_ = first_ = second_ = nullptr;
    insertBatch_ = params_->insert.batchOf(draws_.threads());
    removeBatch_ = params_->remove.batchOf(draws_.threads());
    // Its owner allocates it, so that it is on its NUMA node. Tasks that are left from an earlier
    // loop stay.
    taken_.resize(std::max<std::size_t>(taken_.size(), Delete::kBatched ? removeBatch_ : 0));
    preparedFor_ = draws_.threads();
  }

  // --- inserting -----------------------------------------------------------------------------

  /// Locks a queue to insert into: the last one if the thread stays with it, else a drawn one.
  /// Draws again until a queue is free.
  Hold holdToInsert() {
    if (insertInto_ && insertSticky_.stays(draws_.random())) {
      if (Hold held = draws_.holdToInsert(*insertInto_)) {
        return held;
      }
    }
    if (Hold held = holdDrawn()) {
      return held;
    }
    return holdLater();
  }

  /// Draws a queue and locks it if it is free.
  Hold holdDrawn() {
    Queue& drawn = draws_.one();
    Hold held = draws_.holdToInsert(drawn);
    if (Insert::Sticky::kSticky && held) {
      insertInto_ = &drawn;
      insertSticky_.drawn();
    }
    return held;
  }

  /// Draws with backoff until a queue is free, and locks it.
  GALOIS_ATTRIBUTE_NOINLINE Hold holdLater() {
    Backoff backoff;
    for (;;) {
      backoff();
      if (Hold held = holdDrawn()) {
        return held;
      }
    }
  }

  /// Calls flush() for push(). The pushed task is the last one in the buffer, so flush() inserts it
  /// first. If that throws, removes the task.
  GALOIS_ATTRIBUTE_NOINLINE void flushAfterPush() {
    const std::size_t before = pending_.size();
    try {
      flush();
    } catch (...) {
      if (pending_.size() == before) {
        pending_.pop_back();
        --counters_.pushes;
      }
      throw;
    }
  }

  /// Empties the insert buffer. Tasks that were not inserted because of an exception stay there.
  void flush() {
    while (!pending_.empty()) {
      Hold held = holdToInsert();
      for (; !pending_.empty(); pending_.pop_back()) {
        held.push(pending_.back());
      }
    }
  }

  // --- taking --------------------------------------------------------------------------------

  std::size_t take(T* out, std::size_t max) {
    if constexpr (Delete::kOwn) {
      return takeOwn(out, max);
    } else {
      const std::size_t count = takeOfTwo(out, max);
      return count > 0 ? count : search(out, max);
    }
  }

  /// Takes from the better of two queues. @return the number of tasks, 0 if it found none
  std::size_t takeOfTwo(T* out, std::size_t max) {
    if (!(first_ && removeSticky_.stays(draws_.random()))) {
      std::tie(first_, second_) = draws_.two();
      removeSticky_.drawn();
    }
    const bool both = Queue::kLocked && params_->lockBoth;
    const std::size_t count = both ? takeUnderBothLocks(out, max) : takeFromBetter(out, max);
    if (count == 0) {
      first_ = nullptr;
    }
    return count;
  }

  /// Searches after a draw that found nothing. It draws a few more times, then empties the insert
  /// buffer, and then checks every queue.
  GALOIS_ATTRIBUTE_NOINLINE std::size_t search(T* out, std::size_t max) {
    for (unsigned draw = 1; draw < MaxDraws; ++draw) {
      if (const std::size_t count = takeOfTwo(out, max)) {
        return count;
      }
    }
    flush();
    return takeAny(0, draws_.allQueues(), out, max);
  }

  std::size_t takeFromBetter(T* out, std::size_t max) {
    const std::uint64_t first = first_->urgency();
    const std::uint64_t second = second_->urgency();
    if (std::min(first, second) == kNoUrgency) {
      return 0;
    }
    Queue* better = first_;
    Queue* const other = second_;
    better = second < first ? other : better; // a conditional move: a branch is unpredictable
    Hold held = draws_.hold(*better);
    return held ? takeFrom(*better, held, out, max) : 0;
  }

  /// Locks both queues and takes from the better one. If one of them is locked, unlocks the other
  /// and draws again [SMQ, listing 1].
  GALOIS_ATTRIBUTE_NOINLINE std::size_t takeUnderBothLocks(T* out, std::size_t max) {
    for (Backoff backoff;; backoff()) {
      if (Hold first = draws_.hold(*first_)) {
        if (first_ == second_) { // the thread stays with a queue
          return takeFrom(*first_, first, out, max);
        }
        // Strong: if the second of two attempts always failed spuriously, this would never end.
        if (Hold second = draws_.holdStrong(*second_)) {
          return first.urgency() < second.urgency() ? takeFrom(*first_, first, out, max)
                                                    : takeFrom(*second_, second, out, max);
        }
      }
      std::tie(first_, second_) = draws_.twoAgain();
      removeSticky_.drawn();
    }
  }

  /// Takes from a queue that is held, and keeps it for the next operation if the policy is sticky.
  /// Inlined in any case: whether the compiler does so by itself depends on code around the loop.
  GALOIS_ATTRIBUTE_ALWAYS_INLINE std::size_t takeFrom(Queue& queue, Hold& held, T* out,
                                                      std::size_t max) {
    const std::size_t count = held.popMany(out, max);
    if constexpr (!Delete::kBatched) {
      copyTop(held);
    }
    if constexpr (Delete::Sticky::kSticky && !Delete::kPair) {
      first_ = second_ = &queue;
    }
    return count;
  }

  /// Copies the task that is now on top, for peek(), if this thread will probably take it soon.
  void copyTop(const Hold& held) {
    const bool likely = Delete::kOwn || Delete::Sticky::kSticky || draws_.threads() <= 2;
    const T* const top = likely ? held.queue().peek() : nullptr;
    hasTop_ = top != nullptr;
    if (hasTop_) {
      top_ = *top;
    }
  }

  /// Takes from any queue in [from, to). Checks each of them, beginning with a random one. It skips
  /// a locked queue, because the holder is responsible for it, see MultiQueue.h. With `lockBoth` a
  /// holder may unlock a queue without taking a task, so it waits for the lock instead.
  GALOIS_ATTRIBUTE_NOINLINE std::size_t takeAny(std::uint32_t from, std::uint32_t to, T* out,
                                                std::size_t max) {
    std::uint32_t number = from + draws_.random().below(to - from);
    for (std::uint32_t left = to - from; left > 0; --left) {
      if (Queue* const queue = draws_.findFull(number)) {
        Hold held = holdSearched(*queue);
        if (const std::size_t count = held ? takeFrom(*queue, held, out, max) : 0) {
          return count;
        }
      }
      number = number + 1 < to ? number + 1 : from;
    }
    return 0;
  }

  /// Locks a queue that takeAny() checks. It may fail if another thread holds the queue; with
  /// `lockBoth` only once the queue seems to hold no task any more.
  Hold holdSearched(Queue& queue) {
    if constexpr (Queue::kLocked) {
      if (params_->lockBoth) {
        for (Backoff backoff; queue.urgency() != kNoUrgency; backoff()) {
          if (Hold held = draws_.holdStrong(queue)) {
            return held;
          }
        }
        return Hold();
      }
    }
    return draws_.holdStrong(queue);
  }

  /// Takes from the thread's own queue: local dequeue [PMOD, section 2.2].
  std::size_t takeOwn(T* out, std::size_t max) {
    Queue& mine = draws_.own();
    if (mine.urgency() != kNoUrgency) {
      Hold held = draws_.hold(mine);
      if (const std::size_t count = held ? takeFrom(mine, held, out, max) : 0) {
        ownerWait_.reset();
        return count;
      }
    }
    return awaitOwn(mine, out, max);
  }

  /// Waits for tasks in the own queue, which is empty or in which another thread is inserting.
  /// Takes from the queues of other threads only if their owners have not taken the tasks for a
  /// while.
  GALOIS_ATTRIBUTE_NOINLINE std::size_t awaitOwn(Queue& mine, T* out, std::size_t max) {
    flush();
    for (;;) {
      if (draws_.allQueues() > draws_.queues()) { // some belong to threads that are not active
        if (const std::size_t count = takeAny(draws_.queues(), draws_.allQueues(), out, max)) {
          return count;
        }
      }
      if (params_->ownOnly) {
        if (mine.urgency() == kNoUrgency) {
          return 0;
        }
        Hold held = draws_.holdStrong(mine); // if it is locked, who holds it is inserting a task
        return held ? takeFrom(mine, held, out, max) : 0;
      }
      if (!seesTasks()) {
        return 0;
      }
      if (ownerWait_.spent()) {
        ++counters_.stealAttempts;
        const std::size_t count = takeAny(0, draws_.queues(), out, max);
        counters_.stealSuccesses += count > 0;
        counters_.tasksStolen += count;
        return count;
      }
      ownerWait_();
      if (mine.urgency() != kNoUrgency) {
        Hold held = draws_.hold(mine);
        if (const std::size_t count = held ? takeFrom(mine, held, out, max) : 0) {
          ownerWait_.reset();
          return count;
        }
      }
    }
  }

  /// Returns whether a queue of an active thread seems to hold tasks.
  bool seesTasks() const {
    for (std::uint32_t number = 0; number < draws_.queues(); ++number) {
      if (draws_.findFull(number)) {
        return true;
      }
    }
    return false;
  }

  const typename Shared::Params* params_;
  const Indexer* index_;
  Draws draws_;
  Queue* insertInto_ = nullptr; ///< the queue of the last insertion; nullptr: draw again
  Queue* first_ = nullptr;      ///< the queues that were drawn to take from; nullptr: draw again
  Queue* second_ = nullptr;
  typename Insert::Sticky insertSticky_;
  typename Delete::Sticky removeSticky_;
  unsigned preparedFor_ = 0; ///< the number of threads for which the next ones are right
  std::uint32_t insertBatch_ = 1, removeBatch_ = 1;
  std::vector<T> pending_; ///< the insert buffer
  std::vector<T> taken_;   ///< the delete buffer; [takenNext_, takenEnd_) are left
  std::size_t takenNext_ = 0, takenEnd_ = 0;
  T top_; ///< the task that the last pop left on top of its queue, if `hasTop_`
  bool hasTop_ = false;
  Backoff ownerWait_; ///< limits how long the thread waits for the owners of other queues
  WorklistCounters counters_;
};

} // namespace galois::worklists
