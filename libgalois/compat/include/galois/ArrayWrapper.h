/** CopyableArray, a std::array under the name that Galois programs use. */
#pragma once

#include <array>
#include <cstddef>
#include <tuple>
#include <type_traits>

namespace galois {

/// An array of N elements that is trivially copyable if T is.
template <typename T, std::size_t N>
class CopyableArray : public std::array<T, N> {
public:
  /// Tells templates of Galois programs that the bytes of an object may be copied.
  using tt_is_copyable = int;
};

} // namespace galois

/// The number of elements, for structured bindings.
template <typename T, std::size_t N>
struct std::tuple_size<galois::CopyableArray<T, N>> : std::integral_constant<std::size_t, N> {};

/// The type of an element, for structured bindings.
template <std::size_t I, typename T, std::size_t N>
struct std::tuple_element<I, galois::CopyableArray<T, N>> {
  using type = T; ///< the type
};
