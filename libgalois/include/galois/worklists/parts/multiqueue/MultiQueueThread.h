/**
 * A Multi-Queue as one thread sees it: its buffers, the queues that it stays with, and how it finds
 * a task. See MultiQueue.h for the algorithm and its promises.
 */
#ifndef GALOIS_WORKLISTS_PARTS_MULTIQUEUE_MULTIQUEUETHREAD_H
#define GALOIS_WORKLISTS_PARTS_MULTIQUEUE_MULTIQUEUETHREAD_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <tuple>
#include <utility>
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

/// Run-time parameters of a Multi-Queue. `Local` are those of its queues.
template <typename Local>
struct MultiQueueParams {
  std::uint32_t queuesPerThread = 4; ///< C, 1 to 64; with OwnQueue it is 1, whatever this says
  bool lockBoth = false;             ///< compare two queues under both their locks
  std::uint32_t numaWeight =
      1; ///< of queues on the own NUMA node, see parts/stealing/QueueSampler.h
  QueueAccessParams insert, remove;
  Local local;
};

/// What the threads of a Multi-Queue share.
template <typename Indexer, typename T, typename Queues,
          typename Atomics = substrate::DefaultAtomics>
struct MultiQueueShared {
  using Params = MultiQueueParams<typename Queues::Params>;
  using Queue = LockedQueue<typename Queues::template Queue<Indexer, T>, Atomics>;
  using Common = typename Queues::template Common<Indexer, T>;

  MultiQueueShared(const Indexer& indexer, const Params& given,
                   std::uint32_t maxThreads = substrate::kMaxThreads)
      : params(given), common(indexer, given.local), queues(given.queuesPerThread, maxThreads) {}

  const Params params;
  Common common; ///< what the queues share
  QueueTable<Queue, Atomics> queues;
  std::uint64_t streams = 0; ///< random streams handed out, so that no two threads draw alike
};

/// Owned by one thread. The first parameters are MultiQueue's.
/// @tparam Atomics  see galois/substrate/Atomics.h
/// @tparam MaxDraws  draws that may find nothing before every queue is looked at, 1 or more
template <typename Indexer, typename T, bool Concurrent, typename Queues, typename Insert,
          typename Delete, typename Sampler, typename Atomics = substrate::DefaultAtomics,
          unsigned MaxDraws = 4>
class MultiQueueThread {
public:
  using Shared = MultiQueueShared<Indexer, T, Queues, Atomics>;

  explicit MultiQueueThread(Shared& shared)
      : params_(&shared.params),
        draws_(shared.queues, shared.common, shared.params.numaWeight, shared.streams++),
        insertSticky_(shared.params.insert.stay), removeSticky_(shared.params.remove.stay) {}

  /// Takes note of the number of active threads. Before the thread's first operation in a loop.
  void follow() {
    if (draws_.follow()) {
      prepare();
    }
  }

  /// The same where the caller says that it is thread `tid` of `threads`.
  void join(unsigned threads, unsigned tid) {
    draws_.join(threads, tid);
    prepare();
  }

  /// @throws what a queue throws, and std::bad_alloc. The task is then not there, unless it had
  /// left the insert buffer already when another task of the buffer met with the exception.
  void push(const T& task) {
    if constexpr (Insert::kBatched) {
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

  /// Adds [b, e): a sticky thread keeps the lock while it stays. @throws std::bad_alloc
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

  /// Up to `max` (1 or more) tasks of one queue, most urgent first; 0 when none was found.
  std::size_t pop(T* out, std::size_t max) {
    std::size_t count = 0;
    if constexpr (Delete::kBatched) {
      if (takenNext_ == takenEnd_ && removeBatch_ <= max) {
        count = take(out, removeBatch_); // no way round by the buffer
      } else {
        if (takenNext_ == takenEnd_) {
          takenNext_ = takenEnd_ = 0; // first: if take() throws, nothing is in the buffer
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

  /// See Concept.h.
  const T* peek() const {
    if constexpr (Delete::kBatched) {
      return takenNext_ < takenEnd_ ? &taken_[takenNext_] : nullptr;
    } else {
      return sees_ ? &seen_ : nullptr;
    }
  }

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
    // By their owner, so that they are near. What is left from an earlier loop stays.
    pending_.reserve(Insert::kBatched ? insertBatch_ : 0);
    taken_.resize(std::max<std::size_t>(taken_.size(), Delete::kBatched ? removeBatch_ : 0));
  }

  // --- inserting -----------------------------------------------------------------------------

  Hold holdToInsert() {
    if (insertInto_ && insertSticky_.stays(draws_.random())) {
      if (Hold held = draws_.hold(*insertInto_)) {
        return held;
      }
    }
    if (Hold held = holdDrawn()) {
      return held;
    }
    return holdLater();
  }

  Hold holdDrawn() {
    Queue& drawn = draws_.one();
    Hold held = draws_.hold(drawn);
    if (Insert::Sticky::kSticky && held) {
      insertInto_ = &drawn;
      insertSticky_.drawn();
    }
    return held;
  }

  /// Draws until a queue is free.
  GALOIS_ATTRIBUTE_NOINLINE Hold holdLater() {
    Backoff backoff;
    for (;;) {
      backoff();
      if (Hold held = holdDrawn()) {
        return held;
      }
    }
  }

  /// flush() by push(), whose task is the last one in the buffer and leaves it first.
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

  /// Empties the insert buffer. What meets with an exception stays there.
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

  /// Takes from the better of two queues. @return 0 when that found nothing
  std::size_t takeOfTwo(T* out, std::size_t max) {
    if (!(first_ && removeSticky_.stays(draws_.random()))) {
      std::tie(first_, second_) = draws_.two();
      removeSticky_.drawn();
    }
    const std::size_t count =
        params_->lockBoth ? takeUnderBothLocks(out, max) : takeFromBetter(out, max);
    if (count == 0) {
      first_ = nullptr;
    }
    return count;
  }

  /// After a draw that found nothing: a few more, then what the thread keeps to itself, then every
  /// queue there is.
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
    better = second < first ? other : better; // a select: half of all branches would go wrong
    Hold held = draws_.hold(*better);
    return held ? takeFrom(*better, held, out, max) : 0;
  }

  /// Whoever has locked a queue that holds tasks takes some: others pass over a locked queue
  /// because they may rely on that, see MultiQueue.h. So a thread that does not get the second
  /// queue takes from the first one without comparing.
  GALOIS_ATTRIBUTE_NOINLINE std::size_t takeUnderBothLocks(T* out, std::size_t max) {
    if (std::less<Queue*>()(second_, first_)) {
      std::swap(first_, second_); // the order in which all threads take locks
    }
    Hold first = draws_.hold(*first_);
    if (!first) {
      return 0;
    }
    if (first_ == second_) {
      return takeFrom(*first_, first, out, max);
    }
    Hold second = draws_.hold(*second_);
    return second && second.urgency() < first.urgency() ? takeFrom(*second_, second, out, max)
                                                        : takeFrom(*first_, first, out, max);
  }

  /// Takes from a queue that is held, and stays with it if that is the policy.
  std::size_t takeFrom(Queue& queue, Hold& held, T* out, std::size_t max) {
    const std::size_t count = held.popMany(out, max);
    if constexpr (!Delete::kBatched) {
      see(held);
    }
    if constexpr (Delete::Sticky::kSticky && !Delete::kPair) {
      first_ = second_ = &queue;
    }
    return count;
  }

  /// Keeps a copy of what is on top now, if that is likely to be this thread's soon.
  void see(const Hold& held) {
    const bool likely = Delete::kOwn || Delete::Sticky::kSticky || draws_.threads() <= 2;
    const T* const top = likely ? held.queue().peek() : nullptr;
    sees_ = top != nullptr;
    if (sees_) {
      seen_ = *top;
    }
  }

  /// Takes from any queue in [from, to), looking at each from a random one on. A queue in use is
  /// passed over: its holder will look there again, see MultiQueue.h.
  GALOIS_ATTRIBUTE_NOINLINE std::size_t takeAny(std::uint32_t from, std::uint32_t to, T* out,
                                                std::size_t max) {
    std::uint32_t number = from + draws_.random().below(to - from);
    for (std::uint32_t left = to - from; left > 0; --left) {
      if (Queue* const queue = draws_.findFull(number)) {
        Hold held = draws_.holdStrong(*queue);
        if (const std::size_t count = held ? takeFrom(*queue, held, out, max) : 0) {
          return count;
        }
      }
      number = number + 1 < to ? number + 1 : from;
    }
    return 0;
  }

  /// Local dequeue.
  std::size_t takeOwn(T* out, std::size_t max) {
    Queue& mine = draws_.own();
    if (mine.urgency() != kNoUrgency) {
      Hold held = draws_.hold(mine);
      if (const std::size_t count = held ? takeFrom(mine, held, out, max) : 0) {
        patience_.reset();
        return count;
      }
    }
    return awaitOwn(mine, out, max);
  }

  /// With nothing of its own, or while another thread is inserting there: takes from the queues of
  /// others only when they do not come for their tasks.
  GALOIS_ATTRIBUTE_NOINLINE std::size_t awaitOwn(Queue& mine, T* out, std::size_t max) {
    flush();
    for (;;) {
      if (draws_.allQueues() > draws_.queues()) { // some belong to threads that take no part
        if (const std::size_t count = takeAny(draws_.queues(), draws_.allQueues(), out, max)) {
          return count;
        }
      }
      if (!seesTasks()) {
        return 0;
      }
      if (patience_.spent()) {
        ++counters_.stealAttempts;
        const std::size_t count = takeAny(0, draws_.queues(), out, max);
        counters_.stealSuccesses += count > 0;
        counters_.tasksStolen += count;
        return count;
      }
      patience_();
      if (mine.urgency() != kNoUrgency) {
        Hold held = draws_.hold(mine);
        if (const std::size_t count = held ? takeFrom(mine, held, out, max) : 0) {
          patience_.reset();
          return count;
        }
      }
    }
  }

  /// Whether a queue of an active thread seems to hold tasks.
  bool seesTasks() const {
    for (std::uint32_t number = 0; number < draws_.queues(); ++number) {
      if (draws_.findFull(number)) {
        return true;
      }
    }
    return false;
  }

  const typename Shared::Params* params_;
  Draws draws_;
  Queue* insertInto_ = nullptr; ///< where the last insertion went; nullptr: draw
  Queue* first_ = nullptr;      ///< what was drawn to take from; nullptr: draw
  Queue* second_ = nullptr;
  typename Insert::Sticky insertSticky_;
  typename Delete::Sticky removeSticky_;
  std::uint32_t insertBatch_ = 1, removeBatch_ = 1; ///< of as many threads as there are
  std::vector<T> pending_;                          ///< the insert buffer
  std::vector<T> taken_; ///< the delete buffer; [takenNext_, takenEnd_) is left
  std::size_t takenNext_ = 0, takenEnd_ = 0;
  T seen_; ///< what the last pop left on top of its queue, if `sees_`
  bool sees_ = false;
  Backoff patience_; ///< with the owners of other queues
  WorklistCounters counters_;
};

} // namespace galois::worklists

#endif
