/** An atomic word that can be copied, for vectors and node data. */
#pragma once

#include "galois/substrate/Atomics.h"

namespace galois {

/// An Atomic<T> that can be copied: a copy starts with the value of the original. Copying is a
/// relaxed load followed by a plain initialisation. It is not atomic as a whole, so no other thread
/// may write to either object meanwhile.
template <typename T>
class CopyableAtomic : public substrate::Atomic<T> {
public:
  constexpr CopyableAtomic() noexcept : substrate::Atomic<T>(T{}) {}
  constexpr CopyableAtomic(T value) noexcept : substrate::Atomic<T>(value) {} ///< holds `value`
  CopyableAtomic(const CopyableAtomic& other) noexcept
      : substrate::Atomic<T>(other.load(substrate::order::relaxed)) {} ///< copies the value
  CopyableAtomic& operator=(const CopyableAtomic& other) noexcept {
    this->store(other.load(substrate::order::relaxed), substrate::order::relaxed);
    return *this;
  } ///< copies the value
  T operator=(T value) noexcept { return substrate::Atomic<T>::operator=(value); } ///< stores it
  ~CopyableAtomic() = default;
};

} // namespace galois
