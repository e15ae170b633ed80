/** Galois' hook by which a compile test finds every worklist; it expands to nothing here. */
#ifndef GALOIS_WORKLISTS_WLCOMPILECHECK_H
#define GALOIS_WORKLISTS_WLCOMPILECHECK_H

#ifndef GALOIS_WLCOMPILECHECK
#define GALOIS_WLCOMPILECHECK(...)
#endif

#endif
