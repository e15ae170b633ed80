/** Macros that Galois programs use: warning control and "unused" marks. */
#ifndef GALOIS_CONFIG_H
#define GALOIS_CONFIG_H

/// Marks a parameter or variable that is meant to stay unused.
#define GALOIS_UNUSED(x) static_cast<void>(x)

/// Marks a variable that only assertions read.
#ifdef NDEBUG
#define GALOIS_USED_ONLY_IN_DEBUG(x) static_cast<void>(x)
#else
#define GALOIS_USED_ONLY_IN_DEBUG(x)
#endif

/// Between these two, code of others is compiled without our warnings.
#define GALOIS_IGNORE_WARNINGS_PUSH_(WARNING)                                                      \
  _Pragma("GCC diagnostic push") GALOIS_PRAGMA_(GCC diagnostic ignored WARNING)
#define GALOIS_PRAGMA_(X) _Pragma(#X)
#define GALOIS_IGNORE_UNUSED_PARAMETERS GALOIS_IGNORE_WARNINGS_PUSH_("-Wunused-parameter")
#define GALOIS_IGNORE_MAYBE_UNINITIALIZED GALOIS_IGNORE_WARNINGS_PUSH_("-Wmaybe-uninitialized")
#define GALOIS_END_IGNORE_UNUSED_PARAMETERS _Pragma("GCC diagnostic pop")
#define GALOIS_END_IGNORE_MAYBE_UNINITIALIZED _Pragma("GCC diagnostic pop")

#endif
