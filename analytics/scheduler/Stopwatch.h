/** The time that an algorithm takes. */
#pragma once

#include <cstdint>

#include "galois/substrate/Clock.h"

namespace lonestar {

/// Measures wall-clock time since its construction.
class Stopwatch {
public:
  /// Returns the time in seconds.
  double seconds() const { return static_cast<double>(galois::substrate::nowNs() - begin_) * 1e-9; }

private:
  std::uint64_t begin_ = galois::substrate::nowNs();
};

} // namespace lonestar
