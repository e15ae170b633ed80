/** Carries an exception from the threads of a loop to the thread that started it. */
#ifndef GALOIS_RUNTIME_FIRSTEXCEPTION_H
#define GALOIS_RUNTIME_FIRSTEXCEPTION_H

#include <exception>
#include <utility>

#include "galois/substrate/Atomics.h"

namespace galois::runtime {

/**
 * Keeps the first of the exceptions that the threads of a loop raise.
 *
 * A thread calls capture() in a handler and leaves the loop; the others poll raised() and leave
 * too. When all have left, the starting thread calls rethrow(). Invariant: only the thread that
 * turned claimed_ from false to true writes first_.
 *
 * All accesses are relaxed: claimed_ only picks who writes, raised_ is only a hint to leave, and
 * the exception itself travels through the end of the loop, where the starting thread joins the
 * others.
 */
class FirstException {
public:
  /// Call in a catch block. Any thread.
  void capture() noexcept {
    if (!claimed_.exchange(true, substrate::order::relaxed)) {
      first_ = std::current_exception();
    }
    raised_.store(true, substrate::order::relaxed);
  }

  /// Whether a thread has failed. Any thread; cheap enough for an inner loop.
  bool raised() const noexcept { return raised_.load(substrate::order::relaxed); }

  /// Throws the exception, if there is one. Call when all threads have left the loop, which is
  /// what orders the write of first_ before this read.
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
