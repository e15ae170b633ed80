/** The page pool under the names that Galois programs use. See substrate/PagePool.h. */
#pragma once

#include "galois/substrate/PagePool.h"

namespace galois::runtime {

using substrate::numPagePoolAllocForThread;
using substrate::numPagePoolAllocTotal;
using substrate::pagePoolAlloc;
using substrate::pagePoolFree;
using substrate::pagePoolPreAlloc;
using substrate::pagePoolSize;

} // namespace galois::runtime
