#ifndef GALOIS_INPUTS_INPUTGRAPH_H
#define GALOIS_INPUTS_INPUTGRAPH_H

// The door from a file of any supported format to the binary .gr that applications map into memory:
// prepareGraph(path) returns a binary file with the same graph, converting at most once and keeping
// the result beside the input, or in a cache folder when the input's folder cannot be written.

#include "inputs/Error.h"
#include "inputs/transform/RandomWeights.h"

#include <memory>
#include <optional>
#include <string>

namespace galois::inputs {

/// What prepareGraph makes of a file besides changing its format.
struct PrepareOptions {
  /// Format of the input by its --from= name, as formats() has it; empty: found out.
  std::string from{};
  /// Replaces the weights of the input, or gives it some.
  std::optional<WeightSpec> weights{};
  /// Adds to every arc its reverse with the same weight, unless it is there already (Symmetrize.h).
  bool symmetrize = false;
  /// Leaves out the weights of the input: the result has no edge data. Not together with weights.
  bool unweighted = false;
  /// The caller will not look at weights: what is converted gets none, whatever the input and
  /// `weights` say, so weights that are fractions or negative do no harm; a binary input stays as
  /// it is.
  bool weightsUnused = false;
  /// Shows progress on stderr when that is a terminal and the conversion takes over two seconds.
  bool progress = true;
  /// What the weights of the input become, and what a binary input holds. Not said: integers, but
  /// of a binary input that has to be converted what its values show (WeightRecognition.h); an
  /// error when they do not.
  std::optional<WeightType> weightType{};
  /// Bytes of a weight in the result, 4 or 8 (4 for floats). With 4, a weight of 2^32 or more is an
  /// error.
  unsigned edgeBytes = 4;
  /// Of an edge list or adjlist: ids stay the numbers of nodes, see ReadOptions::keepIds.
  bool keepIds = false;
  /// Use what an earlier call has kept, and keep the result. Otherwise it is converted anew, to a
  /// file without a name below $TMPDIR (else /tmp).
  bool cache = true;
};

/// A graph as a file that can be mapped.
struct PreparedGraph {
  std::string path;
  /// What the weights are, where the conversion knows it. A binary input that is returned as it is
  /// was not looked at.
  std::optional<WeightType> weights;
  /// Holds a file that has no name; the path is valid as long as this or a copy of it is there.
  std::shared_ptr<void> unnamed;
};

/// A binary .gr file (version 1 or 2) that holds the graph of `path`, without edge data
/// when that graph has no weights.
///
/// A binary .gr is returned as it is when `options` ask for no change. Anything else is converted
/// to a file beside the input, or, where that folder cannot be written, in a cache folder;
/// CachedGraphs.h says what it is called. It is used again as long as the input has the same
/// content, which all of it is read for each time: a file's size and time do not tell (rsync -t and
/// tar set the time). There is one such file for each input and set of options; those of an input's
/// earlier content are removed. Processes may call this at once for one file: each writes a
/// temporary file and renames it, so all see a whole file or none.
///
/// Where nodes have ids of their own (LDBC, sparse ids of an edge list), the result carries them
/// (formats/GrIds.h).
///
/// Not thread-safe within one process. Throws InputError.
PreparedGraph prepareGraph(const std::string& path, const PrepareOptions& options = {});

} // namespace galois::inputs

#endif
