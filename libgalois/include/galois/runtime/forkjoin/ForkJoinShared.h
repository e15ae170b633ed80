/**
 * The protocols of the fork-join executor in which thieves take frames out of the deques of others:
 * ChaseLev, with the deque of Chase and Lev, and Split, whose deque is private below a split point
 * [SplitDeque.h]. They are here for comparison with those of private deques.
 *
 * Under JoinRule::kOwn a worker that waits for a frame steals only from the taker of the frame, or
 * from the worker for which the taker waits. But the taker may have finished by the time of the
 * theft. So, unlike under the other protocols, the thief may get and run a task that is not a
 * descendant.
 *
 * A worker that pushes a frame looks for sleeping workers with relaxed loads, and may miss a worker
 * that is about to sleep. So a worker first counts itself as asleep, then naps, and then looks for
 * frames once more. By then it sees the frames of all workers that missed it.
 */
#pragma once

#include <cstdint>

#include "galois/runtime/forkjoin/ForkJoinCounters.h"
#include "galois/runtime/forkjoin/TaskFrame.h"
#include "galois/substrate/Backoff.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/worklists/parts/stealing/ChaseLevDeque.h"
#include "galois/worklists/parts/stealing/SplitDeque.h"
#include "galois/worklists/parts/stealing/VictimDraw.h"

namespace galois::runtime {

/// The number of frames that a deque can hold. Deeper forks are calls.
inline constexpr std::uint32_t kSharedDequeCapacity = 256;

/// The deque of Chase and Lev with a bounded size, which avoids reading what thieves write.
class BoundedChaseLev {
public:
  /// Adds a frame. @return false if the deque is full
  GALOIS_ATTRIBUTE_ALWAYS_INLINE bool push(TaskFrame* frame) {
    if (__builtin_expect(static_cast<long>(pushes_ == limit_), 0L) != 0 && !findRoom()) {
      return false;
    }
    ++pushes_;
    deque_.push(frame); // never grows
    return true;
  }
  /// Removes the youngest frame. @return false if it was taken
  GALOIS_ATTRIBUTE_ALWAYS_INLINE bool pop() {
    --pushes_;
    TaskFrame* mine = nullptr;
    return deque_.pop(mine);
  }
  /// Nothing: thieves need no help. @return whether thieves can take more
  static bool share() noexcept { return false; }
  /// Returns false: thieves ask for nothing.
  static bool wanted() noexcept { return false; }
  /// Whether a push makes its frame visible to thieves at once.
  static constexpr bool kSharesPushed = true;
  /// Takes the oldest frame, for another worker.
  worklists::Steal steal(TaskFrame*& out) noexcept { return deque_.steal(out); }
  /// Returns whether a steal would probably find nothing.
  bool seemsEmpty() const noexcept { return deque_.seemsEmpty(); }
  /// Returns whether there is none; for the owner.
  bool emptyForOwner() const noexcept { return deque_.seemsEmpty(); }

private:
  bool findRoom() noexcept {
    limit_ = pushes_ + (kSharedDequeCapacity - deque_.size());
    return pushes_ < limit_;
  }
  worklists::ChaseLevDeque<TaskFrame*> deque_{kSharedDequeCapacity};
  std::uint64_t pushes_ = 0; ///< number of open forks
  std::uint64_t limit_ = 0;  ///< a push at this number may find the deque full
};

/// The split deque with the interface above.
class PolledSplit {
public:
  /// Adds a frame. @return false if the deque is full
  GALOIS_ATTRIBUTE_ALWAYS_INLINE bool push(TaskFrame* frame) noexcept {
    return deque_.tryPush(frame);
  }
  /// Removes the youngest frame. @return false if it was taken
  GALOIS_ATTRIBUTE_ALWAYS_INLINE bool pop() noexcept {
    TaskFrame* mine = nullptr;
    return deque_.pop(mine);
  }
  /// Shares frames if a thief has found none. @return whether thieves can take more
  GALOIS_ATTRIBUTE_ALWAYS_INLINE bool share() noexcept {
    return __builtin_expect(static_cast<long>(deque_.wanted()), 0L) != 0 && deque_.share() != 0;
  }
  /// Returns whether a thief has found none.
  bool wanted() const noexcept { return deque_.wanted(); }
  /// Whether a push makes its frame visible to thieves at once.
  static constexpr bool kSharesPushed = false;
  /// Takes the oldest shared frame, for another worker.
  worklists::Steal steal(TaskFrame*& out) noexcept { return deque_.steal(out); }
  /// Returns whether a steal would probably find nothing.
  bool seemsEmpty() const noexcept { return deque_.seemsEmpty(); }
  /// Returns whether there is none; for the owner.
  bool emptyForOwner() const noexcept { return deque_.privateSize() == 0 && deque_.seemsEmpty(); }

private:
  worklists::SplitDeque<TaskFrame*> deque_{kSharedDequeCapacity};
};

/// What both protocols have in common.
template <typename Deque>
struct SharedDeques {
  /// Whether the owner of a deque gives tasks away, so that it alone accesses the deque.
  static constexpr bool kOwnerGives = false;

  /// What the workers share besides their deques.
  struct Shared {
    explicit Shared(unsigned) {} ///< nothing
  };

  /// What one worker has.
  class Local {
  public:
    /// Prepares for a region.
    template <typename Worker>
    void begin(Worker& self) {
      draw_ = worklists::VictimDraw(self.team_->settings.victims);
      depth_ = deepest_ = 0;
    }
    /// Adds a frame, which others may take. @return false if the deque is full
    template <typename Worker>
    GALOIS_ATTRIBUTE_ALWAYS_INLINE bool push(Worker& self, TaskFrame* frame) {
      if (__builtin_expect(static_cast<long>(deque_.push(frame)), 1L) == 0) {
        return false;
      }
      if (++depth_ > deepest_) {
        deepest_ = depth_;
      }
      if (deque_.share() || Deque::kSharesPushed) {
        wakeIfAsleep(self);
      }
      return true;
    }
    /// Removes the youngest frame. @return false if it was taken
    template <typename Worker>
    GALOIS_ATTRIBUTE_ALWAYS_INLINE bool pop(Worker&) {
      --depth_;
      return deque_.pop();
    }
    /// Shares frames if others want some.
    template <typename Worker>
    GALOIS_ATTRIBUTE_ALWAYS_INLINE void poll(Worker& self) {
      if (deque_.share()) {
        wakeIfAsleep(self);
      }
    }
    /// Returns whether others want frames, or have taken all.
    template <typename Worker>
    bool asked(const Worker&) const noexcept {
      return deque_.wanted() || seemsEmpty();
    }
    /// Nothing: a loop forks its upper half beforehand, so the handler of an interrupt shares frames.
    template <typename Worker>
    static void prepareForHandler(Worker&) noexcept {}
    std::uint64_t depth() const noexcept { return depth_; }             ///< number of open forks
    std::uint64_t deepest() const noexcept { return deepest_; }         ///< largest depth so far
    bool seemsEmpty() const noexcept { return deque_.emptyForOwner(); } ///< may be outdated

    /// One step of the search for work, as in ForkJoinReceiver.h.
    template <typename Worker>
    TaskFrame* seek(Worker& self, TaskFrame* awaited, bool impatient);
    /// Nothing: a theft is one step.
    template <typename Worker>
    static TaskFrame* stopSeeking(Worker&) noexcept {
      return nullptr;
    }
    /// Nothing: a theft takes one frame. @{
    template <typename Worker>
    static TaskFrame* nextHeld(Worker&) noexcept {
      return nullptr;
    }
    template <typename Worker>
    static void announceHeld(Worker&) noexcept {} /// @}
    /// Nothing. @{
    template <typename Worker>
    static void beginIdle(Worker&) noexcept {}
    template <typename Worker>
    static void endIdle(Worker&) noexcept {}
    template <typename Worker>
    static void endRoot(Worker&) noexcept {} /// @}
    /// Returns whether a worker that is about to sleep can get work now.
    template <typename Worker>
    bool mustStayAwake(Worker& self);

  private:
    template <typename Worker>
    GALOIS_ATTRIBUTE_ALWAYS_INLINE void wakeIfAsleep(Worker& self) {
      if (__builtin_expect(static_cast<long>(self.team_->parked.maybeAsleep()), 0L) != 0) {
        self.team_->parked.wakeOne();
      }
    }
    template <typename Worker>
    TaskFrame* steal(Worker& self, unsigned victim);

    Deque deque_;
    std::uint64_t depth_ = 0;
    std::uint64_t deepest_ = 0;
    worklists::VictimDraw draw_;
  };
};

/// Work stealing with the deque of Chase and Lev.
struct ChaseLev : SharedDeques<BoundedChaseLev> {
  static constexpr const char* kName = "chase-lev"; ///< in command lines and records
};

/// Work stealing with the split deque.
struct Split : SharedDeques<PolledSplit> {
  static constexpr const char* kName = "split"; ///< in command lines and records
};

template <typename Deque>
template <typename Worker>
TaskFrame* SharedDeques<Deque>::Local::steal(Worker& self, unsigned victim) {
  auto& deque = self.team_->workers[victim].local_.deque_;
  ++self.counters_.requests;
  TaskFrame* got = nullptr;
  if (deque.steal(got) != worklists::Steal::kGot) {
    ++self.counters_.refused;
    return nullptr;
  }
  got->take(self.index(), self.nextId());
  wakeIfAsleep(self); // it may find more there
  return got;
}

template <typename Deque>
template <typename Worker>
TaskFrame* SharedDeques<Deque>::Local::seek(Worker& self, TaskFrame* awaited, bool) {
  if (awaited != nullptr) {
    const unsigned taker = awaited->taker();
    if (taker == TaskFrame::kNobody) {
      return nullptr;
    }
    if (TaskFrame* got = steal(self, taker)) {
      return got;
    }
    unsigned next = 0;
    std::uint64_t ignored = 0;
    if (self.team_->workers[taker].awaited_.look(*awaited, next, ignored) && next != self.index()) {
      return steal(self, next);
    }
    return nullptr;
  }
  for (unsigned draws = 1; draws < self.threads(); ++draws) {
    const unsigned victim = draw_.draw(self.index(), self.threads(), self.random_);
    TaskFrame* const got = steal(self, victim);
    draw_.tell(victim, got != nullptr);
    if (got != nullptr) {
      return got;
    }
  }
  return nullptr;
}

template <typename Deque>
template <typename Worker>
bool SharedDeques<Deque>::Local::mustStayAwake(Worker& self) {
  constexpr unsigned kNapMicroseconds = 100;
  substrate::Waits::sleep(kNapMicroseconds);
  for (unsigned other = 0; other < self.threads(); ++other) {
    if (other != self.index() && !self.team_->workers[other].local_.deque_.seemsEmpty()) {
      return true;
    }
  }
  return false;
}

} // namespace galois::runtime
