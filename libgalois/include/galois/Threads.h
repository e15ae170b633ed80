/** How many threads parallel loops use. */
#ifndef GALOIS_THREADS_H
#define GALOIS_THREADS_H

namespace galois {

/**
 * Sets how many threads the loops that follow run on, and makes room for their per-thread data;
 * the first loop starts those that do not run yet. The number is clamped to
 * [1, substrate::kMaxThreads], or to fewer after ThreadPool::runDedicated(); more threads than the
 * machine has cores is legal. Call it from the main thread outside parallel loops, after
 * constructing SharedMemSys.
 * @return the number that will be used
 */
unsigned int setActiveThreads(unsigned int num) noexcept;

/// The number of threads that loops run on; 1 at first. Callable from any thread.
unsigned int getActiveThreads() noexcept;

} // namespace galois

#endif
