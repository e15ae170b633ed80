/**
 * What the leaves of the sorting programs cost on the simulated machine (docs/virtual.md): rough
 * numbers of an x86 core. In other builds these functions do nothing.
 */
#pragma once

#include <bit>
#include <cstddef>

#include "galois/substrate/Charge.h"

namespace forkjoin {

/// Charges for one pass over so many elements in order.
inline void chargePasses(std::size_t elements) {
  galois::substrate::charge(galois::substrate::Work::kUnit, elements);
}

/// Charges for merging so many elements. About every second comparison is predicted wrongly.
inline void chargeMerge(std::size_t elements) { chargePasses(3 * elements); }

/// Charges for sorting so many elements by comparisons.
inline void chargeSort(std::size_t elements) {
  chargePasses(elements * static_cast<std::size_t>(std::bit_width(elements)));
}

} // namespace forkjoin
