/**
 * Interrupts between threads: a thread lets others run a function on it, in the middle of its code.
 *
 * They are for code that runs long and cannot poll, such as a call of a library. A thread enters a
 * scope in which it can be interrupted. Another thread then sends it a signal (SIGURG, which does
 * nothing to programs that do not know of it), and its handler calls the function. Outside the scope
 * nobody sends one, and one that comes late does nothing. A handler that the program has for SIGURG
 * is still called for all other signals of this kind.
 *
 * On the simulated machine, a virtual thread is interrupted at its next charge (Charge.h), and at
 * each microsecond of a longer one.
 *
 * Invariant: the flag is up only between enter() and leave() of the owner, so interrupt() signals
 * only a thread that exists. No request is missed: raise() and isUp() are read-modify-writes of one
 * word, so they are ordered. If raise() comes first, interrupt() sends a signal. Otherwise enter()
 * synchronizes with interrupt(), so the owner sees what the caller of interrupt() had written
 * before, if it looks after enter().
 */
#ifndef GALOIS_SUBSTRATE_INTERRUPTS_H
#define GALOIS_SUBSTRATE_INTERRUPTS_H

#ifndef GALOIS_VIRTUAL
#include <pthread.h>
#endif

#include <cstdint>
#include <functional>
#include <memory>

#include "galois/substrate/Atomics.h"

namespace galois::substrate {

/// Whether a thread can be interrupted, over an atomics policy.
template <typename Atomics = DefaultAtomics>
class InterruptFlag {
public:
  /// Says so. For the owner.
  void raise() noexcept {
    // (1) acq_rel: synchronizes with (2) in both directions. A caller of isUp() that gets true sees
    // what the owner wrote before; if it gets false, the owner sees what the caller wrote before.
    up_.exchange(1, order::acq_rel);
  }
  /// Withdraws it. For the owner. Relaxed: a signal that comes later does nothing.
  void lower() noexcept { up_.store(0, order::relaxed); }
  /// Returns whether the owner can be interrupted. For any thread.
  bool isUp() noexcept {
    // (2) acq_rel: synchronizes with (1); a no-op that reads the latest value.
    return up_.fetch_or(0, order::acq_rel) != 0;
  }

private:
  typename Atomics::template Atomic<unsigned> up_{0};
};

/// What others need to interrupt one thread.
class Interruptible {
public:
  /// What is called on the interrupted thread. It must not throw, allocate, or use a lock that the
  /// interrupted code may hold.
  using Function = void (*)(void* argument);

  Interruptible() = default;
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;

  /// Lets others interrupt the calling thread until leave(). They may do so before this returns. The
  /// calling thread must not be inside such a scope.
  void enter(Function function, void* argument) noexcept;
  /// Ends it. When this returns, `function` does not run and is not called again.
  void leave() noexcept;
  /// Returns whether the calling thread is in such a scope, of any object.
  static bool inside() noexcept;

  /// Interrupts the thread that is inside, if there is one. The function is called soon, once or,
  /// for several calls of this, fewer times. Any thread may call it.
  void interrupt() noexcept;

private:
#ifdef GALOIS_VIRTUAL
  void* thread_ = nullptr; ///< the fiber
#else
  pthread_t thread_{};
#endif
  InterruptFlag<> flag_;
};

/// A thread that calls a function again and again.
class Ticker {
public:
  /// Starts it. @param microseconds  from the end of one call to the next, at least 1
  /// @throws std::system_error if there is no thread for it
  Ticker(std::uint64_t microseconds, std::function<void()> tick);
  /// Ends it, after the call that runs.
  ~Ticker();
  Ticker(const Ticker&) = delete;
  Ticker& operator=(const Ticker&) = delete;

private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace galois::substrate

#endif
