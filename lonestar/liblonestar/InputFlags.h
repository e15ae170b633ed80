/**
 * The input of a program: which file it is, and how it is converted before the program reads it.
 * Any format that graph-convert reads is converted on the fly, and the result is cached beside the
 * input.
 */
#ifndef GALOIS_LONESTAR_INPUTFLAGS_H
#define GALOIS_LONESTAR_INPUTFLAGS_H

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "inputs/Graph.h"
#include "inputs/NodeIdMap.h"
#include "llvm/Support/CommandLine.h"

namespace lonestar {

extern llvm::cl::opt<std::string> inputFile; ///< positional

/// A file that holds the input in binary form.
struct PreparedInput {
  std::string name; ///< as on the command line
  std::string path; ///< of the binary file: the input itself, or what it was converted to
  std::string id;   ///< tells inputs apart, see inputId(); depends on weights and conversions
  /// The names of nodes in flags, answers and messages: numbers, or the ids that the input gives
  /// them.
  galois::inputs::NodeIdMap names{};
  /// What the weights are; empty for a binary input, which does not say it.
  std::optional<galois::inputs::WeightType> weights;
  std::shared_ptr<void> unnamed; ///< keeps `path` valid where it has no name, with --no-cache
};

/// The weights that a program needs.
struct WantedWeights {
  bool none = false; ///< the program does not read weights, so any weights will do
  /// The type to convert them to, or that a binary input has. Default: that of
  /// galois::inputs::PrepareOptions.
  std::optional<galois::inputs::WeightType> type{};
  unsigned bytes = 4; ///< that an integer takes when the input is converted: 4 or 8
};

/// Finds or makes the binary form of the input that the command line names, with the weights that
/// --weights asks for. Shows progress on stderr when it takes long.
/// @throws UsageError  without an input, or with a malformed --weights
/// @throws galois::inputs::InputError  for files that cannot be read
PreparedInput prepareInput(WantedWeights wanted = {});

/// The node that a flag (without dashes) names, of a graph with `nodes` nodes.
/// @throws AppError  when there is no such node
std::uint32_t nodeNamed(const char* flag, std::uint64_t id, std::uint64_t nodes,
                        const galois::inputs::NodeIdMap& names);

/// The node with this id if there is one, else the node with this number, or the last node. Use it
/// for defaults, which not every graph has. The graph has at least one node.
std::uint32_t nodeNear(std::uint64_t id, std::uint64_t nodes,
                       const galois::inputs::NodeIdMap& names);

} // namespace lonestar

#endif
