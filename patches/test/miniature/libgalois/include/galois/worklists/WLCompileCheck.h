/** Upstream's hook for compile tests. */
#pragma once
#define GALOIS_WLCOMPILECHECK(name)
