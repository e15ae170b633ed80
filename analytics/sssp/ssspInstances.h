/** The operator for sssp-cpu's types of weights and distances, compiled once per policy. */
#pragma once

#include "ssspOperator.h"

#define LONESTAR_INSTANTIATE(Policy)                                                               \
  LONESTAR_SSSP_INSTANTIATE(Policy, std::uint32_t, std::uint32_t)                                  \
  LONESTAR_SSSP_INSTANTIATE(Policy, std::uint32_t, std::uint64_t)                                  \
  LONESTAR_SSSP_INSTANTIATE(Policy, std::uint64_t, std::uint64_t)                                  \
  LONESTAR_SSSP_INSTANTIATE(Policy, double, double)
