/** The barrier of the system under the name that Galois programs use. See substrate/Barrier.h. */
#ifndef GALOIS_RUNTIME_SUBSTRATE_H
#define GALOIS_RUNTIME_SUBSTRATE_H

#include "galois/substrate/Barrier.h"

namespace galois::runtime {

using substrate::getBarrier;

} // namespace galois::runtime

#endif
