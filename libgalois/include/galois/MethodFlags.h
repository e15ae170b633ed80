/** Flags that say how an access to a graph takes part in conflict detection. */
#pragma once

#include <cstdint>

namespace galois {

/// Tells a graph method which abstract lock to take. UNPROTECTED takes none, READ and WRITE take
/// the exclusive lock, and PREVIOUS says that the caller already holds it.
enum class MethodFlag : std::uint8_t {
  UNPROTECTED = 0,
  WRITE = 1,
  READ = 2,
  INTERNAL_MASK = 3,
  PREVIOUS = 4,
};

/// Returns the bits that both flags have.
constexpr MethodFlag operator&(MethodFlag a, MethodFlag b) {
  return static_cast<MethodFlag>(static_cast<std::uint8_t>(a) & static_cast<std::uint8_t>(b));
}

/// Returns the bits that at least one of the flags has.
constexpr MethodFlag operator|(MethodFlag a, MethodFlag b) {
  return static_cast<MethodFlag>(static_cast<std::uint8_t>(a) | static_cast<std::uint8_t>(b));
}

} // namespace galois
