/**
 * graph-gen-dist KIND OUT: makes a synthetic graph on the ranks of MPI, none of which has more than
 * its rows (GeneratedRows.h). The file is that of graph-gen with the same flags.
 */
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include "GeneratedRows.h"
#include "RankErrors.h"
#include "analytics/scheduler/Stopwatch.h"
#include "galois/dist/MpiTransport.h"
#include "galois/dist/messages/Endpoint.h"
#include "galois/dist/messages/Launch.h"
#include "inputs/formats/Formats.h"
#include "inputs/generate/Grid.h"
#include "inputs/generate/LocalRandom.h"
#include "inputs/generate/Rmat.h"
#include "inputs/generate/Torus.h"
#include "inputs/generate/UniformRandom.h"
#include "inputs/io/FileRoles.h"
#include "inputs/io/Messages.h"
#include "inputs/tools/GeneratorFlags.h"
#include "liblonestar/record/BuildInfo.h"
#include "liblonestar/run/MutedOutput.h"

namespace {

using namespace galois::inputs;
using namespace galois::inputs::generator;

using Transport = galois::dist::MpiTransport;
using Endpoint = galois::dist::Endpoint<Transport>;

constexpr const char* kVersion = "galois-cps " GALOIS_VERSION;

const Examples examples{{"mpirun -n 4 graph-gen-dist rmat web.gr --scale=28",
                         "A graph of 2^28 nodes, of which each rank has a quarter"}};

/// A graph that the flags ask for.
struct Asked {
  std::uint64_t nodes;
  WeightSpec weights;
  /// Returns the rows of this rank, perhaps without weights. Collective.
  std::function<Graph(Endpoint& endpoint, const galois::dist::NodeParts& parts)> rows;
};

/// Returns the rows that `make` makes for a range of nodes, without other ranks.
template <typename Make>
auto alone(const Make& make) {
  return [make](Endpoint& endpoint, const galois::dist::NodeParts& parts) {
    Graph rows;
    dist::agreed(endpoint, [&] {
      const auto rank = endpoint.rank();
      rows = make(NodeRange{parts.first(rank), parts.first(rank + 1)});
    });
    return rows;
  };
}

/// Returns the rows of arcs that ranks draw together.
template <typename Arcs>
auto together(const Arcs& arcs) {
  return [arcs](Endpoint& endpoint, const galois::dist::NodeParts& parts) {
    dist::agreed(endpoint, [&] {
      // Arcs are also stored in a list.
      checkFits(parts.size(endpoint.rank()), arcs.arcs() / endpoint.ranks(), 16, "this graph");
    });
    return dist::drawnRows(endpoint, arcs, parts);
  };
}

/// Reads the flags. @throws UsageError
Asked asked() {
  if (kind == "grid") {
    refuse(scale, edgeFactor, aFlag, bFlag, cFlag);
    const WeightSpec spec = weightsOr(kLatticeWeights);
    const auto [width, height] = gridSize();
    const auto make = [width = width, height = height, spec](NodeRange range) {
      return generateGrid(width, height, spec, false, range);
    };
    return {width * height, spec,
            alone(make)}; // generateGrid() refuses a product that is too large
  }
  if (kind == "torus2d" || kind == "torus3d") {
    refuse(scale, sizeFlag, edgeFactor, aFlag, bFlag, cFlag);
    const unsigned dimensions = kind == "torus2d" ? 2 : 3;
    const std::uint64_t side = torusSide(dimensions, nodesAsked());
    const auto make = [=](NodeRange range) {
      return generateTorus(dimensions, side, false, range);
    };
    return {torusNodes(dimensions, side), weightsOr(kLatticeWeights), alone(make)};
  }
  const auto spec = [] { return weightsOr(kRandomWeights); };
  if (kind == "rmat") {
    refuse(nodesFlag, sizeFlag);
    const RmatArcs arcs(rmatOptions());
    return {arcs.nodes(), spec(), together(arcs)};
  }
  if (kind == "uniform" || kind == "local") {
    refuse(scale, sizeFlag, aFlag, bFlag, cFlag);
    const std::uint64_t nodes = nodesAsked();
    if (kind == "uniform") {
      return {nodes, spec(), together(UniformArcs(nodes, nodes * edgeFactor, seed))};
    }
    const auto make = [nodes](NodeRange range) {
      return generateLocal(nodes, edgeFactor, seed, false, range);
    };
    return {nodes, spec(), alone(make)};
  }
  if (kind == "road") {
    failUsage("no part of a road network can be made without the rest; graph-gen makes it, on one "
              "rank");
  }
  failForKind("grid, rmat, uniform, local, torus2d, torus3d");
}

/// @param flags    the command line of this rank
/// @param refused  what is wrong with it, or ""
int program(Transport& transport, const std::string& flags, std::string refused) {
  const lonestar::Stopwatch watch;
  Endpoint endpoint(transport);
  if (!refused.empty() && endpoint.rank() != 0) {
    refused = fmt::format("rank {}: {}", endpoint.rank(), refused);
  }
  refused = galois::dist::firstText(endpoint, refused);
  if (!refused.empty()) {
    failUsage("{}", refused);
  }
  const std::string difference = galois::dist::disagreement(
      endpoint, {{"the commit", lonestar::buildInfo().commit}, {"flags", flags}});
  if (!difference.empty()) {
    throw lonestar::AppError(difference);
  }
  const Asked graph = asked(); // wrong usage is the same on all ranks
  if (outPath == "-" || formatOfOutput(outPath, "").name != "gr" ||
      compressionOfOutput(outPath, "") != Compression::kNone) {
    failUsage("{}: several ranks write plain .gr files only; graph-convert makes others of them",
              outPath.getValue());
  }
  std::optional<OutputFile> file;
  dist::agreedByRank(endpoint, [&] {
    if (endpoint.rank() == 0) {
      file.emplace(outPath);
    }
  });
  const auto parts = dist::evenParts(graph.nodes, endpoint.ranks());
  Graph rows = graph.rows(endpoint, parts);
  const bool weighted = weights != "none";
  dist::agreed(endpoint, [&] {
    if (weighted) {
      setRandomWeights(rows, graph.weights, parts.first(endpoint.rank()));
    }
  });
  const std::uint64_t arcs =
      dist::writeRows(endpoint, file ? &*file : nullptr, rows, parts, weighted);
  dist::agreedByRank(endpoint, [&] {
    if (file) {
      file->commit();
    }
  });
  if (file && !quiet) {
    printTo(stdout, "{}: synthetic {}, {} node{}, {} arc{}, on {} rank{}, {:.2f} s\n", file->name(),
            kind.getValue(), graph.nodes, graph.nodes == 1 ? "" : "s", arcs, arcs == 1 ? "" : "s",
            endpoint.ranks(), endpoint.ranks() == 1 ? "" : "s", watch.seconds());
  }
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  const std::string overview = fmt::format(
      "graph-gen-dist: synthetic graphs on several ranks, the same as those of graph-gen\n\n"
      "KIND is one of\n{}OUT is the graph, a plain .gr file in a folder that all hosts share.\n",
      kKinds);
  std::string refused;
  {
    std::optional<lonestar::MutedOutput> quietErrors, quietOutput; // rank 0 says the same
    if (galois::dist::launchedRank(std::getenv) > 0) {
      quietErrors.emplace(STDERR_FILENO);
      quietOutput.emplace(STDOUT_FILENO);
    }
    llvm::cl::HideUnrelatedOptions(category);
    llvm::cl::SetVersionPrinter([](llvm::raw_ostream& out) { out << kVersion << "\n"; });
    refused = readFlags(argc, argv, kVersion, overview).value_or("");
    if (!refused.empty() && galois::dist::launchedRanks(std::getenv) == 1) {
      printTo(stderr, "graph-gen-dist: {}\n", refused); // several ranks say it together
      return 2;
    }
  }
  OutputFile::removeTemporariesOnSignal();
  keepFilesApart();
  const std::string flags =
      fmt::format("{}", fmt::join(std::vector<std::string>(argv + 1, argv + argc), " "));
  return galois::dist::runRanks(argc, argv, false, [&](Transport& transport) {
    return dist::runRank(transport, argv, [&] { return program(transport, flags, refused); });
  });
}
