/**
 * The input of a program: which file, and what is made of it before the program sees it. Any format
 * that graph-convert reads is converted on the fly and kept beside the input for the next time.
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
  /// What flags, answers and messages call the nodes: numbers, or the ids that the input gives
  /// them.
  galois::inputs::NodeIdMap names{};
  /// What the weights are; empty for a binary input, which does not say it.
  std::optional<galois::inputs::WeightType> weights;
  std::shared_ptr<void> unnamed; ///< keeps `path` valid where it has no name, with --no-cache
};

/// What the program wants weights to be.
struct WantedWeights {
  bool none = false; ///< the program does not look at weights: whatever they are does no harm
  /// What they become, or are in a binary input; not said: as galois::inputs::PrepareOptions has
  /// it.
  std::optional<galois::inputs::WeightType> type{};
  unsigned bytes = 4; ///< that an integer takes when the input is converted: 4 or 8
};

/// Finds or makes the binary form of the input that the command line names, with the weights that
/// --weights asks for. Shows progress on stderr when it takes long. Throws UsageError without an
/// input or with a malformed --weights, galois::inputs::InputError for files that cannot be read.
PreparedInput prepareInput(WantedWeights wanted = {});

/// The node that a flag (without dashes) names, of a graph with `nodes` nodes. Throws AppError when
/// there is none.
std::uint32_t nodeNamed(const char* flag, std::uint64_t id, std::uint64_t nodes,
                        const galois::inputs::NodeIdMap& names);

/// The node of this id where there is one, else the node of this number, or the last one: for
/// defaults, which not every graph has. The graph has nodes.
std::uint32_t nodeNear(std::uint64_t id, std::uint64_t nodes,
                       const galois::inputs::NodeIdMap& names);

} // namespace lonestar

#endif
