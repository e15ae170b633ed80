/** An object with an abstract lock, for loops with conflict detection (runtime/Context.h). */
#pragma once

#include <utility>

#include "galois/MethodFlags.h"
#include "galois/runtime/Context.h"

namespace galois {

/// Holds a T, and takes its lock when an iteration asks for it.
template <typename T>
class GChecked : public runtime::Lockable {
public:
  /// Constructs the T from these arguments.
  template <typename... Args>
  explicit GChecked(Args&&... args) : value_(std::forward<Args>(args)...) {}

  /// Returns the T, after taking its lock if `flag` asks for it.
  /// @throws runtime::ConflictSignal if another iteration holds the lock
  /// @{
  T& get(MethodFlag flag = MethodFlag::WRITE) {
    runtime::acquire(this, flag);
    return value_;
  }
  const T& get(MethodFlag flag = MethodFlag::WRITE) const {
    runtime::acquire(const_cast<GChecked*>(this), flag); // the lock is no part of the value
    return value_;
  }
  /// @}

private:
  T value_;
};

/// A lock without an object.
template <>
class GChecked<void> : public runtime::Lockable {
public:
  /// Takes the lock if `flag` asks for it. @throws runtime::ConflictSignal as GChecked<T>::get()
  void get(MethodFlag flag = MethodFlag::WRITE) const {
    runtime::acquire(const_cast<GChecked*>(this), flag);
  }
};

} // namespace galois
