// Tables of graphs without weights.
#include "galois/analytics/Bfs.h"
#include "tables/TableExperiment.h"

namespace tables {

template int writeTable<void, galois::analytics::Level>(const char*,
                                                        const galois::analytics::Graph<void>&,
                                                        const galois::inputs::NodeIdMap&,
                                                        const lonestar::InputDescription&);

} // namespace tables
