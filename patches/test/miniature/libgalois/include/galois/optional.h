/** A value or nothing, with as few members as upstream is known to have. */
#pragma once

namespace galois {

template <typename T>
class optional {
public:
  optional() = default;
  optional(const T& value) : value_(value), has_(true) {}
  optional& operator=(const T& value) {
    value_ = value;
    has_ = true;
    return *this;
  }
  bool is_initialized() const { return has_; }
  explicit operator bool() const { return has_; }
  T& get() { return value_; }
  const T& get() const { return value_; }
  T& operator*() { return value_; }
  const T& operator*() const { return value_; }
  T* operator->() { return &value_; }
  const T* operator->() const { return &value_; }

private:
  T value_{};
  bool has_ = false;
};

} // namespace galois
