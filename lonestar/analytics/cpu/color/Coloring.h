/** Colouring for galois::analytics::color(), of a graph that is undirected already. */
#ifndef GALOIS_LONESTAR_COLOR_COLORING_H
#define GALOIS_LONESTAR_COLOR_COLORING_H

#include "ColorProblem.h"
#include "galois/LargeArray.h"
#include "galois/analytics/Color.h"

namespace color {

/// Makes every node uncoloured. All active threads.
void uncolor(galois::LargeArray<Color>& colors);

/// Colours the nodes of the problem, none of which has a colour, with the threads that are active.
/// @throws std::bad_alloc
galois::analytics::Execution colorNodes(const Problem& problem,
                                        const galois::analytics::ColorPlan& plan,
                                        const galois::analytics::RunOptions& options);

} // namespace color

#endif
