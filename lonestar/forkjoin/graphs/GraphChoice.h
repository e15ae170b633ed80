/**
 * The graphs of programs that fork and join: generated ones of the kinds that the paper of private
 * deques measures (docs/apps/fork-join-graphs.md), or a file.
 */
#ifndef GALOIS_LONESTAR_FORKJOIN_GRAPHS_GRAPHCHOICE_H
#define GALOIS_LONESTAR_FORKJOIN_GRAPHS_GRAPHCHOICE_H

#include <cstdint>
#include <string>
#include <vector>

#include "forkjoin/graphs/Rows.h"
#include "inputs/Graph.h"
#include "inputs/NodeIdMap.h"
#include "liblonestar/Experiment.h"

namespace forkjoin {

/// The kinds of generated graphs.
enum class GraphKind {
  kGrid2d, ///< a torus of two dimensions
  kGrid3d, ///< a torus of three dimensions
  kLocal,  ///< arcs to near nodes
  kRmat,   ///< degrees of a power law
};

/// The graph of a program.
struct ChosenGraph {
  galois::inputs::Graph graph;
  lonestar::InputDescription description;
  galois::inputs::NodeIdMap names; ///< what the input calls its nodes

  Rows rows() const { return {graph.offsets, graph.dst}; } ///< returns a view of the graph
};

/// Generates the graph that --n, --degree and --input-seed describe. If the command line names a
/// file, reads that instead. The graph has no loops, no parallel arcs and no weights.
/// @param kindGiven   whether the command line has --input, which contradicts a file
/// @param undirected  add the missing reverse of each arc also to a graph from a file
/// @throws UsageError, AppError, galois::inputs::InputError
ChosenGraph chooseGraph(GraphKind kind, const std::string& kindName, bool kindGiven,
                        bool undirected);

/// Returns 0 to count - 1 in a random order that depends on --input-seed only.
std::vector<std::uint32_t> randomOrder(std::size_t count);

} // namespace forkjoin

#endif
