/**
 * Converts a file of any supported format to the binary .gr that applications map into memory.
 * prepareGraph(path) returns a binary file with the same graph. It converts at most once and keeps
 * the result in the user's cache folder.
 */
#pragma once

#include "inputs/Error.h"
#include "inputs/names/ColumnNames.h"
#include "inputs/names/NodeIdMap.h"
#include "inputs/roads/RoadOptions.h"
#include "inputs/transform/RandomWeights.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace galois::inputs {

/// The changes that prepareGraph makes besides the conversion.
struct PrepareOptions {
  /// Format of the input, as the name that --from= takes (formats()); empty: detected.
  std::string from{};
  /// Replaces the weights of the input, or adds weights to an input without any.
  std::optional<WeightSpec> weights{};
  /// Adds to every arc its reverse with the same weight, unless that exists (Symmetrize.h).
  bool symmetrize = false;
  /// Leaves out the weights of the input, so that the result has no edge data. Not together with
  /// weights.
  bool unweighted = false;
  /// The caller does not use weights. What is converted gets none, whatever the input and `weights`
  /// are, so fractions and negative weights are accepted. A binary input stays as it is.
  bool weightsUnused = false;
  /// Shows progress on stderr when that is a terminal and the conversion takes over two seconds.
  bool progress = true;
  /// The type of the weights. If it is not given, they are integers. The exception is a binary
  /// input that has to be converted, whose values decide (WeightRecognition.h); it is an error if
  /// they do not.
  std::optional<WeightType> weightType{};
  /// Bytes per weight in the result, 4 or 8. A weight that 4 bytes cannot hold is an error; floats
  /// are rounded. 0: integers get 4, floats in text get 8, and those in a binary input stay as they
  /// are.
  unsigned edgeBytes = 0;
  /// For an edge list or adjlist: ids stay the numbers of nodes, see ReadOptions::keepIds.
  bool keepIds = false;
  /// For an edge list or adjlist: ends are names, see ReadOptions::names.
  bool names = false;
  /// For tables, GraphML and the like: which columns, or attributes of edges, are used, see
  /// ReadOptions::columns.
  ColumnNames columns{};
  RoadOptions roads{};                        ///< for OpenStreetMap, see ReadOptions::roads
  UsableWeights usable = UsableWeights::kAny; ///< for messages
  /// Uses a file that an earlier call has kept, and keeps the result. Otherwise the input is
  /// converted again, to a file without a name below $TMPDIR (else /tmp).
  bool cache = true;
  /// Keeps the result beside the input, or in the cache folder where that is impossible.
  bool cacheBeside = false;
};

/// A graph as a file that can be mapped.
struct PreparedGraph {
  std::string path; ///< of the file, which leads there as long as `unnamed` or a copy of it exists
  /// The type of the weights, where the conversion determined it. A binary input that is returned
  /// as it is was not examined.
  std::optional<WeightType> weights;
  /// A line for people when a kept file could not be used and has been made again, else "".
  std::string remark;
  /// Holds a file that may have no name, or lose it.
  std::shared_ptr<void> unnamed;
  /// What the input calls its nodes, with their coordinates if the input itself contains some.
  NodeIdMap names{};
  /// What the reader has to say to people, a line each. Each call says it again, also of a
  /// conversion that is kept.
  std::vector<std::string> notes{};
  /// The name of the file if it is a conversion that is kept, else "".
  std::string kept{};
  /// A line for people that says why a conversion could not be kept, else "".
  std::string warning{};
};

/// Returns a binary .gr file (version 1 or 2) that holds the graph of `path`, without edge data
/// when that graph has no weights.
///
/// A binary .gr is returned as it is when `options` request no change. Anything else is converted
/// to a file in the user's cache folder, or beside the input with `cacheBeside`. CachedGraphs.h
/// defines its name. The file is used again for an input of the same name and content, with the
/// same options: its name has a hash of all that (Recipe.h), and it says itself of what and how it
/// was made. The input is read and hashed by each call, unless it is large and the system shows
/// that it has not changed since it was last read (KnownContents.h). Files made of earlier content
/// of the same input are removed. A kept file that is damaged is made again: one that is no .gr, is
/// cut short, or has an index or an arc that points nowhere. Finding that out takes one pass over
/// the file's arcs, without their weights. Several processes may call this at once for one file.
/// Each writes a temporary file and renames it, so all see a complete file or none.
///
/// Where nothing can be kept, since there is no folder for it that is the user's alone, the disk is
/// full, or the file is larger than all kept files may be together, the graph is converted to a
/// file without a name, and `warning` says why.
///
/// Where nodes have ids, names or coordinates of their own, the result contains them
/// (formats/GrIds.h, formats/ConversionNotes.h).
///
/// Not thread-safe within one process.
/// @throws InputError
PreparedGraph prepareGraph(const std::string& path, const PrepareOptions& options = {});

} // namespace galois::inputs
