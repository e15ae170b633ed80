#include "liblonestar/flags/InputFlags.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "galois/substrate/ShellWord.h"
#include "inputs/InputGraph.h"
#include "inputs/formats/Formats.h"
#include "inputs/io/InputFile.h"
#include "inputs/io/Messages.h"
#include "inputs/io/OutputFile.h"
#include "inputs/names/NearestNode.h"
#include "inputs/tools/ColumnFlags.h"
#include "inputs/tools/RoadFlags.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/RunFlags.h"
#include "liblonestar/record/ResultRecord.h"
#include "liblonestar/run/StandardInput.h"

namespace cll = llvm::cl;

namespace lonestar {

// The parser treats it as optional, because the message of prepareInput() is clearer.
cll::opt<std::string> inputFile(cll::Positional, cll::desc("<graph>, or - for standard input"),
                                cll::cat(inputGroup()));

namespace {

cll::opt<std::string> inputFormat("from",
                                  cll::desc("Format of the input (default: detected); "
                                            "--from=help lists all. Where paths are searched, "
                                            "LAT,LON in degrees: where they begin"),
                                  cll::value_desc("format"),
                                  galois::inputs::helpOf(galois::inputs::readableFormatTable),
                                  galois::inputs::ListedValues{galois::inputs::readableFormatList},
                                  cll::cat(inputGroup()));
const std::string weightsHelp =
    std::string("Random weights for the edges: ") + galois::inputs::kWeightForms;
cll::opt<std::string> weights("weights", cll::desc(weightsHelp), cll::value_desc("spec"),
                              cll::cat(inputGroup()));
cll::opt<std::uint64_t>
    weightsSeed("weights-seed",
                cll::desc("Seed of --weights, as graph-convert's --seed (default 1)"),
                cll::value_desc("seed"), cll::init(1), cll::cat(inputGroup()));
cll::opt<bool> symmetrize("symmetrize", cll::desc("Add every arc's reverse"),
                          cll::cat(inputGroup()));

cll::opt<bool>
    keepIds("keep-ids",
            cll::desc("Edge lists: every number up to the highest id is a node (default: "
                      "only those used; flags and answers call them by their ids)"),
            cll::cat(inputGroup()));
cll::opt<bool> namesFlag("names",
                         cll::desc("Edge lists: ends are names, also where they look like numbers "
                                   "(default: names if the first line has some)"),
                         cll::cat(inputGroup()));
const galois::inputs::ColumnFlags columnFlags(inputGroup());
const galois::inputs::RoadFlags roadFlags(inputGroup());
enum class Cache { kUser, kBeside, kNone };
cll::opt<Cache, false, galois::inputs::ChoiceParser<Cache>> cacheFlag(
    "cache", cll::desc("Where the binary of a text is kept for the next time:"),
    cll::values(clEnumValN(Cache::kUser, "user", "in your cache folder (default)"),
                clEnumValN(Cache::kBeside, "beside", "beside the input"),
                clEnumValN(Cache::kNone, "none", "nowhere: text is converted anew each time")),
    cll::init(Cache::kUser), cll::cat(inputGroup()));
cll::opt<bool> noCache("no-cache", cll::desc("The same as --cache=none"), cll::cat(inputGroup()));

/// Throws AppError if a small text file whose name ends in .gr cannot be read, because it is then
/// not worth converting.
void refuseUnreadable(const std::string& path, const std::string& format) {
  constexpr std::uint64_t kSmall = std::uint64_t{1} << 16;
  galois::inputs::InputFile file(path);
  if (file.packedSize().value_or(kSmall) >= kSmall) {
    return;
  }
  try {
    galois::inputs::readGraphFile(file, format, {.ignoreWeights = true});
  } catch (const galois::inputs::InputError& error) {
    throw AppError(fmt::format("'{}' is no Galois .gr file, and as {} text it cannot be read: {}",
                               path, format, error.what()));
  }
}

/// Refuses a text file whose name ends in .gr. The suffix stands for Galois' binary format, but
/// road networks are published as text under the same suffix, so the name does not decide.
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
    refuseUnreadable(path, std::string(found));
    throw AppError(fmt::format("'{0}' is {1} text, not a Galois .gr file: convert it once with "
                               "'graph-convert {2} OUT.gr', or add --from={1}",
                               path, found, galois::substrate::shellWord(path)));
  }
}

} // namespace

void requireInput() {
  if (inputFile.empty()) {
    throw UsageError("no input: name a graph file (--help lists all flags)");
  }
}

PreparedInput prepareInput(WantedWeights wanted) {
  requireInput();
  galois::inputs::requireWritable(galois::inputs::filesToWrite());
  galois::inputs::PrepareOptions options;
  options.from = inputFormat;
  options.symmetrize = symmetrize;
  options.keepIds = keepIds;
  options.names = namesFlag;
  options.columns = columnFlags.names();
  options.roads = roadFlags.options();
  options.weightsUnused = wanted.none;
  options.weightType = wanted.type;
  options.edgeBytes = wanted.bytes;
  options.usable = wanted.usable;
  options.cache = !keepsNothing();
  options.cacheBeside = keepsBeside();
  options.progress = !beQuiet();
  if (weights.empty() && weightsSeed.getNumOccurrences() > 0) {
    throw UsageError("--weights-seed is that of --weights=uniform:LO:HI; give both, or neither");
  }
  if (!weights.empty()) {
    try {
      options.weights = galois::inputs::parseWeightSpec(weights, weightsSeed);
    } catch (const galois::inputs::InputError& error) {
      throw UsageError(error.what());
    }
  }
  refuseTextCalledBinary(inputFile);
  PreparedInput input;
  input.name = inputFile == "-" ? "standard input" : inputFile.getValue();
  galois::inputs::PreparedGraph prepared =
      galois::inputs::prepareGraph(pathOfInput(inputFile), options);
  printRemark(prepared);
  input.path = prepared.path;
  input.weights = prepared.weights;
  input.unnamed = prepared.unnamed;
  input.kept = prepared.kept;
  input.id = inputId(input.path);
  input.names = std::move(prepared.names);
  return input;
}

bool inputHasWeights() {
  return !weights.empty() ||
         galois::inputs::showsWeights(pathOfInput(inputFile), std::string(inputFormat),
                                      columnFlags.names());
}

bool keepsNothing() {
  const bool given = cacheFlag.getNumOccurrences() > 0;
  if (noCache && given && cacheFlag != Cache::kNone) {
    throw UsageError("--no-cache is --cache=none, and another --cache is given; leave one out");
  }
  return noCache || cacheFlag == Cache::kNone || inputFile == "-";
}

bool keepsBeside() { return cacheFlag == Cache::kBeside; }

void printRemark(const galois::inputs::PreparedGraph& prepared) {
  if (!prepared.warning.empty()) {
    warn(prepared.warning);
  }
  if (!prepared.remark.empty()) {
    galois::inputs::printTo(humanOutput(), "{}\n", prepared.remark);
  }
  for (const std::string& text : prepared.notes) {
    note(text);
  }
}

bool saidSymmetric() { return symmetricGraph || symmetrize; }

std::string notSymmetric() {
  return std::string(inputFile) + ": --symmetricGraph, but not every edge there has its reverse; "
                                  "--symmetrize adds what is missing";
}

void takePlaceOfFrom(NodeFlag& start) {
  if (!galois::inputs::placeIn(inputFormat.getValue())) {
    if (inputFormat.getValue().find(',') != std::string::npos) { // as in no format's name
      throw UsageError(fmt::format("--from={}: neither a place (a latitude from -90 to 90, a comma "
                                   "and a longitude from -180 to 180) nor a format",
                                   std::string(inputFormat)));
    }
    return;
  }
  if (start.getNumOccurrences() > 0) {
    throw UsageError(fmt::format("--from={} and --{}: one of the two says where paths begin",
                                 std::string(inputFormat), start.ArgStr.str()));
  }
  start.addOccurrence(0, start.ArgStr, inputFormat);
  inputFormat.setValue("");
}

std::uint32_t nodeNamed(const NodeFlag& flag, std::uint64_t nodes,
                        const galois::inputs::NodeIdMap& names) {
  const std::uint32_t node = names.nodeOfFlag(flag.ArgStr.str().c_str(), flag, nodes);
  const auto place = galois::inputs::placeIn(flag.getValue());
  if (place && galois::inputs::arePlaces(names.coordinates()) &&
      names.nameOf(node).text() != flag.getValue()) {
    const double metres =
        galois::inputs::greatCircle(galois::inputs::placeOf(names.coordinates()[node]), *place);
    galois::inputs::printTo(humanOutput(), "Nearest to {} is node {}, {:.0f} m away\n",
                            std::string(flag), names.nameOf(node), metres);
  }
  return node;
}

std::uint32_t nodeNear(const NodeFlag& flag, std::uint64_t nodes,
                       const galois::inputs::NodeIdMap& names) {
  if (flag.getNumOccurrences() > 0) {
    return nodeNamed(flag, nodes, names);
  }
  const auto node = names.nodeOf(std::string_view(flag.getValue()), nodes);
  return node.value_or(
      static_cast<std::uint32_t>(std::min<std::uint64_t>(std::stoull(flag), nodes - 1)));
}

} // namespace lonestar
