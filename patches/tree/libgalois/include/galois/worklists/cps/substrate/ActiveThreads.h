/** The number of threads of a loop, which upstream Galois knows. */
#pragma once

#include "galois/Threads.h"

namespace galois::cps::substrate {

/// Returns the number of threads of the running or the next loop, at least 1.
inline unsigned getActiveThreads() noexcept { return galois::getActiveThreads(); }

} // namespace galois::cps::substrate
