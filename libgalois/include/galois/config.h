/**
 * Macros with which Galois programs mark variables that are unused on purpose, and parts in which the
 * compiler is not to warn.
 */
#pragma once

/// Marks a parameter or variable, at its declaration, that is intentionally unused:
/// `void f(int GALOIS_UNUSED(n))`.
#define GALOIS_UNUSED(x) x __attribute__((unused))

/// Marks a variable, at its declaration, that only assertions read:
/// `bool GALOIS_USED_ONLY_IN_DEBUG(found) = ...`.
#define GALOIS_USED_ONLY_IN_DEBUG(x) x __attribute__((unused))

/// Each GALOIS_IGNORE_... begins a part of a source in which the compiler does not give the warning
/// that it names, for instance around headers of other libraries. GALOIS_END_IGNORE_... ends the
/// part. Parts may be nested. @{
#define GALOIS_IGNORE_UNUSED_PARAMETERS                                                            \
  _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wunused-parameter\"")
#define GALOIS_IGNORE_UNUSED_BUT_SET                                                               \
  _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wunused-but-set-variable\"")   \
      _Pragma("GCC diagnostic ignored \"-Wunused-but-set-parameter\"")
#ifdef __clang__ // which has no -Wmaybe-uninitialized
#define GALOIS_IGNORE_MAYBE_UNINITIALIZED                                                          \
  _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wuninitialized\"")
#else
#define GALOIS_IGNORE_MAYBE_UNINITIALIZED                                                          \
  _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wmaybe-uninitialized\"")
#endif
#define GALOIS_END_IGNORE_UNUSED_PARAMETERS _Pragma("GCC diagnostic pop")
#define GALOIS_END_IGNORE_UNUSED_BUT_SET _Pragma("GCC diagnostic pop")
#define GALOIS_END_IGNORE_MAYBE_UNINITIALIZED _Pragma("GCC diagnostic pop")

#define GALOIS_IGNORE_EXTERNAL_UNUSED_PARAMETERS GALOIS_IGNORE_UNUSED_PARAMETERS
#define GALOIS_IGNORE_EXTERNAL_UNUSED_BUT_SET GALOIS_IGNORE_UNUSED_BUT_SET
#define GALOIS_IGNORE_EXTERNAL_MAYBE_UNINITIALIZED GALOIS_IGNORE_MAYBE_UNINITIALIZED
#define GALOIS_END_IGNORE_EXTERNAL_UNUSED_PARAMETERS GALOIS_END_IGNORE_UNUSED_PARAMETERS
#define GALOIS_END_IGNORE_EXTERNAL_UNUSED_BUT_SET GALOIS_END_IGNORE_UNUSED_BUT_SET
#define GALOIS_END_IGNORE_EXTERNAL_MAYBE_UNINITIALIZED GALOIS_END_IGNORE_MAYBE_UNINITIALIZED

#define GALOIS_GCC7_IGNORE_UNUSED_BUT_SET GALOIS_IGNORE_UNUSED_BUT_SET
#define GALOIS_END_GCC7_IGNORE_UNUSED_BUT_SET GALOIS_END_IGNORE_UNUSED_BUT_SET
/// @}
