#include "liblonestar/PackedFlag.h"

#include <cstdio>
#include <string>

#include <fmt/format.h>

#include "inputs/Error.h"
#include "inputs/Messages.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/RunFlags.h"

namespace cll = llvm::cl;
using galois::inputs::FileState;
using galois::inputs::PackedGraph;
using galois::inputs::settledStateOf;

namespace lonestar {

namespace {

cll::opt<bool> packed("packed",
                      cll::desc("Keep the graph as it lies in memory, with facts about it, and map "
                                "that file the next time"),
                      cll::cat(inputGroup()));

/// Returns what the program uses of the graph, as part of a file name.
std::string useOf(const OpenInput& input, const WantedWeights& wanted) {
  if (wanted.none) {
    return "none";
  }
  for (const auto& [kind, name, help] : galois::inputs::kWeightKinds) {
    if (galois::inputs::weightTypeOf(kind) == input.prepared.weights) {
      return name;
    }
  }
  return "auto";
}

} // namespace

void findPacked(OpenInput& input, const WantedWeights& wanted) {
  if (!packed) {
    return;
  }
  if (keepsNothing()) {
    throw UsageError("--packed keeps a file, and --no-cache keeps none; leave one of them out");
  }
  input.state = galois::inputs::stateOf(input.prepared.path, input.prepared.id);
  input.packedPath = galois::inputs::packedPathOf(input.prepared.path, useOf(input, wanted));
  std::string why;
  input.packed = PackedGraph::open(input.packedPath, input.state, why);
  if (!input.packed) {
    const auto settled = settledStateOf(input.prepared.path, input.prepared.id);
    input.state = settled.value_or(FileState{}); // that of no file
  }
  if (!why.empty()) {
    galois::inputs::printTo(humanOutput(), "The packed form is made again: {}: {}\n",
                            input.packedPath, why);
  }
}

bool packedWanted() { return packed; }

void writePacked(const OpenInput& input, const galois::inputs::PackedFacts& given,
                 const galois::graphs::PackedArrays& arrays) {
  galois::inputs::PackedFacts facts = given;
  facts.kind = input.kind;
  facts.fileEdgeBytes = input.edgeSize();
  try {
    // What was read is in the state in which the file was before and still is.
    if (galois::inputs::stateOf(input.prepared.path, input.prepared.id) != input.state) {
      galois::inputs::printTo(stderr,
                              "warning: no packed form is kept: {} has changed since it was read\n",
                              input.prepared.name);
      return;
    }
    const Stopwatch clock;
    galois::inputs::writePackedGraph(input.packedPath, input.state, facts, arrays);
    galois::inputs::printTo(humanOutput(), "Packed form kept in {} ({:.2f} s)\n", input.packedPath,
                            clock.seconds());
  } catch (const galois::inputs::InputError& error) {
    galois::inputs::printTo(stderr, "warning: no packed form is kept: {}\n", error.what());
  }
}

} // namespace lonestar
