/**
 * HD-CPS:SW [HD-CPS, section III]: every thread owns a priority queue that nobody else touches, and
 * sends a share of the tasks that it pushes to other threads, at random. What is sent lies in the
 * receiver's receive queue until the receiver moves it into its priority queue. The share, TDF,
 * follows the priority drift between the threads, and siblings of one priority travel and wait as
 * one bag.
 *
 * The paper's four variants are compositions of this template: see HdcpsFull and its neighbours.
 *
 * Where the paper leaves a choice, or its published code fails:
 *  - Of every two tasks exactly one is sent at a TDF of 50 %: a counter decides, not a coin. What
 *    is sent is sent to another thread, once; with one thread nothing is sent.
 *  - A bag is one enqueue, whatever it holds; it is sent or kept as a whole. A bag of one is its
 *    task: it counts as a bag, but needs no payload.
 *  - A receiver without room leaves the task, or bag, to the sender, who keeps it. Receive queues
 *    are as short as the paper's hardware queues: what lies in them waits for a thread that may
 *    not even be running.
 *  - A thread that has nothing else keeps what it pushes: sending it would only move the work.
 *  - A thread looks into its receive queue at every `pollEvery`th pop, and whenever it has nothing;
 *    it takes everything that is there. Looking each time would make a line that a sender is
 *    filling travel once a task.
 *  - A bag stays at the top of its queue while its tasks are taken one by one, so a more urgent
 *    task overtakes what is left of it. Alone, a thread gets tasks in exact priority order.
 *  - The variant without feedback, hdcps-srq, spreads tasks as RELD does, evenly over all threads,
 *    itself included; it differs from RELD in the receive queue only.
 *
 * No task is lost: it is among the siblings that its pusher has not yet grouped, which the pusher
 * does before it pops; or in one thread's priority queue; or in that thread's receive queue. Only
 * that thread can take it from the last two. It will: it pops until the loop ends, a pop that comes
 * back empty has looked into all three, and termination detection lets each thread look once more
 * after all others have had nothing (substrate/Termination.h, "sent to one other thread"). So a
 * message in flight keeps the loop running, without a counter. Tasks that are left behind by a loop
 * that was broken off stay with their thread, and are found by a later loop in which it runs.
 */
#ifndef GALOIS_WORKLISTS_HDCPS_H
#define GALOIS_WORKLISTS_HDCPS_H

#include <cassert>
#include <cstdint>
#include <functional>
#include <type_traits>
#include <vector>

#include "galois/optional.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/substrate/PerThreadStorage.h"
#include "galois/substrate/Random.h"
#include "galois/substrate/ThreadPool.h"
#include "galois/worklists/Concept.h"
#include "galois/worklists/WLCompileCheck.h"
#include "galois/worklists/parts/common/Indexer.h"
#include "galois/worklists/parts/common/ThroughHandles.h"
#include "galois/worklists/parts/common/WorklistCounters.h"
#include "galois/worklists/parts/drift/DriftMonitor.h"
#include "galois/worklists/parts/messages/ReceiveQueue.h"
#include "galois/worklists/parts/messages/SiblingBag.h"
#include "galois/worklists/parts/queues/DAryHeap.h"
#include "galois/worklists/parts/stealing/QueueSampler.h"

namespace galois::worklists {

/// Run-time parameters; the defaults are the paper's where it has any.
struct HdcpsParams {
  std::uint32_t interval = 2000; ///< tasks of a thread between two looks at the drift, 1 or more
  DriftParams drift;
  BagParams bags;
  std::uint32_t queueCapacity = 32; ///< tasks, and bags, that a receive queue holds, 1 or more
  std::uint32_t pollEvery = 4;      ///< pops from one look into the receive queue to the next
};

/// Receive queues, feedback, and bags of siblings: HD-CPS:SW. With BagParams{1, bound, Split, ...}
/// it always makes bags: hdcps-srq-tdf-ac.
struct HdcpsFull {
  static constexpr bool kFeedback = true;
  static constexpr bool kBags = true;
};
/// Receive queues and feedback: hdcps-srq-tdf.
struct HdcpsSrqTdf {
  static constexpr bool kFeedback = true;
  static constexpr bool kBags = false;
};
/// Receive queues only: hdcps-srq.
struct HdcpsSrq {
  static constexpr bool kFeedback = false;
  static constexpr bool kBags = false;
};

namespace internal {
/// IndexOf, or some integer where a policy is only named, to be rebound to a task type that its
/// indexer knows.
template <typename Indexer, typename T, typename = void>
struct IndexIfAny {
  using type = int;
};
template <typename Indexer, typename T>
struct IndexIfAny<Indexer, T, std::void_t<IndexOf<Indexer, T>>> {
  using type = IndexOf<Indexer, T>;
};
} // namespace internal

/// @tparam Indexer      task -> integer priority, smaller is more urgent
/// @tparam T            task, trivially copyable
/// @tparam Concurrent   false: used by one thread only, never sends
/// @tparam Composition  HdcpsFull, HdcpsSrqTdf or HdcpsSrq
///
/// Thread-safe: push and pop work on the calling thread's queue. Push O(log n), pop O(log n) plus
/// O(log n) for each task received. Meets the worklist concept, see worklists/Concept.h.
template <typename Indexer = DummyIndexer<int>, typename T = int, bool Concurrent = true,
          typename Composition = HdcpsFull>
class Hdcps : public ThroughHandles<Hdcps<Indexer, T, Concurrent, Composition>, T> {
  struct Own;
  struct ThreadData;

public:
  template <typename U>
  using retype = Hdcps<Indexer, U, Concurrent, Composition>;
  template <bool B>
  using rethread = Hdcps<Indexer, T, B, Composition>;
  template <typename I>
  struct with_indexer {
    using type = Hdcps<I, T, Concurrent, Composition>;
  };
  using value_type = T;

  explicit Hdcps(Indexer indexer = Indexer(), HdcpsParams params = HdcpsParams())
      : less_(indexer), params_(params), bags_(params.bags.bound - 1),
        drift_(params.drift, Composition::kFeedback), threads_(less_, params, std::ref(streams_)) {
    assert(params.interval >= 1 && params.pollEvery >= 1);
  }
  Hdcps(const Hdcps&) = delete;
  Hdcps& operator=(const Hdcps&) = delete;

  /// The queue as one thread uses it. Copyable; valid on the thread that asked for it, as long as
  /// the worklist is.
  class ThreadHandle {
  public:
    using value_type = T;

    /// Adds a task to the loop. @throws std::bad_alloc
    void push(const value_type& task) {
      Own& own = me_->own;
      ++own.counters.pushes;
      if constexpr (Composition::kBags) {
        if (own.siblings.full()) {
          queue_->spread(*me_);
        }
        own.siblings.add(task);
      } else {
        queue_->enqueue(*me_, task);
      }
    }

    /// Adds the tasks of [b, e) to the loop. @throws std::bad_alloc
    template <typename Iter>
    void push(Iter b, Iter e) {
      for (; b != e; ++b) {
        push(*b);
      }
    }

    /// The most urgent task that the thread has.
    galois::optional<value_type> pop() { return queue_->popOwn(*me_); }

    /// The task that the thread's next pop will probably return; nullptr if there is no telling.
    const value_type* peek() const {
      const Own& own = me_->own;
      if (queue_->bagFirst(own)) {
        return &own.bags.top().payload->front();
      }
      return own.tasks.empty() ? nullptr : &own.tasks.top();
    }

  private:
    friend class Hdcps;
    ThreadHandle(Hdcps& queue, ThreadData& me) : queue_(&queue), me_(&me) {}

    Hdcps* queue_;
    ThreadData* me_;
  };

  /// For a thread that pushes and pops many times.
  ThreadHandle forThisThread() { return ThreadHandle(*this, *threads_.getLocal()); }

  /// Called by every thread with the same range: each adds its share, to its own queue, since the
  /// shares are even already.
  template <typename Range>
  void push_initial(const Range& range) {
    const auto share = range.local_pair();
    Own& own = threads_.getLocal()->own;
    for (auto i = share.first; i != share.second; ++i) {
      ++own.counters.pushes;
      own.tasks.push(*i);
    }
  }

  /// Gives each counter to `sink(thread, name, value)`. Call it between loops only.
  template <typename Sink>
  void reportCounters(Sink&& sink);

  /// Gives the drift and the TDF to `sink(name, when, value)`, see DriftMonitor::report(). Call it
  /// between loops only.
  template <typename Sink>
  void reportHistories(Sink&& sink) {
    drift_.report(sink);
  }

private:
  using Less = IndexLess<Indexer>;
  using Index = typename internal::IndexIfAny<Indexer, T>::type;
  using TaskBag = Bag<T, Index>;

  /// Orders bags without a look at their payloads.
  struct LessBag {
    static Index key(const TaskBag& bag) noexcept { return bag.priority; }
    bool operator()(const TaskBag& a, const TaskBag& b) const noexcept {
      return a.priority < b.priority;
    }
  };

  /// What only the owner touches.
  struct Own {
    Own(const Less& less, const HdcpsParams& params, std::uint64_t stream)
        : tasks(less), untilInterval(params.interval), random(substrate::getSeed(), stream),
          siblings(less, params.bags) {}

    bool dry() const noexcept { return tasks.empty() && bags.empty(); }

    DAryHeap<T, Less> tasks;
    DAryHeap<TaskBag, LessBag> bags;
    std::uint32_t untilPoll = 0; ///< pops until the next look into the receive queues
    std::uint32_t untilInterval; ///< pops until the interval's end
    std::uint32_t credit = 0;    ///< grows by the TDF with each enqueue; a whole one sends
    std::vector<T> group;        ///< a bag that arrives task by task
    substrate::Random random;
    WorklistCounters counters;
    std::uint64_t remotePushes = 0;
    std::uint64_t receiveFull = 0;
    std::uint64_t bagsMade = 0;
    std::uint64_t tasksInBags = 0;
    SiblingGroups<T, Indexer> siblings;
  };

  struct ThreadData {
    /// @param streams  random streams handed out so far, so that no two threads draw alike
    ThreadData(const Less& less, const HdcpsParams& params, std::uint64_t& streams)
        : tasksIn(params.queueCapacity), bagsIn(Composition::kBags ? params.queueCapacity : 1),
          own(less, params, streams++) {}
    ReceiveQueue<T> tasksIn;
    ReceiveQueue<TaskBag> bagsIn; ///< metadata, when payloads stay
    ShownWork<Index> shown;
    alignas(substrate::kCacheLineSize) Own own;
  };

  static unsigned threadCount() noexcept { return Concurrent ? substrate::getActiveThreads() : 1; }

  /// Whether the most urgent task of the priority queue is in a bag.
  bool bagFirst(const Own& own) const {
    return Composition::kBags && !own.bags.empty() &&
           (own.tasks.empty() || !(less_.key(own.tasks.top()) < own.bags.top().priority));
  }

  // --- enqueueing ------------------------------------------------------------------------------

  /// Puts a task where it belongs: into this thread's priority queue, or on its way to another.
  void enqueue(ThreadData& me, const T& task) {
    if (!isSent(me.own) ||
        !send(me.own, 1, [&](ThreadData& to) { return to.tasksIn.send(task); })) {
      me.own.tasks.push(task);
    }
  }

  /// The same for siblings that make a bag.
  void enqueueBag(ThreadData& me, const T* tasks, std::uint32_t count) {
    if (count == 1) {
      enqueue(me, tasks[0]);
    } else {
      enqueuePacked(me, tasks, count);
    }
    ++me.own.bagsMade;
    me.own.tasksInBags += count;
  }

  /// The same for two or more.
  void enqueuePacked(ThreadData& me, const T* tasks, std::uint32_t count) {
    Own& own = me.own;
    const bool sent = isSent(own);
    if (sent && params_.bags.transport == BagTransport::kPush) {
      if (send(own, count, [&](ThreadData& to) { return to.tasksIn.send(tasks, count); })) {
        return;
      }
    }
    own.bags.reserve(own.bags.size() + 1); // so that nothing throws once there is a payload
    const TaskBag bag = bags_.pack(less_.key(tasks[0]), tasks, count);
    if (sent && params_.bags.transport == BagTransport::kPull) {
      if (send(own, count, [&](ThreadData& to) { return to.bagsIn.send(bag); })) {
        return;
      }
    }
    own.bags.push(bag);
  }

  /// Groups what was pushed since the last pop, and enqueues it.
  GALOIS_ATTRIBUTE_NOINLINE void spread(ThreadData& me) {
    me.own.siblings.flush(
        [&](const T& task) { enqueue(me, task); },
        [&](const T* tasks, std::uint32_t count) { enqueueBag(me, tasks, count); });
  }

  /// Whether the next enqueue goes to another thread.
  bool isSent(Own& own) {
    const unsigned threads = threadCount();
    if (threads == 1) {
      return false;
    }
    // As a fraction: the TDF of 100, or all threads but this one.
    const std::uint32_t whole = Composition::kFeedback ? DriftController::kMostTdf : threads;
    own.credit += Composition::kFeedback ? drift_.tdf() : threads - 1;
    if (own.credit < whole) {
      return false;
    }
    if (own.dry()) {
      own.credit = whole; // the next one is sent
      return false;
    }
    own.credit -= whole;
    return true;
  }

  /// Sends to a random other thread with `transmit(receiver)`. @return whether there was room
  template <typename Transmit>
  bool send(Own& own, std::uint32_t count, Transmit&& transmit) {
    const unsigned to =
        UniformSampler::victim(substrate::ThreadPool::getTID(), threadCount(), own.random);
    if (!transmit(*threads_.getRemote(to))) {
      ++own.receiveFull;
      return false;
    }
    own.remotePushes += count;
    return true;
  }

  // --- dequeueing ------------------------------------------------------------------------------

  galois::optional<value_type> popOwn(ThreadData& me) {
    Own& own = me.own;
    if (Composition::kBags && !own.siblings.empty()) {
      spread(me);
    }
    if (own.untilInterval == 0) {
      own.untilInterval = params_.interval;
      drift_.endInterval(threadCount(), [this](unsigned thread) -> const ShownWork<Index>& {
        return threads_.getRemote(thread)->shown;
      });
    }
    const bool alone = threadCount() == 1;
    if (Concurrent && (own.untilPoll == 0 || own.dry())) {
      receive(me);
    } else {
      --own.untilPoll;
    }
    if (bagFirst(own)) {
      bool last = false;
      const T task = bags_.take(own.bags.top(), last);
      if (last) {
        own.bags.pop();
      }
      return delivered(me, task, alone);
    }
    if (!own.tasks.empty()) {
      return delivered(me, own.tasks.pop(), alone);
    }
    ++own.counters.emptyPops;
    me.shown.idle();
    return galois::optional<value_type>();
  }

  galois::optional<value_type> delivered(ThreadData& me, const T& task, bool alone) {
    Own& own = me.own;
    ++own.counters.pops;
    if (Concurrent && !alone) {
      me.shown.working(less_.key(task));
      --own.untilInterval;
    }
    return galois::optional<value_type>(task);
  }

  /// Moves everything that has arrived into the priority queue.
  void receive(ThreadData& me) {
    Own& own = me.own;
    own.untilPoll = params_.pollEvery - 1;
    if (me.tasksIn.ready()) {
      me.tasksIn.drain([&](const T& task, bool more) {
        if (Composition::kBags && params_.bags.transport == BagTransport::kPush) {
          receiveGrouped(own, task, more);
        } else {
          own.tasks.push(task);
        }
      });
    }
    if (Composition::kBags && me.bagsIn.ready()) {
      me.bagsIn.drain([&](const TaskBag& bag, bool) { own.bags.push(bag); });
    }
  }

  /// A task that came alone, or the next one of a bag that travels whole.
  void receiveGrouped(Own& own, const T& task, bool more) {
    if (!more && own.group.empty()) {
      own.tasks.push(task);
      return;
    }
    own.group.push_back(task);
    if (more) {
      return;
    }
    try {
      own.bags.reserve(own.bags.size() + 1); // so that nothing throws once there is a payload
      own.bags.push(bags_.pack(less_.key(task), own.group.data(),
                               static_cast<std::uint32_t>(own.group.size())));
    } catch (...) {
      own.group.pop_back(); // it will be received again
      throw;
    }
    own.group.clear();
  }

  Less less_;
  const HdcpsParams params_;
  BagPool<T, Index> bags_;
  std::uint64_t streams_ = 0;

  DriftMonitor<Index> drift_;
  substrate::PerThreadStorage<ThreadData> threads_;
};
GALOIS_WLCOMPILECHECK(Hdcps)

template <typename Indexer, typename T, bool Concurrent, typename Composition>
template <typename Sink>
void Hdcps<Indexer, T, Concurrent, Composition>::reportCounters(Sink&& sink) {
  std::uint64_t bags = 0, tasksInBags = 0;
  for (unsigned t = 0; t < threads_.size(); ++t) {
    bags += threads_.getRemote(t)->own.bagsMade;
    tasksInBags += threads_.getRemote(t)->own.tasksInBags;
  }
  for (unsigned t = 0; t < threads_.size(); ++t) {
    const Own& own = threads_.getRemote(t)->own;
    own.counters.report(t, sink);
    sink(t, "remote_pushes", own.remotePushes);
    sink(t, "receive_full", own.receiveFull);
    if constexpr (Composition::kBags) {
      sink(t, "bags", own.bagsMade);
      // The same for every thread, so that their average is the average over all bags.
      sink(t, "bag_size",
           Average{bags ? static_cast<double>(tasksInBags) / static_cast<double>(bags) : 0});
    }
  }
}

} // namespace galois::worklists

#endif
