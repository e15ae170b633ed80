/** Galois' macro by which a compile test finds every worklist. Here it expands to nothing. */
#pragma once

#ifndef GALOIS_WLCOMPILECHECK
#define GALOIS_WLCOMPILECHECK(...)
#endif
