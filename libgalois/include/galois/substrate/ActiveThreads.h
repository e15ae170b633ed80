/** The number of threads that parallel loops use now; the facade is galois::getActiveThreads(). */
#ifndef GALOIS_SUBSTRATE_ACTIVETHREADS_H
#define GALOIS_SUBSTRATE_ACTIVETHREADS_H

#include <atomic>

#include "galois/substrate/CompilerSpecific.h"

namespace galois::substrate {

namespace internal {
GALOIS_ATTRIBUTE_SHARED inline std::atomic<unsigned> activeThreads{1};
} // namespace internal

/// Threads of the next (or the running) loop, at least 1. Thread-safe.
inline unsigned getActiveThreads() noexcept {
  // relaxed: written between loops only; the pool's own hand-over orders it for the workers.
  return internal::activeThreads.load(std::memory_order_relaxed);
}

} // namespace galois::substrate

#endif
