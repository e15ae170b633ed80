/** Macros with which Galois programs mark variables that are unused on purpose. */
#ifndef GALOIS_CONFIG_H
#define GALOIS_CONFIG_H

/// Marks a parameter or variable, at its declaration, that is intentionally unused:
/// `void f(int GALOIS_UNUSED(n))`.
#define GALOIS_UNUSED(x) x __attribute__((unused))

/// Marks a variable, at its declaration, that only assertions read:
/// `bool GALOIS_USED_ONLY_IN_DEBUG(found) = ...`.
#define GALOIS_USED_ONLY_IN_DEBUG(x) x __attribute__((unused))

#endif
