/**
 * Interrupts between threads: a thread lets others run a function on it, in the middle of its code.
 *
 * They are for code that runs long and cannot poll, such as a call of a library. A thread enters a
 * scope in which it can be interrupted. Another thread then sends it a signal, whose handler calls
 * the function. Outside the scope nobody sends one, and one that comes late does nothing.
 *
 * The signal is a real-time one of its own: when a thread first enters a scope, the highest number
 * from SIGRTMAX down to SIGRTMIN for which the program has the default action. So handlers of the
 * program stay as they are, and none of its signals is lost. A program that installs handlers for
 * real-time signals does so before, or leaves signal() alone. If none is free, nobody is
 * interrupted, and likewise if the system refuses a signal because too many wait (RLIMIT_SIGPENDING).
 *
 * A call of the system that is interrupted goes on afterwards only if SA_RESTART covers it. By
 * signal(7), these return early with EINTR or the remaining time in any case: poll, select and
 * epoll_wait; nanosleep, usleep and sleep; reads and writes of sockets with a timeout; semop and
 * msgrcv. Code inside a scope must repeat them. std::this_thread::sleep_for, mutexes and condition
 * variables do so themselves.
 *
 * On the simulated machine, a virtual thread is interrupted at its next charge (Charge.h), and at
 * each microsecond of a longer one.
 *
 * Invariant: the flag is up only between enter() and leave() of the owner, so interrupt() signals
 * only a thread that exists. While a signal is on its way, nobody sends another one, so signals do
 * not pile up. No request is missed: all operations of the flag are read-modify-writes of one word,
 * so they are ordered. If raise() comes before claimSignal(), the handler calls the function after
 * endSignal(), which comes after claimSignal(). Otherwise enter() synchronizes with interrupt(), so
 * the owner sees what the caller of interrupt() had written before, if it looks after enter().
 */
#pragma once

#ifndef GALOIS_VIRTUAL
#include <pthread.h>
#endif

#include <cstdint>
#include <functional>
#include <memory>

#include "galois/substrate/Atomics.h"

namespace galois::substrate {

/// Whether a thread can be interrupted, and whether a signal to it is on its way. Over an atomics
/// policy.
template <typename Atomics = DefaultAtomics>
class InterruptFlag {
public:
  /// Says that it can be, and that no signal is on its way. For the owner.
  void raise() noexcept {
    // (1) acq_rel: synchronizes with (2) in both directions. A caller of claimSignal() that finds
    // the flag up sees what the owner wrote before; otherwise the owner sees what the caller wrote.
    word_.exchange(kUp, order::acq_rel);
  }
  /// Withdraws it. For the owner. Relaxed: a signal that comes later does nothing. An exchange, so
  /// that (1) synchronizes with each (2) before it.
  void lower() noexcept { word_.exchange(0, order::relaxed); }
  /// Returns whether the calling thread has to send a signal now. For any thread.
  bool claimSignal() noexcept {
    // (2) acq_rel: synchronizes with (1) and (3).
    return word_.fetch_or(kSignalled, order::acq_rel) == kUp;
  }
  /// Says that the signal has come, before the handler looks for requests. Also for a thread that
  /// could not send one.
  void endSignal() noexcept {
    // (3) acquire: synchronizes with (2), so that the handler sees what was written before each
    // claimSignal() that did not lead to another signal.
    word_.fetch_and(~static_cast<unsigned>(kSignalled), order::acquire);
  }

private:
  enum Bit : unsigned { kUp = 1, kSignalled = 2 };
  typename Atomics::template Atomic<unsigned> word_{0};
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
  /// Returns the number of the signal, which it chooses if no thread has been in a scope yet. 0: none
  /// is free. On the simulated machine it is 0.
  static int signal() noexcept;

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
