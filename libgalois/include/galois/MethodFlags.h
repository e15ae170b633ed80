/** How an access to a graph takes part in conflict detection. */
#ifndef GALOIS_METHODFLAGS_H
#define GALOIS_METHODFLAGS_H

#include <cstdint>

namespace galois {

/// Given to graph methods. UNPROTECTED accesses take no abstract lock, READ and WRITE take the
/// exclusive one, PREVIOUS says that it is held already.
enum class MethodFlag : std::uint8_t {
  UNPROTECTED = 0,
  WRITE = 1,
  READ = 2,
  INTERNAL_MASK = 3,
  PREVIOUS = 4,
};

/// The bits that both flags have.
constexpr MethodFlag operator&(MethodFlag a, MethodFlag b) {
  return static_cast<MethodFlag>(static_cast<std::uint8_t>(a) & static_cast<std::uint8_t>(b));
}

/// The bits that either flag has.
constexpr MethodFlag operator|(MethodFlag a, MethodFlag b) {
  return static_cast<MethodFlag>(static_cast<std::uint8_t>(a) | static_cast<std::uint8_t>(b));
}

} // namespace galois

#endif
