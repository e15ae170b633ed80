#pragma once

#include <cstdint>

namespace galois::inputs {

/// Heaviest weight that is read: it means the same as a signed and as an unsigned 64-bit integer.
inline constexpr uint64_t kMaxWeight = INT64_MAX;

} // namespace galois::inputs
