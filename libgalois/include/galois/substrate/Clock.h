/** The clocks of policies and executors, so that they can be put under virtual time. */
#ifndef GALOIS_SUBSTRATE_CLOCK_H
#define GALOIS_SUBSTRATE_CLOCK_H

#include <chrono>
#include <cstdint>

namespace galois::substrate {

#ifdef GALOIS_VIRTUAL

/// Virtual time of the simulated core that the caller runs on.
std::uint64_t nowNs() noexcept;

#else

/// Nanoseconds since some moment in the past; never goes backwards. Thread-safe; some tens of
/// cycles, so not for every task.
inline std::uint64_t nowNs() noexcept {
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(since).count());
}

#endif

/// Ticks of the processor's time stamp counter, which goes on at one rate; nanoseconds where there
/// is none, and of virtual time. Of the calling core; fit for every task.
inline std::uint64_t nowTicks() noexcept {
#if defined(__x86_64__) && !defined(GALOIS_VIRTUAL)
  return __builtin_ia32_rdtsc();
#elif defined(__aarch64__) && !defined(GALOIS_VIRTUAL)
  std::uint64_t ticks;
  asm volatile("mrs %0, cntvct_el0" : "=r"(ticks));
  return ticks;
#else
  return nowNs();
#endif
}

} // namespace galois::substrate

#endif
