/** The barrier of upstream Galois. */
#ifndef GALOIS_CPS_SUBSTRATE_BARRIER_H
#define GALOIS_CPS_SUBSTRATE_BARRIER_H

#include "galois/substrate/Barrier.h"

namespace galois::cps::substrate {

using galois::substrate::Barrier;

/// Returns upstream's barrier of the system. In a loop, `num` is the number of its threads.
inline Barrier& getBarrier(unsigned num) { return galois::substrate::getBarrier(num); }

} // namespace galois::cps::substrate

#endif
