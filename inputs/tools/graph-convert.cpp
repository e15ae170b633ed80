// graph-convert IN OUT: reads a graph in any known format, transforms it, and writes it in another
// one. The work is in the library. This file has the flags and the one line that describes the
// result.

#include "inputs/Error.h"
#include "inputs/formats/Coordinates.h"
#include "inputs/formats/Formats.h"
#include "inputs/formats/NameFile.h"
#include "inputs/formats/NodeIds.h"
#include "inputs/formats/SideFile.h"
#include "inputs/io/FileRoles.h"
#include "inputs/io/Messages.h"
#include "inputs/tools/ColumnFlags.h"
#include "inputs/tools/CommandLine.h"
#include "inputs/tools/RoadFlags.h"
#include "inputs/transform/Transformations.h"

#include <llvm/Support/CommandLine.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <numeric>
#include <optional>
#include <system_error>

namespace {

namespace cll = llvm::cl;
namespace fs = std::filesystem;
using namespace galois::inputs;
using Clock = std::chrono::steady_clock;

cll::OptionCategory category("Conversion");
cll::opt<std::string> inPath(cll::Positional, cll::Required, cll::desc("IN"), cll::cat(category));
cll::opt<std::string> outPath(cll::Positional, cll::Required, WrittenFile(), cll::desc("OUT"),
                              cll::cat(category));
cll::opt<std::string> from("from",
                           cll::desc("Format of IN (default: detected); --from=help lists all"),
                           cll::value_desc("format"), helpOf(readableFormatTable),
                           ListedValues{readableFormatList}, cll::cat(category));
cll::opt<std::string> to("to",
                         cll::desc("Format of OUT (default: by its suffix); --to=help lists all"),
                         cll::value_desc("format"), helpOf(writableFormatTable),
                         ListedValues{writableFormatList}, cll::cat(category));
const std::string weightsHelp =
    std::string("New weights: ") + kWeightForms + ", or none to drop them";
cll::opt<std::string> weights("weights", cll::desc(weightsHelp), cll::value_desc("weights"),
                              cll::cat(category));
cll::opt<unsigned long long> seed("seed", cll::desc("Seed of the new weights (default 1)"),
                                  cll::value_desc("N"), cll::init(1), cll::cat(category));
cll::opt<unsigned long long>
    scale("scale-weights", WholeNumbers{1},
          cll::desc("Multiply all weights by N (default 1); makes integers of fractions, rounded"),
          cll::value_desc("N"), cll::init(1), cll::cat(category));
cll::opt<WeightKind, false, ChoiceParser<WeightKind>>
    weightType("weight-type", cll::desc("What weights become (in a binary IN: what they are)"),
               weightTypeValues(), cll::init(WeightKind::kAuto), cll::cat(category));
cll::opt<bool> relabelFlag("relabel",
                           cll::desc("Edge lists: number the nodes in the order in which they "
                                     "appear; see --mapping"),
                           cll::cat(category));
cll::opt<bool> keepIdsFlag("keep-ids", cll::desc(kKeepIdsHelp), cll::cat(category));
cll::opt<bool> namesFlag("names", cll::desc(kNamesHelp), cll::cat(category));
const ColumnFlags columnFlags(category);
const RoadFlags roadFlags(category);
cll::opt<std::string>
    nodeNamesPath("node-names",
                  cll::desc("Names of IN's nodes: lines \"NODE NAME\", as in a .names file"),
                  cll::value_desc("file"), cll::cat(category));
cll::opt<std::string>
    mappingPath("mapping", WrittenFile(),
                cll::desc("Write a line \"NODE ID\" for each node of OUT, ID what IN called it "
                          "(default where IN has ids of its own: OUT with suffix .ids; a binary "
                          "OUT carries them, too). Names go to OUT with suffix .names in any case"),
                cll::value_desc("file"), cll::cat(category));
cll::opt<bool> symmetrizeFlag("symmetrize",
                              cll::desc("Add the missing reverse of each arc, with its weight"),
                              cll::cat(category));
cll::opt<bool> removeLoopsFlag("remove-loops", cll::desc("Drop arcs from a node to itself"),
                               cll::cat(category));
cll::opt<bool> removeDuplicatesFlag("remove-duplicates",
                                    cll::desc("Of parallel arcs keep the lightest"),
                                    cll::cat(category));
cll::opt<bool>
    largestComponentFlag("largest-component",
                         cll::desc("Keep the largest weakly connected component, renumbered"),
                         cll::cat(category));
cll::opt<bool> strongComponentFlag(
    "strong-component",
    cll::desc("Keep the largest strongly connected component, renumbered: nodes "
              "with paths from each to all others"),
    cll::cat(category));
cll::opt<bool>
    contractChainsFlag("contract-chains",
                       cll::desc("Replace chains of nodes with two neighbours by arcs with the "
                                 "sums of their weights"),
                       cll::cat(category));
cll::opt<NodeOrder, false, ChoiceParser<NodeOrder>>
    orderFlag("reorder", cll::desc("Renumber the nodes for locality:"),
              cll::values(clEnumValN(NodeOrder::kBfs, "bfs", "breadth-first from node 0"),
                          clEnumValN(NodeOrder::kRcm, "rcm", "reverse Cuthill-McKee"),
                          clEnumValN(NodeOrder::kDegree, "degree", "most arcs first")),
              cll::cat(category));
cll::opt<std::string>
    coordsPath("coords",
               cll::desc("Coordinates of IN's nodes (DIMACS .co); written to OUT with suffix .co"),
               cll::value_desc("file"), cll::cat(category));
enum class EdgeBytes { k4 = 4, k8 = 8 };
cll::opt<EdgeBytes, false, ChoiceParser<EdgeBytes>>
    edgeBytes("edge-bytes",
              cll::desc("Bytes of a weight in a binary OUT (default: 4 for whole numbers; floats "
                        "keep theirs, and have 8 in text):"),
              cll::values(clEnumValN(EdgeBytes::k4, "4", "whole numbers below 2^32; rounds floats"),
                          clEnumValN(EdgeBytes::k8, "8", "any weights")),
              cll::init(EdgeBytes::k4), cll::cat(category));
cll::opt<bool> quiet("quiet", cll::desc("No progress, no summary"), cll::cat(category));

const Examples examples{
    {"graph-convert web.txt.gz web.gr --symmetrize --remove-loops",
     "An edge list becomes binary, with both arcs of every edge"},
    {"graph-convert roads.gr.xz roads.gr --coords=roads.co.xz --reorder=bfs",
     "A road network of DIMACS with its coordinates, near nodes near in memory"},
    {"graph-convert g.gr weighted.gr --weights=uniform:1:1000 --seed=7",
     "Random weights, the same on every machine"},
    {"graph-convert g.gr - --to=dimacs | head", "The first lines as DIMACS text"}};

/// Prints the summary.
void summarize(const std::string& text) {
  if (!quiet) {
    printTo(outputForPeople(), "{}\n", text);
  }
}

Transformations transformationsAsked() {
  Transformations asked;
  asked.removeLoops = removeLoopsFlag;
  asked.removeDuplicates = removeDuplicatesFlag;
  asked.symmetrize = symmetrizeFlag;
  asked.largestComponent = largestComponentFlag;
  asked.strongComponent = strongComponentFlag;
  asked.contractChains = contractChainsFlag;
  if (orderFlag.getNumOccurrences() > 0) {
    asked.order = orderFlag;
  }
  if (weights.empty() || weights == "none") {
    return asked;
  }
  asked.weights = parseWeightSpec(weights, seed);
  asked.weights->type = weightTypeOf(weightType).value_or(WeightType::kInteger);
  asked.scale = scale; // otherwise the reader scales the weights of IN
  return asked;
}

/// Returns whether files lie beside OUT: it is neither standard output nor a device or a pipe.
bool outIsFile() {
  std::error_code ignored;
  return outPath != "-" && !fs::is_other(outPath.getValue(), ignored);
}

/// Returns the name of OUT, which is a file, with another suffix, for a file beside it.
/// @param what  content of that file, for messages
/// @param title  first line of such a file
std::string besideOut(std::string_view suffix, std::string_view what, std::string_view title) {
  std::string path = besidePath(outPath, suffix);
  if (path == outPath) {
    failUsage("the {} go to {}, which is OUT too; name OUT by another suffix", what, path);
  }
  checkOutputs({path}); // first, because an input is no file of somebody else
  requireOwnSideFile(path, title, what,
                     title == kIdsTitle ? "name another file with --mapping="
                                        : "give OUT another name");
  return path;
}

/// Returns the permissions of new files: nobody may read them who may not read what they are made
/// of, nor who may not read the OUT that is replaced.
mode_t permissionsOfOutputs() {
  mode_t permissions = permissionsOfCopy(inPath) & permissionsOfCopy(outPath);
  for (const std::string& path : {coordsPath.getValue(), nodeNamesPath.getValue()}) {
    if (!path.empty()) {
      permissions &= permissionsOfCopy(path);
    }
  }
  return permissions;
}

/// Returns the file of names beside OUT, a .gr without names, that has to be removed because it has
/// those of the OUT that is replaced; "" if there is none. Names of the same graph stay.
/// @throws InputError for names of any other graph, which readers would refuse
std::string outdatedNames(const Graph& graph) {
  std::string path = namesPathOf(outPath);
  const std::optional<std::string> named = graphOfNames(path);
  if (!named || (graph.ids.empty() && *named == graphInNames(graph))) {
    return "";
  }
  std::error_code ignored;
  const bool ofInput = namesPathOf(inPath) == path;
  if (ofInput || !fs::is_regular_file(outPath.getValue(), ignored) ||
      *named != graphInNames(outPath)) {
    fail("{} has the names of another graph than {} would have; move it away, or give OUT another "
         "name",
         path, outPath.getValue());
  }
  return path;
}

void convertCoordinates(InputFile& input, const Format& outFormat) {
  if (outFormat.name != "co") {
    fail("{} holds coordinates and {} would hold a graph; give them with --coords= beside a graph, "
         "or write a .co",
         input.name(), outPath.getValue());
  }
  if (transformationsAsked().any() || !mappingPath.empty() || !weights.empty() ||
      !coordsPath.empty()) {
    fail("{} holds coordinates; there is nothing in it to transform", input.name());
  }
  const std::vector<Coordinate> coords = readCoordinates(input);
  OutputFile output(outPath, compressionOfOutput(outPath, to), permissionsOfOutputs());
  writeCoordinates(coords, output);
  output.commit();
  summarize(fmt::format("{}: {} coordinates", output.name(), coords.size()));
}

void addCoordinates(Graph& graph) {
  InputFile input(coordsPath);
  input.showProgress(!quiet);
  graph.coords = coordinatesOfNodes(readCoordinates(input), graph.ids);
  if (graph.coords.size() != graph.numNodes()) {
    fail("{} has {} nodes and {} has {}; coordinates and graph must have the same nodes",
         input.name(), graph.coords.size(), inPath.getValue(), graph.numNodes());
  }
}

void addNames(Graph& graph) {
  InputFile input(nodeNamesPath);
  graph.names = readNames(input, graph.numNodes());
  graph.ids.clear();
}

/// Returns whether --relabel, --keep-ids and --names choose what ids in a format mean.
bool idsAreChosen(const Format& format) {
  return format.name == "edgelist" || format.name == "adjlist" || format.name == "csv";
}

/// Refuses flags that the formats do not go with, and those that contradict each other.
void checkFlags(const InputFile& input, const Format& inFormat, const Format& outFormat) {
  if (outFormat.write == nullptr) {
    fail("{} holds a graph and no coordinates; a .co can be made of another .co only",
         input.name());
  }
  if (!coordsPath.empty() && !outIsFile()) {
    failUsage("--coords= needs a file name for OUT, to put the coordinates beside it");
  }
  if ((relabelFlag || keepIdsFlag || namesFlag) && !idsAreChosen(inFormat)) {
    failUsage("{} is for edge lists, and {} is in the format {}",
              relabelFlag   ? "--relabel"
              : keepIdsFlag ? "--keep-ids"
                            : "--names",
              input.name(), inFormat.name);
  }
  if (relabelFlag && keepIdsFlag) {
    failUsage("give --relabel or --keep-ids, not both");
  }
}

/// The graph of IN with its coordinates and names, before it is transformed.
struct Source {
  Graph graph;
  std::string renumbered; ///< a line about ids that became numbers, or ""
};

Source readSource(InputFile& input, const Format& format) {
  Source source{readAs(format, input,
                       {.ignoreWeights = !weights.empty(),
                        .weightType = weightTypeOf(weightType),
                        .scale = scale,
                        .relabel = relabelFlag,
                        .keepIds = keepIdsFlag,
                        .names = namesFlag,
                        .columns = columnFlags.names(),
                        .roads = roadFlags.options()}),
                ""};
  printNotes(source.graph);
  if (!nodeNamesPath.empty()) {
    addNames(source.graph);
  }
  if (idsAreChosen(format) && !relabelFlag) {
    source.renumbered = describeIds(source.graph, input.name());
  }
  if (!coordsPath.empty()) {
    addCoordinates(source.graph);
  }
  return source;
}

/// The files beside OUT: the coordinates of its nodes, their names, and their ids in IN. All are open
/// before the first of them is complete.
class SideFiles {
public:
  /// Opens those that the graph needs. It is not transformed yet.
  SideFiles(const Graph& graph, const Format& outFormat, mode_t permissions)
      : mapsNames_(!graph.names.empty()) {
    // Coordinates that IN itself contains, as grid maps do, are lost only if OUT is not a file.
    const std::string coords = graph.coords.empty() || !outIsFile()
                                   ? std::string()
                                   : besideOut(".co", "coordinates", kCoordinatesTitle);
    // A format that writes names itself needs no file beside it.
    if (mapsNames_ && outIsFile() && !outFormat.writesNames) {
      namesPath_ = besideOut(".names", "names", kNamesTitle);
    }
    idsPath_ = mappingPath;
    if (idsPath_.empty() && !graph.ids.empty() && outIsFile()) {
      idsPath_ = besideOut(".ids", "ids", kIdsTitle);
    }
    open(coords_, coords, permissions, kCoordinatesTitle);
    open(ids_, idsPath_, permissions, mappingPath.empty() ? kIdsTitle : "");
    open(names_, namesPath_, permissions, "");
  }

  /// Transforms the graph, and keeps which node became which for the file of ids.
  void transform(Graph& graph, const Transformations& transformations) {
    // --mapping alone does not make OUT contain ids.
    const bool carriesIds = !graph.ids.empty();
    if (ids_ && !carriesIds && !mapsNames_) {
      graph.ids.resize(graph.numNodes());
      std::iota(graph.ids.begin(), graph.ids.end(), std::uint64_t{0});
    }
    apply(transformations, graph);
    if (ids_) {
      mapping_ = graph.ids;
    }
    if (!carriesIds) {
      graph.ids.clear();
    }
  }

  void write(const Graph& graph) {
    if (coords_) {
      writeCoordinates(graph.coords, *coords_);
    }
    if (ids_ && mapsNames_) {
      writeNames(graph, *ids_);
    } else if (ids_) {
      writeNodeIds(mapping_, *ids_);
    }
    if (names_) {
      writeNames(graph, *names_);
    }
  }

  /// Completes all of them and OUT, or none.
  void commitWith(OutputFile& output) {
    const auto fileOf = [](auto& file) { return file ? &*file : nullptr; };
    OutputFile::commitAll({fileOf(coords_), fileOf(ids_), fileOf(names_), &output});
  }

  bool hasNames() const { return names_.has_value(); }
  /// Returns what follows `renumbered` in the line about it.
  std::string whereIdsAre(const Format& outFormat) const {
    const std::string& path = mapsNames_ ? namesPath_ : idsPath_;
    const std::string where = path.empty() ? "not written" : "in " + path;
    if (!mapsNames_) {
      return fmt::format("they are {}, --keep-ids leaves them as they are", where);
    }
    return outFormat.writesNames ? "OUT has them" : "they are " + where;
  }

private:
  static void open(std::optional<OutputFile>& file, const std::string& path, mode_t permissions,
                   std::string_view title) {
    if (path.empty()) {
      return;
    }
    file.emplace(path, std::nullopt, permissions);
    if (!title.empty()) {
      file->write(fmt::format("{}\n", title));
    }
  }

  const bool mapsNames_;
  std::string namesPath_, idsPath_;
  std::optional<OutputFile> coords_, ids_, names_;
  std::vector<std::uint64_t> mapping_;
};

void convertGraph(InputFile& input, const Format& inFormat, const Format& outFormat,
                  const Transformations& transformations, Clock::time_point start) {
  // Opened before the work, so that a name that cannot be written is reported first.
  const mode_t permissions = permissionsOfOutputs();
  OutputFile output(outPath, compressionOfOutput(outPath, to), permissions);
  Source source = readSource(input, inFormat);
  Graph& graph = source.graph;
  SideFiles beside(graph, outFormat, permissions);
  beside.transform(graph, transformations);
  outFormat.write(graph, output,
                  {.edgeBytes = edgeBytes.getNumOccurrences() == 0
                                    ? 0u
                                    : static_cast<unsigned>(edgeBytes.getValue())});
  beside.write(graph);
  const std::string outdated = !beside.hasNames() && outFormat.name == "gr" && outIsFile()
                                   ? outdatedNames(graph)
                                   : std::string();
  beside.commitWith(output);
  if (!outdated.empty()) {
    std::error_code ignored;
    fs::remove(outdated, ignored);
  }
  if (!source.renumbered.empty()) {
    summarize(fmt::format("{}; {}", source.renumbered, beside.whereIdsAre(outFormat)));
  }
  const bool leavesOut = !graph.weights.empty() && !outFormat.writesWeights;
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  summarize(fmt::format("{}: {} nodes, {} arcs, {}, {:.2f} s", output.name(), graph.numNodes(),
                        graph.numArcs(), leavesOut ? "without the weights" : describeWeights(graph),
                        seconds));
}

void convert() {
  const auto start = Clock::now();
  if (seed.getNumOccurrences() > 0 && (weights.empty() || weights == "none")) {
    failUsage("--seed is that of new weights; give --weights=uniform:LO:HI, too, or leave it out");
  }
  const Transformations transformations = transformationsAsked();
  const Format& outFormat = formatOfOutput(outPath, to);
  InputFile input(inPath);
  input.showProgress(!quiet);
  const Format& inFormat = formatOfInput(input, from);
  if (inFormat.name == "co") {
    return convertCoordinates(input, outFormat);
  }
  checkFlags(input, inFormat, outFormat);
  convertGraph(input, inFormat, outFormat, transformations, start);
}

} // namespace

int main(int argc, char** argv) {
  return toolMain(
      argc, argv, category,
      "graph-convert: graphs from one format to another\n\n"
      "The format of IN is detected from its content; the suffix of OUT selects that of\n"
      "OUT. IN may be compressed with gzip, xz, zstd or bzip2; so is OUT if a suffix says\n"
      "so (g.el.gz, --to=dimacs.xz). - is standard input or output.\n"
      "docs/graph-formats.md describes the formats.\n",
      convert);
}
