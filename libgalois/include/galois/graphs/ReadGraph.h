/**
 * readGraph: fills a graph of any type from a `.gr` file, using all active threads.
 *
 * A graph type supports readGraph by defining a `read_tag`. With read_default_graph_tag it has
 *   - `allocateFrom(FileGraph&)`, called once;
 *   - `constructFrom(FileGraph&, unsigned tid, unsigned total, bool readUnweighted)`, called by all
 *     active threads concurrently;
 *   - optionally `initializeLocalRanges()`, called once at the end;
 *   - optionally `file_edge_data_type`.
 */
#pragma once

#include <string>
#include <type_traits>
#include <utility>

#include "galois/Loops.h"
#include "galois/graphs/Details.h"
#include "galois/graphs/FileGraph.h"

namespace galois::graphs {

namespace internal {
template <typename GraphTy, typename = void>
struct HasLocalRanges : std::false_type {};
template <typename GraphTy>
struct HasLocalRanges<GraphTy,
                      std::void_t<decltype(std::declval<GraphTy&>().initializeLocalRanges())>>
    : std::true_type {};
} // namespace internal

/// Fills `graph` from a FileGraph that is already loaded.
/// @param readUnweighted  ignore the file's edge data and value-initialise that of the graph
/// @throws GraphError as the graph type's functions do
template <typename GraphTy>
void readGraphDispatch(GraphTy& graph, read_default_graph_tag /*tag*/, FileGraph& file,
                       bool readUnweighted = false) {
  file.release(); // what was read to check it
  graph.allocateFrom(file);
  galois::on_each(
      [&](unsigned tid, unsigned total) { graph.constructFrom(file, tid, total, readUnweighted); },
      galois::no_stats());
  file.release(); // what threads have read again after others had released it
  if constexpr (internal::HasLocalRanges<GraphTy>::value) {
    graph.initializeLocalRanges();
  }
}

/// Fills `graph` from a file.
template <typename GraphTy>
void readGraphDispatch(GraphTy& graph, read_default_graph_tag tag, const std::string& filename,
                       bool readUnweighted = false) {
  FileGraph file;
  file.fromFile(filename);
  file.releaseWhenRead();
  readGraphDispatch(graph, tag, file, readUnweighted);
}

/// Fills a graph: readGraph(graph, filename[, readUnweighted]) or readGraph(graph, fileGraph[,
/// readUnweighted]). Must be called outside parallel loops. The previous contents of the graph are
/// lost, even if reading fails.
/// @throws GraphError with one line that says what is wrong with the file
template <typename GraphTy, typename... Args>
void readGraph(GraphTy& graph, Args&&... args) {
  readGraphDispatch(graph, typename GraphTy::read_tag(), std::forward<Args>(args)...);
}

} // namespace galois::graphs
