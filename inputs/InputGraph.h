/**
 * Converts a file of any supported format to the binary .gr that applications map into memory.
 * prepareGraph(path) returns a binary file with the same graph. It converts at most once and keeps
 * the result beside the input, or in a cache folder when the input's folder cannot be written.
 */
#pragma once

#include "inputs/ColumnNames.h"
#include "inputs/Error.h"
#include "inputs/NodeIdMap.h"
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
  /// For tables, GraphML and GEXF: which columns, or attributes of edges, are used, see
  /// ReadOptions::columns.
  ColumnNames columns{};
  UsableWeights usable = UsableWeights::kAny; ///< for messages
  /// Uses a file that an earlier call has kept, and keeps the result. Otherwise the input is
  /// converted again, to a file without a name below $TMPDIR (else /tmp).
  bool cache = true;
};

/// A graph as a file that can be mapped.
struct PreparedGraph {
  std::string path; ///< of the file
  /// The type of the weights, where the conversion determined it. A binary input that is returned
  /// as it is was not examined.
  std::optional<WeightType> weights;
  /// A line for people when a kept file was damaged and has been made again, else "".
  std::string remark;
  /// Holds a file that has no name. The path is valid as long as this or a copy of it exists.
  std::shared_ptr<void> unnamed;
  /// What the input calls its nodes.
  NodeIdMap names{};
  /// What the reader has to say to people, a line each. A conversion with notes is not kept, so that
  /// each call says it again.
  std::vector<std::string> notes{};
};

/// Returns a binary .gr file (version 1 or 2) that holds the graph of `path`, without edge data
/// when that graph has no weights.
///
/// A binary .gr is returned as it is when `options` request no change. Anything else is converted
/// to a file beside the input or, where that folder cannot be written, in a cache folder.
/// CachedGraphs.h defines its name. The file is used again as long as the input has the same
/// content. To compare contents, each call reads the whole input: a file's size and time do not
/// suffice (rsync -t and tar set the time). There is one such file for each input and set of
/// options, and those of an input's earlier content are removed. A kept file that is damaged is made
/// again: one that is no .gr, is cut short, or has an index or an arc that points nowhere. Finding
/// that out takes one pass over the file's arcs, without their weights. Several processes may call this at
/// once for one file. Each writes a temporary file and renames it, so all see a complete file or
/// none.
///
/// Where nodes have ids of their own (LDBC, sparse ids of an edge list), the result contains them
/// (formats/GrIds.h). Names of nodes are in a file beside the result (formats/NameFile.h).
///
/// Not thread-safe within one process.
/// @throws InputError
PreparedGraph prepareGraph(const std::string& path, const PrepareOptions& options = {});

} // namespace galois::inputs
