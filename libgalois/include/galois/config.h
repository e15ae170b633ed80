/** Macros with which Galois programs mark variables that are unused on purpose. */
#ifndef GALOIS_CONFIG_H
#define GALOIS_CONFIG_H

/// Marks a parameter or variable that is intentionally unused.
#define GALOIS_UNUSED(x) static_cast<void>(x)

/// Marks a variable that only assertions read.
#ifdef NDEBUG
#define GALOIS_USED_ONLY_IN_DEBUG(x) static_cast<void>(x)
#else
#define GALOIS_USED_ONLY_IN_DEBUG(x)
#endif

#endif
