/** Memory from the system in large pages. */
#ifndef GALOIS_SUBSTRATE_PAGEALLOC_H
#define GALOIS_SUBSTRATE_PAGEALLOC_H

#include <cstddef>

namespace galois::substrate {

/// Bytes of a page of ours: 2 MB, a huge page of x86-64 and of most arm64 systems.
std::size_t allocSize();

/**
 * `num` (>= 1) contiguous pages of allocSize() bytes, zeroed and aligned to allocSize(), advised to
 * be transparent huge pages. With `preFault` all memory is there at return, placed on the NUMA
 * node of the caller; otherwise it comes at first touch. Thread-safe. Throws std::bad_alloc.
 */
void* allocPages(unsigned num, bool preFault);

/// Returns what allocPages gave, or a page-aligned part of it. Thread-safe.
void freePages(void* pages, unsigned num);

/// As allocPages, for any number of bytes >= 1: rounded up to whole pages of the system, aligned
/// to allocSize() and advised to be huge if at least that large.
void* allocBytes(std::size_t bytes);

/// Returns what allocBytes gave; `bytes` as asked for.
void freeBytes(void* memory, std::size_t bytes);

} // namespace galois::substrate

#endif
