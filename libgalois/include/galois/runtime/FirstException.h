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
 */
class FirstException {
public:
  /// Call in a catch block. Any thread.
  void capture() noexcept {
    // (1) relaxed: decides who writes; the data itself travels through (2) and the pool's join.
    if (!claimed_.exchange(true, substrate::order::relaxed)) {
      first_ = std::current_exception();
    }
    // (2) release: pairs with (3), so that whoever sees the flag sees the loop as failed.
    raised_.store(true, substrate::order::release);
  }

  /// Whether a thread has failed. Any thread; cheap enough for an inner loop.
  bool raised() const noexcept {
    // (3) acquire: synchronizes with (2).
    return raised_.load(substrate::order::acquire);
  }

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
