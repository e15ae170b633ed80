/** How Galois' executors hold an operator. */
#pragma once

#include <type_traits>

namespace galois::runtime {

/// The type of a member that holds an operator which was passed as `FunctionTy&&`: a reference to an
/// operator that the caller names, and a copy of a temporary one.
template <typename T>
using OperatorReferenceType =
    std::conditional_t<std::is_lvalue_reference_v<T>, T, std::remove_reference_t<T>>;

} // namespace galois::runtime
