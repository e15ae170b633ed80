/**
 * NumPy arrays as spans, and C++ memory as NumPy arrays. No function here copies elements, but for
 * copyOf(). Arguments of these types are declared with nb::arg().noconvert(), because nanobind
 * would otherwise copy an array of another type without a word.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "galois/LargeArray.h"

namespace galois::python {

namespace nb = nanobind;

/// A contiguous array of one dimension that Python owns.
/// @tparam T  the type of elements; const if the array may be read-only
template <typename T>
using Array = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// Returns the elements of an array, which must outlive the span.
template <typename T>
std::span<T> spanOf(const Array<T>& array) {
  return {static_cast<T*>(array.data()), array.size()};
}

/// Returns a NumPy array that owns the memory of `values`. Needs the GIL.
/// @tparam As  the type of elements that NumPy sees, of the size of T
template <typename As, typename T>
nb::object toNumpy(LargeArray<T> values) {
  static_assert(sizeof(As) == sizeof(T));
  auto held = std::make_unique<LargeArray<T>>(std::move(values));
  // NumPy wants an address even if there are no elements.
  static T nothing{};
  T* const data = held->size() > 0 ? held->data() : &nothing;
  const std::size_t size = held->size();
  nb::capsule owner(held.get(),
                    [](void* array) noexcept { delete static_cast<LargeArray<T>*>(array); });
  held.release();
  return nb::cast(nb::ndarray<nb::numpy, As>(reinterpret_cast<As*>(data), {size}, owner));
}

/// Returns a NumPy array with a copy of `count` elements, in the given shape. Needs the GIL.
template <typename T>
nb::object copyOf(const T* from, std::size_t count, std::initializer_list<std::size_t> shape) {
  auto held = std::make_unique<T[]>(std::max<std::size_t>(count, 1));
  std::copy_n(from, count, held.get());
  nb::capsule owner(held.get(), [](void* array) noexcept { delete[] static_cast<T*>(array); });
  return nb::cast(nb::ndarray<nb::numpy, T>(held.release(), shape, owner));
}

/// Returns the elements of `out` for writing.
/// @throws nb::type_error  when it is no contiguous, writable array of this type and size
template <typename T>
Array<T> outputOf(nb::handle out, std::size_t size, const char* dtype) {
  Array<T> array;
  if (!nb::try_cast(out, array, false)) {
    throw nb::type_error(("out must be a contiguous, writable array of dtype " +
                          std::string(dtype) + " and one dimension")
                             .c_str());
  }
  if (array.size() != size) {
    throw nb::value_error(
        ("out has " + std::to_string(array.size()) + " elements instead of " + std::to_string(size))
            .c_str());
  }
  return array;
}

} // namespace galois::python
