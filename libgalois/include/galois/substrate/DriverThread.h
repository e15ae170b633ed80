/**
 * A thread that runs parallel computations on behalf of threads that are not the program's own: of
 * a library's callers. It is thread 0 of the pool's regions, so the pool pins it instead of the
 * caller, and calls from any number of threads run one after the other.
 *
 * Nothing is started before the first call. Signals are blocked in the driver and in the pool
 * threads that it starts, so that the program's own threads receive them. At exit the running call
 * is cancelled (Cancellation.h) and the thread is joined.
 *
 * A forked child of an idle process starts a driver of its own. In a child that was forked while a
 * call was running, every call throws ForkedDuringCall, also the one that it was forked in.
 */
#pragma once

#include <chrono>
#include <functional>
#include <stop_token>

#include "galois/substrate/ThreadPool.h"

namespace galois::substrate {

/// The driver of this process: DriverThread::get().
class DriverThread {
public:
  DriverThread(const DriverThread&) = delete;
  DriverThread& operator=(const DriverThread&) = delete;

  /// Returns the driver. Starts no thread. Thread-safe.
  static DriverThread& get();

  /**
   * Runs `work` on the driver thread, after the calls that came before, and returns when it is
   * done. An exception that leaves `work` is thrown here. On the driver thread itself, `work` runs
   * at once. Thread-safe; not to be called inside a parallel region, whose end it may wait for.
   *
   * @param whileWaiting  called on the calling thread about once per `interval` while the call
   *                      waits or runs; empty: never. It must not throw.
   * @param stop          a request here withdraws a call that has not begun. It does not end one
   *                      that runs: `work` does that itself, see Cancellation.h
   * @throws Cancelled           if the call was withdrawn
   * @throws std::system_error   if the thread cannot be started
   * @throws ForkedDuringCall    see there
   * @throws std::logic_error    inside a parallel region, or while the driver is held
   * @throws std::runtime_error  if the process is ending
   */
  void call(const std::function<void()>& work, const std::function<void()>& whileWaiting = {},
            std::chrono::milliseconds interval = std::chrono::milliseconds(50),
            const std::stop_token& stop = {});

  /// Keeps the driver from running calls, until release(): a SharedMemSys lives, and calls run on the
  /// threads that make them. Thread-safe.
  /// @return false if it is held already
  /// @throws std::logic_error  while a call runs or waits
  bool hold();
  /// Ends it. Thread-safe.
  void release() noexcept;

  /// @throws std::logic_error  inside a parallel region, where no call may be made: the driver may
  ///                           wait for the end of this region. call() begins with it
  static void requireNoRegion();

  /// Returns whether the calling thread is the driver.
  static bool isDriver() noexcept;

private:
  struct State;
  struct AtExit;

  DriverThread();
  ~DriverThread() = delete; // never destroyed, so that destructors of statics may still call

  State* state_; ///< behind a pointer, so that a forked child starts afresh
};

} // namespace galois::substrate
