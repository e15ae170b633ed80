/** CopyableArray, a std::array under the name that Galois programs use. */
#ifndef GALOIS_ARRAYWRAPPER_H
#define GALOIS_ARRAYWRAPPER_H

#include <array>
#include <cstddef>

namespace galois {

/// An array of N elements that is trivially copyable if T is.
template <typename T, std::size_t N>
class CopyableArray : public std::array<T, N> {};

} // namespace galois

#endif
