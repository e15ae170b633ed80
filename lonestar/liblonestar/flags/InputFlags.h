/**
 * The flags that name the input of a program and say how it is converted before the program reads
 * it. Any format that graph-convert reads is converted on the fly, and the result is kept in the
 * user's cache folder.
 */
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "inputs/Graph.h"
#include "inputs/InputGraph.h"
#include "inputs/names/NodeIdMap.h"
#include "llvm/Support/CommandLine.h"

namespace lonestar {

extern llvm::cl::opt<std::string> inputFile; ///< the positional argument

/// Does nothing if the command line names an input. @throws UsageError
void requireInput();

/// A file that holds the input in binary form.
struct PreparedInput {
  std::string name; ///< the name on the command line
  std::string path; ///< the path of the binary file, which is the input itself or its conversion
  std::string id;   ///< identifies the graph, see inputId(); depends on weights and conversions
  /// What nodes are called in flags, answers and messages: their numbers, or the ids or names of the
  /// input.
  galois::inputs::NodeIdMap names{};
  /// The type of the weights; empty for a binary input, which does not say it.
  std::optional<galois::inputs::WeightType> weights;
  std::shared_ptr<void> unnamed; ///< keeps `path` valid, also if the file has no name (--no-cache)
  std::string kept{};            ///< the name of a conversion that is kept, else ""
};

/// The weights that a program needs.
struct WantedWeights {
  bool none = false; ///< the program does not read weights, so it accepts any
  /// The type of the weights in a binary input, and the one that text is converted to. The default
  /// is that of galois::inputs::PrepareOptions.
  std::optional<galois::inputs::WeightType> type{};
  unsigned bytes = 0; ///< per weight when the input is converted: 4, 8, or 0: as its type has
  /// Those that the program can use, for messages.
  galois::inputs::UsableWeights usable = galois::inputs::UsableWeights::kAny;
};

/// Finds or makes the binary form of the input that the command line names, with the weights of
/// --weights. Shows progress on stderr when it takes long.
/// @throws UsageError  without an input, or with a malformed --weights
/// @throws galois::inputs::InputError  for files that cannot be read
PreparedInput prepareInput(WantedWeights wanted = {});

/// Returns whether the input has weights, or --weights gives it some (inputs::showsWeights()).
/// @throws galois::inputs::InputError  for a file that cannot be read
bool inputHasWeights();

/// Returns whether no conversion is kept: with --no-cache or --cache=none, and of standard input.
bool keepsNothing();

/// Returns whether --cache=beside is given.
bool keepsBeside();

/// Prints what prepareGraph() has to say to people, if anything: a warning and notes on stderr, and what
/// it did where other text for people goes.
void printRemark(const galois::inputs::PreparedGraph& prepared);

/// Returns whether the command line says that every edge has its reverse: by --symmetricGraph or
/// --symmetrize.
bool saidSymmetric();

/// Returns the message for --symmetricGraph with an input that is not symmetric.
std::string notSymmetric();

/// A flag whose value is what a node is called: its name, else its id in the input, else its number.
using NodeFlag = llvm::cl::opt<std::string>;

/// Takes the place of --from=LAT,LON for the value of `start`, which says where paths begin. Then
/// --from is no format. For programs that search paths, before the input is prepared.
/// @throws UsageError  when both flags are given
void takePlaceOfFrom(NodeFlag& start);

/// Returns the node that a flag names. If it is the one that is nearest to a place, a line says which
/// it is and how far away.
/// @param nodes  the number of nodes of the graph
/// @throws galois::inputs::UsageError  for a value that is no number where nodes have no names
/// @throws galois::inputs::InputError  when there is no such node
std::uint32_t nodeNamed(const NodeFlag& flag, std::uint64_t nodes,
                        const galois::inputs::NodeIdMap& names);

/// Returns the node that a flag names; the node of its default if there is one, or else the node
/// with that number, or else the last node. The graph has at least one node.
std::uint32_t nodeNear(const NodeFlag& flag, std::uint64_t nodes,
                       const galois::inputs::NodeIdMap& names);

} // namespace lonestar
