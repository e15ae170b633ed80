// graph-gen KIND OUT: makes a synthetic graph of any size from a seed and writes it in any format.
// The generators are in the library. This file has the flags and the one line that describes the
// result.

#include "inputs/Error.h"
#include "inputs/formats/Coordinates.h"
#include "inputs/formats/Formats.h"
#include "inputs/generate/Grid.h"
#include "inputs/generate/LocalRandom.h"
#include "inputs/generate/Rmat.h"
#include "inputs/generate/Road.h"
#include "inputs/generate/Torus.h"
#include "inputs/generate/UniformRandom.h"
#include "inputs/tools/CommandLine.h"
#include "inputs/transform/Transformations.h"

#include <llvm/Support/CommandLine.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <optional>

namespace {

namespace cll = llvm::cl;
using namespace galois::inputs;

cll::OptionCategory category("Generation");
constexpr Numbers kProbability{"a number from 0 to 1", [](double p) { return p >= 0 && p <= 1; }};
cll::opt<std::string> kind(cll::Positional, cll::Required, cll::desc("KIND"), cll::cat(category));
cll::opt<std::string> outPath(cll::Positional, cll::Required, WrittenFile(), cll::desc("OUT"),
                              cll::cat(category));
cll::opt<std::string>
    nodesFlag("nodes", cll::desc("Number of nodes: 5000, 24M (all but rmat; of a grid, a square)"),
              cll::value_desc("N"), cll::cat(category));
cll::opt<std::string> sizeFlag("size", cll::desc("Width and height (grid)"), cll::value_desc("WxH"),
                               cll::cat(category));
cll::opt<unsigned> scale("scale", WholeNumbers{0, 31}, cll::desc("2^K nodes (rmat)"),
                         cll::value_desc("K"), cll::cat(category));
cll::opt<unsigned> edgeFactor("edge-factor", WholeNumbers{0, UINT32_MAX},
                              cll::desc("Mean arcs per node (rmat, uniform, local; default "
                                        "16)"),
                              cll::value_desc("N"), cll::init(16), cll::cat(category));
cll::opt<double> aFlag("a", kProbability,
                       cll::desc("Probability of the upper left quarter (rmat; default 0.57)"),
                       cll::value_desc("p"), cll::init(0.57), cll::cat(category));
cll::opt<double> bFlag("b", kProbability,
                       cll::desc("Probability of the upper right quarter (rmat; default 0.19)"),
                       cll::value_desc("p"), cll::init(0.19), cll::cat(category));
cll::opt<double> cFlag("c", kProbability,
                       cll::desc("Probability of the lower left quarter (rmat; default 0.19)"),
                       cll::value_desc("p"), cll::init(0.19), cll::cat(category));
cll::opt<unsigned long long> seed("seed", cll::desc("Seed of graph and weights (default 1)"),
                                  cll::value_desc("N"), cll::init(1), cll::cat(category));
cll::opt<std::string> weights("weights",
                              cll::desc("uniform:LO:HI, both included, or none; default: lengths "
                                        "(road), uniform:1:10000 (grid, torus2d, torus3d), "
                                        "uniform:1:255 (others)"),
                              cll::value_desc("weights"), cll::cat(category));
cll::opt<std::string> coordsPath("coords", WrittenFile(),
                                 cll::desc("Also write coordinates, DIMACS .co (road)"),
                                 cll::value_desc("file"), cll::cat(category));
cll::opt<bool>
    symmetrizeFlag("symmetrize",
                   cll::desc("Add the missing reverse of each arc (rmat, uniform, local)"),
                   cll::cat(category));
cll::opt<bool> removeLoopsFlag("remove-loops",
                               cll::desc("Drop arcs from a node to itself (rmat, uniform, local)"),
                               cll::cat(category));
cll::opt<bool> removeDuplicatesFlag("remove-duplicates",
                                    cll::desc("Of parallel arcs keep one (rmat, uniform, local)"),
                                    cll::cat(category));
cll::opt<std::string> to("to",
                         cll::desc("Format of OUT (default: by its suffix); --to=help lists all"),
                         cll::value_desc("format"), helpOf(writableFormatTable),
                         ListedValues{writableFormatList}, cll::cat(category));
cll::opt<bool> quiet("quiet", cll::desc("No progress, no summary"), cll::cat(category));

const Examples examples{{"graph-gen road road.gr --nodes=1M --coords=road.co",
                         "A road network of a million nodes, and where they are"},
                        {"graph-gen rmat web.gr --scale=20 --edge-factor=16 --seed=3",
                         "A graph of 2^20 nodes of which few have very many arcs"},
                        {"graph-gen grid - --size=3x2 --to=edgelist", "A small grid as text"}};

/// Refuses flags that have no meaning for this kind.
template <typename... Flags>
void refuse(const Flags&... flags) {
  refuseFlags(kind, flags...);
}

/// Reads a count: digits, and k, M or G for thousands, millions, billions. Returns nothing unless it
/// is a number of nodes from 1.
std::optional<std::uint64_t> parseCount(const std::string& text) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, number);
  std::uint64_t unit = 1;
  if (parsed.ec == std::errc() && end - parsed.ptr == 1) {
    const char suffix = *parsed.ptr;
    unit = suffix == 'k' ? 1'000 : suffix == 'M' ? 1'000'000 : suffix == 'G' ? 1'000'000'000 : 0;
  }
  const bool whole = parsed.ptr == end || (end - parsed.ptr == 1 && unit != 0);
  if (parsed.ec != std::errc() || !whole || number == 0 || number > kMaxNodes / unit) {
    return std::nullopt;
  }
  return number * unit;
}

std::uint64_t nodesAsked() {
  if (nodesFlag.empty()) {
    failUsage("{} needs --nodes=N", kind.getValue());
  }
  const auto nodes = parseCount(nodesFlag);
  if (!nodes) {
    failUsage("--nodes={}: a number from 1 to {} is needed, such as 5000, 100k or 24M",
              nodesFlag.getValue(), kMaxNodes);
  }
  return *nodes;
}

WeightSpec weightsOr(const char* otherwise) {
  return parseWeightSpec(weights.empty() || weights == "none" ? otherwise : weights.getValue(),
                         seed);
}

Graph makeRoad() {
  refuse(sizeFlag, scale, edgeFactor, aFlag, bFlag, cFlag, symmetrizeFlag, removeLoopsFlag,
         removeDuplicatesFlag);
  std::optional<WeightSpec> spec;
  if (!weights.empty() && weights != "none") {
    spec = parseWeightSpec(weights, seed);
  }
  Graph graph = generateRoad(nodesAsked(), seed, !quiet);
  if (spec) {
    setRandomWeights(graph, *spec);
  }
  return graph;
}

Graph makeGrid() {
  refuse(scale, edgeFactor, aFlag, bFlag, cFlag, symmetrizeFlag, removeLoopsFlag,
         removeDuplicatesFlag, coordsPath);
  const WeightSpec spec = weightsOr("uniform:1:10000");
  if (sizeFlag.empty() == nodesFlag.empty()) {
    failUsage("grid needs either --size=WxH or --nodes=N");
  }
  if (!sizeFlag.empty()) {
    const size_t x = std::min(sizeFlag.find('x'), sizeFlag.size());
    const auto width = parseCount(sizeFlag.substr(0, x));
    const auto height = parseCount(sizeFlag.substr(std::min(x + 1, sizeFlag.size())));
    if (!width || !height) {
      failUsage("--size={}: WxH is needed, two numbers from 1, such as 2048x2048",
                sizeFlag.getValue());
    }
    return generateGrid(*width, *height, spec, !quiet);
  }
  const std::uint64_t nodes = nodesAsked();
  const auto side = static_cast<std::uint64_t>(std::lround(std::sqrt(static_cast<double>(nodes))));
  if (side * side != nodes) {
    failUsage("--nodes={} is not a square; give --size=WxH, or --nodes={}", nodesFlag.getValue(),
              side * side);
  }
  return generateGrid(side, side, spec, !quiet);
}

constexpr const char* kRandomWeights = "uniform:1:255"; // default of rmat, uniform, local

/// Removes and adds arcs as the flags say, then sets weights by the ends of each arc.
Graph finishRandom(Graph graph) {
  Transformations asked;
  asked.removeLoops = removeLoopsFlag;
  asked.removeDuplicates = removeDuplicatesFlag;
  asked.symmetrize = symmetrizeFlag;
  asked.weights = weightsOr(kRandomWeights);
  apply(asked, graph);
  return graph;
}

Graph makeRmat() {
  refuse(nodesFlag, sizeFlag, coordsPath);
  if (scale.getNumOccurrences() == 0) {
    failUsage("rmat needs --scale=K, for 2^K nodes");
  }
  weightsOr(kRandomWeights); // reports an error before the work
  return finishRandom(generateRmat({scale, edgeFactor, aFlag, bFlag, cFlag, seed}, !quiet));
}

Graph makeUniform() {
  refuse(scale, sizeFlag, aFlag, bFlag, cFlag, coordsPath);
  weightsOr(kRandomWeights);
  const std::uint64_t nodes = nodesAsked();
  return finishRandom(generateUniform(nodes, nodes * edgeFactor, seed, !quiet));
}

Graph makeLocal() {
  refuse(scale, sizeFlag, aFlag, bFlag, cFlag, coordsPath);
  weightsOr(kRandomWeights);
  return finishRandom(generateLocal(nodesAsked(), edgeFactor, seed, !quiet));
}

/// Returns the torus of about the nodes asked for.
Graph makeTorus(unsigned dimensions) {
  refuse(scale, sizeFlag, edgeFactor, aFlag, bFlag, cFlag, coordsPath, symmetrizeFlag,
         removeLoopsFlag, removeDuplicatesFlag);
  const WeightSpec spec = weightsOr("uniform:1:10000");
  Graph graph = generateTorus(dimensions, torusSide(dimensions, nodesAsked()), !quiet);
  setRandomWeights(graph, spec);
  return graph;
}

Graph make() {
  if (kind == "road") {
    return makeRoad();
  }
  if (kind == "grid") {
    return makeGrid();
  }
  if (kind == "rmat") {
    return makeRmat();
  }
  if (kind == "uniform") {
    return makeUniform();
  }
  if (kind == "local") {
    return makeLocal();
  }
  if (kind == "torus2d" || kind == "torus3d") {
    return makeTorus(kind == "torus2d" ? 2 : 3);
  }
  failUsage(
      "there is no kind \"{}\": choose one of road, grid, rmat, uniform, local, torus2d, torus3d",
      kind.getValue());
}

void generate() {
  const auto start = std::chrono::steady_clock::now();
  const Format& format = formatOfOutput(outPath, to);
  if (format.write == nullptr) {
    failUsage("{} cannot hold a graph; write coordinates with --coords=", outPath.getValue());
  }
  // Opened first, so that an unusable path is reported before the work.
  OutputFile output(outPath, compressionOfOutput(outPath, to));
  std::optional<OutputFile> coords;
  if (!coordsPath.empty()) {
    coords.emplace(coordsPath);
  }

  Graph graph = make();
  if (weights == "none") {
    graph.weights.clear();
  }
  format.write(graph, output, {});
  if (coords) {
    writeCoordinates(graph.coords, *coords);
    coords->commit();
  }
  output.commit();

  if (quiet) {
    return;
  }
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  fmt::print(outputForPeople(), "{}: synthetic {}, {} node{}, {} arc{}, {}{}, {:.2f} s\n",
             output.name(), kind.getValue(), graph.numNodes(), graph.numNodes() == 1 ? "" : "s",
             graph.numArcs(), graph.numArcs() == 1 ? "" : "s", describeWeights(graph),
             coords ? fmt::format(", coordinates in {}", coords->name()) : "", seconds);
}

} // namespace

int main(int argc, char** argv) {
  return toolMain(
      argc, argv, category,
      "graph-gen: synthetic graphs, the same for the same flags everywhere\n\n"
      "KIND is one of\n"
      "  road     connected, planar, lengths and degrees like the USA road network's\n"
      "  grid     every node linked to its neighbours right, left, above and below\n"
      "  rmat     power-law degrees, as in the Graph 500\n"
      "  uniform  both ends of every arc uniformly random\n"
      "  local    nodes on a ring, most arcs to near nodes: k places with probability\n"
      "           k^(-4/3)\n"
      "  torus2d  a grid without borders, of the largest side with at most --nodes nodes\n"
      "  torus3d  the same in three dimensions\n"
      "OUT is the graph, in the format that its suffix says; - is standard output.\n",
      generate);
}
