/** galois::optional, which holds a value or nothing and converts to bool only explicitly. */
#pragma once

#include <optional>
#include <type_traits>
#include <utility>

namespace galois {

/// A value of type T or nothing. Worklists return it from pop(). Not thread-safe. All operations
/// take constant time apart from those of T. Accessing the value of an empty optional is undefined
/// behaviour.
template <typename T>
class optional {
  std::optional<T> value_;

public: /// The type of the value.
  using value_type = T;
  /// Holds nothing, or the value. @{
  constexpr optional() = default;
  constexpr optional(std::nullopt_t) {}
  constexpr optional(const T& value) : value_(value) {}
  constexpr optional(T&& value) : value_(std::move(value)) {}

  constexpr optional& operator=(const T& value) {
    value_ = value;
    return *this;
  }
  constexpr optional& operator=(T&& value) {
    value_ = std::move(value);
    return *this;
  } /// @}

  /// Destroys the old value, if any, and constructs a new one in place.
  template <typename... Args>
  constexpr T& emplace(Args&&... args) {
    return value_.emplace(std::forward<Args>(args)...);
  }
  /// Destroys the value, if there is one.
  constexpr void reset() { value_.reset(); }
  /// Returns whether there is a value, or with `!` that there is none. @{
  constexpr bool is_initialized() const { return value_.has_value(); }
  constexpr explicit operator bool() const { return value_.has_value(); }
  constexpr bool operator!() const { return !value_.has_value(); } /// @}
  /// Returns the value. @{
  constexpr T& get() { return *value_; }
  constexpr const T& get() const { return *value_; }
  constexpr T& operator*() { return *value_; }
  constexpr const T& operator*() const { return *value_; }
  constexpr T* operator->() { return &*value_; }
  constexpr const T* operator->() const { return &*value_; } /// @}
};

} // namespace galois
