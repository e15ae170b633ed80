/** The number of threads that parallel loops use. */
#ifndef GALOIS_THREADS_H
#define GALOIS_THREADS_H

namespace galois {

/**
 * Sets the number of threads for all following loops and allocates their per-thread data. The first
 * loop starts those threads that do not run yet. The number is clamped to [1,
 * substrate::kMaxThreads], or to a lower limit after ThreadPool::runDedicated(). It may exceed the
 * number of cores. Call it from the main thread outside parallel loops, after constructing
 * SharedMemSys.
 * @return the number of threads that will be used
 */
unsigned int setActiveThreads(unsigned int num) noexcept;

/// Returns the number of threads that loops run on; it is 1 initially. Thread-safe.
unsigned int getActiveThreads() noexcept;

} // namespace galois

#endif
