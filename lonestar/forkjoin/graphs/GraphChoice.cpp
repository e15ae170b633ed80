#include "forkjoin/graphs/GraphChoice.h"

#include <bit>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "forkjoin/cpu/GeneratedInput.h"
#include "galois/graphs/PackedCSR.h"
#include "inputs/Error.h"
#include "inputs/generate/CounterRandom.h"
#include "inputs/generate/LocalRandom.h"
#include "inputs/generate/Rmat.h"
#include "inputs/generate/Torus.h"
#include "inputs/transform/Simplify.h"
#include "inputs/transform/Symmetrize.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/InputFlags.h"
#include "liblonestar/run/ForkJoinExperiment.h"
#include "liblonestar/run/GraphInput.h"

namespace cll = llvm::cl;

namespace forkjoin {

namespace {

cll::opt<std::uint64_t> nodesFlag(
    "n", lonestar::WholeNumbers{1},
    cll::desc("Nodes of a generated graph, rounded to what its kind allows (default 2000000)"),
    cll::value_desc("count"), cll::init(2000000), cll::cat(lonestar::inputGroup()));
cll::opt<unsigned> degreeFlag("degree", lonestar::WholeNumbers{0, 1000},
                              cll::desc("Edges per node that are generated for random graphs; "
                                        "parallel ones count once (default 5)"),
                              cll::value_desc("count"), cll::init(5),
                              cll::cat(lonestar::inputGroup()));

galois::inputs::Graph generated(GraphKind kind) {
  using namespace galois::inputs;
  // Arcs in both directions, and twice as much while they are sorted.
  constexpr double kBytesPerArc = 2 * 2 * sizeof(std::uint32_t);
  const unsigned degree = kind == GraphKind::kGrid2d   ? 2
                          : kind == GraphKind::kGrid3d ? 3
                                                       : unsigned{degreeFlag};
  const std::uint64_t nodes =
      lonestar::sizeOf(nodesFlag, 2 * sizeof(std::uint64_t) + kBytesPerArc * degree);
  if (nodes > kMaxNodes / 2) {
    throw lonestar::UsageError(
        fmt::format("--n={}: a whole number from 1 to {} is needed", nodes, kMaxNodes / 2));
  }
  if (kind == GraphKind::kLocal && nodes < 2) {
    throw lonestar::UsageError("--n=1: this graph has 2 nodes or more");
  }
  Graph graph;
  switch (kind) {
  case GraphKind::kGrid2d:
    return generateTorus(2, torusSide(2, nodes));
  case GraphKind::kGrid3d:
    return generateTorus(3, torusSide(3, nodes));
  case GraphKind::kLocal:
    graph = generateLocal(nodes, degree, inputSeed);
    break;
  case GraphKind::kRmat:
    graph = generateRmat({.scale = static_cast<unsigned>(std::bit_width(nodes - 1)),
                          .edgeFactor = degree,
                          .a = 0.5,
                          .b = 0.1,
                          .c = 0.1,
                          .seed = inputSeed});
    break;
  }
  removeLoops(graph);
  symmetrize(graph);
  removeDuplicates(graph);
  return graph;
}

ChosenGraph fromFile(bool undirected) {
  const auto input = lonestar::loadGraph<galois::graphs::PackedCSR<void>>(false);
  ChosenGraph chosen;
  chosen.names = input.file.names;
  chosen.description = input.describe();
  galois::inputs::Graph& graph = chosen.graph;
  graph.offsets.assign(1, 0);
  graph.offsets.reserve(input.graph.size() + 1);
  graph.dst.reserve(input.graph.sizeEdges());
  for (const auto node : input.graph) {
    for (const auto& edge : input.graph.edges(node)) {
      graph.dst.push_back(edge.dst);
    }
    graph.offsets.push_back(graph.dst.size());
  }
  galois::inputs::removeLoops(graph);
  if (undirected) {
    galois::inputs::symmetrize(graph);
  }
  galois::inputs::removeDuplicates(graph);
  return chosen;
}

} // namespace

GraphKindFlag::GraphKindFlag(const GraphKindNames& names, GraphKind preset)
    : names_(names), about_(fmt::format("Generated graph (default {}):", nameOf(preset))),
      kind_("input", cll::desc(about_),
            cll::values(clEnumValN(GraphKind::kGrid2d, names.grid2d, "torus of two dimensions"),
                        clEnumValN(GraphKind::kGrid3d, names.grid3d, "torus of three dimensions"),
                        clEnumValN(GraphKind::kLocal, names.local, "edges to near nodes"),
                        clEnumValN(GraphKind::kRmat, names.rmat, "degrees of a power law")),
            cll::init(preset), cll::cat(lonestar::inputGroup())) {}

ChosenGraph GraphKindFlag::choose(bool undirected) const {
  if (!lonestar::inputFile.empty()) {
    if (kind_.getNumOccurrences() > 0 || nodesFlag.getNumOccurrences() > 0 ||
        degreeFlag.getNumOccurrences() > 0) {
      throw lonestar::UsageError(fmt::format(
          "--input, --n and --degree describe a generated graph; leave them out with {}",
          lonestar::inputFile.getValue()));
    }
    return fromFile(undirected);
  }
  const lonestar::Stopwatch watch;
  ChosenGraph chosen;
  chosen.graph = generated(kind_);
  chosen.description = describeInput(nameOf(kind_), chosen.graph.numNodes(), watch);
  chosen.description.nodes = chosen.graph.numNodes();
  chosen.description.edges = chosen.graph.numArcs();
  return chosen;
}

const char* GraphKindFlag::nameOf(GraphKind kind) const {
  switch (kind) {
  case GraphKind::kGrid2d:
    return names_.grid2d;
  case GraphKind::kGrid3d:
    return names_.grid3d;
  case GraphKind::kLocal:
    return names_.local;
  default:
    return names_.rmat;
  }
}

std::vector<std::uint32_t> randomOrder(std::size_t count) {
  constexpr std::uint32_t kStream = 100; // Generators use lower ones.
  const galois::inputs::CounterRandom random(inputSeed);
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  for (std::size_t left = count; left > 1; --left) {
    std::swap(order[left - 1], order[random.below(left, kStream, left)]);
  }
  return order;
}

} // namespace forkjoin
