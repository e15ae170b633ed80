/** How many seeds a property test tries. */
#pragma once

#include <cstdint>
#include <cstdlib>

#include "support/Child.h"

namespace galois::test {

/// Returns `most` with GALOIS_TEST_LONG, and otherwise a third of it. Under kSanitized, where switching
/// fibers takes long, it is a tenth of that.
inline std::uint64_t seeds(std::uint64_t most) {
  const std::uint64_t here = kSanitized ? most / 10 : most;
  return std::getenv("GALOIS_TEST_LONG") ? here : (here + 2) / 3;
}

} // namespace galois::test
