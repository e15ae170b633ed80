/** Storage for an object that is constructed later, and an object that may be of type void. */
#pragma once

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

namespace galois {

/**
 * Storage for a T that construct() creates and destroy() destroys; neither is called implicitly.
 * The caller keeps track of whether the object exists. Copying copies the raw bytes, so copy a
 * LazyObject that holds an object only if T is trivially copyable.
 */
template <typename T>
class LazyObject {
public: /// The types of the object. @{
  using value_type = T;
  using reference = T&;
  using const_reference = const T&;
  static constexpr bool has_value = true; /// @}
  /// Number of bytes of the object.
  struct size_of {
    static constexpr std::size_t value = sizeof(T); ///< the number
  };

  /// Returns the object; construct() must have been called. @{
  reference get() { return *std::launder(reinterpret_cast<T*>(storage_)); }
  const_reference get() const { return *std::launder(reinterpret_cast<const T*>(storage_)); } /// @}
  /// Creates the object from the arguments.
  template <typename... Args>
  void construct(Args&&... args) {
    ::new (static_cast<void*>(storage_)) T(std::forward<Args>(args)...);
  }
  void destroy() { get().~T(); } ///< ends the lifetime of the object

private:
  alignas(T) unsigned char storage_[sizeof(T)];
};

/// The specialisation for void, which holds no object.
template <>
class LazyObject<void> {
public: /// The types of an object that does not exist. @{
  using value_type = void*;
  using reference = void*;
  using const_reference = void*;
  static constexpr bool has_value = false; /// @}
  /// Number of bytes of the object.
  struct size_of {
    static constexpr std::size_t value = 0; ///< none
  };
  /// Does nothing. @{
  const_reference get() const { return nullptr; }
  template <typename... Args>
  void construct(Args&&...) {}
  void destroy() {} /// @}
};

/// A T, constructed and destroyed as usual, whose interface also exists for void.
template <typename T>
class StrictObject {
public: /// The types of the object. @{
  using value_type = T;
  using reference = T&;
  using const_reference = const T&;
  static constexpr bool has_value = true;
  /// @}
  StrictObject() = default;
  explicit StrictObject(const_reference value) : value_(value) {} ///< copies the value
  explicit StrictObject(T&& value) : value_(std::move(value)) {}  ///< moves the value
  /// Returns the object. @{
  reference get() { return value_; }
  const_reference get() const { return value_; } /// @}
  /// Exchanges the objects.
  friend void swap(StrictObject& a, StrictObject& b) noexcept(std::is_nothrow_swappable_v<T>) {
    using std::swap;
    swap(a.value_, b.value_);
  }

private:
  T value_{};
};

/// The specialisation for void, which holds no object.
template <>
class StrictObject<void> {
public: /// The types of an object that does not exist. @{
  using value_type = void*;
  using reference = void*;
  using const_reference = void*;
  static constexpr bool has_value = false;
  /// @}
  StrictObject() = default;
  explicit StrictObject(const_reference) {} ///< ignores the value
  /// Does nothing, and returns null. @{
  reference get() const { return nullptr; }
  friend void swap(StrictObject&, StrictObject&) noexcept {} /// @}
};

} // namespace galois
