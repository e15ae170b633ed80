/**
 * Minimum, maximum, sum and difference on shared words, and the same on plain ones under names
 * that templates can share.
 *
 * The atomic ones retry a compare-and-swap until it succeeds, with relaxed order: they order the
 * word itself and nothing else. Lock-free where std::atomic<Ty> is. Words are galois::Atomic<Ty>,
 * which is std::atomic<Ty> but in builds for the simulated machine.
 */
#ifndef GALOIS_ATOMICHELPERS_H
#define GALOIS_ATOMICHELPERS_H

#include <type_traits>
#include <vector>

#include "galois/substrate/Atomics.h"

namespace galois {

namespace internal {

/// Ty itself, in a place from which it is not deduced.
template <typename Ty>
using Same = std::enable_if_t<true, Ty>;

/// Replaces the word by `next(old)` while `wanted(old)`; returns the value it found last.
template <typename Ty, typename Wanted, typename Next>
Ty atomicUpdate(substrate::Atomic<Ty>& word, Wanted wanted, Next next) {
  Ty old = word.load(substrate::order::relaxed);
  while (wanted(old) && !word.compare_exchange_weak(old, next(old), substrate::order::relaxed,
                                                    substrate::order::relaxed)) {
  }
  return old;
}

} // namespace internal

/// word = max(word, b). Returns the old value. Thread-safe.
template <typename Ty>
const Ty atomicMax(substrate::Atomic<Ty>& word, const internal::Same<Ty> b) {
  return internal::atomicUpdate(
      word, [b](const Ty& old) { return old < b; }, [b](const Ty&) { return b; });
}

/// word = min(word, b). Returns the old value. Thread-safe.
template <typename Ty>
const Ty atomicMin(substrate::Atomic<Ty>& word, const internal::Same<Ty> b) {
  return internal::atomicUpdate(
      word, [b](const Ty& old) { return b < old; }, [b](const Ty&) { return b; });
}

/// word += b. Returns the old value. Thread-safe; integers and floating types.
template <typename Ty>
const Ty atomicAdd(substrate::Atomic<Ty>& word, const internal::Same<Ty> b) {
  if constexpr (std::is_integral_v<Ty>) {
    return word.fetch_add(b, substrate::order::relaxed);
  } else {
    return internal::atomicUpdate(
        word, [](const Ty&) { return true; }, [b](const Ty& old) { return old + b; });
  }
}

/// word -= b. Returns the old value. Thread-safe; integers and floating types.
template <typename Ty>
const Ty atomicSubtract(substrate::Atomic<Ty>& word, const internal::Same<Ty> b) {
  if constexpr (std::is_integral_v<Ty>) {
    return word.fetch_sub(b, substrate::order::relaxed);
  } else {
    return internal::atomicUpdate(
        word, [](const Ty&) { return true; }, [b](const Ty& old) { return old - b; });
  }
}

/// a = max(a, b). Returns the old value. For data of one thread, like the four below.
template <typename Ty>
const Ty max(Ty& a, const internal::Same<Ty>& b) {
  const Ty old = a;
  if (a < b) {
    a = b;
  }
  return old;
}

/// a = min(a, b). Returns the old value.
template <typename Ty>
const Ty min(Ty& a, const internal::Same<Ty>& b) {
  const Ty old = a;
  if (b < a) {
    a = b;
  }
  return old;
}

/// a += b. Returns the old value.
template <typename Ty>
const Ty add(Ty& a, const internal::Same<Ty>& b) {
  const Ty old = a;
  a = a + b;
  return old;
}
/// word += b for a word that only one thread touches now.
template <typename Ty>
const Ty add(substrate::Atomic<Ty>& a, const internal::Same<Ty>& b) {
  const Ty old = a.load(substrate::order::relaxed);
  a.store(old + b, substrate::order::relaxed);
  return old;
}

/// a = b.
template <typename Ty>
void set(Ty& a, const internal::Same<Ty>& b) {
  a = b;
}
template <typename Ty>
void set(substrate::Atomic<Ty>& a, const internal::Same<Ty>& b) {
  a.store(b, substrate::order::relaxed);
}

/// a = b; the name says that b is an identity element.
template <typename Ty>
void reset(Ty& a, const internal::Same<Ty>& b) {
  set(a, b);
}
template <typename Ty>
void reset(substrate::Atomic<Ty>& a, const internal::Same<Ty>& b) {
  set(a, b);
}

/// Sets all elements to zero.
template <typename Ty>
void resetVec(std::vector<Ty>& a) {
  for (Ty& x : a) {
    x = Ty{};
  }
}
template <typename Ty>
void resetVec(std::vector<substrate::Atomic<Ty>>& a) {
  for (auto& x : a) {
    x.store(Ty{}, substrate::order::relaxed);
  }
}

} // namespace galois

#endif
