#include "liblonestar/InputFlags.h"

#include <cstdint>

#include <fmt/format.h>

#include "inputs/InputGraph.h"
#include "inputs/formats/Formats.h"
#include "inputs/io/InputFile.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/ResultRecord.h"

namespace cll = llvm::cl;

namespace lonestar {

// Optional for the parser, so that prepareInput() can say what is missing better than it would.
cll::opt<std::string> inputFile(cll::Positional, cll::desc("<graph>"), cll::cat(inputGroup()));

namespace {

cll::opt<std::string> inputFormat("from",
                                  cll::desc("Format of the input, as graph-convert has it "
                                            "(default: found out)"),
                                  cll::value_desc("format"), cll::cat(inputGroup()));
cll::opt<std::string> weights("weights", cll::desc("Random weights for the edges: uniform:LO:HI"),
                              cll::value_desc("spec"), cll::cat(inputGroup()));
cll::opt<uint64_t>
    weightsSeed("weights-seed",
                cll::desc("Seed of --weights, as graph-convert's --seed (default 1)"),
                cll::value_desc("seed"), cll::init(1), cll::cat(inputGroup()));
cll::opt<bool> symmetrize("symmetrize", cll::desc("Add every arc's reverse"),
                          cll::cat(inputGroup()));

/// A plain file that is called .gr claims to be in Galois' binary format. Road networks are
/// published as text under the same suffix: say so, instead of guessing which of the two the name
/// meant.
void refuseTextCalledBinary(const std::string& path) {
  if (!inputFormat.empty() || !path.ends_with(".gr")) {
    return;
  }
  galois::inputs::InputFile file(path);
  if (file.compression() != galois::inputs::Compression::kNone) {
    return;
  }
  const auto found = galois::inputs::formatOfInput(file, "").name;
  if (found != "gr") {
    throw AppError(fmt::format("'{0}' is {1} text, not a Galois .gr file: convert it once with "
                               "'graph-convert {0} OUT.gr', or add --from={1}",
                               path, found));
  }
}

} // namespace

PreparedInput prepareInput(WantedWeights wanted) {
  if (inputFile.empty()) {
    throw UsageError("no input: name a graph file (--help lists all flags)");
  }
  galois::inputs::PrepareOptions options;
  options.from = inputFormat;
  options.symmetrize = symmetrize;
  options.weightsUnused = wanted.none;
  options.weightType = wanted.type;
  options.edgeBytes = wanted.bytes;
  if (!weights.empty()) {
    try {
      options.weights = galois::inputs::parseWeightSpec(weights, weightsSeed);
    } catch (const galois::inputs::InputError& error) {
      throw UsageError(error.what());
    }
  }
  refuseTextCalledBinary(inputFile);
  PreparedInput input;
  input.name = inputFile;
  input.path = galois::inputs::prepareGraph(inputFile, options);
  input.id = inputId(input.path);
  return input;
}

} // namespace lonestar
