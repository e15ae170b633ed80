/**
 * The clocks of policies and executors. In builds for the simulated machine they return virtual
 * time.
 */
#pragma once

#include <chrono>
#include <cstdint>

namespace galois::substrate {

#ifdef GALOIS_VIRTUAL

/// Returns the virtual time of the caller's simulated core, in nanoseconds.
std::uint64_t nowNs() noexcept;

#else

/// Returns nanoseconds since an unspecified moment; never decreases. Thread-safe. It takes some
/// tens of cycles, which is too slow to call once per task.
inline std::uint64_t nowNs() noexcept {
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::nanoseconds>(since).count());
}

#endif

/// Returns ticks of the calling core's time stamp counter, which runs at a constant rate. Returns
/// nanoseconds where there is no such counter, and under virtual time. Fast enough to call for
/// every task.
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

/// The clock of code over an atomics policy. That of a test may stand still, so that a run can be
/// repeated.
template <class Atomics>
struct ClockOf {
  static std::uint64_t ticks() noexcept { return nowTicks(); }
};

} // namespace galois::substrate
