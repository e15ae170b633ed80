/** Passes an exception from the threads of a loop to the thread that started it. */
#ifndef GALOIS_RUNTIME_FIRSTEXCEPTION_H
#define GALOIS_RUNTIME_FIRSTEXCEPTION_H

#include <exception>
#include <utility>

#include "galois/substrate/Atomics.h"

namespace galois::runtime {

/**
 * Stores the first exception that a thread of a loop throws.
 *
 * A thread calls capture() in a handler and leaves the loop; the other threads poll raised() and
 * leave, too. When all have left, the starting thread calls rethrow(). Invariant: only the thread
 * that changed claimed_ from false to true writes first_.
 *
 * All accesses are relaxed. claimed_ only selects the thread that writes, and raised_ is only a
 * hint to leave. The end of the loop, where the starting thread joins the others, orders the
 * exception itself.
 */
class FirstException {
public:
  /// Stores the current exception unless there is one already. Must be called in a catch block.
  /// Thread-safe.
  void capture() noexcept {
    if (!claimed_.exchange(true, substrate::order::relaxed)) {
      first_ = std::current_exception();
    }
    raised_.store(true, substrate::order::relaxed);
  }

  /// Returns whether a thread has thrown. Thread-safe; fast enough for inner loops.
  bool raised() const noexcept { return raised_.load(substrate::order::relaxed); }

  /// Rethrows the stored exception, if there is one. Must be called after all threads have left the
  /// loop, so that their writes to first_ happen before this read.
  void rethrow() {
    if (first_) {
      std::rethrow_exception(std::exchange(first_, nullptr));
    }
  }

private:
  substrate::Atomic<bool> claimed_{false};
  substrate::Atomic<bool> raised_{false};
  std::exception_ptr first_;
};

} // namespace galois::runtime

#endif
