/** Allocates memory from the operating system in large pages. */
#pragma once

#include <cstddef>

namespace galois::substrate {

/// Returns the bytes per page: 2 MB, the size of a huge page of x86-64 and of most arm64 systems.
std::size_t allocSize();

/**
 * Allocates `num` (>= 1) contiguous pages of allocSize() bytes, zeroed and aligned to allocSize().
 * The system is advised to use transparent huge pages. With `preFault` all pages are mapped at
 * return, on the NUMA node of the caller; otherwise at their first touch. Thread-safe.
 * @throws std::bad_alloc if there is no memory
 */
void* allocPages(unsigned num, bool preFault);

/// Frees memory from allocPages, or a page-aligned part of it. Thread-safe.
void freePages(void* pages, unsigned num);

/// Allocates `bytes` (>= 1) bytes like allocPages, rounded up to whole pages of the system. Memory
/// of at least allocSize() bytes is aligned to allocSize() and advised to use huge pages.
void* allocBytes(std::size_t bytes);

/// Frees memory from allocBytes; `bytes` must be the same as in that call.
void freeBytes(void* memory, std::size_t bytes);

} // namespace galois::substrate
