/**
 * Asking for cache lines before they are wanted.
 *
 * For words that threads write: on the simulated machine (docs/virtual.md) their lines travel from
 * core to core, and what was asked for in time need not be waited for. Data that nobody changes,
 * such as the rows of a graph, costs nothing there: ask for it with the compiler's own call.
 *
 * Never faults, whatever the address; changes nothing but times. Inlined in any case: GCC drops
 * calls to functions that only prefetch.
 */
#ifndef GALOIS_SUBSTRATE_PREFETCH_H
#define GALOIS_SUBSTRATE_PREFETCH_H

#include "galois/substrate/CompilerSpecific.h"

namespace galois::substrate {

#ifdef GALOIS_VIRTUAL

void prefetchToRead(const void* word) noexcept;
void prefetchToWrite(const void* word) noexcept;

#else

/// The caller is going to read the word.
GALOIS_ATTRIBUTE_ALWAYS_INLINE void prefetchToRead(const void* word) noexcept {
  __builtin_prefetch(word);
}

/// The caller is likely to write the word, so nobody else need have a copy of the line.
GALOIS_ATTRIBUTE_ALWAYS_INLINE void prefetchToWrite(const void* word) noexcept {
  __builtin_prefetch(word, 1);
}

#endif

} // namespace galois::substrate

#endif
