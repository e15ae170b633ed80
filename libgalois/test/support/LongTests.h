/** Whether tests do all that they can, which takes hours. */
#pragma once

#include <cstdlib>
#include <cstring>

namespace galois::test {

/// Returns whether GALOIS_TEST_LONG=1 asks for that, as `scripts/test --all` does.
inline bool longTests() {
  const char* const asked = std::getenv("GALOIS_TEST_LONG");
  return asked != nullptr && std::strcmp(asked, "1") == 0;
}

} // namespace galois::test
