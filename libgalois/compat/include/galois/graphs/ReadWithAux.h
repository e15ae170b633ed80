/**
 * readGraph for graphs that make their nodes first and then the edges between them, both on all
 * active threads. Such a graph type has
 *   - `read_tag`, which is read_with_aux_graph_tag;
 *   - a type `ReadGraphAuxData`, in which it remembers what it needs between the steps;
 *   - `allocateFrom(FileGraph&, ReadGraphAuxData&)`, called once;
 *   - `constructNodesFrom(FileGraph&, unsigned tid, unsigned total, ReadGraphAuxData&)`, and then
 *     `constructEdgesFrom(FileGraph&, unsigned tid, unsigned total, ReadGraphAuxData&, bool
 *     readUnweighted)`, each called by all active threads concurrently.
 */
#pragma once

#include <string>

#include "galois/Loops.h"
#include "galois/graphs/FileGraph.h"

namespace galois::graphs {

/// The read_tag of graphs that make all nodes before the edges, such as LC_Morph_Graph.
struct read_with_aux_graph_tag {};

/// Fills such a graph from a FileGraph.
/// @param readUnweighted  ignore the file's edge data and value-initialise that of the graph
/// @throws GraphError as the graph type's functions do
template <typename GraphTy>
void readGraphDispatch(GraphTy& graph, read_with_aux_graph_tag /*tag*/, FileGraph& file,
                       bool readUnweighted = false) {
  typename GraphTy::ReadGraphAuxData aux;
  graph.allocateFrom(file, aux);
  galois::on_each(
      [&](unsigned tid, unsigned total) { graph.constructNodesFrom(file, tid, total, aux); },
      galois::no_stats());
  galois::on_each(
      [&](unsigned tid, unsigned total) {
        graph.constructEdgesFrom(file, tid, total, aux, readUnweighted);
      },
      galois::no_stats());
}

/// Fills such a graph from a file.
template <typename GraphTy>
void readGraphDispatch(GraphTy& graph, read_with_aux_graph_tag tag, const std::string& filename,
                       bool readUnweighted = false) {
  FileGraph file;
  file.fromFile(filename);
  readGraphDispatch(graph, tag, file, readUnweighted);
}

} // namespace galois::graphs
