/** The one clock of policies and executors, so that they can be put under virtual time. */
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

} // namespace galois::substrate

#endif
