/**
 * Prefetches of cache lines.
 *
 * Use these functions for words that threads write. On the simulated machine (docs/virtual.md)
 * their lines move from core to core, and a prefetch issued in time avoids the wait. Reading data
 * that never changes, such as the rows of a graph, costs nothing there. Prefetch such data with the
 * compiler's own function.
 *
 * A prefetch never faults, whatever the address is, and affects only the running time. The
 * functions are always inlined, because GCC removes calls to functions that do nothing but
 * prefetch.
 */
#pragma once

#include "galois/substrate/CompilerSpecific.h"

namespace galois::substrate {

#ifdef GALOIS_VIRTUAL

void prefetchToRead(const void* word) noexcept;
void prefetchToWrite(const void* word) noexcept;

#else

/// Prefetches the word for reading.
GALOIS_ATTRIBUTE_ALWAYS_INLINE void prefetchToRead(const void* word) noexcept {
  __builtin_prefetch(word);
}

/// Prefetches the word for writing, so that no other core keeps a copy of the line.
GALOIS_ATTRIBUTE_ALWAYS_INLINE void prefetchToWrite(const void* word) noexcept {
  __builtin_prefetch(word, 1);
}

#endif

} // namespace galois::substrate
