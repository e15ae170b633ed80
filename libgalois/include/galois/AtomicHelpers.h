/**
 * Minimum, maximum, sum and difference on shared words. The same functions exist for plain
 * variables, so that templates can use either.
 *
 * A minimum or maximum replaces no value by an equal one.
 *
 * The atomic functions retry a compare-and-swap with relaxed order until it succeeds. They order
 * accesses to that word and to no other data. They are lock-free wherever std::atomic<Ty> is. The
 * words are galois::Atomic<Ty>, which is std::atomic<Ty> except in builds for the simulated
 * machine.
 */
#pragma once

#include <iterator>
#include <type_traits>
#include <utility>

#include "galois/substrate/Atomics.h"

namespace galois {

namespace internal {

/// Is Ty, but takes no part in template argument deduction.
template <typename Ty>
using Same = std::enable_if_t<true, Ty>;

template <typename Ty>
std::true_type isAtomic(const volatile substrate::Atomic<Ty>*);
std::false_type isAtomic(const volatile void*);

/// Exists if Ty is neither an atomic word nor derived from one.
template <typename Ty>
using IfPlain = std::enable_if_t<!decltype(isAtomic(static_cast<Ty*>(nullptr)))::value>;

/// Replaces the word by `next(old)` as long as `wanted(old)` holds. Returns the last value that it
/// read.
template <typename Ty, typename Wanted, typename Next>
Ty atomicUpdate(substrate::Atomic<Ty>& word, Wanted wanted, Next next) {
  Ty old = word.load(substrate::order::relaxed);
  while (wanted(old) && !word.compare_exchange_weak(old, next(old), substrate::order::relaxed,
                                                    substrate::order::relaxed)) {
  }
  return old;
}

} // namespace internal

/// Sets word to max(word, b) and returns the old value. Thread-safe.
template <typename Ty>
const Ty atomicMax(substrate::Atomic<Ty>& word, const internal::Same<Ty> b) {
  return internal::atomicUpdate(
      word, [b](const Ty& old) { return old < b; }, [b](const Ty&) { return b; });
}

/// Sets word to min(word, b) and returns the old value. Thread-safe.
template <typename Ty>
const Ty atomicMin(substrate::Atomic<Ty>& word, const internal::Same<Ty> b) {
  return internal::atomicUpdate(
      word, [b](const Ty& old) { return b < old; }, [b](const Ty&) { return b; });
}

/// Adds b to word and returns the old value. Thread-safe; Ty is an integer or floating-point type.
template <typename Ty>
const Ty atomicAdd(substrate::Atomic<Ty>& word, const internal::Same<Ty> b) {
  if constexpr (std::is_integral_v<Ty>) {
    return word.fetch_add(b, substrate::order::relaxed);
  } else {
    return internal::atomicUpdate(
        word, [](const Ty&) { return true; }, [b](const Ty& old) { return old + b; });
  }
}

/// Subtracts b from word and returns the old value. Thread-safe; Ty is an integer or floating-point
/// type.
template <typename Ty>
const Ty atomicSubtract(substrate::Atomic<Ty>& word, const internal::Same<Ty> b) {
  if constexpr (std::is_integral_v<Ty>) {
    return word.fetch_sub(b, substrate::order::relaxed);
  } else {
    return internal::atomicUpdate(
        word, [](const Ty&) { return true; }, [b](const Ty& old) { return old - b; });
  }
}

/// Sets a to max(a, b) and returns the old value. This function and those below are not
/// thread-safe.
template <typename Ty, typename = internal::IfPlain<Ty>>
const Ty max(Ty& a, const internal::Same<Ty>& b) {
  const Ty old = a;
  if (a < b) {
    a = b;
  }
  return old;
}

/// Sets a to min(a, b) and returns the old value.
template <typename Ty, typename = internal::IfPlain<Ty>>
const Ty min(Ty& a, const internal::Same<Ty>& b) {
  const Ty old = a;
  if (b < a) {
    a = b;
  }
  return old;
}

/// Do the same with an atomic word that no other thread accesses at the moment. @{
template <typename Ty>
const Ty max(substrate::Atomic<Ty>& a, const internal::Same<Ty>& b) {
  const Ty old = a.load(substrate::order::relaxed);
  if (old < b) {
    a.store(b, substrate::order::relaxed);
  }
  return old;
}
template <typename Ty>
const Ty min(substrate::Atomic<Ty>& a, const internal::Same<Ty>& b) {
  const Ty old = a.load(substrate::order::relaxed);
  if (b < old) {
    a.store(b, substrate::order::relaxed);
  }
  return old;
}
/// @}
/// Adds b to a and returns the old value.
template <typename Ty, typename = internal::IfPlain<Ty>>
const Ty add(Ty& a, const internal::Same<Ty>& b) {
  const Ty old = a;
  a = a + b;
  return old;
}
/// Adds b to an atomic word that no other thread accesses at the moment, and returns the old value.
template <typename Ty>
const Ty add(substrate::Atomic<Ty>& a, const internal::Same<Ty>& b) {
  const Ty old = a.load(substrate::order::relaxed);
  a.store(old + b, substrate::order::relaxed);
  return old;
}

/// Sets a to b. @{
template <typename Ty, typename = internal::IfPlain<Ty>>
void set(Ty& a, const internal::Same<Ty>& b) {
  a = b;
}
template <typename Ty>
void set(substrate::Atomic<Ty>& a, const internal::Same<Ty>& b) {
  a.store(b, substrate::order::relaxed);
}
/// @}
/// Sets a to b. Used where b is an identity element. @{
template <typename Ty, typename = internal::IfPlain<Ty>>
void reset(Ty& a, const internal::Same<Ty>& b) {
  set(a, b);
}
template <typename Ty>
void reset(substrate::Atomic<Ty>& a, const internal::Same<Ty>& b) {
  set(a, b);
}
/// @}
namespace internal {

template <typename Ty, typename = IfPlain<Ty>>
const Ty& plainValue(const Ty& x) {
  return x;
}
template <typename Ty>
Ty plainValue(const substrate::Atomic<Ty>& x) {
  return x.load(substrate::order::relaxed);
}

/// The type of the value of a variable, whether or not it is atomic.
template <typename X>
using PlainValue = std::decay_t<decltype(plainValue(std::declval<const X&>()))>;

} // namespace internal

/// Sets all elements of a vector or another container to zero. The elements of this function and of
/// those below may be atomic, but no other thread accesses them at the moment.
template <typename Container>
void resetVec(Container& a) {
  for (auto& x : a) {
    set(x, internal::PlainValue<decltype(x)>{});
  }
}

/// Adds each element of `b` to the element of `a` at the same position. `b` is at least as long.
template <typename A, typename B>
void addArray(A& a, const B& b) {
  auto addend = std::begin(b);
  for (auto& x : a) {
    add(x, internal::plainValue(*addend++));
  }
}

/// Returns the mean of two values whose sum does not overflow. That of integers is rounded towards
/// zero.
template <typename Ty>
Ty pairWiseAvg(const Ty& a, const Ty& b) {
  return static_cast<Ty>((a + b) / Ty{2});
}

/// Sets each element of `a` to the mean of itself and of the element of `b` at the same position.
/// `b` is at least as long.
template <typename A, typename B>
void pairWiseAvg_vec(A& a, const B& b) { // NOLINT(readability-identifier-naming)
  auto other = std::begin(b);
  for (auto& x : a) {
    using Value = internal::PlainValue<decltype(x)>;
    set(x, pairWiseAvg<Value>(internal::plainValue(x), internal::plainValue(*other++)));
  }
}

} // namespace galois
