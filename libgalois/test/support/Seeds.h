/** How many seeds a property test tries. */
#pragma once

#include <cstdint>

#include "support/Child.h"
#include "support/LongTests.h"

namespace galois::test {

/// Returns `most` with longTests(), and otherwise a third of it. Under kSanitized, where switching
/// fibers takes long, it is a tenth of that.
inline std::uint64_t seeds(std::uint64_t most) {
  const std::uint64_t here = kSanitized ? most / 10 : most;
  return longTests() ? here : (here + 2) / 3;
}

} // namespace galois::test
