/** The part of the interface of a Boost archive that arrays use, over a byte buffer. */
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <vector>

#include <boost/serialization/access.hpp>

#include "galois/LargeArray.h"

namespace galois::test {

/// What is written with << comes back with >>, in the same order.
class ByteArchive {
public:
  using is_loading = std::false_type;

  template <typename T>
  ByteArchive& operator<<(const T& x) {
    if constexpr (std::is_arithmetic_v<T>) {
      save_binary(&x, sizeof(x));
    } else if constexpr (!std::is_same_v<T, LargeArray<void>>) {
      saveMember(x);
    }
    return *this;
  }
  template <typename T>
  ByteArchive& operator>>(T&& x) {
    using Value = std::decay_t<T>;
    if constexpr (std::is_arithmetic_v<Value>) {
      load_binary(&x, sizeof(x));
    } else if constexpr (!std::is_same_v<Value, LargeArray<void>>) {
      loadMember(x);
    }
    return *this;
  }
  void save_binary(const void* from, std::size_t n) {
    const char* c = static_cast<const char*>(from);
    data_.insert(data_.end(), c, c + n);
  }
  void load_binary(void* to, std::size_t n) {
    std::copy_n(data_.begin() + at_, n, static_cast<char*>(to));
    at_ += static_cast<std::ptrdiff_t>(n);
  }

private:
  template <typename T>
  void saveMember(const T& x) {
    if constexpr (std::is_class_v<T> && HasPublicSave<T>::value) {
      x.save(*this, 0);
    } else {
      boost::serialization::access::member_save(*this, x, 0);
    }
  }
  template <typename T>
  void loadMember(T& x) {
    if constexpr (HasPublicSave<T>::value) {
      x.load(*this, 0);
    } else {
      boost::serialization::access::member_load(*this, x, 0);
    }
  }

  /// Wrappers of raw memory have public save() and load(); arrays have private ones.
  template <typename T, typename = void>
  struct HasPublicSave : std::false_type {};
  template <typename T>
  struct HasPublicSave<
      T, std::void_t<decltype(std::declval<const T&>().save(std::declval<ByteArchive&>(), 0U))>>
      : std::true_type {};

  std::vector<char> data_;
  std::ptrdiff_t at_ = 0;
};

} // namespace galois::test
