#include "liblonestar/InputFlags.h"

#include <cstdint>

#include "inputs/InputGraph.h"
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

} // namespace

PreparedInput prepareInput() {
  if (inputFile.empty()) {
    throw UsageError("no input: name a graph file (--help lists all flags)");
  }
  galois::inputs::PrepareOptions options;
  options.from = inputFormat;
  options.symmetrize = symmetrize;
  if (!weights.empty()) {
    try {
      options.weights = galois::inputs::parseWeightSpec(weights, weightsSeed);
    } catch (const galois::inputs::InputError& error) {
      throw UsageError(error.what());
    }
  }
  PreparedInput input;
  input.name = inputFile;
  input.path = galois::inputs::prepareGraph(inputFile, options);
  input.id = inputId(input.path);
  return input;
}

} // namespace lonestar
