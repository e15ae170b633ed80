/** Upstream's macros and asmPause(). */
#pragma once

// With another value than ours, to show that neither redefines the other's.
#define GALOIS_CACHE_LINE_SIZE 64
#define GALOIS_ATTRIBUTE_NOINLINE

namespace galois::substrate {
inline static void asmPause() {}
} // namespace galois::substrate
