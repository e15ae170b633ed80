/**
 * Breadth-first search in whatever order the worklist gives. It is the relaxation of ssspOperator.h
 * on a graph without weights, whose edges count 1 each. So a task is a node and its level.
 */
#pragma once

#include "analytics/sssp/ssspOperator.h"

#define LONESTAR_INSTANTIATE(Policy) LONESTAR_SSSP_INSTANTIATE(Policy, void, std::uint32_t)
