/** How many seeds a property test tries. */
#pragma once

#include <cstdint>

#include "support/Child.h"

namespace galois::test {

/// Returns `usual`, or a tenth of it under kSanitized, where switching fibers takes long.
constexpr std::uint64_t seeds(std::uint64_t usual) { return kSanitized ? usual / 10 : usual; }

} // namespace galois::test
