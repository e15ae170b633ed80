/** Upstream's hook for compile tests. */
#ifndef MINIATURE_WORKLISTS_WLCOMPILECHECK_H
#define MINIATURE_WORKLISTS_WLCOMPILECHECK_H
#define GALOIS_WLCOMPILECHECK(name)
#endif
