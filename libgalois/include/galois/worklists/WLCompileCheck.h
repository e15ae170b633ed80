/** Galois' macro by which a compile test finds every worklist. Here it expands to nothing. */
#ifndef GALOIS_WORKLISTS_WLCOMPILECHECK_H
#define GALOIS_WORKLISTS_WLCOMPILECHECK_H

#ifndef GALOIS_WLCOMPILECHECK
#define GALOIS_WLCOMPILECHECK(...)
#endif

#endif
