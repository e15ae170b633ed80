/**
 * Faults that scripts/dev/explore plants in copies of headers. Each is behind a number, and the
 * environment variable GALOIS_PLANTED selects one of them.
 */
#pragma once

#include <cstdlib>

namespace galois::test {

inline bool planted(int number) {
  static const int selected = [] {
    const char* text = std::getenv("GALOIS_PLANTED");
    return text ? std::atoi(text) : 0;
  }();
  return number == selected;
}

} // namespace galois::test
