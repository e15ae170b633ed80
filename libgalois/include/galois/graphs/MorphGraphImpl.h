/** The longer member functions of MorphGraph. Only MorphGraph.h includes this file. */
#pragma once

#include "galois/graphs/MorphGraph.h"

// The template head and the name of the class, which every definition here repeats.
#define GALOIS_MORPH_TEMPLATE                                                                      \
  template <typename NodeTy, typename EdgeTy, bool Directional, bool InOut, bool HasNoLockable,    \
            bool SortedNeighbors, typename FileEdgeTy>
#define GALOIS_MORPH                                                                               \
  MorphGraph<NodeTy, EdgeTy, Directional, InOut, HasNoLockable, SortedNeighbors, FileEdgeTy>

namespace galois::graphs {

GALOIS_MORPH_TEMPLATE
void GALOIS_MORPH::removeNode(GraphNode n, MethodFlag flag) {
  lock(n, flag);
  lockEnds(n->out, flag);
  lockEnds(n->in, flag);
  n->active = false;
  for (const Entry& entry : n->out) {
    if (entry.dst != n) {
      dropMirror(n, entry, Directional ? entry.dst->in : entry.dst->out);
      delete entry.data;
    } else if (entry.owner) { // both entries of a loop are here
      delete entry.data;
    }
  }
  for (const Entry& entry : n->in) {
    if (entry.dst != n) {
      dropMirror(n, entry, entry.dst->out);
      delete entry.data;
    }
  }
  n->out.clear();
  n->in.clear();
}

GALOIS_MORPH_TEMPLATE
std::size_t GALOIS_MORPH::sizeEdges() {
  std::size_t sum = 0;
  for (GraphNode n : *this) {
    sum += static_cast<std::size_t>(std::count_if(n->out.begin(), n->out.end(), LeadsToNode()));
  }
  return sum;
}

GALOIS_MORPH_TEMPLATE
void GALOIS_MORPH::readFrom(FileGraph& file, bool readUnweighted) {
  constexpr bool kReads = !std::is_void_v<EdgeTy> && !std::is_void_v<FileEdgeTy>;
  if constexpr (kReads) {
    if (!readUnweighted) {
      file.checkEdgeSize(sizeof(FileEdgeTy));
    }
  }
  file.checkDestinations(0, file.sizeEdges());
  clear();
  std::vector<GraphNode> nodes;
  nodes.reserve(file.size());
  for (std::uint64_t n = 0; n < file.size(); ++n) {
    nodes.push_back(createNode());
    addNode(nodes.back(), MethodFlag::UNPROTECTED);
  }
  for (std::uint64_t n = 0; n < file.size(); ++n) {
    for (auto e = file.edge_begin(n); e != file.edge_end(n); ++e) {
      GraphNode dst = nodes[file.getEdgeDst(e)];
      if constexpr (kReads) {
        if (!readUnweighted) {
          insert(nodes[n], dst, static_cast<EdgeTy>(file.edge_data_begin<FileEdgeTy>()[*e]));
          continue;
        }
      }
      insert(nodes[n], dst);
    }
  }
}

/// Fills a graph whose read_tag is read_with_aux_first_graph_tag from a FileGraph.
/// @param readUnweighted  ignore the file's edge data and value-initialise that of the graph
/// @throws GraphError as the graph type's functions do
template <typename GraphTy>
void readGraphDispatch(GraphTy& graph, read_with_aux_first_graph_tag /*tag*/, FileGraph& file,
                       bool readUnweighted = false) {
  graph.readFrom(file, readUnweighted);
}

/// Fills such a graph from a file.
template <typename GraphTy>
void readGraphDispatch(GraphTy& graph, read_with_aux_first_graph_tag tag,
                       const std::string& filename, bool readUnweighted = false) {
  FileGraph file;
  file.fromFile(filename);
  readGraphDispatch(graph, tag, file, readUnweighted);
}

} // namespace galois::graphs
