/** The barrier of upstream Galois. */
#pragma once

#include "galois/substrate/Barrier.h"

namespace galois::cps::substrate {

using galois::substrate::Barrier;

/// Returns upstream's barrier of the system. In a loop, `num` is the number of its threads.
inline Barrier& getBarrier(unsigned num) { return galois::substrate::getBarrier(num); }

} // namespace galois::cps::substrate
