/** The barrier of the system under the name that Galois programs use. See substrate/Barrier.h. */
#pragma once

#include "galois/substrate/Barrier.h"

namespace galois::runtime {

using substrate::getBarrier;

} // namespace galois::runtime
