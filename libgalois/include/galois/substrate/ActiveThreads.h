/** The number of threads that parallel loops use. Applications call galois::getActiveThreads(). */
#pragma once

#include <atomic>

#include "galois/substrate/CompilerSpecific.h"

namespace galois::substrate {

namespace internal {
GALOIS_ATTRIBUTE_SHARED inline std::atomic<unsigned> activeThreads{1};
} // namespace internal

/// Returns the number of threads of the running or the next loop, at least 1. Thread-safe.
inline unsigned getActiveThreads() noexcept {
  // relaxed: it is written only between loops, and starting a region orders the write for the
  // workers.
  return internal::activeThreads.load(std::memory_order_relaxed);
}

/// Sets the number, for code that knows that there is per-thread data for `threads` threads, such
/// as scopes that restore the number. Other code calls galois::setActiveThreads().
inline void restoreActiveThreads(unsigned threads) noexcept {
  // relaxed: the workers read it only after the pool has started their next loop.
  internal::activeThreads.store(threads, std::memory_order_relaxed);
}

/// While it lives, loops have one thread, if `alone` says so. For the thread that starts loops, outside
/// of them. On a simulated machine, where waking a thread takes no time, it has no effect.
class OneActiveThread {
public:
  /// @param alone  whether there is too little work for several threads
  explicit OneActiveThread([[maybe_unused]] bool alone) noexcept : before_(getActiveThreads()) {
#ifndef GALOIS_VIRTUAL
    if (alone) {
      restoreActiveThreads(1);
    }
#endif
  }
  ~OneActiveThread() { restoreActiveThreads(before_); }
  OneActiveThread(const OneActiveThread&) = delete;
  OneActiveThread& operator=(const OneActiveThread&) = delete;

private:
  const unsigned before_;
};

} // namespace galois::substrate

namespace galois::runtime {

/// Galois' variable, for programs that read it: the number of threads of the running or the next
/// loop. It cannot be assigned; galois::setActiveThreads() changes the number.
struct ActiveThreads {
  operator unsigned() const noexcept { // NOLINT(google-explicit-constructor)
    return substrate::getActiveThreads();
  }
};
inline constexpr ActiveThreads activeThreads{}; // NOLINT(readability-identifier-naming)

} // namespace galois::runtime
