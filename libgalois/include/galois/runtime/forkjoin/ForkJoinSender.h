/**
 * The sender-initiated protocol of the fork-join executor [PD]: a worker without work says so in
 * its cell. Workers with work give tasks away, and each waits for a random time with mean delta
 * between two gifts. The cells and their orders are in worklists/parts/stealing/WorkDealing.h, the
 * times in DealClock.h.
 *
 * A worker reads its clock only while the shared number of waiting workers is not 0. A date that has
 * passed before is replaced by one that is drawn from the moment on at which the waiting began.
 * Workers that have had no task yet have waited since the region began, so the first deal of a region
 * comes at once.
 *
 * A sender draws the worker that gets its task among all others, as in the paper. While few workers
 * wait, most draws hit a busy one. Under DealTargets::kIdleSet it draws among the workers that
 * wait.
 *
 * Under JoinRule::kOwn, a worker that waits at a join names the frame that it waits for, or the
 * frame for which the taker of that frame waits itself. A sender serves it only if the sender runs
 * the named frame; then all tasks in the sender's deque are descendants (ForkJoinReceiver.h). It
 * tries the worker that forked its own task first, because that worker often waits for it.
 */
#pragma once

#include <cstdint>

#include "galois/runtime/forkjoin/ForkJoinCounters.h"
#include "galois/runtime/forkjoin/FrameStack.h"
#include "galois/runtime/forkjoin/HeldFrames.h"
#include "galois/runtime/forkjoin/OldestTask.h"
#include "galois/runtime/forkjoin/TaskFrame.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/Clock.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/worklists/parts/stealing/DealClock.h"
#include "galois/worklists/parts/stealing/IdleSet.h"
#include "galois/worklists/parts/stealing/VictimDraw.h"
#include "galois/worklists/parts/stealing/WorkDealing.h"

namespace galois::runtime {

/// The protocol over an atomics policy.
template <typename Atomics = substrate::DefaultAtomics>
struct BasicSender {
  /// The policy, which workers and frames share with the protocol.
  using Policy = Atomics;
  using Frame = BasicTaskFrame<Atomics>; ///< what moves between workers

  /// Whether the owner of a deque gives tasks away, so that it alone accesses the deque.
  static constexpr bool kOwnerGives = true;
  static constexpr const char* kName = "sender"; ///< in command lines and records

  /// What the workers share.
  struct Shared {
    explicit Shared(unsigned threads)
        : dealing(threads), idle(threads) {}         ///< @throws std::bad_alloc
    worklists::WorkDealing<Frame*, Atomics> dealing; ///< the cells
    worklists::IdleSet<Atomics> idle; ///< those that wait, under DealTargets::kIdleSet
    /// The number of workers that wait. A hint, and on a cache line that rarely changes while all
    /// have work.
    alignas(substrate::kCacheLineSize) typename Atomics::template Atomic<unsigned> waiting{0};
    /// When `waiting` rose from 0, in ticks. Also a hint; on the same line.
    typename Atomics::template Atomic<std::uint64_t> since{0};
  };

  /// What one worker has. `Worker` is TaskWorker<Sender>.
  class Local {
    using Stack = BasicFrameStack<Atomics>;

  public:
    /// Prepares for a region.
    template <typename Worker>
    void begin(Worker& self) {
      const ForkJoinSettings& settings = self.team_->settings;
      stack_.reset();
      draw_ = worklists::VictimDraw(settings.victims);
      if (settings.interrupts != Interrupts::kOff) {
        // The first draw may allocate, which the handler of an interrupt must not.
        static_cast<void>(draw_.draw(self.index(), self.threads(), self.random_));
      }
      clock_ = worklists::DealClock(settings.deltaNs * self.team_->ticksPerMicrosecond / 1000,
                                    settings.deal);
      held_ = BasicHeldFrames<Atomics>(settings);
      amongIdle_ = settings.targets == DealTargets::kIdleSet;
      hadTask_ = self.index() == 0;
      // relaxed: the start of the other threads makes it visible
      self.team_->shared.since.store(0, substrate::order::relaxed);
    }

    /// Adds a frame, then gives the oldest one away if it is time.
    /// @return false if the deque is full, or the running task was dropped
    template <typename Worker>
    GALOIS_ATTRIBUTE_ALWAYS_INLINE bool push(Worker& self, Frame* frame) {
      if (__builtin_expect(static_cast<long>(stack_.push(frame) == Stack::Push::kFull), 0L) != 0) {
        return false;
      }
      return __builtin_expect(static_cast<long>(asked(self)), 0L) == 0 || dealFork(self);
    }
    /// Removes the youngest frame. @return false if it has been given away
    template <typename Worker>
    GALOIS_ATTRIBUTE_ALWAYS_INLINE bool pop(Worker&) {
      return stack_.pop();
    }
    /// Gives a task away if it is time and a worker waits.
    template <typename Worker>
    GALOIS_ATTRIBUTE_ALWAYS_INLINE void poll(Worker& self) {
      if (__builtin_expect(static_cast<long>(asked(self)), 0L) != 0) {
        deal(self);
      }
    }
    /// Returns whether a worker waits.
    template <typename Worker>
    GALOIS_ATTRIBUTE_ALWAYS_INLINE bool asked(const Worker& self) const noexcept {
      return self.team_->shared.waiting.load(substrate::order::relaxed) != 0;
    }

    /// Prepares poll() in the handler of an interrupt. O(frames).
    template <typename Worker>
    void prepareForHandler(Worker& self) noexcept {
      prepareLoops(self, stack_);
    }

    std::uint64_t depth() const noexcept { return stack_.depth(); }     ///< number of open forks
    std::uint64_t deepest() const noexcept { return stack_.deepest(); } ///< largest depth so far
    bool seemsEmpty() const noexcept { return stack_.empty(); }         ///< exact here

    /// As in ForkJoinReceiver.h.
    template <typename Worker>
    Frame* nextHeld(Worker& self) {
      return held_.next(self);
    }
    /// Nothing: workers announce only that they wait.
    template <typename Worker>
    static void announceHeld(Worker&) noexcept {}

    /// One step of the search for work, as in ForkJoinReceiver.h.
    template <typename Worker>
    Frame* seek(Worker& self, Frame* awaited, bool impatient);
    /// Ends the search. @return a task that has come meanwhile, or null
    template <typename Worker>
    Frame* stopSeeking(Worker& self);

    /// Nothing: others give only to workers that wait. @{
    template <typename Worker>
    static void beginIdle(Worker&) noexcept {}
    template <typename Worker>
    static void endIdle(Worker&) noexcept {}
    template <typename Worker>
    static void endRoot(Worker&) noexcept {} /// @}

    /// Returns whether a task has come for a worker that is about to sleep.
    template <typename Worker>
    bool mustStayAwake(Worker& self) {
      return !self.team_->shared.dealing.waiting(self.index());
    }

  private:
    template <typename Worker>
    void deal(Worker& self);
    template <typename Worker>
    bool dealFork(Worker& self);
    template <typename Worker>
    bool give(Worker& self, unsigned to);
    template <typename Worker>
    unsigned target(Worker& self) {
      return amongIdle_ ? self.team_->shared.idle.draw(self.index(), self.threads(), self.random_)
                        : draw_.draw(self.index(), self.threads(), self.random_);
    }
    template <typename Worker>
    void wait(Worker& self, std::uint64_t wanted, bool waitedBefore) {
      auto& shared = self.team_->shared;
      if (hadTask_ && !waitedBefore && shared.waiting.load(substrate::order::relaxed) == 0) {
        shared.since.store(substrate::ClockOf<Atomics>::ticks(), substrate::order::relaxed);
      }
      wanted_ = wanted;
      waits_ = true;
      // NOLINTNEXTLINE(performance-no-int-to-ptr): the identity of a frame, never followed
      shared.dealing.wait(self.index(), reinterpret_cast<const void*>(wanted));
      // relaxed, here and below: a hint
      shared.waiting.fetch_add(1, substrate::order::relaxed);
      if (amongIdle_) {
        shared.idle.add(self.index());
      }
    }
    template <typename Worker>
    void stopped(Worker& self) noexcept {
      waits_ = false;
      self.team_->shared.waiting.fetch_sub(1, substrate::order::relaxed);
      if (amongIdle_) {
        self.team_->shared.idle.remove(self.index());
      }
    }

    Stack stack_;
    BasicHeldFrames<Atomics> held_;
    worklists::VictimDraw draw_;
    worklists::DealClock clock_{0};
    std::uint64_t wanted_ = 0; ///< the identity of the frame named in the cell, or 0
    bool amongIdle_ = false;   ///< whether this worker draws among those that wait
    bool waits_ = false;       ///< whether the cell says that this worker waits
    bool hadTask_ = false;     ///< whether this worker has had a task in this region
  };
};

/// Deals at a fork. @return false if the frame that was pushed is not needed any more
template <typename Atomics>
template <typename Worker>
[[gnu::noinline]] bool BasicSender<Atomics>::Local::dealFork(Worker& self) {
  self.lookForDrops();
  const bool dropped = self.dropped();
  if (dropped) {
    stack_.pop();
  }
  deal(self);
  return !dropped;
}

template <typename Atomics>
template <typename Worker>
[[gnu::noinline]] void BasicSender<Atomics>::Local::deal(Worker& self) {
  self.lookForDrops();
  if ((stack_.empty() && held_.empty()) || self.threads() == 1) {
    return; // an empty deque keeps its date
  }
  clock_.forgo(self.team_->shared.since.load(substrate::order::relaxed), self.random_);
  const std::uint64_t now = substrate::ClockOf<Atomics>::ticks();
  if (!clock_.due(now)) {
    return;
  }
  clock_.attempted(now, self.random_);
  ++self.counters_.dealAttempts;
  bool given = false;
  if (self.running_ != nullptr && giverOf(self.running_->id) != self.index()) {
    given = give(self, giverOf(self.running_->id));
  }
  if (!given) {
    const unsigned to = target(self);
    given = to != worklists::VictimDraw::kNobody && give(self, to);
    draw_.tell(to, given);
  }
  if (given) {
    ++self.counters_.deals;
  }
}

template <typename Atomics>
template <typename Worker>
bool BasicSender<Atomics>::Local::give(Worker& self, unsigned to) {
  auto& dealing = self.team_->shared.dealing;
  if (!dealing.waiting(to)) {
    return false;
  }
  const void* const wants = dealing.wants(to);
  if (wants != nullptr && !runs(self.running_, reinterpret_cast<std::uintptr_t>(wants))) {
    return false;
  }
  const auto newId = [&self] { return self.nextId(); };
  const bool given = dealing.giveBatch(
      to,
      [&] {
        return held_.half() ? takeOldHalfFor(self, stack_, held_, to, newId)
                            : takeOldestFor(self, stack_, to, newId);
      },
      wants);
  if (given) {
    self.team_->parked.wake(to);
  }
  return given;
}

template <typename Atomics>
template <typename Worker>
BasicTaskFrame<Atomics>* BasicSender<Atomics>::Local::seek(Worker& self, Frame* awaited,
                                                           bool impatient) {
  if (awaited == nullptr && !held_.empty()) {
    return held_.takeFirst();
  }
  Frame* item = nullptr;
  if (waits_ && self.team_->shared.dealing.look(self.index(), item)) {
    hadTask_ = true;
    stopped(self);
    return held_.keepRest(item);
  }
  if (waits_ && !impatient) {
    return nullptr;
  }
  std::uint64_t wanted = 0;
  if (awaited != nullptr) {
    wanted = awaited->id();
    unsigned next = 0;
    const unsigned taker = awaited->taker();
    if (impatient && taker != Frame::kNobody) {
      self.team_->workers[taker].awaited_.look(*awaited, next, wanted);
    }
  }
  const bool waitedBefore = waits_;
  if (waits_) {
    if (wanted == wanted_) {
      return nullptr;
    }
    if (Frame* const late = stopSeeking(self)) {
      return late;
    }
  }
  wait(self, wanted, waitedBefore);
  return nullptr;
}

template <typename Atomics>
template <typename Worker>
BasicTaskFrame<Atomics>* BasicSender<Atomics>::Local::stopSeeking(Worker& self) {
  if (!waits_) {
    return nullptr;
  }
  Frame* item = nullptr;
  self.team_->shared.dealing.leave(self.index(), item);
  stopped(self);
  return held_.keepRest(item);
}

/// The protocol of this build's policy.
struct Sender : BasicSender<> {};

} // namespace galois::runtime
