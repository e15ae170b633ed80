#include "inputs/transform/Simplify.h"

#include "inputs/transform/KeepArcs.h"
#include "inputs/transform/SortArcs.h"

namespace galois::inputs {

void removeLoops(Graph& graph) {
  keepArcs(graph, [&](std::uint64_t tail, std::uint64_t arc) { return graph.dst[arc] != tail; });
}

void removeDuplicates(Graph& graph) {
  sortArcs(graph);
  // Arcs are sorted by head and weight, so the first of equal heads is the lightest.
  std::uint64_t lastTail = UINT64_MAX;
  std::uint32_t lastHead = 0;
  keepArcs(graph, [&](std::uint64_t tail, std::uint64_t arc) {
    const bool isFirst = tail != lastTail || graph.dst[arc] != lastHead;
    lastTail = tail;
    lastHead = graph.dst[arc];
    return isFirst;
  });
}

} // namespace galois::inputs
