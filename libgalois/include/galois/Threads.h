/** The number of threads that parallel loops use. */
#pragma once

#include "galois/SharedMemSys.h"

namespace galois {

/**
 * Sets the number of threads for all following loops and allocates their per-thread data. The first
 * loop starts those threads that do not run yet. The number is clamped to [1,
 * ThreadPool::getMaxUsableThreads()], or to a lower limit after ThreadPool::runDedicated(). If the
 * environment variable GALOIS_OVERSUBSCRIBE is set, the number may exceed that of the processors,
 * up to substrate::kMaxThreads. Call it from the main thread outside parallel loops, after
 * constructing SharedMemSys.
 * @return the number of threads that will be used
 * @throws std::logic_error  inside a parallel loop, or while another thread runs one
 * @throws what per-thread data throws when it is made, such as std::bad_alloc
 */
unsigned int setActiveThreads(unsigned int num);

/// Type of kOversubscribe.
struct Oversubscribe {};

/// Allows more threads than processors: `setActiveThreads(16, galois::kOversubscribe)`.
inline constexpr Oversubscribe kOversubscribe{};

/// Does the same, and the number may exceed that of the processors, up to substrate::kMaxThreads.
unsigned int setActiveThreads(unsigned int num, Oversubscribe);

/// Returns the number of threads that loops run on; it is 1 initially. Thread-safe.
unsigned int getActiveThreads() noexcept;

} // namespace galois
