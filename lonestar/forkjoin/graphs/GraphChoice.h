/**
 * The graphs of programs that fork and join: generated ones of the kinds that the paper of private
 * deques measures (docs/apps/fork-join-graphs.md), or a file.
 */
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "inputs/Graph.h"
#include "inputs/names/NodeIdMap.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/run/Experiment.h"

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
};

/// What a program calls the kinds of generated graphs.
struct GraphKindNames {
  const char* grid2d;
  const char* grid3d;
  const char* local;
  const char* rmat;
};

/// The flag --input of a program whose graph is generated if the command line names no file. It has
/// to exist before the command line is parsed.
class GraphKindFlag {
public:
  /// @param preset  the kind without the flag
  GraphKindFlag(const GraphKindNames& names, GraphKind preset);

  /// Generates the graph that --input, --n, --degree and --input-seed describe. If the command line
  /// names a file, reads that instead. The graph has no loops, no parallel arcs and no weights.
  /// @param undirected  add the missing reverse of each arc also to a graph from a file
  /// @throws UsageError, AppError, galois::inputs::InputError
  ChosenGraph choose(bool undirected) const;

private:
  const char* nameOf(GraphKind kind) const;

  const GraphKindNames names_;
  const std::string about_; // what --help says; the flag keeps a view of it
  llvm::cl::opt<GraphKind, false, lonestar::ChoiceParser<GraphKind>> kind_;
};

/// Returns 0 to count - 1 in a random order that depends on --input-seed only.
std::vector<std::uint32_t> randomOrder(std::size_t count);

} // namespace forkjoin
