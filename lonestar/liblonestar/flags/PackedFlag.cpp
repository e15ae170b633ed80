#include "liblonestar/flags/PackedFlag.h"

#include <cstdio>
#include <string>

#include <fmt/format.h>

#include "inputs/Error.h"
#include "inputs/io/Messages.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/RunFlags.h"

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

/// Returns the state of the binary file. Programs never change a conversion that they have kept, but
/// note when it was used, which is no change.
FileState withoutUse(const OpenInput& input, FileState state) {
  if (!input.prepared.kept.empty()) {
    state.changed = 0;
  }
  return state;
}

FileState stateNow(const OpenInput& input) {
  return withoutUse(input, galois::inputs::stateOf(input.prepared.path, input.prepared.id));
}

} // namespace

void findPacked(OpenInput& input, const WantedWeights& wanted) {
  if (!packed) {
    return;
  }
  if (keepsNothing()) {
    throw UsageError(
        "--packed keeps a file, and --no-cache and standard input keep none; leave one "
        "of them out");
  }
  const PreparedInput& prepared = input.prepared;
  if (prepared.unnamed.use_count() > 0 && prepared.kept.empty()) {
    note(fmt::format("no packed form is kept, because the conversion of {} is not", prepared.name));
    return;
  }
  try {
    input.packedPlace = galois::inputs::packedPlaceOf(
        prepared.kept.empty() ? prepared.path : prepared.kept, useOf(input, wanted), keepsBeside());
  } catch (const galois::inputs::UsageError&) {
    throw;
  } catch (const galois::inputs::InputError& error) {
    warn(fmt::format("no packed form is kept: {}", error.what()));
    return;
  }
  input.state = stateNow(input);
  std::string why;
  input.packed = PackedGraph::open(input.packedPlace.path, input.state, why);
  if (!input.packed) {
    const auto settled = settledStateOf(prepared.path, prepared.id);
    input.state = withoutUse(input, settled.value_or(FileState{})); // else that of no file
  }
  if (!why.empty()) {
    galois::inputs::printTo(humanOutput(), "The packed form is made again: {}: {}\n",
                            input.packedPlace.path, why);
  }
}

bool packedWanted() { return packed; }

void writePacked(const OpenInput& input, const galois::inputs::PackedFacts& given,
                 const galois::graphs::PackedArrays& arrays) {
  if (input.packedPlace.path.empty()) {
    return;
  }
  galois::inputs::PackedFacts facts = given;
  facts.kind = input.kind;
  facts.fileEdgeBytes = input.edgeSize();
  try {
    // What was read is in the state in which the file was before and still is.
    if (stateNow(input) != input.state) {
      warn(fmt::format("no packed form is kept: {} has changed since it was read",
                       input.prepared.name));
      return;
    }
    const Stopwatch clock;
    galois::inputs::writePackedGraph(input.packedPlace, input.state, facts, arrays);
    galois::inputs::printTo(humanOutput(), "Packed form kept in {} ({:.2f} s)\n",
                            input.packedPlace.path, clock.seconds());
  } catch (const galois::inputs::UsageError&) {
    throw;
  } catch (const galois::inputs::InputError& error) {
    warn(fmt::format("no packed form is kept: {}", error.what()));
  }
}

} // namespace lonestar
