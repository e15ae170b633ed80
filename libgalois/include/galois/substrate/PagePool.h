/**
 * A pool of 2 MB pages with a free list a thread.
 *
 * A page belongs for good to the thread that first got it from the system, since that is whose
 * NUMA node it is likely on: freed by whatever thread, it goes back to its owner's list. Pages are
 * returned to the system only when the process ends.
 *
 * All functions are thread-safe among pool threads.
 */
#ifndef GALOIS_SUBSTRATE_PAGEPOOL_H
#define GALOIS_SUBSTRATE_PAGEPOOL_H

#include <cstddef>

namespace galois::substrate {

/// Bytes of a page, allocSize().
std::size_t pagePoolSize();

/// A page, aligned to its size, contents arbitrary: from the calling thread's list, else from the
/// system, else from another thread's list. Throws std::bad_alloc when there is none anywhere.
void* pagePoolAlloc();

/// Gives a page that came from pagePoolAlloc() back to its owner.
void pagePoolFree(void* page);

/// Takes `num` pages from the system, touches them, and puts them on the calling thread's list.
/// Throws std::bad_alloc.
void pagePoolPreAlloc(unsigned num);

/// Pages that all threads have taken from the system so far.
std::size_t numPagePoolAllocTotal();

/// Pages that thread `tid` has taken from the system so far.
std::size_t numPagePoolAllocForThread(unsigned tid);

} // namespace galois::substrate

#endif
