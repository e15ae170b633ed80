/**
 * Conflict detection: abstract locks, and the iteration that holds them.
 *
 * Every object that iterations may conflict about is, or has, a Lockable. An iteration takes the
 * lock of each object before it uses it, and keeps all its locks until it ends. It never waits for
 * a lock: if another iteration holds it, the two conflict, and the one that came later is aborted by
 * an exception, ConflictSignal. The executor then releases its locks, discards what it pushed, and
 * runs the task again later. So iterations seem to run one after the other, provided that each takes
 * all its locks before its first write ("cautious" operators: Pingali and others, "The tao of
 * parallelism in algorithms", PLDI 2011).
 *
 * Locks are taken only by the operator, and by the other functions that a loop calls in order to
 * find out which locks an iteration needs (IterationScope). Everything else that a program passes
 * to a loop takes no locks, whatever flag it uses: indexers, comparisons, conditions to break,
 * ranges, and the destructors of local states. These are called between iterations, by threads that
 * must not keep a lock, or when an iteration can no longer be undone. What they read of an object
 * that they do not own must be atomic. So no lock outlives its iteration. An object must outlive
 * the iteration that has taken its lock.
 *
 * Invariant: a lock's word is the address of the iteration that has it on its list, or 0. Only the
 * thread of this iteration changes the list, and it changes the word from 0 to the address and back.
 * Iterations never wait while they hold a lock, so there is no deadlock.
 *
 * Loops that run in rounds use the same locks in another way: their threads have a LockMarker, and
 * the word holds marks (Marks.h). Loops never run at the same time, so the two uses do not meet.
 */
#pragma once

#include <cstdint>
#include <type_traits>

#include "galois/MethodFlags.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/ThreadPool.h"

namespace galois::runtime {

/// What aborts an iteration. It is no std::exception, so that operators do not catch it by mistake.
/// Operators should let it pass; their destructors run. An iteration that met a conflict is undone
/// in any case, because it has not all its locks.
struct ConflictSignal {};

template <typename Atomics>
class BasicSimpleRuntimeContext;
template <typename Atomics>
class BasicMarks;

/// An abstract lock. Takes two words. A copy is a new lock that is free, so objects that contain a
/// lock can be copied. Thread-safe through BasicSimpleRuntimeContext alone.
template <typename Atomics = substrate::DefaultAtomics>
class BasicLockable {
public:
  /// Makes a free lock. @{
  BasicLockable() noexcept : word_(0) {}
  BasicLockable(const BasicLockable&) noexcept : BasicLockable() {} /// @}
  /// Leaves this lock as it is.
  BasicLockable& operator=(const BasicLockable&) noexcept { return *this; }
  ~BasicLockable() = default;

private:
  friend class BasicSimpleRuntimeContext<Atomics>;
  friend class BasicMarks<Atomics>;

  /// The address of the iteration that holds the lock, or marks; 0: the lock is free.
  typename Atomics::template Atomic<std::uintptr_t> word_;
  typename Atomics::template Plain<BasicLockable*> next_{nullptr}; ///< on the owner's list
};

/// What a loop that runs in rounds does when a task of it asks for a lock. Used by one thread.
template <typename Atomics = substrate::DefaultAtomics>
class BasicLockMarker {
public:
  BasicLockMarker() = default;
  BasicLockMarker(const BasicLockMarker&) = delete;
  BasicLockMarker& operator=(const BasicLockMarker&) = delete;

  /// Notes that the task uses what the lock guards. `flag` is one that takes locks.
  /// @throws what ends this attempt of the task
  virtual void mark(BasicLockable<Atomics>& lock, MethodFlag flag) = 0;

protected:
  ~BasicLockMarker() = default;
};

/// An iteration that holds abstract locks. One per thread, used by this thread alone.
template <typename Atomics = substrate::DefaultAtomics>
class BasicSimpleRuntimeContext {
public:
  using LockableType = BasicLockable<Atomics>; ///< the locks that it takes

  BasicSimpleRuntimeContext() = default;
  /// Makes the iteration of a loop that runs in rounds: acquire() leaves everything to `marker`.
  explicit BasicSimpleRuntimeContext(BasicLockMarker<Atomics>& marker) : marker_(&marker) {}
  BasicSimpleRuntimeContext(const BasicSimpleRuntimeContext&) = delete;
  BasicSimpleRuntimeContext& operator=(const BasicSimpleRuntimeContext&) = delete;
  ~BasicSimpleRuntimeContext() { release(); }

  /// Takes the lock unless the iteration holds it already. Never waits. O(1).
  /// @return false if another iteration holds it
  bool tryAcquire(LockableType& lock) {
    // (1) relaxed: only this thread makes itself the owner; if another one is, (2) fails as well.
    std::uintptr_t owner = lock.word_.load(substrate::order::relaxed);
    if (owner == self()) {
      return true;
    }
    if (owner != 0) {
      return false;
    }
    // (2) acquire: synchronizes with (3), so that this iteration sees what the last one that held
    // the lock wrote, to the object and to the lock's place on a list. Strong, because a spurious
    // failure would be taken for a conflict.
    if (!lock.word_.compare_exchange_strong(owner, self(), substrate::order::acquire,
                                            substrate::order::relaxed)) {
      return false;
    }
    lock.next_ = held_;
    held_ = &lock;
    return true;
  }

  /// Does the same. @throws ConflictSignal instead of returning false, or what the marker throws
  void acquire(LockableType& lock, MethodFlag flag = MethodFlag::WRITE) {
    if (marker_ != nullptr) {
      marker_->mark(lock, flag);
    } else if (!tryAcquire(lock)) {
      conflict();
    }
  }

  /// Aborts the iteration. @throws ConflictSignal
  [[noreturn]] void conflict() {
    conflicted_ = true;
    throw ConflictSignal();
  }
  /// Returns whether it was aborted, even if the operator has not let the exception pass.
  bool conflicted() const noexcept { return conflicted_; }

  /// Returns whether this iteration holds the lock.
  bool holds(const LockableType& lock) const {
    return lock.word_.load(substrate::order::relaxed) == self(); // as (1)
  }

  /// Returns whether this iteration holds a lock.
  bool holdsAny() const noexcept { return held_ != nullptr; }

  /// Releases all locks and returns their number, at the end of an iteration: of one that is done
  /// as of one that is aborted. O(locks).
  unsigned release() {
    conflicted_ = false;
    unsigned count = 0;
    while (held_ != nullptr) {
      LockableType& lock = *held_;
      held_ = lock.next_; // before (3): then the lock is another iteration's
      // (3) release: synchronizes with (2) of the next iteration that takes the lock.
      lock.word_.store(0, substrate::order::release);
      ++count;
    }
    return count;
  }

private:
  std::uintptr_t self() const noexcept { return reinterpret_cast<std::uintptr_t>(this); }

  LockableType* held_ = nullptr;               ///< the locks that this iteration holds
  BasicLockMarker<Atomics>* marker_ = nullptr; ///< null: this iteration takes locks itself
  bool conflicted_ = false;
};

/// The lock of this build's atomics. Objects that a program wants to protect derive from it.
using Lockable = BasicLockable<>;
/// The marker of this build's atomics.
using LockMarker = BasicLockMarker<>;
/// The iteration of this build's atomics.
using SimpleRuntimeContext = BasicSimpleRuntimeContext<>;

/// Returns the iteration for which the calling thread takes locks; null outside the operators of
/// loops with conflict detection.
inline SimpleRuntimeContext* getThreadContext() noexcept {
  return static_cast<SimpleRuntimeContext*>(substrate::detail::thisThread.iteration);
}
/// Makes `context` the calling thread's iteration; null: none.
inline void setThreadContext(SimpleRuntimeContext* context) noexcept {
  substrate::detail::thisThread.iteration = context;
}

/// While it exists, the calling thread takes locks for an iteration. Under other atomics than this
/// build's, a thread names its iteration itself, and this does nothing.
template <typename Atomics = substrate::DefaultAtomics>
class BasicIterationScope {
  static constexpr bool kReal = std::is_same_v<Atomics, substrate::DefaultAtomics>;

public:
  explicit BasicIterationScope([[maybe_unused]] BasicSimpleRuntimeContext<Atomics>& iteration) {
    if constexpr (kReal) {
      setThreadContext(&iteration);
    }
  }
  BasicIterationScope(const BasicIterationScope&) = delete;
  BasicIterationScope& operator=(const BasicIterationScope&) = delete;
  ~BasicIterationScope() {
    if constexpr (kReal) {
      setThreadContext(nullptr);
    }
  }
};
/// The scope of this build's atomics.
using IterationScope = BasicIterationScope<>;

/// Calls `run()`, which takes locks for an iteration. They stay with the iteration.
/// @return whether it met no conflict @throws what `run` throws, unless it met a conflict
template <typename Atomics, typename Run>
bool runIteration(BasicSimpleRuntimeContext<Atomics>& iteration, const Run& run) {
  try {
    const BasicIterationScope<Atomics> scope(iteration);
    run();
  } catch (const ConflictSignal&) {
    return false;
  } catch (...) {
    if (!iteration.conflicted()) {
      throw;
    }
  }
  return !iteration.conflicted();
}

/// Returns whether an access with this flag takes a lock.
constexpr bool shouldLock(MethodFlag flag) noexcept {
  return (flag & MethodFlag::INTERNAL_MASK) != MethodFlag::UNPROTECTED;
}

/// Takes the lock for the calling thread's iteration if `flag` asks for it. Outside the operators of
/// loops with conflict detection it does nothing.
/// @throws ConflictSignal if another iteration holds it; in loops that run in rounds, what
///         BasicMarks throws
inline void acquire(Lockable* lock, MethodFlag flag) {
  if (shouldLock(flag)) {
    if (SimpleRuntimeContext* context = getThreadContext(); context != nullptr) {
      context->acquire(*lock, flag);
    }
  }
}

/// Aborts the calling thread's iteration, as a conflict does.
/// @throws ConflictSignal
[[noreturn]] inline void signalConflict(Lockable* /*lock*/ = nullptr) {
  if (SimpleRuntimeContext* context = getThreadContext(); context != nullptr) {
    context->conflict();
  }
  throw ConflictSignal();
}

} // namespace galois::runtime
