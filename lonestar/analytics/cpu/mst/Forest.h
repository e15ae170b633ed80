/** Spanning forests for galois::analytics::mst(), of a graph that is undirected already. */
#ifndef GALOIS_LONESTAR_MST_FOREST_H
#define GALOIS_LONESTAR_MST_FOREST_H

#include <vector>

#include "MstProblem.h"
#include "galois/analytics/Mst.h"

namespace mst {

/// Writes the edges of the least forest into `forest`, in any order, with the threads that are
/// active. Contraction reorders the rows of the graph, which are sorted before: sortRows() repairs
/// them.
/// @throws std::bad_alloc
galois::analytics::Execution findForest(Graph& graph, std::vector<Edge>& forest,
                                        const galois::analytics::MstPlan& plan,
                                        const galois::analytics::RunOptions& options);

} // namespace mst

#endif
