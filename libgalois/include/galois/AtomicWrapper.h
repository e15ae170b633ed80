/** A std::atomic that can be copied, for vectors and node data. */
#ifndef GALOIS_ATOMICWRAPPER_H
#define GALOIS_ATOMICWRAPPER_H

#include <atomic>

#include "galois/substrate/Atomics.h"

namespace galois {

/// A std::atomic<T> whose copies start with its value. Copying is one relaxed load and a plain
/// initialisation, and not atomic as a whole: do it while no other thread writes.
template <typename T>
class CopyableAtomic : public std::atomic<T> {
public:
  constexpr CopyableAtomic() noexcept : std::atomic<T>(T{}) {}
  constexpr CopyableAtomic(T value) noexcept : std::atomic<T>(value) {}
  CopyableAtomic(const CopyableAtomic& other) noexcept
      : std::atomic<T>(other.load(substrate::order::relaxed)) {}
  CopyableAtomic& operator=(const CopyableAtomic& other) noexcept {
    this->store(other.load(substrate::order::relaxed), substrate::order::relaxed);
    return *this;
  }
  T operator=(T value) noexcept { return std::atomic<T>::operator=(value); }
  ~CopyableAtomic() = default;
};

} // namespace galois

#endif
