// graph-convert IN OUT: reads a graph in any known format, transforms it, writes it in another. The
// work is in the library; here are the flags and the one line that says what came out.

#include "inputs/Error.h"
#include "inputs/formats/Coordinates.h"
#include "inputs/formats/Formats.h"
#include "inputs/tools/CommandLine.h"
#include "inputs/transform/Transformations.h"

#include <llvm/Support/CommandLine.h>

#include <chrono>
#include <cstdio>

namespace {

namespace cll = llvm::cl;
using namespace galois::inputs;

cll::OptionCategory category("Conversion");
const std::string fromHelp = "Format of IN (default: found out): " + readableFormats();
const std::string toHelp = "Format of OUT (default: by its suffix): " + writableFormats();
cll::opt<std::string> inPath(cll::Positional, cll::Required, cll::desc("IN"), cll::cat(category));
cll::opt<std::string> outPath(cll::Positional, cll::Required, cll::desc("OUT"), cll::cat(category));
cll::opt<std::string> from("from", cll::desc(fromHelp), cll::value_desc("format"),
                           cll::cat(category));
cll::opt<std::string> to("to", cll::desc(toHelp), cll::value_desc("format"), cll::cat(category));
cll::opt<std::string>
    weights("weights", cll::desc("New weights: uniform:LO:HI, both included, or none to drop them"),
            cll::value_desc("weights"), cll::cat(category));
cll::opt<unsigned long long> seed("seed", cll::desc("Seed of the new weights (default 1)"),
                                  cll::value_desc("N"), cll::init(1), cll::cat(category));
cll::opt<unsigned long long> scale("scale-weights",
                                   cll::desc("Multiply all weights by N (default 1)"),
                                   cll::value_desc("N"), cll::init(1), cll::cat(category));
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
cll::opt<std::string>
    coordsPath("coords",
               cll::desc("Coordinates of IN's nodes (DIMACS .co); written to OUT with suffix .co"),
               cll::value_desc("file"), cll::cat(category));
cll::opt<unsigned> edgeBytes("edge-bytes",
                             cll::desc("Bytes of a weight in a binary OUT, 4 (default) or 8"),
                             cll::value_desc("N"), cll::init(4), cll::cat(category));
cll::opt<bool> quiet("quiet", cll::desc("No progress, no summary"), cll::cat(category));

/// The summary belongs to standard output, unless the graph goes there.
void summarize(const std::string& text) {
  if (!quiet) fmt::print(outPath == "-" ? stderr : stdout, "{}\n", text);
}

Transformations transformationsAsked() {
  Transformations asked;
  asked.removeLoops = removeLoopsFlag;
  asked.removeDuplicates = removeDuplicatesFlag;
  asked.symmetrize = symmetrizeFlag;
  asked.largestComponent = largestComponentFlag;
  if (!weights.empty() && weights != "none") asked.weights = parseWeightSpec(weights, seed);
  if (scale == 0) failUsage("--scale-weights=0 would make all weights 0; give 1 or more");
  asked.scale = scale;
  return asked;
}

/// Where the coordinates go: beside OUT, which is a file.
std::string coordsOutPath() {
  const size_t slash = outPath.find_last_of('/');
  const size_t dot = outPath.find_last_of('.');
  const bool hasSuffix = dot != std::string::npos && (slash == std::string::npos || dot > slash);
  std::string path = fmt::format(
      "{}.co", std::string_view(outPath).substr(0, hasSuffix ? dot : std::string::npos));
  if (path == outPath)
    failUsage("the coordinates go to {}, which is OUT too; name OUT by another suffix", path);
  return path;
}

void convertCoordinates(InputFile& input, const Format& outFormat) {
  if (outFormat.name != "co")
    fail("{} holds coordinates and {} would hold a graph; give them with --coords= beside a graph, "
         "or write a .co",
         input.name(), outPath.getValue());
  if (transformationsAsked().any() || !weights.empty() || !coordsPath.empty())
    fail("{} holds coordinates; there is nothing in it to transform", input.name());
  const std::vector<Coordinate> coords = readCoordinates(input);
  OutputFile output(outPath);
  writeCoordinates(coords, output);
  output.commit();
  summarize(fmt::format("{}: {} coordinates", output.name(), coords.size()));
}

void addCoordinates(Graph& graph) {
  InputFile input(coordsPath);
  input.showProgress(!quiet);
  graph.coords = readCoordinates(input);
  if (graph.coords.size() != graph.numNodes())
    fail("{} has {} nodes and {} has {}; coordinates and graph must have the same nodes",
         input.name(), graph.coords.size(), inPath.getValue(), graph.numNodes());
}

void convert() {
  const auto start = std::chrono::steady_clock::now();
  if (edgeBytes != 4 && edgeBytes != 8)
    failUsage("--edge-bytes={} is not possible; give 4 or 8", edgeBytes.getValue());
  const Transformations transformations = transformationsAsked();
  const Format& outFormat = formatOfOutput(outPath, to);
  InputFile input(inPath);
  input.showProgress(!quiet);
  const Format& inFormat = formatOfInput(input, from);
  if (inFormat.name == "co") return convertCoordinates(input, outFormat);
  if (outFormat.write == nullptr)
    fail("{} holds a graph and no coordinates; a .co can be made of another .co only",
         input.name());

  if (!coordsPath.empty() && outPath == "-")
    failUsage("--coords= needs a file name for OUT, to put the coordinates beside it");
  Graph graph = inFormat.read(input, {.ignoreWeights = !weights.empty()});
  if (!coordsPath.empty()) addCoordinates(graph);
  // Those that IN itself has, as grid maps do, get lost only where there is no place beside OUT.
  const std::string coordsOut =
      graph.coords.empty() || outPath == "-" ? std::string() : coordsOutPath();
  apply(transformations, graph);

  OutputFile output(outPath);
  outFormat.write(graph, output, {.edgeBytes = edgeBytes});
  if (!coordsOut.empty()) {
    OutputFile coords(coordsOut);
    writeCoordinates(graph.coords, coords);
    coords.commit();
  }
  output.commit();

  const auto [lightest, heaviest] = weightRange(graph);
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  summarize(fmt::format(
      "{}: {} nodes, {} arcs, {}, {:.2f} s", output.name(), graph.numNodes(), graph.numArcs(),
      graph.weights.empty() ? "no weights" : fmt::format("weights {} to {}", lightest, heaviest),
      seconds));
}

} // namespace

int main(int argc, char** argv) {
  return toolMain(argc, argv, category,
                  "graph-convert: graphs from one format to another\n\n"
                  "Reads DIMACS .gr and .co, PACE, edge lists and Galois .gr, each plain or "
                  "compressed with gzip, "
                  "xz, zstd or bzip2;\n- is standard input or output.\n",
                  convert);
}
