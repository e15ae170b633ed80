/**
 * The receiver-initiated protocol of the fork-join executor [PD]: a worker without work asks
 * another worker, which answers at its next fork or poll. The cells and their orders are in
 * worklists/parts/stealing/StealRequests.h. This file decides which worker is asked, and what it
 * gives.
 *
 * Under JoinRule::kOwn a worker that waits for a frame asks only the taker of the frame, or the
 * worker for which the taker waits itself. The victim gives a task only if it runs the frame that
 * the thief names. Then all tasks in its deque are descendants of that frame, because the deque is
 * empty when a task begins, and each task that begins at a join is a descendant of the task that
 * waits there. While a worker waits for a group, there may be frames in its deque. They are hidden
 * while another task runs.
 *
 * An idle worker closes its request cell under IdleRule::kClose. Under kPoll a request may reach a
 * worker that sleeps, from a thief that read an outdated announcement of its work. The thief
 * withdraws the request when another worker announces work, as it does from any victim that is not
 * running. Under WithdrawRule::kNever it waits for the answer instead, as the paper has it. The answer
 * comes, because idle workers have closed their cells, and all others poll.
 *
 * An idle worker leaves its own request open when it falls asleep. So there may be announced work and
 * sleeping workers at the same time, if the victims do not poll.
 *
 * Invariant: while a worker sleeps, each worker that announces work has a request in its cell, or
 * another worker is awake that was woken for it and has not got a task since. So whoever takes a
 * request out of the cell of a victim that still announces work wakes one that sleeps:
 *  - the thief that gets a task, or that withdraws its request;
 *  - the victim that refuses a request for descendants of a frame that it does not run. A request
 *    for any task is refused only when there is none.
 * A worker that was woken and then gets a task from another victim than it was woken for looks at all
 * others, and wakes the next one if there is work left. Under WithdrawRule::kNever the one that was
 * woken may have to wait for the answer of its victim first.
 *
 * The handler of an interrupt that has nothing it may give leaves the request where it is, until the
 * worker polls after its leaf.
 */
#pragma once

#include <cstdint>

#include "galois/runtime/forkjoin/ForkJoinCounters.h"
#include "galois/runtime/forkjoin/FrameStack.h"
#include "galois/runtime/forkjoin/HeldFrames.h"
#include "galois/runtime/forkjoin/OldestTask.h"
#include "galois/runtime/forkjoin/TaskFrame.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/Backoff.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/worklists/parts/stealing/StealRequests.h"
#include "galois/worklists/parts/stealing/VictimDraw.h"

namespace galois::runtime {

/// The protocol over an atomics policy.
template <typename Atomics = substrate::DefaultAtomics>
struct BasicReceiver {
  /// The policy, which workers and frames share with the protocol.
  using Policy = Atomics;
  using Frame = BasicTaskFrame<Atomics>; ///< what moves between workers

  /// Whether the owner of a deque gives tasks away, so that it alone accesses the deque.
  static constexpr bool kOwnerGives = true;
  /// The name in command lines and records.
  static constexpr const char* kName = "receiver";

  /// What the workers share.
  struct Shared {
    explicit Shared(unsigned threads) : requests(threads) {} ///< @throws std::bad_alloc
    worklists::StealRequests<Frame*, Atomics> requests;      ///< the cells
  };

  /// What one worker has. `Worker` is TaskWorker<Receiver>.
  class Local {
    using Stack = BasicFrameStack<Atomics>;

  public:
    /// Prepares for a region.
    template <typename Worker>
    void begin(Worker& self) {
      stack_.reset();
      draw_ = worklists::VictimDraw(self.team_->settings.victims);
      held_ = BasicHeldFrames<Atomics>(self.team_->settings);
      closes_ = self.team_->settings.idle == IdleRule::kClose;
      withdraws_ = !closes_ || self.team_->settings.withdraw == WithdrawRule::kLate;
      asked_ = kNobody;
      slept_ = false;
    }

    /// Adds a frame, then answers a request if there is one.
    /// @return false if the deque is full, or the running task was dropped
    template <typename Worker>
    GALOIS_ATTRIBUTE_ALWAYS_INLINE bool push(Worker& self, Frame* frame) {
      const auto pushed = stack_.push(frame);
      if (__builtin_expect(static_cast<long>(pushed != Stack::Push::kPushed), 0L) != 0) {
        if (pushed == Stack::Push::kFull) {
          return false;
        }
        raise(self);
      }
      return __builtin_expect(static_cast<long>(asked(self)), 0L) == 0 || answerFork(self);
    }
    /// Removes the youngest frame. @return false if it has been given away
    template <typename Worker>
    GALOIS_ATTRIBUTE_ALWAYS_INLINE bool pop(Worker&) {
      return stack_.pop();
    }
    /// Removes the frame of a group, which need not be the youngest one. O(younger frames).
    void remove(const Frame& frame) noexcept { stack_.remove(&frame); }
    /// Hides the frames in the deque while another task runs at a join.
    typename Stack::Hidden hide() noexcept { return stack_.hide(); }
    /// Ends that. They are announced, since others may have been told meanwhile that there are none.
    template <typename Worker>
    void show(Worker& self, const typename Stack::Hidden& hidden) {
      stack_.show(hidden);
      if (!stack_.empty() && !stack_.raised()) {
        stack_.raise();
        raise(self);
      }
    }
    /// Answers a request if there is one.
    template <typename Worker>
    GALOIS_ATTRIBUTE_ALWAYS_INLINE void poll(Worker& self) {
      if (__builtin_expect(static_cast<long>(asked(self)), 0L) != 0) {
        answer(self);
      }
    }
    /// Returns whether there is a request.
    template <typename Worker>
    GALOIS_ATTRIBUTE_ALWAYS_INLINE bool asked(const Worker& self) const noexcept {
      return requests(self).requested(self.index());
    }

    /// Prepares poll() in the handler of an interrupt. O(frames).
    template <typename Worker>
    void prepareForHandler(Worker& self) noexcept {
      prepareLoops(self, stack_);
    }

    std::uint64_t depth() const noexcept { return stack_.depth(); }     ///< number of open forks
    std::uint64_t deepest() const noexcept { return stack_.deepest(); } ///< largest depth so far
    bool seemsEmpty() const noexcept { return stack_.empty(); }         ///< exact here

    /// Returns a task that this worker has got together with others, or null.
    template <typename Worker>
    Frame* nextHeld(Worker& self) {
      return held_.next(self);
    }
    /// Announces the tasks that nextHeld() will return.
    template <typename Worker>
    void announceHeld(Worker& self) {
      if (!held_.empty() && !stack_.raised()) {
        stack_.raise();
        raise(self);
      }
    }

    /// One step of the search for work. @param awaited  if not null, the frame whose descendants
    /// are wanted @param impatient  whether the search has taken long @return a task, or null
    template <typename Worker>
    Frame* seek(Worker& self, Frame* awaited, bool impatient);

    /// Ends the search. @return a task that has come meanwhile, or null
    template <typename Worker>
    Frame* stopSeeking(Worker& self);

    /// Begins a time without a task outside joins: refuses all requests until endIdle(), beforehand
    /// or one by one.
    template <typename Worker>
    void beginIdle(Worker& self) {
      lower(self);
      if (closes_) {
        requests(self).close(self.index());
      }
    }
    /// Ends it.
    template <typename Worker>
    void endIdle(Worker& self) {
      if (closes_) {
        requests(self).open(self.index());
      }
    }
    /// The root has returned.
    template <typename Worker>
    void endRoot(Worker& self) {
      lower(self);
    }

    /// Returns whether a worker that is about to sleep can get work now.
    template <typename Worker>
    bool mustStayAwake(Worker& self);

  private:
    static constexpr unsigned kNobody = worklists::VictimDraw::kNobody;
    using Requests = worklists::StealRequests<Frame*, Atomics>;

    template <typename Worker>
    static Requests& requests(const Worker& self) {
      return self.team_->shared.requests;
    }
    template <typename Worker>
    void raise(Worker& self);
    template <typename Worker>
    void lower(Worker& self) {
      stack_.lower();
      requests(self).setHasWork(self.index(), false);
    }
    template <typename Worker>
    void answer(Worker& self);
    template <typename Worker>
    bool answerFork(Worker& self);
    template <typename Worker>
    void ask(Worker& self, Frame* awaited);
    template <typename Worker>
    bool ask(Worker& self, unsigned victim, std::uint64_t wanted);
    template <typename Worker>
    void wakeNext(Worker& self, unsigned victim);
    template <typename Worker>
    bool otherHasWork(Worker& self) const;

    Stack stack_;
    BasicHeldFrames<Atomics> held_;
    bool closes_ = true;    ///< IdleRule::kClose
    bool withdraws_ = true; ///< WithdrawRule::kLate
    bool slept_ = false;    ///< whether this worker may have been woken since it last got a task
    worklists::VictimDraw draw_;
    unsigned asked_ = kNobody; ///< who has this worker's open request, or kNobody
  };
};

template <typename Atomics>
template <typename Worker>
[[gnu::noinline]] void BasicReceiver<Atomics>::Local::raise(Worker& self) {
  requests(self).setHasWork(self.index(), true);
  if (self.team_->parked.seemsAsleep()) {
    self.team_->parked.wakeOne();
  }
}

/// Answers a request at a fork. @return false if the frame that was pushed is not needed any more
template <typename Atomics>
template <typename Worker>
[[gnu::noinline]] bool BasicReceiver<Atomics>::Local::answerFork(Worker& self) {
  self.lookForDrops();
  const bool dropped = self.dropped();
  if (dropped) {
    stack_.pop();
  }
  answer(self);
  return !dropped;
}

template <typename Atomics>
template <typename Worker>
[[gnu::noinline]] void BasicReceiver<Atomics>::Local::answer(Worker& self) {
  self.lookForDrops();
  if (held_.empty() && givesOnlyAfterLeaf(self, stack_)) {
    return; // A thief that is refused may sleep, and nobody would wake it: the work is not new.
  }
  unsigned thief = kNobody;
  const bool given =
      requests(self).answer(self.index(), [&](unsigned asker, const void* wants, Frame*& out) {
        thief = asker;
        if (wants != nullptr && !runs(self.running_, reinterpret_cast<std::uintptr_t>(wants))) {
          return false;
        }
        const auto newId = [&self] { return self.nextId(); };
        out = held_.half() ? takeOldHalfFor(self, stack_, held_, asker, newId)
                           : takeOldestFor(self, stack_, asker, newId);
        return out != nullptr;
      });
  if (given) {
    self.team_->parked.wake(thief);
  }
  if (stack_.empty() && held_.empty()) {
    lower(self);
  } else if (thief != kNobody && !given) {
    self.team_->parked.wakeOne(); // it may have fallen asleep because of the request
  }
}

template <typename Atomics>
template <typename Worker>
bool BasicReceiver<Atomics>::Local::ask(Worker& self, unsigned victim, std::uint64_t wanted) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr): the identity of a frame, never followed
  if (!requests(self).ask(self.index(), victim, reinterpret_cast<const void*>(wanted))) {
    return false;
  }
  asked_ = victim;
  ++self.counters_.requests;
  if (self.team_->settings.interrupts == Interrupts::kThief) {
    self.team_->workers[victim].interruptible_.interrupt();
  }
  return true;
}

template <typename Atomics>
template <typename Worker>
void BasicReceiver<Atomics>::Local::ask(Worker& self, Frame* awaited) {
  if (awaited != nullptr) {
    const unsigned taker = awaited->taker();
    if (taker == Frame::kNobody || ask(self, taker, awaited->id())) {
      return;
    }
    unsigned next = 0;
    std::uint64_t wanted = 0;
    if (self.team_->workers[taker].awaited_.look(*awaited, next, wanted) && next != self.index()) {
      ask(self, next, wanted);
    }
    return;
  }
  for (unsigned draws = 1; draws < self.threads(); ++draws) {
    const unsigned victim = draw_.draw(self.index(), self.threads(), self.random_);
    if (ask(self, victim, 0)) {
      return;
    }
    draw_.tell(victim, false);
  }
}

template <typename Atomics>
template <typename Worker>
BasicTaskFrame<Atomics>* BasicReceiver<Atomics>::Local::seek(Worker& self, Frame* awaited,
                                                             bool impatient) {
  poll(self); // at a join: the deque is empty, so who asks gets at most what is held
  if (awaited == nullptr && !held_.empty()) {
    return held_.takeFirst();
  }
  if (asked_ == kNobody) {
    ask(self, awaited);
    return nullptr;
  }
  Frame* item = nullptr;
  switch (requests(self).look(self.index(), item)) {
  case Requests::Answer::kItem:
    draw_.tell(asked_, true);
    wakeNext(self, asked_);
    asked_ = kNobody;
    return held_.keepRest(item);
  case Requests::Answer::kRefused:
    draw_.tell(asked_, false);
    ++self.counters_.refused;
    asked_ = kNobody;
    ask(self, awaited);
    return nullptr;
  case Requests::Answer::kWaiting:
    break;
  }
  // A victim that is not running, or that runs a long task, answers late.
  if (impatient && withdraws_ && awaited == nullptr && otherHasWork(self) &&
      requests(self).cancel(self.index(), asked_)) {
    ++self.counters_.cancelled;
    draw_.tell(asked_, false);
    asked_ = kNobody;
    ask(self, awaited);
    self.team_->parked.wakeOne(); // it may ask the victim whose cell is open now
  }
  return nullptr;
}

template <typename Atomics>
template <typename Worker>
BasicTaskFrame<Atomics>* BasicReceiver<Atomics>::Local::stopSeeking(Worker& self) {
  if (asked_ == kNobody) {
    return nullptr;
  }
  const unsigned victim = asked_;
  asked_ = kNobody;
  if (requests(self).cancel(self.index(), victim)) {
    ++self.counters_.cancelled;
    if (requests(self).hasWork(victim)) {
      self.team_->parked.wakeOne(); // it may ask the same victim
    }
    return nullptr;
  }
  Frame* item = nullptr;
  substrate::BasicBackoff<Atomics> wait;
  for (;;) {
    switch (requests(self).look(self.index(), item)) {
    case Requests::Answer::kItem:
      wakeNext(self, victim);
      return held_.keepRest(item);
    case Requests::Answer::kRefused:
      ++self.counters_.refused;
      return nullptr;
    case Requests::Answer::kWaiting:
      wait();
      break;
    }
  }
}

/// Wakes a worker that can get work where this one has just got a task, or instead of it.
template <typename Atomics>
template <typename Worker>
void BasicReceiver<Atomics>::Local::wakeNext(Worker& self, unsigned victim) {
  if (requests(self).hasWork(victim) || (slept_ && otherHasWork(self))) {
    self.team_->parked.wakeOne();
  }
  slept_ = false;
}

/// Returns whether a worker whose request cell is open announces work.
template <typename Atomics>
template <typename Worker>
bool BasicReceiver<Atomics>::Local::otherHasWork(Worker& self) const {
  const auto& cells = self.team_->shared.requests;
  for (unsigned other = 0; other < self.threads(); ++other) {
    if (other != self.index() && cells.hasWorkBeforeSleep(other) && !cells.requested(other)) {
      return true;
    }
  }
  return false;
}

template <typename Atomics>
template <typename Worker>
bool BasicReceiver<Atomics>::Local::mustStayAwake(Worker& self) {
  slept_ = true;
  Frame* ignored = nullptr;
  if (asked_ != kNobody &&
      requests(self).look(self.index(), ignored) != Requests::Answer::kWaiting) {
    return true; // seek() will look again
  }
  return otherHasWork(self);
}

/// The protocol of this build's policy: the default of fork-join programs.
struct Receiver : BasicReceiver<> {};

} // namespace galois::runtime
