/**
 * How a thread of a for_each with conflict detection runs its tasks: an iteration that conflicts
 * with another one is undone, and its task runs again later.
 *
 * A task that was aborted waits on a list of its thread and runs again when the worklist has no
 * more tasks. Between two passes over this list the thread looks into the worklist. A task that was
 * aborted kMostAborts times runs *in turn*: its thread waits for the turn, of which there is one
 * for all threads, tries each such task once, and hands the turn to the thread that asked next.
 * Threads wait for the turn while they hold no abstract lock.
 *
 * Progress: the loop completes tasks as long as there is a task that completes when it runs alone.
 * Suppose that no more task completes. Then no task is added either, and each attempt brings its
 * task closer to running in turn. So in the end all tasks run in turn, and an iteration is alone
 * while it runs: no other iteration holds a lock. The turn goes round all threads that have tasks,
 * and a thread that has the turn tries all of its tasks, so each task is tried alone. This covers
 * iterations that only abort each other, where every task completes when it runs alone. It also
 * covers operators that abort themselves, because of locks of their own or until another task has
 * run: that other task is tried, too.
 *
 * Only the operator takes locks (Context.h), and each iteration ends by releasing all of them.
 */
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>

#include "galois/runtime/Context.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/Backoff.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/substrate/SimpleLock.h"

namespace galois::runtime {

/// The turn of the threads of a loop: a lock that threads get in the order in which they ask.
///
/// Invariant: asked_ - now_ threads have the turn or wait for it. The thread whose number is now_ has
/// it, and only this thread changes now_.
template <typename Atomics = substrate::DefaultAtomics>
class BasicTurn {
public:
  /// Waits until the calling thread has the turn.
  void lock() {
    // relaxed: the number says only who is next; (1) orders what was done in turn.
    const std::uint32_t mine = asked_.fetch_add(1, substrate::order::relaxed);
    substrate::BasicBackoff<Atomics> backoff;
    // (1) acquire: synchronizes with (2), so that a task which waits for another one sees what that
    // one has done.
    while (now_.load(substrate::order::acquire) != mine) {
      backoff();
    }
  }
  /// Hands the turn to the thread that asked next.
  void unlock() {
    const std::uint32_t mine = now_.load(substrate::order::relaxed); // only this thread changes it
    // (2) release: synchronizes with (1) of the next thread.
    now_.store(mine + 1, substrate::order::release);
  }

private:
  template <typename T>
  using Atomic = typename Atomics::template Atomic<T>;

  alignas(substrate::kCacheLineSize) Atomic<std::uint32_t> asked_{0};
  alignas(substrate::kCacheLineSize) Atomic<std::uint32_t> now_{0};
};

/// One thread's part. What happens in an iteration is up to the loop, which passes an object with
/// these functions:
///
///  - `operate(task)` runs the operator, which takes locks;
///  - `commit()` ends an iteration that is done, while it still holds its locks;
///  - `undo()` discards what an iteration has left in the thread's context;
///  - `stopped()` is whether the loop ends early.
///
/// The last three take no locks.
///
/// @tparam T            the type of a task
/// @tparam kMostAborts  after how many aborts a task runs in turn, at least 2
template <typename T, typename Atomics = substrate::DefaultAtomics, unsigned kMostAborts = 8>
class BasicSpeculation {
  static_assert(kMostAborts >= 2, "a task runs again once before it runs in turn");

public:
  using Turn = BasicTurn<Atomics>;                      ///< what all threads of a loop share
  using Iteration = BasicSimpleRuntimeContext<Atomics>; ///< what holds a thread's locks

  /// @param turn  the turn that all threads of the loop share
  explicit BasicSpeculation(Turn& turn) : turn_(turn) {}
  BasicSpeculation(const BasicSpeculation&) = delete;
  BasicSpeculation& operator=(const BasicSpeculation&) = delete;
  ~BasicSpeculation() { assert(!locks_.holdsAny()); }

  /// Runs an iteration. If the operator conflicts, the iteration is undone and its task kept for
  /// retry(). @return whether it is done
  /// @throws what operator, commit() or the move of a task throw. The iteration is then undone, except
  ///         for what commit() has done, and the loop must end
  template <typename Loop>
  bool run(Loop& loop, T& task) {
    if (attempt(loop, task)) {
      return true;
    }
    again_.push_back({std::move(task), 1});
    return false;
  }

  /// Returns whether tasks wait to be run again.
  bool waiting() const noexcept { return !again_.empty() || !inTurn_.empty(); }

  /// Runs each task that waits once again, those that have waited long in turn. The caller should
  /// look for new tasks before it calls this again. @return the number of attempts
  /// @throws as run()
  template <typename Loop>
  std::uint64_t retry(Loop& loop) {
    std::uint64_t attempts = 0;
    for (std::size_t left = again_.size(); left > 0 && !loop.stopped(); --left, ++attempts) {
      Aborted& first = again_.front();
      if (attempt(loop, first.task)) {
        backoff_.reset();
      } else {
        if (++first.aborts < kMostAborts) {
          again_.push_back(std::move(first));
        } else {
          inTurn_.push_back(std::move(first.task));
        }
        backoff_();
      }
      again_.pop_front();
    }
    return inTurn_.empty() || loop.stopped() ? attempts : attempts + retryInTurn(loop);
  }

  /// Returns how many iterations were undone because of a conflict.
  std::uint64_t conflicts() const noexcept { return conflicts_; }

  /// Returns the iteration for which the operator takes locks.
  Iteration& iteration() noexcept { return locks_; }

private:
  struct Aborted {
    T task;
    unsigned aborts;
  };

  template <typename Loop>
  bool attempt(Loop& loop, T& task) {
    try {
      const bool done = runIteration(locks_, [&] { loop.operate(task); });
      if (done) {
        loop.commit();
      } else {
        loop.undo();
        ++conflicts_;
      }
      locks_.release();
      return done;
    } catch (...) {
      loop.undo();
      locks_.release();
      throw;
    }
  }

  template <typename Loop>
  std::uint64_t retryInTurn(Loop& loop) {
    std::uint64_t attempts = 0;
    bool progress = false;
    {
      const substrate::LockGuard guard(turn_);
      for (std::size_t left = inTurn_.size(); left > 0 && !loop.stopped(); --left, ++attempts) {
        if (attempt(loop, inTurn_.front())) {
          progress = true;
        } else {
          inTurn_.push_back(std::move(inTurn_.front()));
        }
        inTurn_.pop_front();
      }
    }
    if (progress) {
      backoff_.reset();
    } else {
      backoff_();
    }
    return attempts;
  }

  Turn& turn_;
  Iteration locks_;
  std::deque<Aborted> again_; ///< tasks that were aborted fewer than kMostAborts times
  std::deque<T> inTurn_;      ///< the others that wait
  substrate::BasicBackoff<Atomics> backoff_;
  std::uint64_t conflicts_ = 0;
};

/// That of this build's atomics.
template <typename T>
using Speculation = BasicSpeculation<T>;

/// In place of Speculation in loops without conflict detection: nothing.
struct NoSpeculation {
  using Turn = NoSpeculation; ///< no turn either
  NoSpeculation() = default;
  explicit NoSpeculation(Turn& /*turn*/) {}
  static std::uint64_t conflicts() noexcept { return 0; } ///< there are none
};

} // namespace galois::runtime
