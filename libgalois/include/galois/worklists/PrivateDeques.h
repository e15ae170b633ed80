/**
 * Work stealing without priorities, in three versions that differ in how tasks change hands:
 *  - receiver-initiated private deques [PD: Acar, Chargueraud, Rainey, "Scheduling Parallel
 *    Programs by Work Stealing with Private Deques", PPoPP 2013, figure 2]: an idle thread requests
 *    tasks from another one, which answers at its next pop;
 *  - sender-initiated private deques [PD, figure 3]: a thread with tasks gives some to an idle
 *    thread now and then;
 *  - concurrent deques of Chase and Lev, with which the paper compares: an idle thread takes tasks
 *    itself.
 * Everything else is the same: each thread has a stock of tasks (TaskStock.h) and takes its
 * youngest chunk first.
 *
 * What differs from the paper, and why:
 *  - A pop never waits. A request stays open, or an idle thread stays announced, and the next pop
 *    looks whether tasks have come. The executor backs off between the pops.
 *  - Chunks are what the deques hold, and a thread with few tasks splits them, as section 5 does
 *    with a vector of nodes. A deque of single tasks explores a graph depth first, which is
 *    impractically slow for shortest paths. With a chunk size of 1 it is the paper's.
 *  - A request that is not answered for many pops is withdrawn.
 *  - While threads are idle, a thread takes smaller batches, so that it has something to give.
 *  - The paper detects the end of a loop by a sum of counts, each read at another moment, which
 *    shows only that no task is under way. Here substrate/Termination.h detects it.
 *
 * No task is lost. A task is in the stock of one thread, or on its way to one thread that looks for
 * it at each of its pops. A pop that gets tasks returns at least one of them before others can have
 * them: a thread serves others before it takes its own batch, and then it keeps a task. So a thread
 * whose pop returned nothing has not had any task since its last such pop. Tasks are given only to
 * threads that take part in the loop.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>

#include "galois/optional.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/Clock.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/substrate/PerThreadStorage.h"
#include "galois/substrate/Random.h"
#include "galois/substrate/ThreadPool.h"
#include "galois/worklists/WLCompileCheck.h"
#include "galois/worklists/parts/chunks/TaskChunk.h"
#include "galois/worklists/parts/common/Parameter.h"
#include "galois/worklists/parts/common/SharedParameters.h"
#include "galois/worklists/parts/common/ThroughHandles.h"
#include "galois/worklists/parts/common/WorklistCounters.h"
#include "galois/worklists/parts/stealing/ChaseLevDeque.h"
#include "galois/worklists/parts/stealing/DealClock.h"
#include "galois/worklists/parts/stealing/IdleSet.h"
#include "galois/worklists/parts/stealing/PrivateDeque.h"
#include "galois/worklists/parts/stealing/StealRequests.h"
#include "galois/worklists/parts/stealing/TaskStock.h"
#include "galois/worklists/parts/stealing/VictimDraw.h"
#include "galois/worklists/parts/stealing/WorkDealing.h"

namespace galois::worklists {

namespace parameters {
/// Fields of PrivateDequesParams.
/// @{
inline constexpr Parameter kStealAmount = Parameter::word(
    "steal", {"half", "one"}, "chunks that change hands at once, half of the deque or one");
inline constexpr Parameter kVictims =
    Parameter::word("victims", {"random", "nearest", "sticky"},
                    "which thread is chosen: any, near ones first, or the last successful one");
inline constexpr Parameter kDealDelta = Parameter::number(
    "deal-delta", {1, 1000000}, "mean microseconds between two deals of a thread");
inline constexpr Parameter kDealTimes = Parameter::word(
    "deal", {"exponential", "fixed"}, "distribution of the times between the deals of a thread");
inline constexpr Parameter kDealTargets = Parameter::word(
    "targets", {"all", "idle-set"},
    "among which threads the one that is given tasks is drawn: all others, or those without tasks");
/// @}
} // namespace parameters

/// What changes hands at once.
enum class StealChunks {
  kHalf, ///< half of the chunks in a deque. Concurrent deques give one in any case
  kOne   ///< one chunk
};

/// Run-time parameters of the policies in this file.
struct PrivateDequesParams {
  std::uint32_t chunkSize = 64;           ///< tasks per chunk, 1 or more
  StealChunks steal = StealChunks::kHalf; ///< what changes hands at once
  Victims victims = Victims::kRandom;     ///< which threads are asked, given to, or stolen from
  std::uint32_t deltaUs = 30; ///< mean time between two deals of a thread, in microseconds
  DealTimes dealTimes = DealTimes::kExponential; ///< distribution of these times
  DealTargets targets = DealTargets::kAll;       ///< who is given tasks in a deal

  /// Calls `visit(parameter, field)` for each, see parts/common/Parameter.h.
  template <typename Self, typename Visit>
  static void visitParameters(Self& self, Visit&& visit) {
    visit(parameters::kChunk, self.chunkSize);
    visit(parameters::kStealAmount, self.steal);
    visit(parameters::kDealDelta, self.deltaUs);
    visit(parameters::kDealTimes, self.dealTimes);
    visit(parameters::kDealTargets, self.targets);
    visit(parameters::kVictims, self.victims);
  }
};

namespace internal {

/// What a thread has of its own under each protocol.
struct StealingThread {
  StealingThread(unsigned stream, const PrivateDequesParams& params)
      : random(substrate::getSeed(), stream), draw(params.victims),
        clock(std::uint64_t{params.deltaUs} * 1000, params.dealTimes) {}

  substrate::Random random;
  VictimDraw draw;
  DealClock clock;
  std::uint32_t victim = VictimDraw::kNobody; ///< the thread that was asked
  std::uint32_t looks = 0;                    ///< at the answer, in vain
  bool pending = false;                       ///< whether tasks may come
  bool unasked = false; ///< whether nobody was idle when this thread last could have dealt
  WorklistCounters counters;
  std::uint64_t refused = 0;   ///< requests that were refused, or lost races
  std::uint64_t withdrawn = 0; ///< requests that were withdrawn
  std::uint64_t attempts = 0;  ///< at dealing
  std::uint64_t given = 0;     ///< parcels given away
};

} // namespace internal

/// The receiver-initiated protocol.
template <typename T>
class ReceiverInitiated {
public:
  using Stock = TaskStock<T, PrivateDeque<Chunk<T>*>>; ///< the tasks of one thread

  /// @throws std::bad_alloc
  ReceiverInitiated(unsigned threads, const PrivateDequesParams& params)
      : requests_(threads), half_(params.steal == StealChunks::kHalf) {}

  /// Returns what has come for thread `self`, which has a request open; nullptr if nothing has.
  Chunk<T>* look(unsigned self, unsigned threads, internal::StealingThread& own) {
    Chunk<T>* parcel = nullptr;
    const auto answer = requests_.look(self, parcel);
    if (answer == Requests::Answer::kWaiting) {
      if ((++own.looks > kMostLooks || own.victim >= threads) &&
          requests_.cancel(self, own.victim)) {
        own.pending = false;
        ++own.withdrawn;
        own.draw.tell(own.victim, false);
      }
      return nullptr;
    }
    own.pending = false;
    own.refused += parcel == nullptr;
    own.draw.tell(own.victim, parcel != nullptr);
    return parcel;
  }

  /// Posts a request for the idle thread `self`, unless one is open.
  template <typename StockOf>
  Chunk<T>* seek(unsigned self, unsigned threads, internal::StealingThread& own, StockOf&&) {
    requests_.setHasWork(self, false);
    requests_.answer(self, [](unsigned, const void*, Chunk<T>*&) { return false; });
    for (unsigned tries = std::min(threads - 1, kTries); tries > 0 && !own.pending; --tries) {
      ++own.counters.stealAttempts;
      own.victim = own.draw.draw(self, threads, own.random);
      own.pending = requests_.ask(self, own.victim);
      if (!own.pending) {
        own.draw.tell(own.victim, false);
      }
      own.looks = 0;
    }
    return nullptr;
  }

  /// Answers a request.
  void serve(unsigned self, unsigned threads, unsigned, internal::StealingThread& own,
             Stock& stock) {
    own.given += requests_.answer(self, [&](unsigned thief, const void*, Chunk<T>*& parcel) {
      // A thief that does not take part in this loop would keep the tasks beyond its end.
      parcel = thief < threads ? stock.give(half_) : nullptr;
      return parcel != nullptr;
    });
  }

  /// Announces whether the stock has tasks to give, after a batch was taken.
  void announce(unsigned self, const Stock& stock) { requests_.setHasWork(self, stock.canGive()); }

  /// Calls `free` with what was on its way to thread `self`.
  template <typename Free>
  void drain(unsigned self, const internal::StealingThread& own, Free&& free) {
    Chunk<T>* parcel = nullptr;
    if (own.pending && requests_.look(self, parcel) == Requests::Answer::kItem) {
      free(parcel);
    }
  }

private:
  using Requests = StealRequests<Chunk<T>*>;
  static constexpr unsigned kTries = 16;     ///< threads that are drawn per pop
  static constexpr unsigned kMostLooks = 32; ///< looks after which a request is withdrawn

  Requests requests_;
  bool half_;
};

/// The sender-initiated protocol.
template <typename T>
class SenderInitiated {
public:
  using Stock = TaskStock<T, PrivateDeque<Chunk<T>*>>; ///< the tasks of one thread

  /// @throws std::bad_alloc
  SenderInitiated(unsigned threads, const PrivateDequesParams& params)
      : cells_(threads), idle_(threads), half_(params.steal == StealChunks::kHalf),
        amongIdle_(params.targets == DealTargets::kIdleSet) {}

  /// Returns what has come for thread `self`, which waits; nullptr if nothing has.
  Chunk<T>* look(unsigned self, unsigned, internal::StealingThread& own) {
    Chunk<T>* parcel = nullptr;
    own.pending = !cells_.look(self, parcel);
    if (amongIdle_ && !own.pending) {
      idle_.remove(self);
    }
    return parcel;
  }

  /// Announces that thread `self` is idle.
  template <typename StockOf>
  Chunk<T>* seek(unsigned self, unsigned, internal::StealingThread& own, StockOf&&) {
    if (!own.pending) {
      ++own.counters.stealAttempts;
      own.pending = true;
      cells_.wait(self);
      if (amongIdle_) {
        idle_.add(self);
      }
    }
    return nullptr;
  }

  /// Deals tasks to an idle thread if it is time to. An empty deque keeps its date.
  void serve(unsigned self, unsigned threads, unsigned idle, internal::StealingThread& own,
             Stock& stock) {
    if (idle == 0) {
      own.unasked = own.clock.nextNs() != 0; // the first deal comes at once
    } else if (stock.canGive()) {
      deal(self, threads, own, stock);
    }
  }

  void announce(unsigned, const Stock&) {} ///< does nothing

  /// Calls `free` with what was on its way to thread `self`.
  template <typename Free>
  void drain(unsigned self, const internal::StealingThread& own, Free&& free) {
    Chunk<T>* parcel = nullptr;
    if (own.pending && cells_.look(self, parcel)) {
      free(parcel);
    }
  }

private:
  /// Not inlined, to keep the common case small.
  GALOIS_ATTRIBUTE_NOINLINE void deal(unsigned self, unsigned threads,
                                      internal::StealingThread& own, Stock& stock) {
    const std::uint64_t now = substrate::nowNs();
    if (std::exchange(own.unasked, false)) {
      own.clock.forgo(now, own.random);
    }
    if (!own.clock.due(now)) {
      return;
    }
    ++own.attempts;
    const std::uint32_t to = amongIdle_ ? idle_.draw(self, threads, own.random)
                                        : own.draw.draw(self, threads, own.random);
    const bool gave = to != VictimDraw::kNobody && cells_.waiting(to) &&
                      cells_.giveBatch(to, [&] { return stock.give(half_); });
    own.draw.tell(to, gave);
    own.given += gave;
    own.clock.attempted(now, own.random);
  }

  WorkDealing<Chunk<T>*> cells_;
  IdleSet<> idle_; ///< those that wait, under DealTargets::kIdleSet
  bool half_;
  bool amongIdle_; ///< whether threads draw among those that wait
};

/// Stealing from concurrent deques.
template <typename T>
class ConcurrentDeques {
public:
  using Stock = TaskStock<T, ChaseLevDeque<Chunk<T>*>>; ///< the tasks of one thread

  ConcurrentDeques(unsigned, const PrivateDequesParams&) {} ///< needs nothing

  Chunk<T>* look(unsigned, unsigned, internal::StealingThread&) { return nullptr; } ///< nothing

  /// Steals a chunk for the idle thread `self`. @param stockOf  returns the stock of a thread
  template <typename StockOf>
  Chunk<T>* seek(unsigned self, unsigned threads, internal::StealingThread& own,
                 StockOf&& stockOf) {
    for (unsigned tries = std::min(threads - 1, kTries); tries > 0; --tries) {
      ++own.counters.stealAttempts;
      const std::uint32_t victim = own.draw.draw(self, threads, own.random);
      Chunk<T>* chunk = nullptr;
      auto& deque = stockOf(victim).deque();
      const Steal result = deque.seemsEmpty() ? Steal::kEmpty : deque.steal(chunk);
      own.draw.tell(victim, result == Steal::kGot);
      own.refused += result == Steal::kLost;
      if (result == Steal::kGot) {
        chunk->next = nullptr;
        return chunk;
      }
    }
    return nullptr;
  }

  /// Shares tasks if threads are idle and the deque is empty.
  void serve(unsigned, unsigned, unsigned idle, internal::StealingThread& own, Stock& stock) {
    if (idle > 0) {
      own.given += stock.share();
    }
  }

  void announce(unsigned, const Stock&) {} ///< does nothing

  template <typename Free> /// Does nothing, because no task is on its way.
  void drain(unsigned, const internal::StealingThread&, Free&&) {}

private:
  static constexpr unsigned kTries = 16; ///< threads that are drawn per pop
};

/// Work stealing without priorities.
/// @tparam Protocol    how tasks change hands: ReceiverInitiated, SenderInitiated or
///                     ConcurrentDeques
/// @tparam T           task, whose move operations do not throw
/// @tparam Concurrent  false: used by one thread only, never steals
///
/// Thread-safe. Push is O(1) amortised and accesses only the thread's own memory. So does pop, O(1)
/// per task, except that it answers others once per call. A pop that finds nothing draws up to 16
/// threads. Meets the worklist concept, see worklists/Concept.h.
template <template <typename> class Protocol, typename T = int, bool Concurrent = true>
class PrivateDeques : public ThroughHandles<PrivateDeques<Protocol, T, Concurrent>, T> {
  struct ThreadData;

public:
  template <typename U> /// The policy for another type of task.
  using retype = PrivateDeques<Protocol, U, Concurrent>;
  template <bool B> /// The policy for one thread or several.
  using rethread = PrivateDeques<Protocol, T, B>;
  using value_type = T; ///< the type of a task

  /// @throws std::bad_alloc
  explicit PrivateDeques(PrivateDequesParams params = PrivateDequesParams())
      : pool_(params.chunkSize), protocol_(Concurrent ? substrate::kMaxThreads : 1, params),
        threads_(std::ref(*this), params) {}
  PrivateDeques(const PrivateDeques&) = delete;
  PrivateDeques& operator=(const PrivateDeques&) = delete;

  /// Destroys the tasks that were never taken.
  ~PrivateDeques() {
    for (unsigned t = 0; t < threads_.size(); ++t) {
      protocol_.drain(t, threads_.getRemote(t)->own, [this](Chunk<T>* parcel) {
        while (parcel) {
          pool_.free(std::exchange(parcel, parcel->next));
        }
      });
    }
  }

  /// One thread's access to the worklist. Copyable. Only the thread that called forThisThread() may
  /// use it, and not longer than the worklist lives.
  class ThreadHandle {
  public:
    using value_type = T; ///< the type of a task

    /// Adds a task to the thread's stock. @throws std::bad_alloc, and what copying the task throws
    void push(const value_type& task) {
      me_->stock.push(task);
      ++me_->own.counters.pushes;
    }

    /// Adds the tasks of [b, e). @throws as for one task; those before the failing one were added
    template <typename Iter>
    void push(Iter b, Iter e) {
      for (; b != e; ++b) {
        push(*b);
      }
    }

    /// Takes the oldest task of the thread's youngest chunk, or one that has come from another
    /// thread. @return the task, or nothing if none was found @throws std::bad_alloc
    galois::optional<value_type> pop() {
      const unsigned threads = Concurrent ? substrate::getActiveThreads() : 1;
      if (!queue_->provide(*me_, self_, threads)) {
        return galois::optional<value_type>();
      }
      auto task = me_->stock.template take<galois::optional<value_type>>();
      ++me_->own.counters.pops;
      queue_->announce(*me_, self_, threads);
      return task;
    }

    /// Takes up to `max` tasks of one chunk.
    /// @return the number of tasks written to `out`; 0 if none was found @throws std::bad_alloc
    std::size_t pop_batch(value_type* out, std::size_t max) {
      const unsigned threads = Concurrent ? substrate::getActiveThreads() : 1;
      if (!queue_->provide(*me_, self_, threads)) {
        return 0;
      }
      const std::size_t count = me_->stock.take(out, queue_->batch(*me_, max, threads));
      me_->own.counters.pops += count;
      queue_->announce(*me_, self_, threads);
      return count;
    }

  private:
    friend class PrivateDeques;
    ThreadHandle(PrivateDeques& queue, ThreadData& me)
        : queue_(&queue), me_(&me), self_(substrate::ThreadPool::getTID()) {}

    PrivateDeques* queue_;
    ThreadData* me_;
    unsigned self_;
  };

  /// Returns the calling thread's handle, which makes many pushes and pops cheaper.
  ThreadHandle forThisThread() { return ThreadHandle(*this, *threads_.getLocal()); }

  /// Calls `sink(thread, name, value)` for each counter. Call it between loops only.
  template <typename Sink>
  void reportCounters(Sink&& sink) {
    for (unsigned t = 0; t < threads_.size(); ++t) {
      const internal::StealingThread& own = threads_.getRemote(t)->own;
      own.counters.report(t, sink);
      sink(t, "steals_refused", own.refused);
      sink(t, "steals_withdrawn", own.withdrawn);
      sink(t, "deal_attempts", own.attempts);
      sink(t, "parcels_given", own.given);
    }
  }

private:
  struct alignas(substrate::kCacheLineSize) ThreadData {
    ThreadData(PrivateDeques& queue, const PrivateDequesParams& params)
        : stock(queue.pool_), own(queue.streams_++, params) {}

    typename Protocol<T>::Stock stock;
    internal::StealingThread own;
    bool idle = false; ///< whether the thread is counted in idle_
  };

  /// Sees to it that the thread has a task to take, and answers others.
  /// @return false if it has found none
  bool provide(ThreadData& me, unsigned self, unsigned threads) {
    if (me.own.pending) { // also if it has tasks already, since it may have begun another loop
      receive(me, protocol_.look(self, threads, me.own));
    }
    if (!me.stock.provide()) {
      if (threads > 1) {
        receive(me, protocol_.seek(
                        self, threads, me.own, [this](unsigned t) -> auto& {
                          return threads_.getRemote(t)->stock;
                        }));
      }
      if (!me.stock.provide()) {
        setIdle(me, threads > 1);
        ++me.own.counters.emptyPops;
        return false;
      }
    }
    setIdle(me, false);
    if (threads > 1) {
      protocol_.serve(self, threads, idleThreads(threads), me.own, me.stock);
    }
    return true;
  }

  void receive(ThreadData& me, Chunk<T>* parcel) {
    if (parcel == nullptr) {
      return;
    }
    ++me.own.counters.stealSuccesses;
    for (const Chunk<T>* chunk = parcel; chunk != nullptr; chunk = chunk->next) {
      me.own.counters.tasksStolen += chunk->size();
    }
    me.stock.receive(parcel);
  }

  /// Returns how many tasks to take at most. While threads are idle, a thread without full chunks
  /// takes only its share, so that they can get the rest.
  std::size_t batch(const ThreadData& me, std::size_t max, unsigned threads) const {
    const std::size_t idle = threads > 1 ? idleThreads(threads) : 0;
    if (idle == 0 || me.stock.deque().size() > 0) {
      return max;
    }
    return std::min(max, (me.stock.loose() + idle) / (idle + 1));
  }

  void announce(ThreadData& me, unsigned self, unsigned threads) {
    if (threads > 1) {
      protocol_.announce(self, me.stock);
    }
  }

  unsigned idleThreads(unsigned threads) const {
    // relaxed: it only says how much to share. Threads that left an earlier loop are counted, too.
    return std::min(idle_.load(order::relaxed), threads - 1);
  }

  /// Counts this thread among the idle ones, or no longer. A shared write only on a change.
  void setIdle(ThreadData& me, bool idle) {
    if (me.idle != idle) {
      me.idle = idle;
      idle_.fetch_add(idle ? 1 : ~0u, order::relaxed);
    }
  }

  ChunkPool<T> pool_;
  Protocol<T> protocol_; ///< has cells for all threads there can be, as the pool may grow later
  unsigned streams_ = 0; ///< random streams assigned so far; each thread has its own
  alignas(substrate::kCacheLineSize) substrate::Atomic<unsigned> idle_{0};
  alignas(substrate::kCacheLineSize) substrate::PerThreadStorage<ThreadData> threads_;
};

/// The policies under the names of the command line: `pd-recv`, `pd-send` and `chase-lev`.
template <typename T = int, bool Concurrent = true>
using ReceiverInitiatedDeques = PrivateDeques<ReceiverInitiated, T, Concurrent>;
template <typename T = int, bool Concurrent = true> /// Threads with tasks deal.
using SenderInitiatedDeques = PrivateDeques<SenderInitiated, T, Concurrent>;
template <typename T = int, bool Concurrent = true> /// Idle threads take.
using ChaseLevDeques = PrivateDeques<ConcurrentDeques, T, Concurrent>;
GALOIS_WLCOMPILECHECK(ReceiverInitiatedDeques)
GALOIS_WLCOMPILECHECK(SenderInitiatedDeques)
GALOIS_WLCOMPILECHECK(ChaseLevDeques)

} // namespace galois::worklists
