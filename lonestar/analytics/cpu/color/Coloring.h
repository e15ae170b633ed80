/**
 * Colouring of a graph that is already undirected, for galois::analytics::color() and the program.
 */
#pragma once

#include "ColorProblem.h"
#include "galois/LargeArray.h"
#include "galois/analytics/Color.h"

namespace color {

/// Sets every colour to kUncolored, on all active threads.
void uncolor(galois::LargeArray<Color>& colors);

/// Colours the nodes of the problem, none of which has a colour yet. Runs on the active threads,
/// outside parallel loops.
/// @throws std::bad_alloc
galois::analytics::Execution colorNodes(const Problem& problem,
                                        const galois::analytics::ColorPlan& plan,
                                        const galois::analytics::RunOptions& options);

} // namespace color
