/**
 * Tables of the algorithms of a problem. A row derives from galois::analytics::AlgorithmInfo and
 * adds the function that runs the algorithm, so that an algorithm is described in one place.
 */
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>

#include "galois/analytics/Algorithms.h"

namespace lonestar {

/// A row of a table.
/// @tparam Run  a pointer to the function that runs the algorithm. Its first argument is the row
template <typename Plan, typename Run>
struct Algorithm : galois::analytics::AlgorithmInfo<Plan> {
  Run run;
};

/// Returns what a table says about the algorithms, without their functions.
template <typename Plan, typename Run, std::size_t N>
constexpr std::array<galois::analytics::AlgorithmInfo<Plan>, N>
infosOf(const Algorithm<Plan, Run> (&rows)[N]) {
  std::array<galois::analytics::AlgorithmInfo<Plan>, N> infos{};
  std::copy(std::begin(rows), std::end(rows), infos.begin());
  return infos;
}

} // namespace lonestar
