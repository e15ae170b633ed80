/** Names for features that differ between compilers and processors. */
#pragma once

#include <cstddef>

#define GALOIS_ATTRIBUTE_NOINLINE __attribute__((noinline))
#define GALOIS_ATTRIBUTE_ALWAYS_INLINE __attribute__((always_inline)) inline

/// For variables that headers define and our library also reads or writes. A program and a shared
/// library share one copy of them, even if the program is compiled with hidden visibility.
#define GALOIS_ATTRIBUTE_SHARED __attribute__((visibility("default")))

namespace galois::substrate {

/// Distance in bytes between two words that must not share a cache line. It is two lines, because
/// adjacent-line prefetchers fetch pairs. Both names are the same; the second is Galois'. @{
inline constexpr std::size_t kCacheLineSize = 128;
inline constexpr std::size_t GALOIS_CACHE_LINE_SIZE = kCacheLineSize; /// @}

/// Tells the processor that this is a spin loop. All waits in the project use this function or a
/// back-off built on it. Thread-safe. Never blocks; takes from a few to some tens of cycles.
inline void asmPause() noexcept {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__) || defined(__arm__)
  asm volatile("yield" ::: "memory");
#else
  asm volatile("" ::: "memory");
#endif
}

/// Keeps the compiler from moving accesses to memory across the call. The processor may move them.
inline void compilerBarrier() noexcept { asm volatile("" ::: "memory"); }

} // namespace galois::substrate
