/** The two-level iterator with the template parameters of Galois' second header for it. */
#pragma once

#include <iostream>
#include <type_traits>

#include "galois/TwoLevelIterator.h"

namespace galois {

namespace internal {

template <typename Outer, typename Inner, typename Category, typename InnerBegin, typename InnerEnd>
struct TwoLevelOf {
  using type = TwoLevelIterator<Outer, InnerBegin, InnerEnd, Category>;
  static_assert(std::is_same_v<Inner, typename type::Inner>,
                "Inner is not the type of iterator that InnerBegin returns");
};

} // namespace internal

/// A TwoLevelIterator of category `Category` that also names the type of the inner iterators.
template <typename Outer, typename Inner, typename Category,
          typename InnerBegin = internal::ContainerBegin,
          typename InnerEnd = internal::ContainerEnd>
using TwoLevelIteratorA =
    typename internal::TwoLevelOf<Outer, Inner, Category, InnerBegin, InnerEnd>::type;

} // namespace galois
