/**
 * readGraph: fills a graph of any kind from a `.gr` file, with all active threads.
 *
 * A graph type takes part by naming a `read_tag`. With read_default_graph_tag it offers
 *   - `allocateFrom(FileGraph&)`, called once;
 *   - `constructFrom(FileGraph&, unsigned tid, unsigned total, bool readUnweighted)`, called by
 *     every active thread at once;
 *   - optionally `initializeLocalRanges()`, called once at the end;
 *   - optionally `file_edge_data_type`.
 */
#ifndef GALOIS_GRAPHS_READGRAPH_H
#define GALOIS_GRAPHS_READGRAPH_H

#include <string>
#include <utility>

#include "galois/Loops.h"
#include "galois/graphs/Details.h"
#include "galois/graphs/FileGraph.h"

namespace galois::graphs {

/// Fills `graph` from a graph that is loaded already.
/// @param readUnweighted  leave the file's edge data out: edges get value-initialised data
/// @throws GraphError as the graph type's functions do
template <typename GraphTy>
void readGraphDispatch(GraphTy& graph, read_default_graph_tag /*tag*/, FileGraph& file,
                       bool readUnweighted = false) {
  graph.allocateFrom(file);
  galois::on_each(
      [&](unsigned tid, unsigned total) { graph.constructFrom(file, tid, total, readUnweighted); },
      galois::no_stats());
  if constexpr (requires { graph.initializeLocalRanges(); }) graph.initializeLocalRanges();
}

/// Fills `graph` from a file.
template <typename GraphTy>
void readGraphDispatch(GraphTy& graph, read_default_graph_tag tag, const std::string& filename,
                       bool readUnweighted = false) {
  FileGraph file;
  file.fromFile(filename);
  readGraphDispatch(graph, tag, file, readUnweighted);
}

/// readGraph(graph, filename[, readUnweighted]) and readGraph(graph, fileGraph[, readUnweighted]).
/// Called outside parallel loops. What the graph held before is lost, also if reading fails.
/// @throws GraphError with one line that says what is wrong with the file
template <typename GraphTy, typename... Args>
void readGraph(GraphTy& graph, Args&&... args) {
  readGraphDispatch(graph, typename GraphTy::read_tag(), std::forward<Args>(args)...);
}

} // namespace galois::graphs

#endif
