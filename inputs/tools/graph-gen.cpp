// graph-gen KIND OUT: makes a synthetic graph of any size from a seed and writes it in any format.
// The generators are in the library. This file has what programs on several ranks cannot do, and
// the one line that describes the result; GeneratorFlags.h has the other flags.

#include "inputs/Error.h"
#include "inputs/formats/Coordinates.h"
#include "inputs/formats/Formats.h"
#include "inputs/generate/Grid.h"
#include "inputs/generate/LocalRandom.h"
#include "inputs/generate/Rmat.h"
#include "inputs/generate/Road.h"
#include "inputs/generate/Torus.h"
#include "inputs/generate/UniformRandom.h"
#include "inputs/io/Messages.h"
#include "inputs/tools/CommandLine.h"
#include "inputs/tools/GeneratorFlags.h"
#include "inputs/transform/Transformations.h"

#include <llvm/Support/CommandLine.h>

#include <chrono>
#include <cstdio>
#include <optional>

namespace {

namespace cll = llvm::cl;
using namespace galois::inputs;
using namespace galois::inputs::generator;

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

const Examples examples{{"graph-gen road road.gr --nodes=1M --coords=road.co",
                         "A road network of a million nodes, and where they are"},
                        {"graph-gen rmat web.gr --scale=20 --edge-factor=16 --seed=3",
                         "A graph of 2^20 nodes of which few have very many arcs"},
                        {"graph-gen grid - --size=3x2 --to=edgelist", "A small grid as text"}};

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
  const WeightSpec spec = weightsOr(kLatticeWeights);
  const auto [width, height] = gridSize();
  return generateGrid(width, height, spec, !quiet);
}

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
  const RmatOptions options = rmatOptions();
  weightsOr(kRandomWeights); // reports an error before the work
  return finishRandom(generateRmat(options, !quiet));
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
  const WeightSpec spec = weightsOr(kLatticeWeights);
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
  failForKind("road, grid, rmat, uniform, local, torus2d, torus3d");
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
  printTo(outputForPeople(), "{}: synthetic {}, {} node{}, {} arc{}, {}{}, {:.2f} s\n",
          output.name(), kind.getValue(), graph.numNodes(), graph.numNodes() == 1 ? "" : "s",
          graph.numArcs(), graph.numArcs() == 1 ? "" : "s", describeWeights(graph),
          coords ? fmt::format(", coordinates in {}", coords->name()) : "", seconds);
}

} // namespace

int main(int argc, char** argv) {
  const std::string overview =
      fmt::format("graph-gen: synthetic graphs, the same for the same flags everywhere\n\n"
                  "KIND is one of\n"
                  "  road     connected, planar, lengths and degrees like the USA road network's\n"
                  "{}OUT is the graph, in the format that its suffix says; - is standard output.\n",
                  kKinds);
  return toolMain(argc, argv, category, overview.c_str(), generate);
}
