/** Passes an exception from the threads of a loop to the thread that started it. */
#pragma once

#include <exception>
#include <utility>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/Cancellation.h"

namespace galois::runtime {

/**
 * Stores the first exception that a thread of a loop throws. One of the program comes before
 * substrate::Cancelled, which only says that a thread has left early.
 *
 * A thread calls capture() in a handler and leaves the loop; the other threads poll raised() and
 * leave, too. When all have left, the starting thread calls rethrow(). Invariant: only the thread
 * that changed a slot's `claimed` from false to true writes its `what`.
 *
 * All accesses are relaxed. `claimed` only selects the thread that writes, and raised_ is only a
 * hint to leave. The end of the loop, where the starting thread joins the others, orders the
 * exception itself.
 */
class FirstException {
public:
  /// Stores the current exception unless there is one already that comes before it. Must be called in
  /// a catch block. Thread-safe.
  void capture() noexcept {
    try {
      throw;
    } catch (const substrate::Cancelled&) {
      cancelled_.capture();
    } catch (...) {
      thrown_.capture();
    }
    raised_.store(true, substrate::order::relaxed);
  }

  /// Returns whether a thread has thrown. Thread-safe; fast enough for inner loops.
  bool raised() const noexcept { return raised_.load(substrate::order::relaxed); }

  /// Rethrows the stored exception, if there is one, and forgets it. Must be called after all threads
  /// have left the loop, so that what they have stored happens before this reads it.
  void rethrow() {
    const std::exception_ptr cancelled = std::exchange(cancelled_.what, nullptr);
    const std::exception_ptr thrown = std::exchange(thrown_.what, nullptr);
    if (thrown || cancelled) {
      std::rethrow_exception(thrown ? thrown : cancelled);
    }
  }

private:
  /// Keeps the first exception that comes.
  struct Slot {
    void capture() noexcept {
      if (!claimed.exchange(true, substrate::order::relaxed)) {
        what = std::current_exception();
      }
    }
    substrate::Atomic<bool> claimed{false};
    std::exception_ptr what;
  };

  Slot thrown_;
  Slot cancelled_;
  substrate::Atomic<bool> raised_{false};
};

} // namespace galois::runtime
