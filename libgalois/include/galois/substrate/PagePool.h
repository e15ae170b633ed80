/**
 * A pool of 2 MB pages with one free list per thread.
 *
 * A page always belongs to the thread that took it from the system, because it is probably on that
 * thread's NUMA node. Whichever thread frees it, it returns to its owner's list. Pages are returned
 * to the system only when the process ends.
 *
 * All pool threads may call all functions concurrently.
 */
#pragma once

#include <cstddef>

namespace galois::substrate {

/// Returns the bytes per page, allocSize().
std::size_t pagePoolSize();

/// Returns a page, aligned to its size and with arbitrary contents. It comes from the calling
/// thread's list, else from the system, else from another thread's list.
/// @throws std::bad_alloc if there is no page anywhere
void* pagePoolAlloc();

/// Returns a page from pagePoolAlloc() to its owner's list.
void pagePoolFree(void* page);

/// Takes `num` pages from the system, touches them, and adds them to the calling thread's list.
/// @throws std::bad_alloc if there is no memory
void pagePoolPreAlloc(unsigned num);

/// Returns the number of pages that all threads have taken from the system so far.
std::size_t numPagePoolAllocTotal();

/// Returns the number of pages that thread `tid` has taken from the system so far.
std::size_t numPagePoolAllocForThread(unsigned tid);

} // namespace galois::substrate
