/**
 * HD-CPS:SW [HD-CPS, section III]. Every thread owns a priority queue that no other thread
 * accesses, and sends a share of the tasks that it pushes to random other threads. A task that is
 * sent stays in the receiver's receive queue until the receiver moves it into its priority queue.
 * The share, called TDF, follows the priority drift between the threads. Siblings of one priority
 * are sent and queued as one bag.
 *
 * The paper's variants are compositions of this template: see HdcpsFull and the structs after it.
 * PublishedHdcps.h has the steps as section III prints them, for each of these compositions, and
 * ReleasedHdcps.h those of the program that the authors released.
 *
 * Where the paper leaves a choice, or its published code fails:
 *  - A counter decides which tasks are sent, not a random number (SendShare.h). A task is sent to
 *    another thread, and once. A thread that runs alone sends nothing.
 *  - A bag counts as one enqueue, and is sent or kept as a whole. A bag of one task counts as a
 *    bag, but needs no payload.
 *  - If the receiver has no room, the sender keeps the task or bag. Receive queues are as short as
 *    the paper's hardware queues, because what lies in them waits for a thread that may not run.
 *  - A thread whose priority queue is empty keeps what it pushes. To send it would only move the
 *    work.
 *  - A thread empties its receive queue at every `pollEvery`th pop, and whenever it has no task.
 *    Polling at each pop would transfer a cache line that a sender is filling once per task.
 *  - Tasks of a bag are taken one by one (TaskAndBagHeap.h), and may wait for more urgent ones.
 *  - The variant without feedback, hdcps-srq, spreads tasks as RELD does: evenly over all threads,
 *    itself included. It differs from RELD only in the receive queue.
 *
 * Invariant: no task is lost. A task is among the siblings that its pusher has not grouped yet,
 * which the pusher does before it pops; or in one thread's priority queue; or in that thread's
 * receive queue. Only that thread can take it from there, and it will: it pops until the loop ends,
 * and a pop that returns nothing has searched all places.
 * Termination detection lets each thread pop once more after all others have found nothing
 * (substrate/Termination.h, "sent to one other thread"). So a message in flight keeps the loop
 * running, without a counter. Tasks that are left by a loop that ended early stay with their
 * thread. A later loop finds them if that thread takes part in it.
 */
#pragma once

#include <cassert>
#include <cstdint>
#include <functional>
#include <type_traits>

#include "galois/optional.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/substrate/PerThreadStorage.h"
#include "galois/substrate/Random.h"
#include "galois/substrate/ThreadPool.h"
#include "galois/worklists/Concept.h"
#include "galois/worklists/WLCompileCheck.h"
#include "galois/worklists/parts/common/Indexer.h"
#include "galois/worklists/parts/common/Parameter.h"
#include "galois/worklists/parts/common/PolicyTypes.h"
#include "galois/worklists/parts/common/ThroughHandles.h"
#include "galois/worklists/parts/common/WorklistCounters.h"
#include "galois/worklists/parts/drift/DriftMonitor.h"
#include "galois/worklists/parts/messages/ReceiveQueue.h"
#include "galois/worklists/parts/messages/SendShare.h"
#include "galois/worklists/parts/messages/SiblingBag.h"
#include "galois/worklists/parts/messages/TaskAndBagHeap.h"
#include "galois/worklists/parts/stealing/QueueSampler.h"

namespace galois::worklists {

namespace parameters {
/// Fields of HdcpsParams. Those of the feedback and of bags stand beside DriftParams and BagParams.
/// @{
inline constexpr Parameter kHdcpsQueue = Parameter::number(
    "hdcps-queue", {1, 1u << 20}, "tasks and bags that may be on their way to one thread");
inline constexpr Parameter kHdcpsPoll =
    Parameter::number("hdcps-poll", {1, 1u << 20}, "pops between two polls of the receive queue");
inline constexpr Parameter kHdcpsInterval = Parameter::number(
    "hdcps-interval", {1, 1u << 30}, "tasks per thread between two measurements of the drift");
/// @}
} // namespace parameters

/// Run-time parameters. The defaults are the paper's where it gives any.
struct HdcpsParams {
  std::uint32_t interval = 2000;    ///< tasks per thread between two drift measurements, 1 or more
  DriftParams drift;                ///< of the feedback
  BagParams bags;                   ///< of the bags
  std::uint32_t queueCapacity = 32; ///< tasks, and bags, that a receive queue holds, 1 or more
  std::uint32_t pollEvery = 4;      ///< pops per poll of the receive queue, 1 or more

  /// Calls `visit(parameter, field)` for each, see parts/common/Parameter.h.
  template <typename Self, typename Visit>
  static void visitParameters(Self& self, Visit&& visit) {
    visit(parameters::kHdcpsInterval, self.interval);
    DriftParams::visitParameters(self.drift, visit);
    BagParams::visitParameters(self.bags, visit);
    visit(parameters::kHdcpsQueue, self.queueCapacity);
    visit(parameters::kHdcpsPoll, self.pollEvery);
  }
};

/// The steps of a push and a pop in which ours differ from the published ones (PublishedHdcps.h) and
/// the released ones (ReleasedHdcps.h), and what a thread remembers for them. Owned by one thread.
template <typename T, typename Index>
class HdcpsSteps {
public:
  /// Whether a thread whose priority queue is empty keeps what it pushes.
  static constexpr bool kKeepsIfEmpty = true;
  static constexpr std::uint32_t kMostTdf = DriftController::kMostTdf; ///< percent
  /// Messages that a poll takes at most.
  static constexpr std::uint32_t kMostReceived = ReceiveQueue<T>::kMaxCapacity;
  static constexpr bool kPollsAtPush = false; ///< whether each push polls, too
  /// What decides which enqueues are sent.
  using Share = SendShare;

  /// Whether a thread's next receiver may be the thread itself, which then keeps the task.
  static constexpr bool kMayDrawItself = false;

  /// Returns the thread to which `self` sends next.
  static unsigned receiver(unsigned self, unsigned threads, substrate::Random& random) {
    return UniformSampler::victim(self, threads, random);
  }

  /// Returns whether a pop groups what was pushed since the last one.
  static constexpr bool groups() noexcept { return true; }

  /// Ends an interval of the thread, see DriftMonitor::endInterval(). @throws std::bad_alloc
  template <typename ShownOf>
  static void endInterval(DriftMonitor<Index>& drift, unsigned threads, ShownOf&& shownOf) {
    drift.endInterval(threads, shownOf);
  }

  /// Returns whether this pop empties the receive queues: each `every`th one does, and those of a
  /// thread whose priority queue `tasks` is empty.
  template <typename Tasks>
  bool polls(const Tasks& tasks, std::uint32_t every) {
    if (untilPoll_ == 0 || tasks.empty()) {
      untilPoll_ = every - 1;
      return true;
    }
    --untilPoll_;
    return false;
  }

  /// Takes the most urgent task of the priority queue. @return whether there was one
  template <typename Tasks>
  static bool take(Tasks& tasks, T& task) {
    return tasks.pop(task);
  }

  /// Notes that the thread has taken that task, or, with idle(), that it has found none.
  /// @{
  template <typename Less>
  static void took(const T& task, const Less& less, bool alone, ShownWork<Index>& shown) {
    if (!alone) {
      shown.working(less.key(task));
    }
  }
  static void idle(ShownWork<Index>& shown) noexcept { shown.idle(); }
  /// @}

private:
  std::uint32_t untilPoll_ = 0; ///< pops until the next poll of the receive queues
};

/// HD-CPS:SW: receive queues, feedback, and bags of siblings. With BagParams{1, bound, Split, ...}
/// all tasks travel in bags.
struct HdcpsFull {
  static constexpr bool kFeedback = true;  ///< whether feedback sets how much is sent
  static constexpr bool kBags = true;      ///< whether siblings travel in bags
  static constexpr bool kHardware = false; ///< whether there are hardware queues
  using Params = HdcpsParams;              ///< run-time parameters
  template <typename T, typename Index>    /// The steps of a push and a pop.
  using Steps = HdcpsSteps<T, Index>;
};
/// Receive queues and feedback.
struct HdcpsSrqTdf : HdcpsFull {
  static constexpr bool kBags = false; ///< whether siblings travel in bags
};
/// Receive queues only.
struct HdcpsSrq : HdcpsSrqTdf {
  static constexpr bool kFeedback = false; ///< whether feedback sets how much is sent
};

namespace internal {
/// IndexOf<Indexer, T>, or int if the indexer does not accept T. A policy may be named with such a
/// T before `retype` replaces it.
template <typename Indexer, typename T, typename = void>
struct IndexIfAny {
  using type = int;
};
template <typename Indexer, typename T>
struct IndexIfAny<Indexer, T, std::void_t<IndexOf<Indexer, T>>> {
  using type = IndexOf<Indexer, T>;
};

/// The queues of a thread under a composition without hardware queues.
template <typename Composition, typename T, typename Indexer, typename Index,
          bool Hardware = Composition::kHardware>
struct HdcpsQueues {
  using Tasks = TaskAndBagHeap<T, Indexer, Index, Composition::kBags>;
  struct Port {
    explicit Port(const HdcpsParams& /*params*/) {}
  };
  static Tasks makeTasks(const IndexLess<Indexer>& less, BagPool<T, Index>& bags,
                         const HdcpsParams& /*params*/) {
    return Tasks(less, bags);
  }
};
/// The queues that the composition itself has.
template <typename Composition, typename T, typename Indexer, typename Index>
struct HdcpsQueues<Composition, T, Indexer, Index, true>
    : Composition::template Queues<T, Indexer, Index> {};
} // namespace internal

/// A relaxed concurrent priority queue: one private queue per thread, and tasks sent as messages.
///
/// @tparam Indexer      maps a task to an integer priority; smaller is more urgent
/// @tparam T            task, trivially copyable
/// @tparam Concurrent   false: only one thread uses the worklist, and it never sends
/// @tparam Composition  HdcpsFull, HdcpsSrqTdf or HdcpsSrq; PublishedHdcps of one of these
///                      (PublishedHdcps.h); ReleasedHdcps (ReleasedHdcps.h); or HdcpsHardware
///                      (HdcpsHardware.h)
///
/// Thread-safe: push and pop work on the calling thread's queue. Push is O(log n). Pop is O(log n),
/// and O(log n) more for each task received. Meets the worklist concept, see worklists/Concept.h.
template <typename Indexer = DummyIndexer<int>, typename T = int, bool Concurrent = true,
          typename Composition = HdcpsFull>
class Hdcps : public PolicyTypes<Hdcps, Indexer, T, Concurrent, Composition>,
              public WithThreadData<Hdcps<Indexer, T, Concurrent, Composition>, T> {
  friend class WithThreadData<Hdcps, T>;
  struct Own;
  struct ThreadData;

public:
  using Params = typename Composition::Params; ///< its parameters

  /// @throws std::bad_alloc
  explicit Hdcps(Indexer indexer = Indexer(), Params params = Params())
      : less_(indexer), params_(params), bags_(params.bags.bound - 1),
        drift_(params.drift, Composition::kFeedback, Steps::kMostTdf),
        threads_(less_, params, std::ref(bags_), std::ref(streams_)) {
    assert(params.interval >= 1 && params.pollEvery >= 1);
  }

  /// Adds the calling thread's share of `range`. Every thread calls it with the same range. Nothing
  /// is sent, because the shares are of the same size. @throws std::bad_alloc
  template <typename Range>
  void push_initial(const Range& range) {
    const auto share = range.local_pair();
    Own& own = threads_.getLocal()->own;
    for (auto i = share.first; i != share.second; ++i) {
      ++own.counters.pushes;
      own.tasks.push(*i);
    }
  }

  /// Calls `sink(thread, name, value)` for each counter. No other thread may use the worklist.
  template <typename Sink>
  void reportCounters(Sink&& sink);

  /// Calls `sink(name, when, value)` for each measurement of the drift and the TDF, see
  /// DriftMonitor::report(). No other thread may use the worklist.
  template <typename Sink>
  void reportHistories(Sink&& sink) {
    drift_.report(sink);
  }

private:
  using Less = IndexLess<Indexer>;
  using Index = typename internal::IndexIfAny<Indexer, T>::type;
  using TaskBag = Bag<T, Index>;

  using Queues = internal::HdcpsQueues<Composition, T, Indexer, Index>;
  using Tasks = typename Queues::Tasks;
  using Steps = typename Composition::template Steps<T, Index>;

  /// What only the owner accesses.
  struct Own {
    Own(const Less& less, const Params& params, BagPool<T, Index>& bags, std::uint64_t stream)
        : tasks(Queues::makeTasks(less, bags, params)), untilInterval(params.interval),
          random(substrate::getSeed(), stream), siblings(less, params.bags) {}

    Tasks tasks;
    Steps steps;
    std::uint32_t untilInterval; ///< pops until the end of the interval
    typename Steps::Share share;
    substrate::Random random;
    WorklistCounters counters;
    std::uint64_t remotePushes = 0;
    std::uint64_t receiveFull = 0;
    std::uint64_t bagsMade = 0;
    std::uint64_t tasksInBags = 0;
    std::uint64_t lengths = 0;     ///< sum of the lengths of `tasks` at the ends of intervals
    std::uint64_t lengthsSeen = 0; ///< number of these intervals
    SiblingGroups<T, Indexer> siblings;
  };

  struct ThreadData : Queues::Port {
    /// @param streams  number of random streams in use, so that each thread gets its own
    ThreadData(const Less& less, const Params& params, BagPool<T, Index>& bags,
               std::uint64_t& streams)
        : Queues::Port(params), tasksIn(params.queueCapacity),
          bagsIn(Composition::kBags ? params.queueCapacity : 1),
          own(less, params, bags, streams++) {}
    ReceiveQueue<T> tasksIn;
    ReceiveQueue<TaskBag> bagsIn; ///< the metadata of bags whose payloads stay where they are
    ShownWork<Index> shown;
    alignas(substrate::kCacheLineSize) Own own;
  };

  static unsigned threadCount() noexcept { return Concurrent ? substrate::getActiveThreads() : 1; }

  // --- enqueueing ------------------------------------------------------------------------------

  void add(ThreadData& me, const T& task) {
    static_cast<void>(less_.key(task)); // see Indexer.h; costs nothing if it cannot throw
    Own& own = me.own;
    ++own.counters.pushes;
    if constexpr (Steps::kPollsAtPush) {
      receive(me);
    }
    if constexpr (Composition::kBags) {
      if (own.siblings.full()) {
        enqueueSiblings(me);
      }
      own.siblings.add(task);
    } else {
      enqueue(me, task);
    }
  }

  /// Puts a task into this thread's priority queue, or sends it to another thread.
  /// @throws std::bad_alloc
  void enqueue(ThreadData& me, const T& task) {
    if (!isSent(me.own) || !sendEntry(me.own, 1, task, &ThreadData::tasksIn)) {
      me.own.tasks.push(task);
    }
  }

  /// The same for siblings that make a bag, one or more.
  void enqueueBag(ThreadData& me, const T* tasks, std::uint32_t count) {
    if (count == 1) {
      enqueue(me, tasks[0]);
    } else {
      enqueuePacked(me, tasks, count);
    }
    ++me.own.bagsMade;
    me.own.tasksInBags += count;
  }

  /// The same for two siblings or more.
  void enqueuePacked(ThreadData& me, const T* tasks, std::uint32_t count) {
    Own& own = me.own;
    const bool sent = isSent(own);
    if (sent && params_.bags.transport == BagTransport::kPush && !hasReceivePorts()) {
      if (send(own, count, [&](ThreadData& to) { return to.tasksIn.send(tasks, count); })) {
        return;
      }
    }
    const TaskBag bag = own.tasks.pack(tasks, count);
    if (sent && (params_.bags.transport == BagTransport::kPull || hasReceivePorts())) {
      if (sendEntry(own, count, bag, &ThreadData::bagsIn)) {
        return;
      }
    }
    own.tasks.push(bag);
  }

  /// Groups what was pushed since the last pop, and enqueues it.
  /// @throws std::bad_alloc; tasks that are not enqueued yet stay with the siblings
  GALOIS_ATTRIBUTE_NOINLINE void enqueueSiblings(ThreadData& me) {
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
    // Without feedback, all threads get the same share, this one included.
    const std::uint32_t whole = Composition::kFeedback ? DriftController::kMostTdf : threads;
    const std::uint32_t share = Composition::kFeedback ? drift_.tdf() : threads - 1;
    return own.share.next(share, whole,
                          [&own] { return Steps::kKeepsIfEmpty && own.tasks.empty(); });
  }

  /// Whether entries are sent to receive queues in hardware.
  bool hasReceivePorts() const noexcept {
    if constexpr (Composition::kHardware) {
      return params_.hardware.receiveEntries > 0;
    }
    return false;
  }

  /// Sends a task, or the metadata of a bag, to a random other thread.
  /// @param count  number of tasks
  /// @param queue  the receiver's queue, if it is in memory
  /// @return whether there was room
  /// @throws std::bad_alloc
  template <typename Entry>
  bool sendEntry(Own& own, std::uint32_t count, const Entry& entry,
                 ReceiveQueue<Entry> ThreadData::*queue) {
    if constexpr (Composition::kHardware) {
      if (hasReceivePorts()) {
        return sendMessage(own, count, Queues::entryOf(entry));
      }
    }
    return send(own, count, [&](ThreadData& to) { return (to.*queue).send(entry); });
  }

  /// Sends a message to a random other thread for which this thread's flag is clear.
  /// @return whether such a thread was drawn. @throws std::bad_alloc
  template <typename Entry>
  bool sendMessage(Own& own, std::uint32_t count, const Entry& entry) {
    const unsigned self = substrate::ThreadPool::getTID();
    for (unsigned draw = 0; draw < Queues::kMostDraws; ++draw) {
      const unsigned to = UniformSampler::victim(self, threadCount(), own.random);
      if (threads_.getRemote(to)->port.send(self, to, entry)) {
        own.remotePushes += count;
        return true;
      }
    }
    ++own.receiveFull;
    return false;
  }

  /// Sends by `transmit(receiver)` to the thread whose turn it is. @return whether that is another
  /// thread with room
  template <typename Transmit>
  bool send(Own& own, std::uint32_t count, Transmit&& transmit) {
    const unsigned self = substrate::ThreadPool::getTID();
    const unsigned to = own.steps.receiver(self, threadCount(), own.random);
    if (Steps::kMayDrawItself && to == self) {
      return false;
    }
    if (!transmit(*threads_.getRemote(to))) {
      ++own.receiveFull;
      return false;
    }
    own.remotePushes += count;
    return true;
  }

  // --- dequeueing ------------------------------------------------------------------------------

  /// Takes the most urgent task of this thread. @throws std::bad_alloc
  galois::optional<T> take(ThreadData& me) {
    Own& own = me.own;
    if (Composition::kBags && own.steps.groups() && !own.siblings.empty()) {
      enqueueSiblings(me);
    }
    if (own.untilInterval == 0) {
      own.untilInterval = params_.interval;
      own.lengths += own.tasks.size();
      ++own.lengthsSeen;
      own.steps.endInterval(drift_, threadCount(),
                            [this](unsigned thread) -> const ShownWork<Index>& {
                              return threads_.getRemote(thread)->shown;
                            });
    }
    const bool alone = threadCount() == 1;
    if (Concurrent && hasReceivePorts()) {
      receiveMessages(me);
    } else if (Concurrent && own.steps.polls(own.tasks, params_.pollEvery)) {
      receive(me);
    }
    T task;
    if (own.steps.take(own.tasks, task)) {
      ++own.counters.pops;
      own.steps.took(task, less_, alone, me.shown);
      own.untilInterval -= alone ? 0 : 1;
      return galois::optional<T>(task);
    }
    ++own.counters.emptyPops;
    own.steps.idle(me.shown);
    return galois::optional<T>();
  }

  static const T* next(const ThreadData& me) { return me.own.tasks.peek(); }

  /// Moves everything that has arrived into the priority queue, or as much as a poll takes. O(log n)
  /// per task or bag.
  /// @throws std::bad_alloc; what is not moved yet stays where it is
  void receive(ThreadData& me) {
    Own& own = me.own;
    if (me.tasksIn.ready()) {
      me.tasksIn.drain(
          [&](const T& task, bool more) {
            if (Composition::kBags && params_.bags.transport == BagTransport::kPush) {
              own.tasks.pushGrouped(task, more);
            } else {
              own.tasks.push(task);
            }
          },
          Steps::kMostReceived);
    }
    if (Composition::kBags && me.bagsIn.ready()) {
      me.bagsIn.drain([&](const TaskBag& bag, bool) { own.tasks.push(bag); });
    }
  }

  /// Moves all messages that have arrived into the priority queue. A thread without a task waits for
  /// those on their way, as if their arrival interrupted its waiting. So a pop that finds nothing
  /// leaves no message behind.
  /// @throws std::bad_alloc; what is not moved yet stays where it is
  void receiveMessages(ThreadData& me) {
    if constexpr (Composition::kHardware) {
      const auto take = [&me](const auto& entry) { Queues::push(me.own.tasks, entry); };
      me.port.receive(take);
      while (me.own.tasks.empty() && !me.port.empty()) {
        me.port.wait();
        me.port.receive(take);
      }
    }
  }

  Less less_;
  const Params params_;
  BagPool<T, Index> bags_;
  std::uint64_t streams_ = 0;

  DriftMonitor<Index> drift_;
  substrate::PerThreadStorage<ThreadData> threads_;
};
GALOIS_WLCOMPILECHECK(Hdcps)

template <typename Indexer, typename T, bool Concurrent, typename Composition>
template <typename Sink>
void Hdcps<Indexer, T, Concurrent, Composition>::reportCounters(Sink&& sink) {
  std::uint64_t bags = 0, tasksInBags = 0, lengths = 0, lengthsSeen = 0;
  for (unsigned t = 0; t < threads_.size(); ++t) {
    const Own& own = threads_.getRemote(t)->own;
    bags += own.bagsMade;
    tasksInBags += own.tasksInBags;
    lengths += own.lengths;
    lengthsSeen += own.lengthsSeen;
  }
  for (unsigned t = 0; t < threads_.size(); ++t) {
    const Own& own = threads_.getRemote(t)->own;
    own.counters.report(t, sink);
    sink(t, "remote_pushes", own.remotePushes);
    sink(t, "receive_full", own.receiveFull);
    if constexpr (Composition::kBags) {
      sink(t, "bags", own.bagsMade);
      // All threads report the same value, so that its average is the average over all bags.
      sink(t, "bag_size",
           Average{bags ? static_cast<double>(tasksInBags) / static_cast<double>(bags) : 0});
    }
    if (lengthsSeen > 0) { // the same value again
      sink(t, "queue_length",
           Average{static_cast<double>(lengths) / static_cast<double>(lengthsSeen)});
    }
  }
  if constexpr (Composition::kHardware) {
    Queues::reportCounters(
        threads_.size(), [this](unsigned t) -> const auto& { return threads_.getRemote(t)->port; },
        [this](unsigned t) -> const auto& { return threads_.getRemote(t)->own.tasks; }, sink);
  }
}

} // namespace galois::worklists
